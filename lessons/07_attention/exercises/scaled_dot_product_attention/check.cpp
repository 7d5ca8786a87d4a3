#include "course/exercise/exam.h"

namespace {

struct Sizes {
  std::size_t T, S, K, Kv;
};

struct Inputs {
  Array q, k, v;
  Mask mask;
};

// Each query sees a key, the others as they come.
Inputs random_inputs(const Sizes& n, Rng& rng, bool masked) {
  Inputs in{rng.normal({n.T, n.K}, 0, 1.5), rng.normal({n.S, n.K}, 0, 1.5),
            rng.normal({n.S, n.Kv}), Mask::from_shape({n.T, n.S})};
  in.mask.fill(true);
  if (!masked) return in;
  for (bool& sees : in.mask) sees = rng.below(2) == 0;
  for (std::size_t i = 0; i < n.T; ++i) in.mask(i, rng.below(n.S)) = true;
  return in;
}

About about(const Inputs& in, const std::string& what = "") {
  return {fmt::format("q {}, k {}, v {}{}", to_string(in.q.shape()),
                      to_string(in.k.shape()), to_string(in.v.shape()), what),
          {"query", "column"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Inputs& in) {
    return answer.scaled_dot_product_attention(in.q, in.k, in.v, in.mask);
  };
  const auto wanted = [](const Inputs& in) {
    return right_answer().scaled_dot_product_attention(in.q, in.k, in.v,
                                                       in.mask);
  };
  const auto compare = [&](const Inputs& in, const std::string& what = "") {
    examiner.equal(call(in), wanted(in), about(in, what));
  };

  examiner.shape("has a row for each query, as wide as a value", [&] {
    const Inputs in = random_inputs({4, 6, 5, 3}, rng, true);
    examiner.same_shape(call(in), {4, 3}, about(in).sizes);
  });
  examiner.values("has the values of the formula", [&] {
    compare(random_inputs({5, 5, 4, 4}, rng, false), ", nothing hidden");
  });
  examiner.values("looks at another sentence's keys, too", [&] {
    compare(random_inputs({4, 7, 6, 3}, rng, false), ", nothing hidden");
  });
  examiner.values("looks only at what the mask lets it see", [&] {
    compare(random_inputs({6, 6, 3, 3}, rng, true), ", some keys hidden");
    const Sizes n = {2 + rng.below(4), 7 + rng.below(3), 2 + rng.below(7), 5};
    compare(random_inputs(n, rng, true), ", some keys hidden");
  });
  examiner.values("works where all sizes are the same", [&] {
    compare(random_inputs({4, 4, 4, 4}, rng, false), ", nothing hidden");
    compare(random_inputs({3, 3, 3, 3}, rng, true), ", some keys hidden");
  });
  examiner.edge("takes a score of 0 for a score", [&] {
    Inputs in = random_inputs({3, 4, 5, 2}, rng, true);
    xt::view(in.q, 0) = 0;
    xt::view(in.k, 2) = 0;
    compare(in, ", query 0 and key 2 are zeros");
  });
  examiner.edge("keeps small values, in proportion", [&] {
    Inputs in = random_inputs({3, 4, 5, 2}, rng, true);
    Inputs small = in;
    small.v *= 1e-12;
    const Array got = 1e12 * call(small);
    examiner.equal(got, wanted(in), about(in, ", values of about 1e-12"));
  });
  examiner.edge("works for one query, one key, one column", [&] {
    compare(random_inputs({1, 5, 3, 2}, rng, false));
    compare(random_inputs({4, 1, 3, 2}, rng, false));
    compare(random_inputs({3, 4, 1, 1}, rng, false));
  });
  examiner.edge("works for many queries, keys and columns", [&] {
    compare(random_inputs({20, 70, 6, 33}, rng, true));
  });
  examiner.edge("gives zeros to a query that sees nothing", [&] {
    Inputs in = random_inputs({4, 5, 3, 2}, rng, true);
    xt::view(in.mask, 1) = false;
    compare(in, ", query 1 sees nothing");
    Inputs one_key = random_inputs({3, 1, 4, 2}, rng, false);
    one_key.mask(0, 0) = false;
    compare(one_key, ", query 0 sees nothing");
  });
  examiner.edge("works for scores of a thousand", [&] {
    Inputs in = random_inputs({3, 4, 4, 2}, rng, false);
    xt::col(in.q, 0) = 50;
    xt::col(in.k, 0) = 40;
    // What all keys have in common has no influence on the weights.
    Inputs near = in;
    xt::col(near.k, 0) = 0;
    examiner.equal(call(in), wanted(near), about(in, ", large scores"));
  });
  examiner.edge("works for scores far below 0", [&] {
    Inputs in = random_inputs({3, 4, 4, 2}, rng, true);
    xt::col(in.q, 0) = 50;
    Inputs near = in;
    xt::col(in.k, 0) = -40;
    xt::col(near.k, 0) = 0;
    examiner.equal(call(in), wanted(near), about(in, ", low scores"));
  });
  examiner.edge("takes no notice of a large score that is hidden", [&] {
    Inputs in = random_inputs({3, 4, 4, 2}, rng, true);
    xt::view(in.mask, xt::all(), 1) = false;
    xt::col(in.q, 0) = 50;
    in.k(1, 0) = 40;
    compare(in, ", key 1 hidden, with scores of about 1000");
  });
  examiner.property("does not care in which order the keys stand", [&] {
    const Inputs in = random_inputs({4, 6, 3, 2}, rng, true);
    const auto order = xt::keep(rng.permutation(6));
    const Inputs other{in.q, xt::view(in.k, order, xt::all()),
                       xt::view(in.v, order, xt::all()),
                       xt::view(in.mask, xt::all(), order)};
    examiner.equal(call(other), wanted(in),
                   about(in, ", keys, values and mask shuffled alike"));
  });
  examiner.property("never feels a value that nobody sees", [&] {
    Inputs in = random_inputs({5, 5, 4, 3}, rng, true);
    xt::view(in.mask, xt::all(), 2) = false;
    const Array want = wanted(in);
    xt::view(in.k, 2) = rng.normal({4}, 0, 10);
    xt::view(in.v, 2) = rng.normal({3}, 0, 10);
    examiner.equal(
        call(in), want,
        about(in, ", key 2 and its value changed, hidden from all queries"));
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Inputs one = random_inputs({3, 4, 5, 2}, rng, true);
    const Inputs two = random_inputs({3, 4, 5, 2}, rng, true);
    const Inputs three = random_inputs({2, 6, 7, 4}, rng, true);
    for (const Inputs* in : {&one, &two, &three, &one})
      compare(*in, ", one call of several");
  });
  examiner.no_gradient(
      "the way back is an exercise of its own, attention_backward");
}
