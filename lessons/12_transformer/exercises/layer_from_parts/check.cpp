#include "course/exercise/exam.h"

namespace {

// Parts that can be told apart: the words before, mixed; a function of each
// number; and two norms with weights of their own.
Array mixed(const Array& x, double w) {
  Array y = xt::cumsum(x, 1);
  for (std::size_t t = 0; t < x.shape(1); ++t)
    xt::view(y, xt::all(), t) *= w / double(t + 1);
  return y;
}

Array bent(const Array& x, double w) { return xt::sin(w * x) + 0.3; }

Array normed(const Array& x, double w) {
  const Array mean = xt::mean(x, {2}, xt::keep_dims);
  const Array centred = x - mean;
  const Array variance = xt::mean(centred * centred, {2}, xt::keep_dims);
  return w * centred / xt::sqrt(variance + 0.01) + 0.1 * w;
}

// The parts for tensors: their own numbers, and on the way back the slopes that
// differences measure. The weights, and the counts of calls, are in the order
// of LayerParts.
LayerParts parts_of(const Array& weights, Array* calls = nullptr) {
  const auto part = [&](std::size_t n, Array (*f)(const Array&, double)) {
    return [f, n, calls, w = weights(n)](const Tensor& x) {
      if (calls != nullptr) ++(*calls)(n);
      const Array saved = x.array();
      return record("part", f(saved, w), {x},
                    [f, w, saved](const Array&, Array& dy, Gradients& d) {
                      const auto of = [&](const Array& at) { return f(at, w); };
                      d.add(0, exercise::numeric_gradient(of, saved, dy));
                    });
    };
  };
  return {part(0, mixed), part(1, bent), part(2, normed), part(3, normed)};
}

Array random_weights(Rng& rng) {
  return {1 + rng.uniform(), 0.5 + rng.uniform(), 0.6 + 0.3 * rng.uniform(),
          1.1 + 0.4 * rng.uniform()};
}

Array want(const Array& x, const Array& weights, bool norm_first) {
  const LayerParts parts = parts_of(weights);
  return right_answer().layer_from_parts(Tensor(x), parts, norm_first).array();
}

std::string text(const Shape& shape, bool norm_first) {
  return fmt::format("x {}, norm_first = {}", to_string(shape), norm_first);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& shape, bool norm_first) {
    const Array w = random_weights(rng);
    const Array x = rng.normal(shape, 0.5, 2);
    examiner.equal(
        answer.layer_from_parts(Tensor(x), parts_of(w), norm_first).array(),
        want(x, w, norm_first),
        {text(shape, norm_first), {"sentence", "word", "column"}});
  };

  examiner.shape("keeps the shape", [&] {
    for (const bool norm_first : {true, false}) {
      const Array w = random_weights(rng);
      const Tensor y = answer.layer_from_parts(Tensor(rng.normal({2, 3, 4})),
                                               parts_of(w), norm_first);
      examiner.same_shape(y.array(), {2, 3, 4}, text({2, 3, 4}, norm_first));
    }
  });
  examiner.values("norms before the parts if norm_first", [&] {
    compare({2, 3, 4}, true);
    compare({1, 2 + rng.below(4), 5}, true);
  });
  examiner.values("norms the sums if not", [&] {
    compare({2, 3, 4}, false);
    compare({1, 2 + rng.below(4), 5}, false);
  });
  examiner.edge("works for one word, and for one sentence of many", [&] {
    for (const bool norm_first : {true, false}) {
      compare({1, 1, 4}, norm_first);
      compare({1, 9, 2}, norm_first);
      compare({3, 3, 3}, norm_first);
    }
  });
  examiner.property("asks each part once", [&] {
    for (const bool norm_first : {true, false}) {
      Array calls = zeros({4});
      answer.layer_from_parts(Tensor(rng.normal({1, 2, 4})),
                              parts_of(random_weights(rng), &calls),
                              norm_first);
      examiner.equal(calls, ones({4}),
                     {fmt::format("how often attention, feed_forward, norm1 "
                                  "and norm2 were asked, norm_first = {}",
                                  norm_first),
                      {"part"}});
    }
  });
  examiner.property("lets x through untouched if the parts find nothing", [&] {
    const Array w = random_weights(rng);
    LayerParts parts = parts_of(w);
    parts.attention = parts.feed_forward = [](const Tensor& x) {
      return Tensor(zeros(x.shape()));
    };
    const Array x = rng.normal({2, 3, 4});
    examiner.equal(answer.layer_from_parts(Tensor(x), parts, true).array(), x,
                   {"norm_first, parts that find nothing"});
    examiner.equal(answer.layer_from_parts(Tensor(x), parts, false).array(),
                   normed(normed(x, w(2)), w(3)),
                   {"norm after, parts that find nothing"});
  });
  examiner.gradient("lets the gradients back, both ways", [&] {
    const Array w = random_weights(rng);
    for (const bool norm_first : {true, false})
      examiner.same_gradients(
          [&](const std::vector<Tensor>& in) {
            return answer.layer_from_parts(in[0], parts_of(w), norm_first);
          },
          [&](const std::vector<Array>& in) {
            return want(in[0], w, norm_first);
          },
          {rng.normal({2, 3, 4}, 0.5, 2)}, {"x"}, 1e-5);
  });
}
