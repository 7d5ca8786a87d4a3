#include "course/exercise/exam.h"

namespace {

struct Case {
  Array x;
  Ids positions;
  Array omega, dy;
};

Case random_case(Rng& rng, std::size_t T, std::size_t pairs,
                 std::int64_t places = 12) {
  return {rng.normal({T, 2 * pairs}), rng.integers({T}, 0, places),
          rng.uniform({pairs}, 0.05, 1.2), rng.normal({T, 2 * pairs})};
}

// The check's own, as finite differences are taken of it.
Array forward(const Array& x, const Ids& positions, const Array& omega) {
  Array y = zeros(x.shape());
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < omega.size(); ++j) {
      const double angle = double(positions(t)) * omega(j);
      const double c = std::cos(angle), s = std::sin(angle);
      y(t, 2 * j) = c * x(t, 2 * j) - s * x(t, 2 * j + 1);
      y(t, 2 * j + 1) = s * x(t, 2 * j) + c * x(t, 2 * j + 1);
    }
  return y;
}

std::string sizes(const Case& c) {
  return fmt::format("T = {}, K = {}", c.x.shape(0), c.x.shape(1));
}

RotaryGradients backward(const Answer& answer, const Case& c) {
  return answer.rotary_backward(c.x, c.positions, c.omega, c.dy);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto dx = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(answer, c).x, backward(right_answer(), c).x,
                   {"dx, " + sizes(c), {"row", "column"}, tolerance});
  };
  const auto domega = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(answer, c).omega, backward(right_answer(), c).omega,
                   {"domega, " + sizes(c), {"pair"}, tolerance});
  };
  const auto both = [&](const Case& c, double tolerance = 1e-9) {
    dx(c, tolerance);
    domega(c, tolerance);
  };

  examiner.shape("gives dx the shape of x, domega that of omega", [&] {
    const Case c = random_case(rng, 5, 3);
    const RotaryGradients d = backward(answer, c);
    examiner.same_shape(d.x, {5, 6}, "dx, " + sizes(c));
    examiner.same_shape(d.omega, {3}, "domega, " + sizes(c));
  });
  examiner.values("turns dy back", [&] {
    dx(random_case(rng, 4, 3));
    dx(random_case(rng, 2 + rng.below(5), 2 + rng.below(5)));
  });
  examiner.values("adds up what the frequencies get", [&] {
    domega(random_case(rng, 4, 3));
    domega(random_case(rng, 2 + rng.below(5), 2 + rng.below(5)));
  });
  examiner.values("works for as many rows as columns or pairs", [&] {
    both(random_case(rng, 6, 3));
    both(random_case(rng, 3, 3));
  });
  examiner.values("begins anew with each call", [&] {
    const Case first = random_case(rng, 3, 2);
    for (const Case& c :
         {first, random_case(rng, 3, 2), random_case(rng, 5, 4), first})
      both(c);
  });
  examiner.edge("works for one row, and for one pair", [&] {
    for (const auto& [T, pairs] :
         {std::pair<std::size_t, std::size_t>{1, 4}, {5, 1}, {1, 1}}) {
      Case c = random_case(rng, T, pairs);
      c.positions += 2;
      both(c);
    }
  });
  examiner.edge("works for no row", [&] { both(random_case(rng, 0, 3)); });
  examiner.edge("passes dy through at position 0", [&] {
    Case c = random_case(rng, 3, 3);
    c.positions.fill(0);
    examiner.equal(backward(answer, c).x, c.dy,
                   {"dx, all at position 0, " + sizes(c), {"row", "column"}});
    examiner.equal(backward(answer, c).omega, zeros({3}),
                   {"domega, all at position 0, " + sizes(c), {"pair"}});
  });
  examiner.edge("is exact at position 100,000", [&] {
    Case c = random_case(rng, 3, 3);
    c.positions += 100000;
    both(c, 1e-8);
  });
  examiner.edge("refuses frequencies that do not fit", [&] {
    const Case c = random_case(rng, 3, 4);
    for (const std::size_t pairs : {3, 5, 8})
      examiner.throws<ShapeError>(
          [&, pairs = pairs] {
            answer.rotary_backward(c.x, c.positions, rng.normal({pairs}), c.dy);
          },
          fmt::format("for 8 columns and {} frequencies", pairs));
  });
  examiner.property("keeps the length of each row of dy", [&] {
    const Case c = random_case(rng, 4, 3);
    const Array d = backward(answer, c).x;
    examiner.same_shape(d, {4, 6}, "dx, " + sizes(c));
    examiner.equal(
        Array(xt::sqrt(xt::sum(d * d, {1}))),
        Array(xt::sqrt(xt::sum(c.dy * c.dy, {1}))),
        {"the lengths of the rows of dx, those of dy wanted", {"row"}});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Case c = random_case(rng, 4, 3, 5);
    const RotaryGradients d = backward(answer, c);
    const Array of_x = exercise::numeric_gradient(
        [&](const Array& x) { return forward(x, c.positions, c.omega); }, c.x,
        c.dy);
    const Array of_omega = exercise::numeric_gradient(
        [&](const Array& omega) { return forward(c.x, c.positions, omega); },
        c.omega, c.dy);
    examiner.equal(d.x, of_x, {"dx", {"row", "column"}, 1e-6});
    examiner.equal(d.omega, of_omega, {"domega", {"pair"}, 1e-6});
  });
}
