// The update by hand, without an optimizer, and the loss from softmax.

#include "exercises/training_loop/answer.h"

using namespace horloge;

namespace {

Tensor mean_loss(const Classifier& model, const Examples& examples) {
  const Tensor p = softmax(model(examples.x));
  Array right = zeros(p.shape());
  for (std::size_t n = 0; n < examples.labels.size(); ++n)
    right(n, examples.labels(n)) = 1;
  return -sum(log(p) * Tensor(right)) / static_cast<real>(right.shape(0));
}

}  // namespace

TrainingRecord training_loop(Classifier& model,
                             const std::vector<Examples>& batches,
                             const Examples& test, double lr,
                             std::size_t epochs) {
  TrainingRecord record;
  for (std::size_t step = 0; step < epochs * batches.size(); ++step) {
    model.train(true);
    model.zero_grad();
    const Tensor loss = mean_loss(model, batches[step % batches.size()]);
    record.losses.push_back(loss.item());
    loss.backward();
    for (Tensor parameter : model.parameters())
      parameter.mutable_array() -= static_cast<real>(lr) * parameter.grad();
  }
  model.train(false);
  const NoGrad no_grad;
  record.test_loss = mean_loss(model, test).item();
  return record;
}
