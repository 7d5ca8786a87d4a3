#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/loss.h"
#include "horloge/train/batches.h"
#include "horloge/train/trainer.h"

namespace horloge::test {

/// A network with everything that a resumed run must pick up: weights and dropout.
class ToyModel : public Module {
 public:
  explicit ToyModel(Rng rng, std::size_t hidden = 32)
      : first(child("first", Linear(6, hidden, rng))),
        dropout(child("dropout", Dropout(0.3, rng))),
        second(child("second", Linear(hidden, 3, rng))) {}
  Tensor operator()(const Tensor& x) const { return second(dropout(relu(first(x)))); }

  Linear first;
  Dropout dropout;
  Linear second;
};

/// Points in three classes; labels are partly noise, so that training too long is noticed.
struct ToyData {
  explicit ToyData(std::size_t count, std::uint64_t seed)
      : x(Rng(seed, 1).normal({count, 6})), labels(Rng(seed, 2).integers({count}, 0, 3)) {
    for (std::size_t i = 0; i < count; ++i)
      if (i % 5 != 0) labels(i) = x(i, 0) > 0 ? 1 : 0;
  }

  Tensor loss(const ToyModel& model, const std::vector<std::size_t>& rows) const {
    return cross_entropy(model(Tensor(take_rows(x, rows))), take_rows(labels, rows));
  }

  Array x;
  Ids labels;
};

/// Batches in shuffled order for a model: a LossOfStep.
inline LossOfStep toy_loss(const ToyModel& model, std::uint64_t seed) {
  const ToyData data(50, 11);
  const auto options = BatchOptions().with_batch_size(8).with_seed(seed);
  return [=, batches = Batches(50, options)](std::uint64_t step) {
    return data.loss(model, batches.at(step));
  };
}

/// The loss over points that training does not see.
inline std::function<double()> toy_evaluation(const ToyModel& model) {
  return [model, data = ToyData(40, 12)] {
    std::vector<std::size_t> all(40);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return static_cast<double>(data.loss(model, all).item());
  };
}

}  // namespace horloge::test
