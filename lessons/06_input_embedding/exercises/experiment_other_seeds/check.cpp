#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

namespace {

// The same points, looked at from another side.
Array turned(Rng& rng, const Array& x) {
  const Array random = rng.normal({x.shape(1), x.shape(1)});
  const Array turn = std::get<0>(xt::linalg::svd(random));
  return xt::linalg::dot(x, turn);
}

// The same points, each moved a little.
Array stirred(Rng& rng, const Array& x, double by) {
  return x + by * rng.normal(x.shape());
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const std::string& name, const Array& a,
                           const Array& b) {
    examiner.equal(answer.kept_neighbours(a, b),
                   right_answer().kept_neighbours(a, b),
                   {fmt::format("{}, a {}, b {}", name, to_string(a.shape()),
                                to_string(b.shape()))});
  };

  experiment::guesses_a_share(examiner, answer.my_guess);
  examiner.values("measures points that moved a little", [&] {
    for (const double by : {0.2, 0.4, 0.7}) {
      const Array a = rng.normal({17, 3});
      compare("points moved a little", a, stirred(rng, a, by));
    }
    const Array a = rng.normal({14 + rng.below(9), 3 + rng.below(4)});
    compare("points moved a little", a, stirred(rng, a, 0.5));
  });
  examiner.values("measures points of different lengths", [&] {
    for (int draw = 0; draw < 3; ++draw) {
      const Array a = rng.normal({19, 3}) * rng.uniform({19, 1}, 0.2, 4.2);
      compare("points of different lengths", a, stirred(rng, a, 0.5));
    }
  });
  examiner.values("measures points away from 0", [&] {
    const Array a = rng.normal({15, 3}) + 30 * rng.normal({3});
    compare("points away from 0", a, stirred(rng, a, 0.4));
    compare("points and the same moved", a, a + 100);
  });
  examiner.values("measures matrices of other widths", [&] {
    const Array a = rng.normal({16, 4});
    compare("the first three columns of a", a,
            xt::view(a, xt::all(), xt::range(0, 3)));
    compare("the last two columns of a",
            xt::view(a, xt::all(), xt::range(2, 4)), a);
    compare("two matrices", rng.normal({21, 2}), rng.normal({21, 5}));
  });
  examiner.edge("works for two rows, and for one column", [&] {
    compare("two rows", rng.normal({2, 3}), rng.normal({2, 3}));
    compare("three rows", rng.normal({3, 2}), rng.normal({3, 2}));
    const Array a = rng.normal({13, 1});
    compare("one column", a, stirred(rng, a, 0.1));
  });
  examiner.edge("works for as many rows as columns", [&] {
    for (const std::size_t N : {4, 9}) {
      const Array a = rng.normal({N, N});
      compare("as many rows as columns", a, stirred(rng, a, 0.6));
    }
  });
  examiner.edge("works if all keep it, and if none does", [&] {
    const Array a = rng.normal({10, 4});
    compare("a matrix and itself", a, a);
    compare("a matrix and its negative", a, -a);
    // Neighbours on a line, and a line in another order.
    Array line = zeros({6, 1}), other = zeros({6, 1});
    for (std::size_t n = 0; n < 6; ++n) {
      line(n, 0) = double(n * n);
      other(n, 0) = double((n * n * 7 + n) % 13) + 0.1 * double(n);
    }
    compare("a line and another order", line, other);
  });
  examiner.edge("works where two rows are the same", [&] {
    const Array a = {{0, 1}, {0, 1}, {10, 1}, {10, 1}, {30, 1}, {30, 1}};
    const Array b = {{0, 1}, {0, 1}, {30, 1}, {30, 1}, {10, 1}, {10, 1}};
    compare("three points, each of them twice", a, b);
  });
  examiner.edge("works for very small and large distances", [&] {
    const Array a = rng.normal({14, 3});
    const Array b = stirred(rng, a, 0.4);
    compare("points of about 1e-9", 1e-9 * a, 1e-9 * b);
    compare("points of about 1e9", 1e9 * a, 1e9 * b);
  });
  examiner.property("does not mind if points are turned", [&] {
    const Array a = rng.normal({20, 4});
    compare("points, and the same turned", a, turned(rng, a));
    const Array b = stirred(rng, a, 0.5);
    compare("points, and others turned", a, turned(rng, b));
  });

  std::string said = "measures another seed";
  if (examiner.tells()) {
    Rng one(1), two(2);
    const Array a = one.normal({200, 128}), b = two.normal({200, 128});
    said = fmt::format(
        "measures {:.3f} for another seed, and {:.3f} for the first matrix "
        "turned; your guess was {:g}",
        answer.kept_neighbours(a, b), answer.kept_neighbours(a, turned(two, a)),
        answer.my_guess());
  }
  examiner.values(said, [&] {
    compare("noise of two seeds", rng.normal({40, 8}), rng.normal({40, 8}));
  });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::same_luck, [](Meaning meaning) {
        return meaning == Meaning::same_map
                   ? "on the same map nearly every word would have the "
                     "neighbour that it had"
                   : "a turned map keeps every neighbour, as you have "
                     "measured; another seed does not";
      });
  experiment::shows(
      examiner,
      "that a picture of an untrained matrix says nothing about its words: "
      "another seed deals other neighbours, once in 199 times the same. The "
      "4.8 %, which stay, are a matter of 200 and 128");
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Array a = rng.normal({12, 3}), b = stirred(rng, a, 0.5);
    compare("two matrices", a, b);
    compare("two others", stirred(rng, a, 0.6), stirred(rng, b, 0.6));
    compare("two larger ones", rng.normal({18, 2}), rng.normal({18, 2}));
    compare("the first two again", a, b);
  });
  examiner.no_gradient("an experiment looks at matrices and changes nothing");
}
