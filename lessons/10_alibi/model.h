#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "common/modules.h"

// The small Transformer that this lesson trains, as in lesson 9: two layers of
// four heads, under any position scheme.

using Scheme = std::shared_ptr<horloge::PositionScheme>;

class SmallModel : public horloge::Module {
 public:
  static constexpr std::size_t d_model = 32, num_heads = 4;

  SmallModel(std::size_t vocab_size, const Scheme& scheme, horloge::Rng rng);

  /// ids (B, T) -> a score for each word (B, T, V)
  horloge::Tensor operator()(const horloge::Ids& ids,
                             const horloge::AttentionMasks& masks) const;

 private:
  horloge::TokenEmbedding embedding_;
  horloge::TransformerEncoder encoder_;
  horloge::Linear to_words_;
  Scheme scheme_;
};

/// A scheme of the library for this model, by its name. Those with weights of
/// their own draw them from the seed.
Scheme scheme_of(const std::string& name, std::uint64_t seed);

/// Texts, and the answer at each of their positions; -100 is no
/// question.
struct Texts {
  horloge::Ids ids, answers;  ///< (B, T)
};

/// Trains with AdamW on what `next` gives, for so many updates.
void train(const SmallModel& model, const horloge::AttentionMasks& masks,
           std::size_t updates, double rate,
           const std::function<Texts()>& next);

/// Each token sees itself and the `width` - 1 tokens before it.
horloge::AttentionMasks window(std::size_t T, std::size_t width);
