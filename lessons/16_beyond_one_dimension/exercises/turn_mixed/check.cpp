#include "course/exercise/exam.h"

namespace {

struct Case {
  Array x, places, speeds, dy;

  About about(const char* what) const {
    return {fmt::format("{}, T = {}, K = {}", what, x.shape(0), x.shape(1)),
            {"row", "column"}};
  }
};

Case random_case(Rng& rng, std::size_t T, std::size_t pairs) {
  return {rng.normal({T, 2 * pairs}), rng.uniform({T, 2}, 0, 6),
          rng.normal({pairs, 2}), rng.normal({T, 2 * pairs})};
}

// Turned twice: by the row's share, then by the column's.
Array by_hand(const Array& x, const Array& places, const Array& speeds) {
  Array y = x;
  for (std::size_t axis = 0; axis < 2; ++axis)
    for (std::size_t t = 0; t < x.shape(0); ++t)
      for (std::size_t j = 0; j < speeds.shape(0); ++j) {
        const double angle = places(t, axis) * speeds(j, axis);
        const double a = y(t, 2 * j), b = y(t, 2 * j + 1);
        y(t, 2 * j) = a * std::cos(angle) - b * std::sin(angle);
        y(t, 2 * j + 1) = a * std::sin(angle) + b * std::cos(angle);
      }
  return y;
}

Array want_dx(const Case& c) {
  return exercise::numeric_gradient(
      [&](const Array& x) { return by_hand(x, c.places, c.speeds); }, c.x,
      c.dy);
}

Array want_dspeeds(const Case& c) {
  return exercise::numeric_gradient(
      [&](const Array& speeds) { return by_hand(c.x, c.places, speeds); },
      c.speeds, c.dy);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    examiner.equal(answer.turn_mixed(c.x, c.places, c.speeds),
                   by_hand(c.x, c.places, c.speeds), c.about("turned"));
  };
  const auto backward = [&](const Case& c) {
    return answer.turn_mixed_backward(c.x, c.places, c.speeds, c.dy);
  };
  const auto compare_gradients = [&](const Case& c) {
    About x = c.about("dx"), speeds = c.about("dspeeds");
    x.tolerance = speeds.tolerance = 1e-6;
    speeds.axes = {"pair", "axis"};
    const MixedGradients d = backward(c);
    examiner.equal(d.x, want_dx(c), x);
    examiner.equal(d.speeds, want_dspeeds(c), speeds);
  };

  examiner.shape("keeps the shapes, there and back", [&] {
    const Case c = random_case(rng, 5, 3);
    examiner.same_shape(answer.turn_mixed(c.x, c.places, c.speeds), {5, 6},
                        c.about("turned").sizes);
    const MixedGradients d = backward(c);
    examiner.same_shape(d.x, {5, 6}, c.about("dx").sizes);
    examiner.same_shape(d.speeds, {3, 2}, c.about("dspeeds").sizes);
  });
  examiner.values("turns each pair by its own angle", [&] {
    compare(random_case(rng, 4, 2));
    compare(random_case(rng, 7, 3 + rng.below(3)));
  });
  examiner.edge("works for one row and one pair, and for none", [&] {
    compare(random_case(rng, 1, 1));
    compare(random_case(rng, 6, 1));
    compare(random_case(rng, 0, 2));
  });
  examiner.edge("refuses what does not fit", [&] {
    const Case c = random_case(rng, 4, 3), other = random_case(rng, 5, 2);
    examiner.throws<ShapeError>(
        [&] { answer.turn_mixed(c.x, c.places, other.speeds); },
        "for 2 pairs of speeds and K = 6");
    examiner.throws<ShapeError>(
        [&] { answer.turn_mixed(other.x, other.places, c.speeds); },
        "for 3 pairs of speeds and K = 4");
    examiner.throws<ShapeError>(
        [&] { answer.turn_mixed(c.x, other.places, c.speeds); },
        "for 5 places and T = 4");
    examiner.throws<ShapeError>(
        [&] { answer.turn_mixed(other.x, c.places, other.speeds); },
        "for 4 places and T = 5");
  });
  examiner.property("has products that depend on the offset only", [&] {
    const Case c = random_case(rng, 4, 3);
    Array x = c.x, places = c.places;
    for (std::size_t k = 0; k < 6; ++k) {  // two of each
      x(2, k) = x(0, k);
      x(3, k) = x(1, k);
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double shift = 5 * rng.uniform();
      places(2, axis) = places(0, axis) + shift;
      places(3, axis) = places(1, axis) + shift;
    }
    const Array y = answer.turn_mixed(x, places, c.speeds);
    examiner.same_shape(y, {4, 6}, c.about("turned").sizes);
    const auto product = [&](std::size_t i, std::size_t j) {
      double sum = 0;
      for (std::size_t k = 0; k < 6; ++k) sum += y(i, k) * y(j, k);
      return sum;
    };
    examiner.equal(product(2, 3), product(0, 1),
                   {"a query and a key, both moved by the same offset"});
  });
  examiner.gradient("goes back to x and to the speeds", [&] {
    compare_gradients(random_case(rng, 1, 1));
    compare_gradients(random_case(rng, 4, 2));
    compare_gradients(random_case(rng, 6, 3));
  });
  const Case one = random_case(rng, 4, 2), other = random_case(rng, 4, 2),
             third = random_case(rng, 6, 1);
  const auto turned = [&](const Case& c) {
    return answer.turn_mixed(c.x, c.places, c.speeds);
  };
  begins_anew(examiner, turned, one, other, third);
  const auto speeds_back = [&](const Case& c) { return backward(c).speeds; };
  begins_anew(examiner, speeds_back, one, other, third);
}
