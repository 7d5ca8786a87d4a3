#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/modules.h"
#include "common/sentences.h"

/// What may be chosen in a training of this lesson; the lesson has 32 columns,
/// 4 heads and 0.012.
struct DoerSetting {
  std::string language, scheme;
  std::size_t d_model, num_heads;
  double lr;
  std::uint64_t seed;
};

/// The lesson's model, WhoDoesIt, with any scheme of the library.
class DoerModel : public horloge::Module {
 public:
  static constexpr std::size_t max_seq_len = 32;

  DoerModel(std::size_t vocab_size, const DoerSetting& setting,
            horloge::Rng rng);
  /// B sentences -> the scores of their two beings (B, 2)
  horloge::Tensor operator()(const Batch& batch) const;

  horloge::TokenEmbedding embedding;
  horloge::TransformerEncoder encoder;
  horloge::Linear score;
  std::shared_ptr<horloge::PositionScheme> positions;
};

/// The lesson's training, a step at a time.
class DoerTraining {
 public:
  explicit DoerTraining(const DoerSetting& setting);

  std::size_t steps() const { return steps_; }  ///< of the whole training
  std::size_t done() const { return done_; }
  /// One update; what the loss was before it. ValueError when all are done.
  double step();
  /// The share of right answers to the sentences that are kept for testing.
  double accuracy() const;

  const DoerSetting setting;
  const Corpus& corpus;
  const Split data;
  DoerModel model;

 private:
  std::size_t steps_, done_ = 0;
  horloge::Schedule lr_;
  horloge::AdamW optimizer_;
  std::vector<Batch> epoch_;  // what is left of it, the next one last
};

/// Whether the second being is the answer; a tie goes to the first.
///   scores (B, 2)
bool answer_is_second(const horloge::Array& scores, std::size_t b);
