#pragma once

#include <memory>

#include "horloge/train/adam.h"
#include "horloge/train/schedule.h"
#include "play_task.h"

/// A training of the playground, a step at a time.
class PlayTraining {
 public:
  explicit PlayTraining(const PlaySetting& setting);

  std::size_t steps() const { return setting.updates; }  ///< of all
  std::size_t done() const { return done_; }
  /// One update; what the loss was before it. ValueError when all are done.
  double step();
  /// The share of right answers in texts as long as those of the training.
  double accuracy() const { return task->right(model, 1); }

  const PlaySetting setting;
  const std::unique_ptr<PlayTask> task;
  PlayModel model;

 private:
  horloge::Schedule lr_;
  horloge::AdamW optimizer_;
  std::size_t done_ = 0;
};
