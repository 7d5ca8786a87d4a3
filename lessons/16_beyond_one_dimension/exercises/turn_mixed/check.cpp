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

Array turned(const Answer& answer, const Case& c) {
  return answer.turn_mixed(c.x, c.places, c.speeds);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    examiner.equal(turned(answer, c), turned(right_answer(), c),
                   c.about("turned"));
  };
  const auto backward = [&](const Case& c) {
    return answer.turn_mixed_backward(c.x, c.places, c.speeds, c.dy);
  };
  const auto compare_gradients = [&](const Case& c) {
    About of_x = c.about("dx"), of_speeds = c.about("dspeeds");
    of_x.tolerance = of_speeds.tolerance = 1e-6;
    of_speeds.axes = {"pair", "axis"};
    const MixedGradients d = backward(c);
    const auto by_x = [&](const Array& x) {
      return right_answer().turn_mixed(x, c.places, c.speeds);
    };
    const auto by_speeds = [&](const Array& speeds) {
      return right_answer().turn_mixed(c.x, c.places, speeds);
    };
    examiner.equal(d.x, exercise::numeric_gradient(by_x, c.x, c.dy), of_x);
    examiner.equal(d.speeds,
                   exercise::numeric_gradient(by_speeds, c.speeds, c.dy),
                   of_speeds);
  };

  examiner.shape("keeps the shapes, there and back", [&] {
    const Case c = random_case(rng, 5, 3);
    examiner.same_shape(turned(answer, c), {5, 6}, c.about("turned").sizes);
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
    const auto refuses = [&](const Array& x, const Array& places,
                             const Array& speeds, const char* when) {
      examiner.throws<ShapeError>([&] { answer.turn_mixed(x, places, speeds); },
                                  when);
    };
    refuses(c.x, c.places, other.speeds, "for 2 pairs of speeds and K = 6");
    refuses(other.x, other.places, c.speeds, "for 3 pairs of speeds and K = 4");
    refuses(c.x, other.places, c.speeds, "for 5 places and T = 4");
    refuses(other.x, c.places, other.speeds, "for 4 places and T = 5");
  });
  examiner.property("has products that depend on the offset only", [&] {
    Case c = random_case(rng, 4, 3);
    xt::view(c.x, xt::range(2, 4)) = xt::view(c.x, xt::range(0, 2));
    xt::view(c.places, xt::range(2, 4)) =
        xt::view(c.places, xt::range(0, 2)) + rng.uniform({2}, 0, 5);
    const Array y = turned(answer, c);
    examiner.same_shape(y, {4, 6}, c.about("turned").sizes);
    const auto product = [&](std::size_t i, std::size_t j) {
      return xt::sum(xt::row(y, i) * xt::row(y, j))();
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
  begins_anew(
      examiner, [&](const Case& c) { return turned(answer, c); }, one, other,
      third);
  const auto speeds_back = [&](const Case& c) { return backward(c).speeds; };
  begins_anew(examiner, speeds_back, one, other, third);
}
