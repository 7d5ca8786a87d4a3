#include "course/exercise/exam.h"

namespace {

struct Case {
  Array logits;
  Ids targets;

  std::string text() const {
    std::string all;
    for (const std::int64_t target : targets)
      all += fmt::format("{}{}", all.empty() ? "" : ", ", target);
    return fmt::format("N = {}, V = {}, targets {}", logits.shape(0),
                       logits.shape(1), all);
  }
};

Case random_case(Rng& rng, std::size_t N, std::size_t V) {
  return {rng.normal({N, V}, 0, 2), rng.integers({N}, 0, std::int64_t(V))};
}

double loss(const Array& logits, const Ids& targets) {
  double sum = 0, asked = 0;
  for (std::size_t n = 0; n < targets.size(); ++n) {
    if (targets(n) == -100) continue;
    const Array row = xt::view(logits, n);
    sum += std::log(xt::sum(xt::exp(row))()) - row(targets(n));
    ++asked;
  }
  return sum / asked;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    examiner.equal(answer.cross_entropy_backward(c.logits, c.targets),
                   right_answer().cross_entropy_backward(c.logits, c.targets),
                   {c.text(), {"position", "class"}});
  };

  examiner.shape("has the shape of the logits", [&] {
    const Case c = random_case(rng, 3, 5);
    examiner.same_shape(answer.cross_entropy_backward(c.logits, c.targets),
                        {3, 5}, c.text());
  });
  examiner.values("leads back to the logits of one position", [&] {
    compare(random_case(rng, 1, 4));
    compare(random_case(rng, 1, 2 + rng.below(6)));
  });
  examiner.values("shares the mean among several positions", [&] {
    compare(random_case(rng, 4, 5));
    compare(random_case(rng, 2 + rng.below(5), 3));
  });
  examiner.values("knows every class", [&] {
    Case c = random_case(rng, 4, 4);
    c.targets = {0, 1, 2, 3};
    compare(c);
  });
  examiner.values("leaves out what is not asked", [&] {
    Case c = random_case(rng, 6, 4);
    c.targets(1) = c.targets(2) = -100;
    compare(c);
    c = random_case(rng, 5, 3);
    c.targets(0) = c.targets(4) = -100;
    compare(c);
  });
  examiner.edge("gives 0 where nothing is asked at all", [&] {
    Case c = random_case(rng, 3, 4);
    c.targets = {-100, -100, -100};
    compare(c);
  });
  examiner.edge("works for logits of any size", [&] {
    Case c = random_case(rng, 3, 4);
    c.logits += 1000;
    compare(c);
    c.logits -= 2000;
    compare(c);
    c = random_case(rng, 2, 3);
    c.logits *= 300;
    compare(c);
  });
  examiner.edge("works for a single class",
                [&] { compare(random_case(rng, 3, 1)); });
  examiner.edge("refuses a target that is no class", [&] {
    const Case c = random_case(rng, 3, 4);
    for (const std::int64_t target : {4, -1, 100, -99}) {
      Ids targets = c.targets;
      targets(1) = target;
      examiner.throws<IndexError>(
          [&] { answer.cross_entropy_backward(c.logits, targets); },
          fmt::format("for the target {} of 4 classes", target));
    }
  });
  examiner.property("takes as much as it gives, at each position", [&] {
    Case c = random_case(rng, 4, 5);
    c.targets(2) = -100;
    const Array d = answer.cross_entropy_backward(c.logits, c.targets);
    examiner.same_shape(d, {4, 5}, c.text());
    const Array sums = xt::sum(d, {1});
    examiner.equal(sums, zeros({4}),
                   {"the sum of each position", {"position"}});
  });
  examiner.gradient("is the slope that differences measure", [&] {
    Case c = random_case(rng, 4, 5);
    c.targets(3) = -100;
    const Array slope = exercise::numeric_gradient(
        [&](const Array& logits) { return Array(loss(logits, c.targets)); },
        c.logits, Array(1));
    examiner.equal(answer.cross_entropy_backward(c.logits, c.targets), slope,
                   {c.text(), {"position", "class"}, 1e-6});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one = random_case(rng, 4, 5), two = random_case(rng, 2, 7);
    const Case three = random_case(rng, 4, 5);
    for (const Case* c : {&one, &two, &three, &one}) compare(*c);
  });
}
