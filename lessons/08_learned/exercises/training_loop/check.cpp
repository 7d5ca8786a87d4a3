#include <fmt/ranges.h>

#include "course/exercise/exam.h"

namespace {

// One training, as it is handed to an answer, and what came of it.
struct Training {
  std::size_t F, C, epochs;
  double lr;
  std::vector<Examples> batches;
  Examples test;
  Array first_weight, first_bias;
  bool was_training = false;  ///< the model, before

  Training(const std::vector<std::size_t>& batch_sizes, std::size_t F,
           std::size_t C, double lr, std::size_t epochs, Rng& rng)
      : F(F), C(C), epochs(epochs), lr(lr) {
    for (const std::size_t B : batch_sizes) batches.push_back(examples(B, rng));
    test = examples(5, rng);
    first_weight = rng.normal({C, F});
    first_bias = rng.normal({C});
  }

  Examples examples(std::size_t B, Rng& rng) const {
    return {Tensor(rng.normal({B, F})),
            rng.integers({B}, 0, std::int64_t(C) - 1)};
  }

  std::string text() const {
    std::vector<std::size_t> sizes;
    for (const Examples& batch : batches) sizes.push_back(batch.labels.size());
    return fmt::format("batches of {}, F = {}, C = {}, lr = {}, epochs = {}",
                       fmt::join(sizes, ", "), F, C, lr, epochs);
  }
};

// What is left of a training.
struct Outcome {
  Array losses, weight, bias;
  double test_loss;
};

using Calls = std::vector<Classifier::Call>;

// What an answer leaves; `before` may do something to the weights first.
Outcome trained(
    const Answer& answer, const Training& training, Calls* calls = nullptr,
    const std::function<void(Tensor& weight, Tensor& bias)>& before = {}) {
  Tensor weight(training.first_weight, true), bias(training.first_bias, true);
  if (before) before(weight, bias);
  Classifier model(weight, bias);
  model.train(training.was_training);
  const auto log = model.calls;
  const TrainingRecord record = answer.training_loop(
      model, training.batches, training.test, training.lr, training.epochs);
  if (calls != nullptr) *calls = *log;
  Array losses = zeros({record.losses.size()});
  std::copy(record.losses.begin(), record.losses.end(), losses.begin());
  return {losses, weight.array(), bias.array(), record.test_loss};
}

Outcome wanted(const Training& training) {
  return trained(right_answer(), training);
}

void compare(Examiner& examiner, const Outcome& got, const Outcome& want,
             const std::string& sizes) {
  examiner.equal(got.losses, want.losses, {"the losses; " + sizes, {"step"}});
  examiner.equal(got.weight, want.weight,
                 {"the weight afterwards; " + sizes, {"class", "feature"}});
  examiner.equal(got.bias, want.bias,
                 {"the bias afterwards; " + sizes, {"class"}});
  examiner.equal(got.test_loss, want.test_loss, {"the test loss; " + sizes});
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto check_all = [&](const Training& training) {
    compare(examiner, trained(answer, training), wanted(training),
            training.text());
  };

  examiner.shape("gives back the loss of each step", [&] {
    const Training training({4, 4, 2}, 3, 3, 0.5, 2, rng);
    const Array losses = trained(answer, training).losses;
    examiner.same_shape(losses, {6}, training.text());
    examiner.equal(losses, wanted(training).losses,
                   {training.text(), {"step"}});
  });
  examiner.values("has the loss of each step, before its update", [&] {
    const Training training({4, 4, 2}, 3, 4, 0.5, 2, rng);
    examiner.equal(trained(answer, training).losses, wanted(training).losses,
                   {training.text(), {"step"}});
  });
  examiner.values("leaves the weights that these steps lead to", [&] {
    const Training training({5, 5, 3}, 4, 3, 0.3, 3, rng);
    const Outcome got = trained(answer, training);
    const Outcome want = wanted(training);
    examiner.equal(got.weight, want.weight,
                   {training.text(), {"class", "feature"}});
    examiner.equal(got.bias, want.bias,
                   {"the bias; " + training.text(), {"class"}});
  });
  examiner.values("has the test loss of the weights after the last step", [&] {
    const Training training({4, 3}, 3, 3, 0.4, 2, rng);
    examiner.equal(trained(answer, training).test_loss,
                   wanted(training).test_loss, {training.text()});
  });
  examiner.values("goes on when the loss rises", [&] {
    check_all(Training({4, 3}, 3, 3, 25, 4, rng));  // so large a lr
  });
  examiner.values("goes on when the loss stays as it is", [&] {
    check_all(Training({3}, 2, 3, 0, 3, rng));  // a lr of 0
  });
  examiner.values("goes along large gradients as they are", [&] {
    Training training({1, 3}, 3, 3, 0.01, 3, rng);
    for (Examples& batch : training.batches)
      batch.x = Tensor(batch.x.array() * 9);
    check_all(training);
  });
  examiner.values("goes on for many steps", [&] {
    check_all(Training({2, 1}, 2, 3, 0.1, 40, rng));
  });
  examiner.edge("works for one example, and for one epoch", [&] {
    check_all(Training({1}, 1, 2, 0.5, 3, rng));
    check_all(
        Training({3, 2, 1}, 2, 3, 0.2 + 0.1 * double(rng.below(5)), 1, rng));
  });
  examiner.edge("changes nothing in no epoch at all", [&] {
    check_all(Training({3, 2}, 2, 3, 0.5, 0, rng));
  });
  examiner.edge("only tests when there is no batch",
                [&] { check_all(Training({}, 2, 3, 0.5, 2, rng)); });
  examiner.edge("does not count gradients that are there from before", [&] {
    const Training training({3, 2}, 3, 3, 0.5, 2, rng);
    const Outcome got =
        trained(answer, training, nullptr, [&](Tensor& w, Tensor& b) {
          w.set_grad(rng.normal(w.shape()));
          b.set_grad(rng.normal(b.shape()));
        });
    compare(examiner, got, wanted(training), training.text());
  });
  examiner.property("learns nothing from the test examples", [&] {
    Training training({4, 2}, 3, 3, 0.5, 2, rng);
    const Outcome one = trained(answer, training);
    training.test = training.examples(5, rng);
    const Outcome other = trained(answer, training);
    examiner.equal(
        other.weight, one.weight,
        {"the weight, with other test examples", {"class", "feature"}});
    examiner.equal(other.bias, one.bias,
                   {"the bias, with other test examples", {"class"}});
  });
  examiner.property("switches the model between learning and test", [&] {
    Training training({4, 2}, 3, 3, 0.5, 2, rng);
    training.was_training = true;
    Calls calls;
    trained(answer, training, &calls);
    training.was_training = false;
    Calls more;
    trained(answer, training, &more);
    calls.insert(calls.end(), more.begin(), more.end());
    bool learns_in_training = true, tests_in_eval = true, remembers = false;
    int tests = 0;
    for (const Classifier::Call& call : calls)
      if (call.x == training.test.x.array()) {
        tests_in_eval = tests_in_eval && !call.training;
        remembers = remembers || call.remembers;
        ++tests;
      } else if (call.remembers) {
        learns_in_training = learns_in_training && call.training;
      }
    examiner.holds(learns_in_training,
                   "the model is in evaluation mode while it learns");
    examiner.holds(tests_in_eval,
                   "the model is in training mode while it is tested");
    examiner.holds(!remembers, "the test is remembered as if for a backward");
    examiner.equal(
        double(tests), 2,
        {"how often the model was asked about the test, in two runs"});
  });
  examiner.property("asks the model once a step", [&] {
    const Training training({4, 3, 2}, 3, 3, 0.5, 2, rng);
    Calls calls;
    trained(answer, training, &calls);
    double steps = 0;
    for (const Classifier::Call& call : calls)
      steps += call.x == training.test.x.array() ? 0 : 1;
    examiner.equal(steps, 6,
                   {"how often it was asked about a batch, in six steps"});
  });
  examiner.values("works where all sizes are the same", [&] {
    check_all(Training({3, 3, 3}, 3, 3, 0.5, 3, rng));
    check_all(Training({5, 5}, 5, 5, 0.3, 2, rng));
  });
  examiner.values("makes small steps, in proportion", [&] {
    const Training training({4, 3}, 3, 3, 1e-9, 2, rng);
    const Outcome got = trained(answer, training), want = wanted(training);
    examiner.equal(1e9 * (got.weight - training.first_weight),
                   1e9 * (want.weight - training.first_weight),
                   {"how far the weight went, times 1e9; " + training.text(),
                    {"class", "feature"},
                    1e-5});
  });
  examiner.property("goes downhill when it has one batch and small steps", [&] {
    const Training training({6}, 3, 3, 0.05, 8, rng);
    const Array losses = trained(answer, training).losses;
    examiner.same_shape(losses, {8}, training.text());
    for (std::size_t step = 1; step < 8; ++step)
      examiner.holds(
          losses(step) < losses(step - 1),
          fmt::format("the loss goes from {:.6g} at step {} to {:.6g}",
                      losses(step - 1), step - 1, losses(step)));
  });
  examiner.gradient(
      "steps along the slope that finite differences measure", [&] {
        const Training training({5}, 3, 4, 0.5, 1, rng);
        const Array& start = training.first_weight;
        const Array slope = exercise::numeric_gradient(
            [&](const Array& weight) {
              const auto& [x, labels] = training.batches[0];
              const Tensor bias(training.first_bias);
              return cross_entropy(linear(x, Tensor(weight), bias), labels)
                  .array();
            },
            start, Array(1));
        const Array end = trained(answer, training).weight;
        examiner.same_shape(end, start.shape(), training.text());
        examiner.equal((start - end) / training.lr, slope,
                       {"how far a weight went, divided by lr",
                        {"class", "feature"},
                        1e-6});
      });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Training one({4, 2}, 3, 3, 0.5, 2, rng);
    const Training two({3, 3, 1}, 2, 4, 0.2, 1, rng);
    const Training three({4, 2}, 3, 3, 0.1, 2, rng);
    for (const Training* training : {&one, &two, &three, &one})
      check_all(*training);
  });
}
