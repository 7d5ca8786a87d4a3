#include "course/exercise/exam.h"

namespace {

struct Sizes {
  std::size_t T, S, K, Kv;
};

struct Inputs {
  Array q, k, v, weights, dy;
};

// The way forward; key j takes part where seen(i, j) is 1.
Array weights_of(const Array& q, const Array& k, const Array& seen) {
  const Array scores =
      xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(double(k.shape(1)));
  const Array e = seen * xt::exp(scores);
  const Array total = xt::sum(e, {1}, xt::keep_dims);
  return e / xt::where(total > 0, total, 1.0);
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

// One of the three gradients.
struct Part {
  Array AttentionGradients::*of;
  std::string name, text, axis;
};

std::string sizes(const Inputs& in) {
  return fmt::format("q {}, k {}, v {}", to_string(in.q.shape()),
                     to_string(in.k.shape()), to_string(in.v.shape()));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<Part> parts = {
      {&AttentionGradients::v, "dv; ", "values", "key"},
      {&AttentionGradients::q, "dq; ", "queries", "query"},
      {&AttentionGradients::k, "dk; ", "keys", "key"}};
  const auto call = [&](const Inputs& in) {
    return answer.attention_backward(in.q, in.k, in.v, in.weights, in.dy);
  };
  const auto wanted = [](const Inputs& in) {
    return right_answer().attention_backward(in.q, in.k, in.v, in.weights,
                                             in.dy);
  };
  const auto same = [&](const AttentionGradients& got,
                        const AttentionGradients& want,
                        const std::string& where, double tolerance = 1e-9) {
    for (const Part& part : parts)
      examiner.equal(got.*part.of, want.*part.of,
                     {part.name + where, {part.axis, "column"}, tolerance});
  };
  const auto compare = [&](const Inputs& in, const std::string& what = "") {
    same(call(in), wanted(in), sizes(in) + what);
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
  for (const Part& part : parts)
    examiner.values("has the gradient of the " + part.text, [&] {
      const Sizes n{4, 6, 5, 3};
      const Inputs in = random_inputs(n, everyone(n), rng);
      examiner.equal(call(in).*part.of, wanted(in).*part.of,
                     {part.name + sizes(in), {part.axis, "column"}});
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
    const AttentionGradients want = wanted(in);
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
