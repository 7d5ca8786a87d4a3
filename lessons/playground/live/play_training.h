#pragma once

#include <memory>

#include "horloge/train/adam.h"
#include "horloge/train/schedule.h"
#include "play_task.h"

/// A training of the playground, a step at a time.
class PlayTraining {
 public:
  explicit PlayTraining(const PlaySetting& setting);

  /// One update; what the loss was before it. ValueError when all are done.
  double step();
  std::size_t done() const { return done_; }

  const PlaySetting setting;
  const std::unique_ptr<PlayTask> task;
  PlayModel model;

 private:
  horloge::Schedule lr_;
  horloge::AdamW optimizer_;
  std::size_t done_ = 0;
};
