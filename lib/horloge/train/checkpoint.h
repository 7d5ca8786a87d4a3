#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

#include "horloge/nn/module.h"
#include "horloge/train/optimizer.h"

namespace horloge {

/// Where a training run stands, weights and optimizer aside.
struct TrainingState {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;  ///< steps done
  double loss = std::numeric_limits<double>::quiet_NaN();
  double best = std::numeric_limits<double>::infinity();  ///< smallest value of an evaluation
  std::uint64_t best_step = 0;
  std::uint64_t evaluations_since_best = 0;
  bool stopped_early = false;
};

/// Writes all that a run needs to go on as if it had never stopped: weights, counters of random
/// layers, optimizer and state. One safetensors file, written whole or not at all: `model.NAME`,
/// `optimizer.NAME`, `counter.NAME`, and the state as metadata.
void save_checkpoint(const std::filesystem::path& path, const Module& model,
                     const Optimizer& optimizer, const TrainingState& state);

/// Copies a checkpoint into a model and an optimizer made as the ones it was written from.
/// ValueError that names the first difference if they were made otherwise, FileError if the file is
/// no checkpoint; nothing is changed then.
TrainingState load_checkpoint(const std::filesystem::path& path, Module& model,
                              Optimizer& optimizer);

}  // namespace horloge
