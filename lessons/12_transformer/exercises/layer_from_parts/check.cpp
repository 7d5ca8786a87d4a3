#include "course/exercise/exam.h"

namespace {

// Parts that can be told apart: the words before, mixed; a function of each
// number; and two norms with weights of their own.
struct Weights {
  double attention, feed_forward, norm1, norm2;
};

Array mixed(const Array& x, double w) {
  Array y = x;
  for (std::size_t b = 0; b < x.shape(0); ++b)
    for (std::size_t i = 0; i < x.shape(2); ++i) {
      double sum = 0;
      for (std::size_t t = 0; t < x.shape(1); ++t) {
        sum += x(b, t, i);
        y(b, t, i) = w * sum / double(t + 1);
      }
    }
  return y;
}

Array bent(const Array& x, double w) { return xt::sin(w * x) + 0.3; }

Array normed(const Array& x, double w) {
  Array y = x;
  const std::size_t D = x.shape(2);
  for (std::size_t b = 0; b < x.shape(0); ++b)
    for (std::size_t t = 0; t < x.shape(1); ++t) {
      double mean = 0, variance = 0.01;
      for (std::size_t i = 0; i < D; ++i) mean += x(b, t, i) / double(D);
      for (std::size_t i = 0; i < D; ++i)
        variance += std::pow(x(b, t, i) - mean, 2) / double(D);
      for (std::size_t i = 0; i < D; ++i)
        y(b, t, i) = w * (x(b, t, i) - mean) / std::sqrt(variance) + 0.1 * w;
    }
  return y;
}

// The same part for tensors: its own numbers, and on the way back the slopes
// that differences measure.
LayerParts::Part recorded(Array (*f)(const Array& x, double w), double w,
                          int* calls) {
  return [f, w, calls](const Tensor& x) {
    if (calls != nullptr) ++*calls;
    const Array saved = x.array();
    return record("part", f(saved, w), {x},
                  [f, w, saved](const Array&, Array& dy, Gradients& d) {
                    const auto of = [&](const Array& at) { return f(at, w); };
                    d.add(0, exercise::numeric_gradient(of, saved, dy));
                  });
  };
}

struct Calls {
  int attention = 0, feed_forward = 0, norm1 = 0, norm2 = 0;
};

LayerParts parts_of(const Weights& w, Calls* calls = nullptr) {
  return {
      recorded(mixed, w.attention, calls ? &calls->attention : nullptr),
      recorded(bent, w.feed_forward, calls ? &calls->feed_forward : nullptr),
      recorded(normed, w.norm1, calls ? &calls->norm1 : nullptr),
      recorded(normed, w.norm2, calls ? &calls->norm2 : nullptr)};
}

// The stream after each of the two parts.
Array want(const Array& x, const Weights& w, bool norm_first) {
  Array stream = x;
  for (const bool first : {true, false}) {
    const double norm = first ? w.norm1 : w.norm2;
    const Array seen = norm_first ? normed(stream, norm) : stream;
    const Array found =
        first ? mixed(seen, w.attention) : bent(seen, w.feed_forward);
    const Array sum = stream + found;
    stream = norm_first ? sum : normed(sum, norm);
  }
  return stream;
}

Weights random_weights(Rng& rng) {
  return {1 + rng.uniform(), 0.5 + rng.uniform(), 0.6 + 0.3 * rng.uniform(),
          1.1 + 0.4 * rng.uniform()};
}

std::string text(const Shape& shape, bool norm_first) {
  return fmt::format("x {}, norm_first = {}", to_string(shape), norm_first);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& shape, bool norm_first) {
    const Weights w = random_weights(rng);
    const Array x = rng.normal(shape, 0.5, 2);
    examiner.equal(
        answer.layer_from_parts(Tensor(x), parts_of(w), norm_first).array(),
        want(x, w, norm_first),
        {text(shape, norm_first), {"sentence", "word", "column"}});
  };

  examiner.shape("keeps the shape", [&] {
    for (const bool norm_first : {true, false}) {
      const Weights w = random_weights(rng);
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
      Calls calls;
      answer.layer_from_parts(Tensor(rng.normal({1, 2, 4})),
                              parts_of(random_weights(rng), &calls),
                              norm_first);
      const Array got = {double(calls.attention), double(calls.feed_forward),
                         double(calls.norm1), double(calls.norm2)};
      examiner.equal(got, ones({4}),
                     {fmt::format("how often attention, feed_forward, norm1 "
                                  "and norm2 were asked, norm_first = {}",
                                  norm_first),
                      {"part"}});
    }
  });
  examiner.property("lets x through untouched if the parts find nothing", [&] {
    const Weights w = random_weights(rng);
    LayerParts parts = parts_of(w);
    parts.attention = parts.feed_forward = [](const Tensor& x) {
      return Tensor(zeros(x.shape()));
    };
    const Array x = rng.normal({2, 3, 4});
    examiner.equal(answer.layer_from_parts(Tensor(x), parts, true).array(), x,
                   {"norm_first, parts that find nothing"});
    examiner.equal(answer.layer_from_parts(Tensor(x), parts, false).array(),
                   normed(normed(x, w.norm1), w.norm2),
                   {"norm after, parts that find nothing"});
  });
  examiner.gradient("lets the gradients back, both ways", [&] {
    const Weights w = random_weights(rng);
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
