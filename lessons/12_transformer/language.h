#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "common/modules.h"
#include "horloge/core/with.h"
#include "horloge/nn/decoding_cache.h"
#include "horloge/text/tokenizer.h"

// A small language model, and the text that it learns.

/// Four books of the King James Bible, by characters.
struct Text {
  horloge::CharTokenizer tokenizer;
  horloge::Ids learned;   ///< the first nine tenths, (N)
  horloge::Ids held_out;  ///< the last tenth

  std::size_t num_characters() const { return tokenizer.vocab_size(); }
  /// The id of the blank that hides a character: one more than the last.
  std::int64_t blank() const { return std::int64_t(num_characters()); }
};

/// Read once.
const Text& king_james();

struct [[nodiscard]] ModelSize {
  std::size_t d_model = 64;
  std::size_t num_layers = 2;
  horloge::NormPlace norm = horloge::NormPlace::before;
  bool small_start = true;  ///< as GPT-2 starts; else as each layer does

  using Self = ModelSize;
  Self with_d_model(std::size_t n) const {
    return horloge::with(*this, &Self::d_model, n);
  }
  Self with_num_layers(std::size_t n) const {
    return horloge::with(*this, &Self::num_layers, n);
  }
  Self with_norm(horloge::NormPlace place) const {
    return horloge::with(*this, &Self::norm, place);
  }
  Self with_small_start(bool on) const {
    return horloge::with(*this, &Self::small_start, on);
  }
};

/// Embedding, layers of the encoder, and a score for each character.
class LanguageModel : public horloge::Module {
 public:
  LanguageModel(const Text& text, const ModelSize& size, horloge::Rng rng);

  /// ids (B, T) -> (B, T, V)
  horloge::Tensor operator()(const horloge::Ids& ids,
                             const horloge::PositionScheme& positions,
                             const horloge::AttentionMasks& masks) const;

  /// The same for the next characters of a text whose earlier ones are in the
  /// cache; each sees itself and what came before.
  horloge::Tensor next(const horloge::Ids& ids,
                       const horloge::PositionScheme& positions,
                       horloge::DecodingCache& cache) const;

  horloge::TokenEmbedding embedding;
  horloge::TransformerEncoder encoder;
  horloge::Linear to_words;

 private:
  horloge::Tensor embed(const horloge::Ids& ids) const;
};

/// A scheme for models of this width, with 4 heads.
std::shared_ptr<horloge::PositionScheme> positions_named(
    const std::string& name, std::size_t d_model);

/// What a model is asked: the next character, each seeing those before it; or,
/// if not causal, the characters under blanks, each seeing all.
struct Task {
  bool causal = true;
  std::string positions = "rotary";
};

/// The loss of some texts, a mean over what is asked; `blanks` says where they
/// fall.
horloge::Tensor loss_of(const LanguageModel& model, const Task& task,
                        const horloge::PositionScheme& positions,
                        const horloge::Windows::Batch& texts,
                        horloge::Rng blanks = horloge::Rng());

/// Trains with AdamW on windows (B, T) of the text. `after` hears how many
/// updates have been made.
void learn(const LanguageModel& model, const Task& task,
           const horloge::Schedule& lr, std::uint64_t updates,
           const horloge::Shape& windows, std::uint64_t seed,
           const std::function<void(std::uint64_t updates)>& after = {});

/// The loss in 256 windows of T characters of the text that is held out.
double held_out_loss(const LanguageModel& model, const Task& task,
                     std::size_t T);
