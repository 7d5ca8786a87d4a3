#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/modules.h"
#include "common/sentences.h"

/// The small Transformer of lesson 1, which says who does it. Its positions are
/// handed in: any module with Tensor operator()(x, offset).
class Reader : public horloge::Module {
 public:
  template <class Positions>
  Reader(std::size_t vocab_size, const Positions& positions, horloge::Rng rng)
      : Reader(vocab_size, rng) {
    add_positions_ = child("positions", positions);
  }

  /// B sentences, whose first words stand at position `offset` -> the scores of
  /// their two beings (B, 2)
  horloge::Tensor operator()(const Batch& batch, std::size_t offset = 0) const;

  static constexpr std::size_t d_model = 32;

 private:
  Reader(std::size_t vocab_size, horloge::Rng& rng);

  std::function<horloge::Tensor(const horloge::Tensor& x, std::size_t offset)>
      add_positions_;
  horloge::TokenEmbedding embedding_;
  horloge::TransformerEncoder encoder_;
  horloge::Linear score_;
};

/// A reader with a table of positions, "learned" or "sinusoidal".
Reader make_reader(const std::string& code, std::size_t vocab_size,
                   std::size_t max_seq_len, std::uint64_t seed);

struct Training {
  static constexpr std::size_t updates = 500;
  static horloge::Schedule lr();

  double weight_decay = 0.1;
  /// Each batch starts at a position of its own, at random from 0 to here.
  std::size_t last_start = 0;
};

/// Trains with AdamW, as lesson 1 does.
void train(const Reader& reader, const std::vector<Sentence>& sentences,
           horloge::Rng rng, const Training& how = {});

/// The share of the sentences, 0 to 1, in which the doer has the higher score.
double accuracy(const Reader& reader, const std::vector<Sentence>& sentences,
                std::size_t offset = 0);
