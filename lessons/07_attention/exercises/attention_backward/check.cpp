#include "course/exercise/exam.h"

namespace {

struct Sizes {
  std::size_t T, S, K, Kv;
};

struct Inputs {
  Array q, k, v, weights, dy;
};

// Query by query; key j takes part where seen(i, j) is 1.
Array weights_of(const Array& q, const Array& k, const Array& seen) {
  Array weights = zeros(seen.shape());
  for (std::size_t i = 0; i < q.shape(0); ++i) {
    double total = 0;
    for (std::size_t j = 0; j < k.shape(0); ++j) {
      double score = 0;
      for (std::size_t c = 0; c < k.shape(1); ++c) score += q(i, c) * k(j, c);
      weights(i, j) =
          seen(i, j) * std::exp(score / std::sqrt(double(k.shape(1))));
      total += weights(i, j);
    }
    for (std::size_t j = 0; total > 0 && j < k.shape(0); ++j)
      weights(i, j) /= total;
  }
  return weights;
}

Array everyone(const Sizes& n) { return ones({n.T, n.S}); }

// Each query sees a key, the others as they come.
Array some(const Sizes& n, Rng& rng) {
  Array seen = zeros({n.T, n.S});
  for (double& one : seen) one = double(rng.below(2));
  for (std::size_t i = 0; i < n.T; ++i) seen(i, rng.below(n.S)) = 1;
  return seen;
}

Inputs random_inputs(const Sizes& n, const Array& seen, Rng& rng) {
  Inputs in{rng.normal({n.T, n.K}),
            rng.normal({n.S, n.K}),
            rng.normal({n.S, n.Kv}),
            {},
            rng.normal({n.T, n.Kv})};
  in.weights = weights_of(in.q, in.k, seen);
  return in;
}

// How y grows with score (i, m), by the table of slopes of the softmax, and
// from there to q and k.
AttentionGradients by_the_slopes(const Inputs& in) {
  AttentionGradients d{zeros(in.q.shape()), zeros(in.k.shape()),
                       zeros(in.v.shape())};
  const std::size_t S = in.k.shape(0), K = in.k.shape(1);
  for (std::size_t i = 0; i < in.q.shape(0); ++i)
    for (std::size_t j = 0; j < S; ++j)
      for (std::size_t c = 0; c < in.v.shape(1); ++c) {
        const double w = in.weights(i, j), dy = in.dy(i, c);
        d.v(j, c) += w * dy;
        for (std::size_t m = 0; m < S; ++m) {
          const double slope = w * ((j == m ? 1 : 0) - in.weights(i, m));
          const double dscore = dy * in.v(j, c) * slope / std::sqrt(double(K));
          for (std::size_t e = 0; e < K; ++e) {
            d.q(i, e) += dscore * in.k(m, e);
            d.k(m, e) += dscore * in.q(i, e);
          }
        }
      }
  return d;
}

std::string sizes(const Inputs& in) {
  return fmt::format("q {}, k {}, v {}", to_string(in.q.shape()),
                     to_string(in.k.shape()), to_string(in.v.shape()));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Inputs& in) {
    return answer.attention_backward(in.q, in.k, in.v, in.weights, in.dy);
  };
  const auto same = [&](const AttentionGradients& got,
                        const AttentionGradients& want,
                        const std::string& where, double tolerance = 1e-9) {
    examiner.equal(got.v, want.v,
                   {"dv; " + where, {"key", "column"}, tolerance});
    examiner.equal(got.q, want.q,
                   {"dq; " + where, {"query", "column"}, tolerance});
    examiner.equal(got.k, want.k,
                   {"dk; " + where, {"key", "column"}, tolerance});
  };
  const auto compare = [&](const Inputs& in, const std::string& what = "") {
    same(call(in), by_the_slopes(in), sizes(in) + what);
  };
  const auto compare_all = [&](const std::vector<Sizes>& all) {
    for (const Sizes& n : all) compare(random_inputs(n, everyone(n), rng));
  };

  examiner.shape("has the shapes of q, k and v", [&] {
    const Sizes n{4, 6, 5, 3};
    const Inputs in = random_inputs(n, everyone(n), rng);
    const AttentionGradients got = call(in);
    examiner.same_shape(got.q, {4, 5}, "dq; " + sizes(in));
    examiner.same_shape(got.k, {6, 5}, "dk; " + sizes(in));
    examiner.same_shape(got.v, {6, 3}, "dv; " + sizes(in));
  });
  examiner.values("has the gradient of the values", [&] {
    const Sizes n{4, 6, 5, 3};
    const Inputs in = random_inputs(n, everyone(n), rng);
    examiner.equal(call(in).v, by_the_slopes(in).v,
                   {"dv; " + sizes(in), {"key", "column"}});
  });
  examiner.values("has the gradient of the queries", [&] {
    const Sizes n{4, 6, 5, 3};
    const Inputs in = random_inputs(n, everyone(n), rng);
    examiner.equal(call(in).q, by_the_slopes(in).q,
                   {"dq; " + sizes(in), {"query", "column"}});
  });
  examiner.values("has the gradient of the keys", [&] {
    const Sizes n{4, 6, 5, 3};
    const Inputs in = random_inputs(n, everyone(n), rng);
    examiner.equal(call(in).k, by_the_slopes(in).k,
                   {"dk; " + sizes(in), {"key", "column"}});
  });
  examiner.values("works for any sizes", [&] {
    compare_all({{3, 7, 2, 6},
                 {6, 3, 8, 2},
                 {2 + rng.below(3), 5 + rng.below(3), 6 + rng.below(3), 4}});
  });
  examiner.values("works where sizes are the same", [&] {
    compare_all({{4, 4, 4, 4}, {5, 5, 3, 3}, {3, 5, 3, 5}, {4, 2, 4, 4}});
  });
  examiner.values("works where keys were hidden", [&] {
    for (const Sizes& n : {Sizes{5, 5, 3, 4}, Sizes{4, 7, 6, 2}})
      compare(random_inputs(n, some(n, rng), rng), ", some keys hidden");
  });
  examiner.edge("works for one query, one key, one column", [&] {
    compare_all({{1, 5, 3, 2}, {4, 1, 3, 2}, {3, 4, 1, 1}});
  });
  examiner.edge("gives a query that saw nothing zeros", [&] {
    const Sizes n{4, 5, 3, 2};
    Array seen = some(n, rng);
    xt::view(seen, 1) = 0;
    compare(random_inputs(n, seen, rng), ", query 1 saw nothing");
  });
  examiner.edge("works for zeros among q, k and v", [&] {
    const Sizes n{3, 4, 5, 2};
    Inputs in = random_inputs(n, everyone(n), rng);
    xt::view(in.q, 0) = 0;
    xt::view(in.k, 2) = 0;
    xt::view(in.v, 1) = 0;
    in.weights = weights_of(in.q, in.k, everyone(n));
    compare(in, ", query 0, key 2 and value 1 are zeros");
  });
  examiner.edge("keeps what is small, in proportion", [&] {
    const Sizes n{3, 4, 5, 2};
    Inputs in = random_inputs(n, some(n, rng), rng);
    const AttentionGradients want = by_the_slopes(in);
    in.dy *= 1e-12;
    const AttentionGradients got = call(in);
    same({1e12 * got.q, 1e12 * got.k, 1e12 * got.v}, want,
         sizes(in) + ", dy of about 1e-12, all times 1e12");
  });
  examiner.edge("works for many queries and keys", [&] {
    const Sizes n{20, 30, 9, 7};
    compare(random_inputs(n, some(n, rng), rng));
  });
  examiner.property("does not move when all keys move together", [&] {
    const Sizes n{4, 6, 5, 3};
    const Inputs in = random_inputs(n, everyone(n), rng);
    const Array dk = call(in).k;
    examiner.same_shape(dk, {6, 5}, "dk; " + sizes(in));
    const Array sums = xt::sum(dk, {0});
    examiner.equal(sums, zeros({5}),
                   {"the sum of dk over all keys; " + sizes(in), {"column"}});
  });
  examiner.property("answers the same however often it is asked", [&] {
    const Sizes n{3, 4, 5, 2}, m{2, 6, 3, 4};
    const Inputs one = random_inputs(n, some(n, rng), rng);
    const Inputs two = random_inputs(m, some(m, rng), rng);
    const Inputs three = random_inputs(n, some(n, rng), rng);
    for (const Inputs* in : {&one, &two, &three, &one})
      compare(*in, ", one call of several");
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Sizes n{3, 4, 2, 3};
    const Array seen = some(n, rng);
    const Inputs in = random_inputs(n, seen, rng);
    const auto y = [&](const Array& q, const Array& k, const Array& v) {
      return Array(xt::linalg::dot(weights_of(q, k, seen), v));
    };
    const AttentionGradients want{
        exercise::numeric_gradient(
            [&](const Array& q) { return y(q, in.k, in.v); }, in.q, in.dy),
        exercise::numeric_gradient(
            [&](const Array& k) { return y(in.q, k, in.v); }, in.k, in.dy),
        exercise::numeric_gradient(
            [&](const Array& v) { return y(in.q, in.k, v); }, in.v, in.dy)};
    same(call(in), want, sizes(in), 1e-6);
  });
}
