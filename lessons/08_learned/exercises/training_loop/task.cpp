// A training loop: the four lines that every model learns by, and a test.
//
// An epoch goes once through all batches, in their order. Each batch makes one
// step:
//
//   loss   = mean cross-entropy of the batch, with the weights as they are
//   weight = weight - lr * d loss / d weight
//
// Plain stochastic gradient descent (Robbins and Monro 1951), which made the
// tables of this lesson, but with AdamW.
//
// Given, in answer.h:
//
//   struct Examples { Tensor x; Ids labels; };        x (B, F), labels (B)
//   struct TrainingRecord { std::vector<double> losses; double test_loss; };
//
// and the model: model(x) are the scores (B, C), model.parameters() what the
// steps change, and model.train() and model.eval() switch it between learning
// and being tested.

#include "exercises/training_loop/answer.h"

using namespace horloge;

/// Trains the model in place, for some epochs, and gives back the loss of each
/// step, taken before its update. The last batch may be smaller than the
/// others; it makes a step like any other. Gradients that the parameters have
/// from before must not count. Each step asks the model once: with dropout, a
/// second time would give another loss.
///
/// During the steps the model is in training mode, whatever it was before. When
/// they are done, the loss of the test examples is taken once: in evaluation
/// mode, and without remembering for a backward that never comes (while an
/// object `const NoGrad no_grad;` lives, nothing is remembered). The model must
/// learn nothing from them.
///
/// What may help: cross_entropy(scores, labels) is the mean over the batch;
/// SGD optimizer(parameters, settings), where SGDOptions has a member lr;
/// optimizer.zero_grad() and .step(); loss.backward(); loss.item() is its
/// number.
TrainingRecord training_loop(Classifier& model,
                             const std::vector<Examples>& batches,
                             const Examples& test, double lr,
                             std::size_t epochs) {
  // solution
  SGDOptions settings;
  settings.lr = lr;
  SGD optimizer(model.parameters(), settings);
  TrainingRecord record;
  model.train();
  for (std::size_t epoch = 0; epoch < epochs; ++epoch)
    for (const Examples& batch : batches) {
      const Tensor loss = cross_entropy(model(batch.x), batch.labels);
      optimizer.zero_grad();
      loss.backward();
      optimizer.step();
      record.losses.push_back(loss.item());
    }

  model.eval();
  const NoGrad no_grad;
  record.test_loss = cross_entropy(model(test.x), test.labels).item();
  return record;
  // end
}
