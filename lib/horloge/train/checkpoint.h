#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "horloge/core/bytes.h"
#include "horloge/nn/module.h"
#include "horloge/train/optimizer.h"

namespace horloge {

/// The state of a training run besides the weights and the optimizer's.
struct TrainingState {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;  ///< steps done
  double loss = std::numeric_limits<double>::quiet_NaN();
  double best = std::numeric_limits<double>::infinity();  ///< smallest value of an evaluation
  std::uint64_t best_step = 0;
  std::uint64_t evaluations_since_best = 0;
  bool stopped_early = false;
};

/// Writes everything a run needs to continue as if it had never stopped: weights, counters of
/// random layers, the optimizer's state and its own, and the model's settings, such as its number
/// of heads and its position scheme. One safetensors file, written whole or not at all:
/// `model.NAME`, `optimizer.NAME`, `counter.NAME`, and as metadata the rest and a checksum.
void save_checkpoint(const std::filesystem::path& path, const Module& model,
                     const Optimizer& optimizer, const TrainingState& state);

/// Copies a checkpoint into a model and an optimizer constructed as those it was written from, to
/// continue the run. ValueError that names the first difference if they differ, FileError if the
/// file is not a checkpoint or is damaged; nothing is changed then. Checkpoints that were written
/// before there were checksums are read as well, and damage to their numbers goes unnoticed; so are
/// those without settings, and another position scheme goes unnoticed unless its parameters differ.
TrainingState load_checkpoint(const std::filesystem::path& path, Module& model,
                              Optimizer& optimizer);

/// The same with a state that the optimizer has parts of only (see OptimizerShards).
void save_checkpoint(const std::filesystem::path& path, const Module& model,
                     const Optimizer& optimizer, const OptimizerState& optimizer_state,
                     const TrainingState& state);
/// The bytes of such a file, on their way to another process.
std::string format_checkpoint(const Module& model, const Optimizer& optimizer,
                              const OptimizerState& optimizer_state, const TrainingState& state);
/// The same as load_checkpoint from bytes in memory; `origin` stands for the path in errors.
TrainingState parse_checkpoint(const Bytes& bytes, const std::string& origin, Module& model,
                               Optimizer& optimizer);

/// Copies only the weights, to use the model. The same errors, but for dropout, which may differ.
TrainingState load_checkpoint(const std::filesystem::path& path, Module& model);

}  // namespace horloge
