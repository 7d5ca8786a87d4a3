#pragma once

// The training loop taken apart, for answers with one mistake each.

#include "answer.h"

namespace training_loop_parts {

using namespace horloge;

/// What a step has at hand.
struct Turn {
  const Classifier& model;
  const Examples& batch;
  Optimizer& optimizer;

  Tensor loss() const { return cross_entropy(model(batch.x), batch.labels); }
  real batch_size() const { return static_cast<real>(batch.labels.size()); }

  // Backward and an update, from this batch's gradients alone.
  void descend(const Tensor& loss) const {
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
  }
};

inline double right_step(const Turn& turn) {
  const Tensor loss = turn.loss();
  turn.descend(loss);
  return loss.item();
}

inline double loss_of(const Classifier& model, const Examples& examples) {
  return cross_entropy(model(examples.x), examples.labels).item();
}

inline double right_test(Classifier& model, const Examples& test) {
  model.eval();
  const NoGrad no_grad;
  return loss_of(model, test);
}

inline SGDOptions with_rate(double lr) {
  SGDOptions settings;
  settings.lr = lr;
  return settings;
}

struct Loop {
  Classifier& model;
  std::vector<Examples> batches;
  const Examples& test;
  double lr;
  std::size_t epochs;

  std::function<double(const Turn&)> step = right_step;  ///< -> its loss
  std::function<void(Optimizer&)> before_epoch = [](Optimizer&) {};
  std::function<double(Classifier&, const Examples&)> take_test = right_test;

  TrainingRecord run() const {
    SGD optimizer(model.parameters(), with_rate(lr));
    return run(optimizer);
  }

  TrainingRecord run(Optimizer& optimizer) const {
    TrainingRecord record;
    model.train();
    for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
      before_epoch(optimizer);
      for (const Examples& batch : batches)
        record.losses.push_back(step({model, batch, optimizer}));
    }
    record.test_loss = take_test(model, test);
    return record;
  }
};

}  // namespace training_loop_parts
