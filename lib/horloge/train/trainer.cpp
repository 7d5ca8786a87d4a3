#include "horloge/train/trainer.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/train/clip.h"

namespace horloge {
namespace {

void check(const Module& model, const Optimizer& optimizer, const TrainOptions& options) {
  if (options.checkpoint_every == 0 || options.evaluate_every == 0)
    throw ValueError("[train] checkpoint_every and evaluate_every must not be 0");
  if (!(options.clip_norm >= 0))
    throw ValueError(
        fmt::format("[train] clip_norm must not be negative, got {}", options.clip_norm));
  std::set<const void*> known;
  for (const Tensor& parameter : model.parameters()) known.insert(parameter.buffer().get());
  for (const Tensor& parameter : optimizer.parameters())
    if (known.count(parameter.buffer().get()) == 0)
      throw ValueError(
          fmt::format("[train] the optimizer has a parameter {} that is not the model's, so no "
                      "checkpoint would "
                      "hold it",
                      to_string(parameter.shape())));
}

TrainingState begin(Module& model, Optimizer& optimizer, const TrainOptions& options) {
  TrainingState fresh;
  fresh.seed = options.seed;
  if (options.checkpoint.empty() || !std::filesystem::exists(options.checkpoint)) return fresh;
  const TrainingState state = load_checkpoint(options.checkpoint, model, optimizer);
  if (state.seed != options.seed)
    throw ValueError(fmt::format(
        "[train] {} is from a run with seed {}, this one has {}: use that seed or another file",
        options.checkpoint.string(), state.seed, options.seed));
  return state;
}

double one_step(Module& model, Optimizer& optimizer, const LossOfStep& loss_of_step,
                std::uint64_t step, double clip_norm) {
  model.zero_grad();
  const Tensor loss = loss_of_step(step);
  const double value = loss.item();
  if (!std::isfinite(value))
    throw ValueError(fmt::format(
        "[train] the loss at step {} is {}; a smaller learning rate or clip_norm may help", step,
        value));
  loss.backward();
  if (clip_norm > 0) clip_grad_norm(optimizer.parameters(), clip_norm);
  optimizer.step();
  return value;
}

void evaluate(Module& model, const TrainOptions& options, TrainingState& state) {
  model.eval();
  double value = 0;
  {
    const NoGrad no_grad;
    value = options.evaluate();
  }
  model.train();
  if (value < state.best) {
    state.best = value;
    state.best_step = state.step;
    state.evaluations_since_best = 0;
    return;
  }
  ++state.evaluations_since_best;
  state.stopped_early = options.patience > 0 && state.evaluations_since_best >= options.patience;
}

}  // namespace

TrainResult train(Module& model, Optimizer& optimizer, const Schedule& schedule,
                  const LossOfStep& loss_of_step, const TrainOptions& options) {
  check(model, optimizer, options);
  TrainingState state = begin(model, optimizer, options);
  const InterruptGuard guard(HangUp::recorded);
  Progress progress(state.step, options.steps, options.progress);
  model.train();
  const auto finished = [&] { return state.stopped_early || state.step >= options.steps; };
  bool interrupted = false;  // read once per step, so that no run ends without its checkpoint
  while (!finished() && !interrupted) {
    if (schedule) optimizer.set_lr(schedule(state.step));
    state.loss = one_step(model, optimizer, loss_of_step, state.step, options.clip_norm);
    ++state.step;
    progress.show(state.step, state.loss, optimizer.lr());
    if (options.evaluate && state.step % options.evaluate_every == 0)
      evaluate(model, options, state);
    interrupted = guard.interrupted();
    if (!options.checkpoint.empty() &&
        (state.step % options.checkpoint_every == 0 || finished() || interrupted))
      save_checkpoint(options.checkpoint, model, optimizer, state);
  }
  if (guard.interrupted()) return {TrainEnd::interrupted, state};
  return {state.stopped_early ? TrainEnd::early_stop : TrainEnd::all_steps, state};
}

}  // namespace horloge
