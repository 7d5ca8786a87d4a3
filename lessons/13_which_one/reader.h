#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "common/modules.h"
#include "names.h"

/// The sizes of every model of this lesson: 2 layers of 4 heads of 16 columns.
constexpr std::size_t d_model = 64, num_heads = 4;

/// A scheme by such a name, for texts of up to `longest` tokens; ValueError for
/// a name that is none.
std::shared_ptr<horloge::PositionScheme> contender(const std::string& name,
                                                   std::size_t longest,
                                                   bool causal,
                                                   horloge::Rng rng);

/// A small Transformer that takes any position scheme.
class Reader : public horloge::Module {
 public:
  Reader(std::size_t words, std::size_t answers, horloge::Rng rng);

  /// ids (B, T) at the positions `first` and on -> what is known at each (B, T,
  /// D)
  horloge::Tensor read(const horloge::Ids& ids,
                       const horloge::PositionScheme& scheme,
                       const horloge::AttentionMasks& masks,
                       std::size_t first = 0) const;
  /// The same -> a score for each answer (B, T, answers)
  horloge::Tensor operator()(const horloge::Ids& ids,
                             const horloge::PositionScheme& scheme,
                             const horloge::AttentionMasks& masks) const;

  horloge::TokenEmbedding embedding;
  horloge::TransformerEncoder encoder;
  horloge::Linear to_answers;
};

/// Trains a reader, and the scheme with it, on what `loss` answers in each of
/// the updates. The rate rises for a tenth of them, then falls to 0.
void train(const Reader& reader, horloge::PositionScheme& scheme,
           std::size_t updates, double rate,
           const std::function<horloge::Tensor(std::size_t)>& loss);
