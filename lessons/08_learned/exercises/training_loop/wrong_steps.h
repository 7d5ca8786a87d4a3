#pragma once

// Training steps with one mistake each.

#include "loop.h"

namespace training_loop_parts {

inline double never_cleared(const Turn& turn) {
  const Tensor loss = turn.loss();
  loss.backward();
  turn.optimizer.step();
  return loss.item();
}

inline double cleared_after(const Turn& turn) {
  const double loss = never_cleared(turn);
  turn.optimizer.zero_grad();
  return loss;
}

inline double no_update(const Turn& turn) {
  turn.optimizer.zero_grad();
  return turn.loss().item();
}

inline double step_before_backward(const Turn& turn) {
  const Tensor loss = turn.loss();
  turn.optimizer.step();
  turn.optimizer.zero_grad();
  loss.backward();
  return loss.item();
}

inline double uphill(const Turn& turn) {
  const Tensor loss = turn.loss();
  turn.descend(-loss);
  return loss.item();
}

inline double averaged_twice(const Turn& turn) {
  const Tensor loss = turn.loss() / turn.batch_size();
  turn.descend(loss);
  return loss.item();
}

inline double gradient_averaged_twice(const Turn& turn) {
  const Tensor loss = turn.loss();
  turn.descend(loss / turn.batch_size());
  return loss.item();
}

inline double summed(const Turn& turn) {
  const Tensor loss = turn.loss() * turn.batch_size();
  turn.descend(loss);
  return loss.item();
}

inline double labels_shifted(const Turn& turn) {
  Ids labels = turn.batch.labels;
  std::rotate(labels.begin(), labels.begin() + 1, labels.end());
  return right_step({turn.model, {turn.batch.x, labels}, turn.optimizer});
}

inline double classes_shifted(const Turn& turn) {
  Ids labels = turn.batch.labels;
  const auto C = static_cast<std::int64_t>(turn.model.bias.size());
  for (std::int64_t& label : labels) label = (label + 1) % C;
  return right_step({turn.model, {turn.batch.x, labels}, turn.optimizer});
}

inline double softmax_twice(const Turn& turn) {
  const Tensor loss =
      cross_entropy(softmax(turn.model(turn.batch.x)), turn.batch.labels);
  turn.descend(loss);
  return loss.item();
}

inline double loss_after_update(const Turn& turn) {
  right_step(turn);
  return turn.loss().item();
}

inline double asked_twice(const Turn& turn) {
  const double loss = turn.loss().item();
  turn.descend(turn.loss());
  return loss;
}

inline double lr_ignored(const Turn& turn) {
  turn.optimizer.set_lr(SGDOptions{}.lr);
  return right_step(turn);
}

inline double no_training_mode(const Turn& turn) {
  Classifier same = turn.model;
  same.eval();
  return right_step(turn);
}

}  // namespace training_loop_parts
