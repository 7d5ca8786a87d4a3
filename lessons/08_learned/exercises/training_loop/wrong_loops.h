#pragma once

#include <algorithm>

#include "loop.h"
#include "wrong_steps.h"

namespace training_loop_parts {

// Mistakes in the test.

inline double test_in_training_mode(Classifier& model, const Examples& test) {
  const NoGrad no_grad;
  return loss_of(model, test);
}

inline double test_as_in_training(Classifier& model, const Examples& test) {
  return loss_of(model, test);
}

inline double test_remembers(Classifier& model, const Examples& test) {
  model.eval();
  return loss_of(model, test);
}

// Mistakes in the loop.

inline TrainingRecord cleared_once(Loop loop) {
  loop.model.zero_grad();
  loop.step = never_cleared;
  return loop.run();
}

inline TrainingRecord cleared_each_epoch(Loop loop) {
  loop.step = never_cleared;
  loop.before_epoch = [](Optimizer& optimizer) { optimizer.zero_grad(); };
  return loop.run();
}

inline TrainingRecord step_per_epoch(Loop loop) {
  const std::size_t count = loop.batches.size();
  std::size_t done = 0;
  loop.step = [&](const Turn& turn) -> double {
    const Tensor loss = turn.loss();
    if (done++ % count == 0) turn.optimizer.zero_grad();
    loss.backward();
    if (done % count == 0) turn.optimizer.step();
    return loss.item();
  };
  return loop.run();
}

inline TrainingRecord loss_per_epoch(Loop loop) {
  const std::size_t count = loop.batches.size();
  const TrainingRecord all = loop.run();
  TrainingRecord record{{}, all.test_loss};
  for (std::size_t step = 0; step < all.losses.size(); ++step) {
    if (step % count == 0) record.losses.push_back(0);
    record.losses.back() += all.losses[step] / double(count);
  }
  return record;
}

inline TrainingRecord first_batch_only(Loop loop) {
  loop.batches.resize(1);
  return loop.run();
}

inline TrainingRecord incomplete_dropped(Loop loop) {
  std::vector<Examples> whole;
  for (const Examples& batch : loop.batches)
    if (batch.labels.size() == loop.batches[0].labels.size())
      whole.push_back(batch);
  loop.batches = whole;
  return loop.run();
}

inline TrainingRecord one_epoch(Loop loop) {
  loop.epochs = 1;
  return loop.run();
}

inline TrainingRecord loops_swapped(Loop loop) {
  std::vector<Examples> in_turn;
  for (const Examples& batch : loop.batches)
    in_turn.insert(in_turn.end(), loop.epochs, batch);
  loop.batches = in_turn;
  loop.epochs = 1;
  return loop.run();
}

inline TrainingRecord test_as_batch(Loop loop) {
  loop.batches.push_back(loop.test);
  return loop.run();
}

inline TrainingRecord test_after_each_epoch(Loop loop) {
  std::size_t epoch = 0;
  loop.before_epoch = [&](Optimizer& optimizer) {
    if (epoch++ > 0) right_step({loop.model, loop.test, optimizer});
  };
  return loop.run();
}

inline TrainingRecord tested_each_epoch(Loop loop) {
  std::size_t epoch = 0;
  loop.before_epoch = [&](Optimizer&) {
    if (epoch++ > 0) right_test(loop.model, loop.test);
    loop.model.train();
  };
  return loop.run();
}

inline TrainingRecord stops_early(Loop loop) {
  struct LossRises {};
  std::vector<double> losses;
  loop.step = [&](const Turn& turn) {
    if (losses.size() > 1 && losses.back() > losses[losses.size() - 2])
      throw LossRises{};
    losses.push_back(right_step(turn));
    return losses.back();
  };
  try {
    return loop.run();
  } catch (const LossRises&) {
    return {losses, right_test(loop.model, loop.test)};
  }
}

inline TrainingRecord test_makes_a_step(Loop loop) {
  SGD optimizer(loop.model.parameters(), with_rate(loop.lr));
  loop.take_test = [&](Classifier& model, const Examples& test) {
    model.eval();
    return right_step({model, test, optimizer});
  };
  return loop.run(optimizer);
}

inline TrainingRecord test_before_training(Loop loop) {
  const double test_loss = right_test(loop.model, loop.test);
  return {loop.run().losses, test_loss};
}

inline TrainingRecord test_inside(Loop loop) {
  double test_loss = 0;
  loop.step = [&](const Turn& turn) {
    const double loss = right_step(turn);
    Classifier same = turn.model;
    test_loss = right_test(same, loop.test);
    return loss;
  };
  loop.take_test = [&](Classifier&, const Examples&) { return test_loss; };
  return loop.run();
}

inline TrainingRecord no_switches(Loop loop) {
  loop.step = no_training_mode;
  loop.take_test = test_as_in_training;
  return loop.run();
}

inline TrainingRecord last_loss(Loop loop) {
  TrainingRecord record = loop.run();
  record.test_loss = record.losses.empty() ? 0 : record.losses.back();
  return record;
}

inline TrainingRecord bias_not_trained(Loop loop) {
  SGD optimizer({loop.model.weight}, with_rate(loop.lr));
  return loop.run(optimizer);
}

inline TrainingRecord one_epoch_more(Loop loop) {
  ++loop.epochs;
  return loop.run();
}

inline TrainingRecord every_other_backwards(Loop loop) {
  std::vector<Examples> in_turn;
  for (std::size_t epoch = 0; epoch < loop.epochs; ++epoch) {
    std::vector<Examples> batches = loop.batches;
    if (epoch % 2 == 1) std::reverse(batches.begin(), batches.end());
    in_turn.insert(in_turn.end(), batches.begin(), batches.end());
  }
  loop.batches = in_turn;
  loop.epochs = 1;
  return loop.run();
}

inline TrainingRecord rate_by_size(Loop loop) {
  const double largest =
      loop.batches.empty() ? 1 : double(loop.batches[0].labels.size());
  const double lr = loop.lr;
  loop.step = [=](const Turn& turn) {
    turn.optimizer.set_lr(lr * double(turn.batch.labels.size()) / largest);
    return right_step(turn);
  };
  return loop.run();
}

inline TrainingRecord test_among_losses(Loop loop) {
  TrainingRecord record = loop.run();
  record.losses.push_back(record.test_loss);
  return record;
}

inline TrainingRecord tests_only_after_steps(Loop loop) {
  const bool nothing = loop.epochs == 0 || loop.batches.empty();
  return nothing ? TrainingRecord{} : loop.run();
}

inline TrainingRecord gradients_clipped(Loop loop) {
  loop.step = [](const Turn& turn) {
    const Tensor loss = turn.loss();
    turn.optimizer.zero_grad();
    loss.backward();
    for (Tensor p : turn.model.parameters())
      p.set_grad(xt::clip(p.grad(), real(-1), real(1)));
    turn.optimizer.step();
    return loss.item();
  };
  return loop.run();
}

inline TrainingRecord test_of_last_batch(Loop loop) {
  const Examples test = loop.batches.empty() ? loop.test : loop.batches.back();
  loop.take_test = [test](Classifier& model, const Examples&) {
    return right_test(model, test);
  };
  return loop.run();
}

inline TrainingRecord trained_a_copy(Loop loop) {
  Classifier copy(Tensor(loop.model.weight.array(), true),
                  Tensor(loop.model.bias.array(), true));
  return Loop{copy, loop.batches, loop.test, loop.lr, loop.epochs}.run();
}

}  // namespace training_loop_parts
