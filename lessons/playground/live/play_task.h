#pragma once

#include <memory>
#include <string>
#include <vector>

#include "play_model.h"

/// A text that the model reads, and what it says to it.
struct PlayExample {
  std::vector<std::string> words;
  /// At each place what would be right, and what the model says; empty where
  /// nothing is asked.
  std::vector<std::string> right, says;
  std::vector<horloge::Tensor> weights;  ///< of each layer (1, H, T, T)
};

/// What a model of the playground is trained for. Its texts are drawn as those
/// of lesson 13 are, so that the same seed means the same.
class PlayTask {
 public:
  virtual ~PlayTask() = default;
  virtual std::size_t words() const = 0;    ///< of its vocabulary
  virtual std::size_t answers() const = 0;  ///< to choose from
  /// The loss of the next batch.
  virtual horloge::Tensor loss(const PlayModel& model) = 0;
  /// The share of right answers in texts so many times as long.
  virtual double right(const PlayModel& model, std::size_t times) const = 0;
  /// One of its texts, each number another.
  virtual PlayExample example(const PlayModel& model, std::size_t number,
                              std::size_t times) const = 0;
};

/// "three_back", "copy" and "order".
const std::vector<std::string>& play_task_names();
std::unique_ptr<PlayTask> make_play_task(const PlaySetting& setting);
