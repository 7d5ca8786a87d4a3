#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <utility>

#include "horloge/autograd/tensor.h"
#include "horloge/core/with.h"
#include "horloge/nn/module.h"
#include "horloge/train/checkpoint.h"
#include "horloge/train/group.h"
#include "horloge/train/optimizer.h"
#include "horloge/train/progress.h"
#include "horloge/train/schedule.h"

namespace horloge {

struct [[nodiscard]] TrainOptions {
  std::uint64_t steps = 1000;
  std::uint64_t seed = 0;        ///< of the run; a checkpoint made with another one is refused
  double clip_norm = 0;          ///< largest norm of the gradients; 0 = no clipping
  std::uint64_t accumulate = 1;  ///< batches to an update of the parameters

  std::filesystem::path checkpoint{};    ///< resumed if the file exists; empty = no checkpoints
  std::uint64_t checkpoint_every = 100;  ///< steps; the last one is written at the end

  std::function<double()> evaluate{};  ///< smaller is better; runs in eval mode without gradients
  std::uint64_t evaluate_every = 100;  ///< steps
  std::uint64_t patience = 0;  ///< evaluations without a new best before it stops; 0 = never

  /// Called after each update, with the steps done and the loss of the last one: to keep it, or to
  /// show what the model says by now.
  std::function<void(const TrainingState&)> after_step{};

  ProgressStyle progress = ProgressStyle::automatic;

  Group group = Group::world();  ///< the processes that share each batch
  bool shard_optimizer = false;  ///< each process keeps a part of the optimizer's state only

  using Self = TrainOptions;
  Self with_steps(std::uint64_t n) const { return with(*this, &Self::steps, n); }
  Self with_seed(std::uint64_t x) const { return with(*this, &Self::seed, x); }
  Self with_clip_norm(double x) const { return with(*this, &Self::clip_norm, x); }
  Self with_accumulate(std::uint64_t n) const { return with(*this, &Self::accumulate, n); }
  Self with_checkpoint(const std::filesystem::path& x) const {
    return with(*this, &Self::checkpoint, x);
  }
  Self with_checkpoint_every(std::uint64_t n) const {
    return with(*this, &Self::checkpoint_every, n);
  }
  Self with_evaluate(std::function<double()> f) const {
    return with(*this, &Self::evaluate, std::move(f));
  }
  Self with_evaluate_every(std::uint64_t n) const { return with(*this, &Self::evaluate_every, n); }
  Self with_patience(std::uint64_t n) const { return with(*this, &Self::patience, n); }
  Self with_after_step(std::function<void(const TrainingState&)> f) const {
    return with(*this, &Self::after_step, std::move(f));
  }
  Self with_progress(ProgressStyle x) const { return with(*this, &Self::progress, x); }
  Self with_group(const Group& x) const { return with(*this, &Self::group, x); }
  Self with_shard_optimizer(bool on) const { return with(*this, &Self::shard_optimizer, on); }
};

/// Why a run ended.
enum class TrainEnd { all_steps, early_stop, interrupted };

struct TrainResult {
  TrainEnd end = TrainEnd::all_steps;
  TrainingState state;
  double waited = 0;  ///< seconds that this process waited for gradients of others
};

/// The loss of a batch, counted from 0, which is a training step unless batches are accumulated:
/// one number that backward() can start from. Its random numbers must depend on the step alone (see
/// Batches) or come from layers that count their draws (see Dropout): then a run that was killed
/// and resumed ends with the same bits as one that was not.
using LossOfStep = std::function<Tensor(std::uint64_t step)>;

/// The training loop: for each step the learning rate of the schedule (without one the optimizer's
/// own), forward, backward, clipping, update; at intervals an evaluation and a checkpoint; progress
/// on standard error.
///
/// Ctrl-C, SIGTERM or the end of the terminal (SIGHUP) finishes the step, writes a checkpoint and
/// returns TrainEnd::interrupted; what to say and how to exit is left to the program. (Open MPI's
/// mpirun kills what has not ended a second after Ctrl-C; where steps take longer, `--mca
/// odls_base_sigkill_timeout 60` gives them a minute.) ValueError if
/// a loss is not finite, if the optimizer has parameters that are not the model's, or if the
/// checkpoint is from another run.
///
/// With `accumulate` > 1 or a group of several processes, the loss is a mean over more than one
/// batch: the result is that of one process with all their rows at once, up to rounding, and the
/// same number of processes gives the same bits each time. Every process calls train() with equal
/// models and options, and takes its part of each batch from Batches, Windows or my_rows().
/// ValueError at the start, which names the process that differs, if programs, options, learning
/// rates, or what the first batch is taken from are not the same in all. A checkpoint may be
/// resumed by another number of processes.
/// Parameters are process 0's, which also is the one that reads and writes the checkpoint and shows
/// progress; dropout draws another stream in each. An error in one of them ends all, with its words
/// on standard error; the checkpoint stands.
TrainResult train(Module& model, Optimizer& optimizer, const Schedule& schedule,
                  const LossOfStep& loss_of_step, const TrainOptions& options = {});

}  // namespace horloge
