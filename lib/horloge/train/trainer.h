#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "horloge/autograd/tensor.h"
#include "horloge/nn/module.h"
#include "horloge/train/checkpoint.h"
#include "horloge/train/optimizer.h"
#include "horloge/train/progress.h"
#include "horloge/train/schedule.h"

namespace horloge {

struct TrainOptions {
  std::uint64_t steps = 1000;
  std::uint64_t seed = 0;  ///< of the run; a checkpoint made with another one is refused
  double clip_norm = 0;    ///< largest norm of the gradients; 0 = no bound

  std::filesystem::path checkpoint{};    ///< resumed if there is one; empty = none is written
  std::uint64_t checkpoint_every = 100;  ///< steps; another one is written at the end

  std::function<double()> evaluate{};  ///< smaller is better; runs in eval mode without gradients
  std::uint64_t evaluate_every = 100;  ///< steps
  std::uint64_t patience = 0;  ///< stop after so many evaluations without a new best; 0 = never

  ProgressStyle progress = ProgressStyle::automatic;
};

/// Why a run ended.
enum class TrainEnd { all_steps, early_stop, interrupted };

struct TrainResult {
  TrainEnd end = TrainEnd::all_steps;
  TrainingState state;
};

/// The loss of a training step, counted from 0: one number that backward() can start from. What it
/// draws at random it must draw from the step (see Batches) or from layers that count (see
/// Dropout), for then a run that was killed and resumed ends with the same bits as one that was
/// not.
using LossOfStep = std::function<Tensor(std::uint64_t step)>;

/// The training loop: for each step the rate of the schedule (none = the optimizer's own), forward,
/// backward, clipping, update; now and then an evaluation and a checkpoint; progress on standard
/// error.
///
/// Ctrl-C or SIGTERM finishes the step, writes a checkpoint and returns TrainEnd::interrupted; what
/// to say and how to exit is the program's. ValueError if a loss is not finite, if the optimizer
/// has parameters that are not the model's, or if the checkpoint is of another run.
TrainResult train(Module& model, Optimizer& optimizer, const Schedule& schedule,
                  const LossOfStep& loss_of_step, const TrainOptions& options = {});

}  // namespace horloge
