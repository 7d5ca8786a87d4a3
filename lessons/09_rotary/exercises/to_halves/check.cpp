#include "course/exercise/exam.h"

namespace {

// Columns of a head at a position, turned in halves or in neighbours.
Array turned(const Array& v, double place, bool halves) {
  const std::size_t K = v.size();
  Array y = v;
  for (std::size_t j = 0; j < K / 2; ++j) {
    const std::size_t a = halves ? j : 2 * j, b = halves ? j + K / 2 : a + 1;
    const double angle = place / std::pow(10000, 2 * double(j) / double(K));
    y(a) = std::cos(angle) * v(a) - std::sin(angle) * v(b);
    y(b) = std::sin(angle) * v(a) + std::cos(angle) * v(b);
  }
  return y;
}

double score(const Array& wq, const Array& wk, const Array& x, bool halves) {
  const Array q = xt::linalg::dot(wq, x), k = xt::linalg::dot(wk, x);
  const Array a = turned(q, 9, halves), b = turned(k, 4, halves);
  return xt::sum(a * b)();
}

std::string sizes(const Array& w, std::size_t H) {
  return fmt::format("w {}, num_heads = {}", to_string(w.shape()), H);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto axes = [](const Array& w) {
    return w.dimension() == 1 ? std::vector<std::string>{"row"}
                              : std::vector<std::string>{"row", "column"};
  };
  const auto halves = [&](const Array& w, std::size_t H) {
    examiner.equal(answer.to_halves(w, H), right_answer().to_halves(w, H),
                   {"to_halves, " + sizes(w, H), axes(w)});
  };
  const auto back = [&](const Array& w, std::size_t H) {
    examiner.equal(answer.to_interleaved(w, H),
                   right_answer().to_interleaved(w, H),
                   {"to_interleaved, " + sizes(w, H), axes(w)});
  };
  const auto both = [&](const Shape& shape, std::size_t H) {
    halves(rng.normal(shape), H);
    back(rng.normal(shape), H);
  };

  examiner.shape("keeps the shape", [&] {
    const Array w = rng.normal({12, 5});
    examiner.same_shape(answer.to_halves(w, 2), {12, 5},
                        "to_halves, " + sizes(w, 2));
    examiner.same_shape(answer.to_interleaved(w, 2), {12, 5},
                        "to_interleaved, " + sizes(w, 2));
  });
  examiner.values("puts rows in order for halves", [&] {
    halves(rng.normal({6, 4}), 1);
    halves(rng.normal({24, 4}), 3);
    const std::size_t H = 2 + rng.below(3);
    halves(rng.normal({H * 10, 3}), H);
  });
  examiner.values("puts rows in order for neighbours", [&] {
    back(rng.normal({6, 4}), 1);
    back(rng.normal({24, 4}), 3);
    const std::size_t H = 2 + rng.below(3);
    back(rng.normal({H * 10, 3}), H);
  });
  examiner.values("works for square matrices", [&] {
    both({12, 12}, 2);
    both({8, 8}, 1);
  });
  examiner.values("works for a bias", [&] { both({12}, 2); });
  examiner.values("begins anew with each call", [&] {
    const Array w = rng.normal({12, 4});
    for (const std::size_t H : {2, 1, 2}) {
      halves(w, H);
      back(w, H);
      both({20, 3}, H);
    }
  });
  examiner.edge("works for heads of one pair, and for one column", [&] {
    both({6, 4}, 3);
    both({16, 1}, 2);
  });
  examiner.edge("works for 4 heads of 64", [&] { both({256, 3}, 4); });
  const auto refuses = [&](const Array& w, std::size_t H,
                           const std::string& what) {
    examiner.throws<ValueError>([&] { answer.to_halves(w, H); },
                                "in to_halves for " + what);
    examiner.throws<ValueError>([&] { answer.to_interleaved(w, H); },
                                "in to_interleaved for " + what);
  };
  examiner.edge("refuses no heads", [&] {
    refuses(rng.normal({12, 2}), 0, "num_heads = 0");
  });
  examiner.edge("refuses rows that are no pairs for each head", [&] {
    const Array w = rng.normal({12, 2});
    for (const std::size_t H : {4, 5, 12}) refuses(w, H, sizes(w, H));
  });
  examiner.property("keeps the scores of a head", [&] {
    const Array wq = rng.normal({8, 5}), wk = rng.normal({8, 5});
    const Array x = rng.normal({5});
    const Array q = answer.to_halves(wq, 1), k = answer.to_halves(wk, 1);
    examiner.same_shape(q, {8, 5}, sizes(wq, 1));
    examiner.same_shape(k, {8, 5}, sizes(wk, 1));
    examiner.equal(score(q, k, x, true), score(wq, wk, x, false),
                   {"the score of a query at 9 with a key at 4, turned in "
                    "halves with the new weights, in neighbours with the old"});
  });
  examiner.property("gives the weights back on the way back", [&] {
    const Array w = rng.normal({20, 3});
    const Array there = answer.to_halves(w, 2);
    examiner.same_shape(there, {20, 3}, sizes(w, 2));
    examiner.equal(answer.to_interleaved(there, 2), w,
                   {"to_interleaved of to_halves, " + sizes(w, 2), axes(w)});
  });
  examiner.no_gradient("weights change their places, and nothing is computed");
}
