#include "course/exercise/exam.h"

namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

About about(const char* what, const Array& scores) {
  return {fmt::format("{}; scores {}", what, to_string(scores.shape())),
          {"head", "query", "key"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto forward = answer.softmax_with_sink;
  const auto right = right_answer().softmax_with_sink;
  const auto backward = answer.softmax_with_sink_backward;
  const auto compare = [&](const Array& scores, const Array& sinks,
                           const char* what = "weights") {
    examiner.equal(forward(scores, sinks), right(scores, sinks),
                   about(what, scores));
  };
  const auto compare_gradients = [&](const Shape& shape) {
    const Array scores = rng.normal(shape), sinks = rng.normal({shape[0]});
    const Array dweights = rng.normal(shape);
    const SinkGradients got = backward(scores, sinks, dweights);
    About of_scores = about("dscores", scores);
    About of_sinks{about("dsinks", scores).sizes, {"head"}};
    of_scores.tolerance = of_sinks.tolerance = 1e-6;
    examiner.equal(
        got.scores,
        exercise::numeric_gradient(
            [&](const Array& x) { return right(x, sinks); }, scores, dweights),
        of_scores);
    examiner.equal(
        got.sinks,
        exercise::numeric_gradient(
            [&](const Array& x) { return right(scores, x); }, sinks, dweights),
        of_sinks);
  };

  examiner.shape("keeps the shapes", [&] {
    const Array scores = rng.normal({2, 3, 5}), sinks = rng.normal({2});
    examiner.same_shape(forward(scores, sinks), {2, 3, 5},
                        about("weights", scores).sizes);
    const SinkGradients d = backward(scores, sinks, rng.normal({2, 3, 5}));
    examiner.same_shape(d.scores, {2, 3, 5}, about("dscores", scores).sizes);
    examiner.same_shape(d.sinks, {2}, about("dsinks", scores).sizes);
  });
  examiner.values("has the weights of the formula", [&] {
    compare(rng.normal({1, 4, 6}), rng.normal({1}));
    compare(rng.normal({3, 2, 5}), rng.normal({3}));
    compare(rng.normal({2, 3, 3 + rng.below(5)}), rng.normal({2}));
  });
  examiner.values("works where all axes have the same size", [&] {
    compare(rng.normal({3, 3, 3}), rng.normal({3}));
  });
  examiner.edge("works for one head, one query, one key", [&] {
    compare(rng.normal({1, 1, 1}), rng.normal({1}));
    compare(rng.normal({4, 1, 1}), rng.normal({4}));
  });
  examiner.edge("works for scores of a thousand, and for sinks", [&] {
    const Array scores = rng.normal({2, 3, 4}), sinks = rng.normal({2});
    compare(scores + 1000, sinks + 1000, "weights, scores and sinks of 1000");
    compare(scores - 1000, sinks - 1000, "weights, scores and sinks of -1000");
    compare(scores + 1000, sinks, "weights, scores of 1000");
    compare(scores, sinks + 1000, "weights, sinks of 1000");
  });
  examiner.edge("gives a hidden key 0, and a row of hidden keys zeros", [&] {
    Array scores = rng.normal({2, 3, 4});
    xt::view(scores, xt::all(), 1, 2) = -infinity;
    xt::view(scores, 1, 2) = -infinity;
    compare(scores, rng.normal({2}), "weights, some keys hidden");
  });
  examiner.edge("refuses other shapes", [&] {
    const Array scores = rng.normal({2, 3, 4});
    for (const Shape& sinks : {Shape{3}, Shape{1}, Shape{2, 1}, Shape{4}})
      examiner.throws<ShapeError>(
          [&] { forward(scores, Array(zeros(sinks))); },
          "for scores (2, 3, 4) and sinks " + to_string(sinks));
    for (const Shape& dweights : {Shape{2, 4, 3}, Shape{2, 3}, Shape{1, 3, 4}})
      examiner.throws<ShapeError>(
          [&] { backward(scores, rng.normal({2}), Array(zeros(dweights))); },
          "for scores (2, 3, 4) and dweights " + to_string(dweights));
  });
  examiner.property("is like one more key, whose weight is left out", [&] {
    const Array longer = rng.normal({2, 3, 5});
    Array sinks = zeros({2}), same_for_all = longer;
    for (std::size_t h = 0; h < 2; ++h) {
      sinks(h) = longer(h, 0, 4);
      xt::view(same_for_all, h, xt::all(), 4) = sinks(h);
    }
    // A softmax of its own: what the solution only claims is measured.
    const Array powers = xt::exp(same_for_all);
    const Array total = xt::sum(powers, {2}, xt::keep_dims);
    const Array weights = powers / total;
    const Array want = xt::view(weights, xt::all(), xt::all(), xt::range(0, 4));
    const Array scores =
        xt::view(longer, xt::all(), xt::all(), xt::range(0, 4));
    examiner.equal(forward(scores, sinks), want, about("weights", scores));
  });
  examiner.gradient("goes back to the scores and to the sinks", [&] {
    compare_gradients({1, 1, 1});
    compare_gradients({2, 3, 4});
    compare_gradients({3, 1, 2 + rng.below(4)});
  });
  const Array one = rng.normal({2, 3, 4}), other = rng.normal({2, 3, 4}),
              third = rng.normal({3, 2, 6}), sinks = rng.normal({2}),
              three = rng.normal({3});
  begins_anew(examiner, forward, {one, sinks}, {other, sinks}, {third, three});
  const auto dsinks = [&](const Array& scores, const Array& of,
                          const Array& dweights) {
    return backward(scores, of, dweights).sinks;
  };
  begins_anew(examiner, dsinks, {one, sinks, other}, {other, sinks, one},
              {third, three, third});
}
