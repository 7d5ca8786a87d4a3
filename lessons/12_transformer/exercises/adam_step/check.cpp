#include "course/exercise/exam.h"

namespace {

struct Settings {
  double lr = 0.1, beta1 = 0.9, beta2 = 0.99, eps = 1e-8;

  std::string text() const {
    return fmt::format("lr = {:g}, beta1 = {:g}, beta2 = {:g}, eps = {:g}", lr,
                       beta1, beta2, eps);
  }
};

struct Run {
  Array start;
  std::vector<Array> gradients;
  Settings settings;

  std::string text() const {
    return fmt::format("{} updates of {}, {}", gradients.size(),
                       to_string(start.shape()), settings.text());
  }
};

Run random_run(Rng& rng, const Shape& shape, std::size_t updates,
               const Settings& settings) {
  Run run{rng.normal(shape), {}, settings};
  for (std::size_t t = 0; t < updates; ++t)
    run.gradients.push_back(rng.normal(shape, 0.5));
  return run;
}

struct Left {
  Array parameter;
  AdamState state;
};

void step(const Answer& answer, Left& left, const Array& gradient,
          const Settings& s) {
  answer.adam_step(left.parameter, gradient, left.state, s.lr, s.beta1, s.beta2,
                   s.eps);
}

Left after(const Answer& answer, const Run& run) {
  Left left{run.start, {}};
  for (const Array& gradient : run.gradients)
    step(answer, left, gradient, run.settings);
  return left;
}

Left wanted(const Run& run) { return after(right_answer(), run); }

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Run& run, double tolerance = 1e-10) {
    examiner.equal(after(answer, run).parameter, wanted(run).parameter,
                   {"the parameter after " + run.text(), {}, tolerance});
  };

  examiner.shape("keeps the shape of the parameter", [&] {
    const Run run = random_run(rng, {2, 3}, 1, {});
    const Left left = after(answer, run);
    examiner.same_shape(left.parameter, {2, 3}, run.text());
    examiner.same_shape(left.state.m, {2, 3}, "m, " + run.text());
    examiner.same_shape(left.state.v, {2, 3}, "v, " + run.text());
  });
  examiner.values("goes one lr against the sign at first", [&] {
    Run run = random_run(rng, {4}, 1, {});
    run.gradients[0] = Array{2, -0.5, 30, -0.01};
    compare(run);
  });
  examiner.values("goes on from what it remembers", [&] {
    compare(random_run(rng, {4}, 2, {}));
    compare(random_run(rng, {3}, 5 + rng.below(4), {}));
  });
  examiner.values("knows both betas", [&] {
    compare(random_run(rng, {3}, 4, {0.1, 0.5, 0.8, 1e-8}));
    compare(random_run(rng, {3}, 4, {0.1, 0, 0.9, 1e-8}));
    compare(random_run(rng, {3}, 4, {0.1, 0.7, 0.3, 1e-8}));
  });
  examiner.values("knows lr and eps", [&] {
    compare(random_run(rng, {3}, 3, {0.02, 0.9, 0.99, 0.5}));
    compare(random_run(rng, {3}, 3, {2, 0.9, 0.99, 0.01}));
  });
  examiner.values("keeps m, v and the count of updates", [&] {
    const Run run = random_run(rng, {5}, 3, {});
    const AdamState state = after(answer, run).state, want = wanted(run).state;
    examiner.equal(double(state.updates), 3, {"the updates counted"});
    examiner.equal(state.m, want.m, {"m, " + run.text()});
    examiner.equal(state.v, want.v, {"v, " + run.text()});
  });
  examiner.edge("works for any number of axes", [&] {
    compare(random_run(rng, {2, 3}, 3, {}));
    compare(random_run(rng, {2, 1, 4}, 3, {}));
    compare(random_run(rng, {1}, 3, {}));
  });
  examiner.edge("stays where there is no gradient", [&] {
    Run run = random_run(rng, {3}, 3, {});
    for (Array& gradient : run.gradients) gradient(1) = 0;
    compare(run);
  });
  examiner.edge("works for many updates", [&] {
    compare(random_run(rng, {2}, 60, {0.01, 0.9, 0.999, 1e-8}), 1e-9);
  });
  examiner.edge("goes on from a state that comes from elsewhere", [&] {
    const Run run = random_run(rng, {4}, 4, {});
    Run before = run;
    before.gradients.pop_back();
    Left left = wanted(before);
    step(answer, left, run.gradients.back(), run.settings);
    examiner.equal(left.parameter, wanted(run).parameter, {run.text()});
  });
  examiner.property("does not care how large the gradients are", [&] {
    const Run run = random_run(rng, {4}, 4, {0.1, 0.9, 0.99, 1e-20});
    Run larger = run;
    for (Array& gradient : larger.gradients) gradient *= 1000;
    examiner.equal(after(answer, larger).parameter,
                   after(answer, run).parameter,
                   {"the parameter, with gradients 1000 times as large"});
  });
  examiner.property("finds the lowest point of a bowl", [&] {
    Left at{rng.normal({3}, 3), {}};
    const Array lowest = rng.normal({3});
    for (int i = 0; i < 500; ++i)
      step(answer, at, 2 * (at.parameter - lowest),
           {0.3 * std::pow(0.98, i), 0.9, 0.999, 1e-8});
    examiner.holds(at.parameter.shape() == lowest.shape() &&
                       xt::amax(xt::abs(at.parameter - lowest))() < 0.2,
                   "after 500 steps down a bowl it is not at the bottom");
  });
  examiner.no_gradient("an update is what gradients are for; it has none");
  examiner.if_right_so_far(Kind::values, "keeps two parameters apart", [&] {
    const Run one = random_run(rng, {4}, 3, {});
    const Run two = random_run(rng, {2, 2}, 3, {});
    Left a{one.start, {}}, b{two.start, {}};
    for (std::size_t t = 0; t < 3; ++t) {
      step(answer, a, one.gradients[t], {});
      step(answer, b, two.gradients[t], {});
    }
    examiner.equal(a.parameter, wanted(one).parameter, {"the first of two"});
    examiner.equal(b.parameter, wanted(two).parameter, {"the second of two"});
    compare(one);
  });
}
