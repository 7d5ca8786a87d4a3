#include "horloge/train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "horloge/core/batch_shard.h"
#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/train/agreement.h"
#include "horloge/train/clip.h"
#include "horloge/train/gradient_exchange.h"
#include "horloge/train/optimizer_shards.h"

namespace horloge {
namespace {

void check(const Module& model, const Optimizer& optimizer, const TrainOptions& options) {
  if (options.checkpoint_every == 0 || options.evaluate_every == 0)
    throw ValueError("[train] checkpoint_every and evaluate_every must not be 0");
  if (options.accumulate == 0) throw ValueError("[train] accumulate must not be 0");
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

// What a run works on, in one process or in one of several.
class Run {
 public:
  Run(Module& model, Optimizer& optimizer, const LossOfStep& loss_of_step,
      const TrainOptions& options)
      : model_(model),
        optimizer_(optimizer),
        loss_of_step_(loss_of_step),
        options_(options),
        exchange_(optimizer.parameters(), options.group) {
    if (options.shard_optimizer && !alone()) shards_.emplace(optimizer, options.group);
  }

  bool alone() const { return options_.group.size() == 1; }
  double waited() const { return exchange_.waited(); }

  TrainingState begin(const Schedule& schedule) {
    if (!alone()) need_agreement(options_.group, facts(schedule));
    TrainingState state;
    state.seed = options_.seed;
    bool resumed = false;
    if (options_.group.is_first() && !options_.checkpoint.empty() &&
        std::filesystem::exists(options_.checkpoint)) {
      state = load_checkpoint(options_.checkpoint, model_, optimizer_);
      resumed = true;
      if (state.seed != options_.seed)
        throw ValueError(fmt::format(
            "[train] {} is from a run with seed {}, this one has {}: use that seed or another file",
            options_.checkpoint.string(), state.seed, options_.seed));
    }
    if (!alone()) spread(state, resumed);
    return state;
  }

  // One update of the parameters. `stop`: this process was asked to; true in return if any was.
  bool step(TrainingState& state, bool stop) {
    model_.zero_grad();
    StepSums sums;
    for (std::uint64_t i = 0; i < options_.accumulate; ++i) {
      const bool first = std::exchange(is_first_batch_, false) && !alone();
      const BatchShard shard(options_.group.rank(), options_.group.size(), first);
      const Tensor loss = loss_of_step_(state.step * options_.accumulate + i);
      if (first)
        need_agreement(options_.group, {{"the checksum of what the first batch is taken from",
                                         fmt::format("{:08x}", shard.data())}});
      const double value = checked(loss, shard, state.step);
      const double weight = alone() && options_.accumulate == 1 ? 1 : shard.weight();
      sums.loss += weight * value;
      sums.weight += weight;
      if (i + 1 < options_.accumulate)
        loss.backward(full(loss.shape(), static_cast<real>(weight)));
      else
        exchange_.backward(loss, weight);
    }
    sums.stop = stop ? 1 : 0;
    sums = exchange_.finish(sums);
    if (options_.clip_norm > 0) clip_grad_norm(optimizer_.parameters(), options_.clip_norm);
    if (shards_.has_value())
      shards_->step();
    else
      optimizer_.step();
    state.loss = sums.loss / sums.weight;
    ++state.step;
    return sums.stop > 0;
  }

  void evaluate(TrainingState& state) {
    model_.eval();
    double value = 0;
    {
      const NoGrad no_grad;
      const BatchShard shard(options_.group.rank(), options_.group.size());
      value = options_.evaluate();
      if (!alone()) {
        const StepSums sums = exchange_.sum({shard.weight() * value, shard.weight(), 0});
        value = sums.loss / sums.weight;
      }
    }
    model_.train();
    if (value < state.best) {
      state.best = value;
      state.best_step = state.step;
      state.evaluations_since_best = 0;
      return;
    }
    ++state.evaluations_since_best;
    state.stopped_early =
        options_.patience > 0 && state.evaluations_since_best >= options_.patience;
  }

  void save(const TrainingState& state) const {
    const OptimizerState optimizer_state =
        shards_.has_value() ? shards_->whole() : optimizer_.state();
    if (options_.group.is_first())
      save_checkpoint(options_.checkpoint, model_, optimizer_, optimizer_state, state);
  }

 private:
  // Whatever would otherwise make processes wait for each other for ever, or learn different things
  // without a word. Models are compared as they are spread.
  Facts facts(const Schedule& schedule) const {
    const TrainOptions& o = options_;
    const auto rate = [&](std::uint64_t step) {
      return schedule ? fmt::format("{}", schedule(step)) : std::string("the optimizer's own");
    };
    const std::uint64_t last = std::max<std::uint64_t>(o.steps, 1) - 1;
    return {{"the program", this_program()},
            {"the optimizer", optimizer_.description()},
            {"steps", std::to_string(o.steps)},
            {"seed", std::to_string(o.seed)},
            {"clip_norm", fmt::format("{}", o.clip_norm)},
            {"accumulate", std::to_string(o.accumulate)},
            {"whether there is a checkpoint", o.checkpoint.empty() ? "no" : "yes"},
            {"checkpoint_every", std::to_string(o.checkpoint_every)},
            {"whether there is an evaluation", o.evaluate ? "yes" : "no"},
            {"evaluate_every", std::to_string(o.evaluate_every)},
            {"patience", std::to_string(o.patience)},
            {"shard_optimizer", o.shard_optimizer ? "on" : "off"},
            {"the optimizer's learning rate", fmt::format("{}", optimizer_.lr())},
            {"the learning rate of the first step", rate(0)},
            {"the learning rate in the middle", rate(o.steps / 2)},
            {"the learning rate of the last step", rate(last)}};
  }

  // Process 0's weights and all the rest, for the others.
  void spread(TrainingState& state, bool resumed) {
    std::string what = resumed ? "resumed" : "begun";
    options_.group.broadcast(what);
    const OptimizerState optimizer_state =
        shards_.has_value() && what != "resumed" ? shards_->whole() : optimizer_.state();
    std::string bytes = options_.group.is_first()
                            ? format_checkpoint(model_, optimizer_, optimizer_state, state)
                            : std::string();
    options_.group.broadcast(bytes);
    if (!options_.group.is_first())
      state =
          parse_checkpoint(own_bytes(std::move(bytes)), "what process 0 has", model_, optimizer_);
    if (shards_.has_value()) shards_->drop_others();
  }

  double checked(const Tensor& loss, const BatchShard& shard, std::uint64_t step) const {
    const double value = loss.item();
    if (!std::isfinite(value))
      throw ValueError(fmt::format(
          "[train] the loss at step {} is {}; a smaller learning rate or clip_norm may help", step,
          value));
    if (!alone() && !shard.was_asked())
      throw ValueError(
          fmt::format("[train] each of {} processes took the whole batch: draw it from Batches or "
                      "Windows, or take my_rows() of it",
                      options_.group.size()));
    return value;
  }

  Module& model_;
  Optimizer& optimizer_;
  const LossOfStep& loss_of_step_;
  const TrainOptions& options_;
  bool is_first_batch_ = true;
  GradientExchange exchange_;
  std::optional<OptimizerShards> shards_;
};

TrainResult run_to_its_end(Run& run, Module& model, Optimizer& optimizer, const Schedule& schedule,
                           const TrainOptions& options) {
  TrainingState state = run.begin(schedule);
  const InterruptGuard guard(HangUp::recorded);
  Progress progress(state.step, options.steps,
                    options.group.is_first() ? options.progress : ProgressStyle::quiet);
  model.train();
  const auto finished = [&] { return state.stopped_early || state.step >= options.steps; };
  bool interrupted = false;  // read once per step, so that no run ends without its checkpoint
  while (!finished() && !interrupted) {
    if (schedule) optimizer.set_lr(schedule(state.step));
    interrupted = run.step(state, guard.interrupted());
    progress.show(state.step, state.loss, optimizer.lr());
    if (options.after_step) options.after_step(state);
    if (options.evaluate && state.step % options.evaluate_every == 0) run.evaluate(state);
    if (run.alone()) interrupted = guard.interrupted();
    if (!options.checkpoint.empty() &&
        (state.step % options.checkpoint_every == 0 || finished() || interrupted))
      run.save(state);
  }
  if (interrupted || (run.alone() && guard.interrupted())) {
    options.group.mute_others();
    return {TrainEnd::interrupted, state, run.waited()};
  }
  return {state.stopped_early ? TrainEnd::early_stop : TrainEnd::all_steps, state, run.waited()};
}

}  // namespace

TrainResult train(Module& model, Optimizer& optimizer, const Schedule& schedule,
                  const LossOfStep& loss_of_step, const TrainOptions& options) {
  check(model, optimizer, options);
  try {
    Run run(model, optimizer, loss_of_step, options);
    return run_to_its_end(run, model, optimizer, schedule, options);
  } catch (const std::exception& e) {
    options.group.end_all(e.what());  // the others would wait for this one
    throw;
  }
}

}  // namespace horloge
