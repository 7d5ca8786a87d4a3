#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/modules.h"

/// Everything that may be chosen.
struct PlaySetting {
  std::string task, scheme;
  bool causal;         ///< each word sees only those before it
  std::size_t length;  ///< of the texts of the training
  std::size_t d_model, num_layers, num_heads;
  double lr;
  std::size_t updates;
  std::uint64_t seed;
};

/// A small Transformer with any position scheme, as in lesson 13, of any size.
class PlayModel : public horloge::Module {
 public:
  /// `words` in its vocabulary, `answers` to choose from
  PlayModel(const PlaySetting& setting, std::size_t words, std::size_t answers,
            horloge::Rng rng, const horloge::Rng& of_positions);

  /// ids (B, T) at the places `first` and on -> what is known at each (B, T,
  /// D). `weights`, if any, gets each layer's attention (B, H, T, T).
  horloge::Tensor read(const horloge::Ids& ids,
                       const horloge::AttentionMasks& masks,
                       std::size_t first = 0,
                       std::vector<horloge::Tensor>* weights = nullptr) const;

  horloge::TokenEmbedding embedding;
  horloge::TransformerEncoder encoder;
  horloge::Linear to_answers;
  std::shared_ptr<horloge::PositionScheme> positions;
};
