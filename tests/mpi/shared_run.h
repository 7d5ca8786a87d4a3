#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "horloge/core/rng.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/train/adam.h"
#include "horloge/train/batches.h"
#include "horloge/train/sgd.h"
#include "horloge/train/trainer.h"

namespace horloge::test {

/// Guesses the next id from this one: a table whose rows are the words going in and, transposed,
/// the scores coming out, with a layer between. `spare` is never used.
class TiedModel : public Module {
 public:
  explicit TiedModel(Rng rng, double p = 0)
      : words(child("words", TokenEmbedding(23, 16, rng))),
        hidden(child("hidden", Linear(16, 40, rng))),
        dropout(child("dropout", Dropout(p, rng))),
        back(child("back", Linear(40, 16, rng))),
        norm(child("norm", LayerNorm(16))),
        spare(child("spare", Linear(3, 3, rng))) {}

  Tensor operator()(const Ids& ids) const {  // (B, T) -> (B, T, 23)
    const Tensor x = words(ids);
    return matmul(norm(x + back(dropout(silu(hidden(x))))), transpose(words.weight, 0, 1));
  }

  TokenEmbedding words;
  Linear hidden;
  Dropout dropout;
  Linear back;
  LayerNorm norm;
  Linear spare;
};

enum class Method { sgd, adam, adam_w };

struct SharedRun {
  Method method = Method::adam_w;
  double clip_norm = 0;
  double dropout = 0;
  std::size_t batch_size = 8;
  std::uint64_t accumulate = 1;
  bool shard_optimizer = false;
  std::uint64_t steps = 50;
  std::filesystem::path checkpoint{};
  std::function<void(std::uint64_t)> at_step = [](std::uint64_t) {};
};

struct SharedEnd {
  std::vector<double> losses;  ///< after each step
  double best = 0;             ///< of evaluations over one batch
  std::vector<Array> weights;
  std::size_t numbers_kept = 0;  ///< by the optimizer
};

inline std::unique_ptr<Optimizer> optimizer_of(Method method, const Module& model) {
  if (method == Method::sgd)
    return std::make_unique<SGD>(model.parameters(), SGDOptions().with_lr(0.1).with_momentum(0.9));
  if (method == Method::adam)
    return std::make_unique<Adam>(model.parameters(), AdamOptions().with_lr(0.01));
  return std::make_unique<AdamW>(model.parameters(), AdamWOptions().with_lr(0.01));
}

/// 61 rows of 9 ids, each of which has its one successor, so that the last batch of an epoch is not
/// full. Each process makes another model, as it would with a seed of its own; the first one's
/// counts.
inline SharedEnd run_together(const Group& group, const SharedRun& run) {
  TiedModel model(Rng(5 + group.rank()), run.dropout);
  const auto optimizer = optimizer_of(run.method, model);
  const Ids ids = Rng(1).integers({61, 9}, 0, 23);
  Ids next = ids;
  for (std::size_t i = 0; i < ids.size(); ++i) next.data()[i] = (ids.data()[i] * 7 + 3) % 23;
  const Batches batches(61, BatchOptions().with_batch_size(run.batch_size).with_seed(3));
  const auto loss = [&](std::uint64_t step) {
    run.at_step(step);
    const auto rows = batches.at(step);
    return cross_entropy(model(take_rows(ids, rows)), take_rows(next, rows));
  };
  SharedEnd end;
  const auto options =
      TrainOptions()
          .with_steps(run.steps)
          .with_clip_norm(run.clip_norm)
          .with_accumulate(run.accumulate)
          .with_evaluate([&] { return static_cast<double>(loss(0).item()); })
          .with_evaluate_every(10)
          .with_after_step([&](const TrainingState& state) { end.losses.push_back(state.loss); })
          .with_progress(ProgressStyle::quiet)
          .with_group(group)
          .with_shard_optimizer(run.shard_optimizer)
          .with_checkpoint(run.checkpoint)
          .with_checkpoint_every(5);
  end.best = train(model, *optimizer, nullptr, loss, options).state.best;
  for (const Tensor& parameter : model.parameters()) end.weights.push_back(parameter.array());
  for (const auto& kept : optimizer->state().tensors) end.numbers_kept += kept.tensor.size();
  return end;
}

}  // namespace horloge::test
