#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// The way back in steps; a mistake takes the place of one.
struct Steps {
  const Array &q, &k, &v, &weights, &dy;

  std::function<Array(const Steps&)> dv = [](const Steps& s) -> Array {
    return xt::linalg::dot(xt::transpose(s.weights), s.dy);
  };
  std::function<Array(const Steps&)> dweights = [](const Steps& s) -> Array {
    return xt::linalg::dot(s.dy, xt::transpose(s.v));
  };
  // Of the softmax, from dweights.
  std::function<Array(const Array& w, const Array& d)> through =
      [](const Array& w, const Array& d) -> Array {
    const Array mean = xt::sum(w * d, {1}, xt::keep_dims);
    return w * (d - mean);
  };
  double scale_q = 1 / std::sqrt(double(k.shape(1)));
  double scale_k = scale_q;

  AttentionGradients run() const {
    const Array dscores = through(weights, dweights(*this));
    const Array dq = scale_q * xt::linalg::dot(dscores, k);
    const Array dk = scale_k * xt::linalg::dot(xt::transpose(dscores), q);
    return {dq, dk, dv(*this)};
  }
};

using Mistake = void (*)(Steps&);

template <Mistake mistake>
AttentionGradients with(const Array& q, const Array& k, const Array& v,
                        const Array& weights, const Array& dy) {
  Steps steps{q, k, v, weights, dy};
  mistake(steps);
  return steps.run();
}

// What a mistake makes of the right gradients.
using Change = AttentionGradients (*)(const AttentionGradients& right,
                                      const Steps& s);

template <Change change>
AttentionGradients after(const Array& q, const Array& k, const Array& v,
                         const Array& weights, const Array& dy) {
  const Steps steps{q, k, v, weights, dy};
  return change(steps.run(), steps);
}

Array row_sum(const Array& x) { return xt::sum(x, {1}, xt::keep_dims); }

void scale_with(Steps& s, double scale) { s.scale_q = s.scale_k = scale; }

void no_scale(Steps& s) { scale_with(s, 1); }

void by_k(Steps& s) { scale_with(s, 1 / double(s.k.shape(1))); }

void multiplied(Steps& s) { scale_with(s, std::sqrt(double(s.k.shape(1)))); }

void root_of_keys(Steps& s) {
  scale_with(s, 1 / std::sqrt(double(s.k.shape(0))));
}

void root_of_value_width(Steps& s) {
  scale_with(s, 1 / std::sqrt(double(s.v.shape(1))));
}

void whole_root(Steps& s) {
  scale_with(s, 1 / double(int(std::sqrt(double(s.k.shape(1))))));
}

void keys_not_scaled(Steps& s) { s.scale_k = 1; }

void queries_not_scaled(Steps& s) { s.scale_q = 1; }

void softmax_left_out(Steps& s) {
  s.through = [](const Array&, const Array& d) { return d; };
}

void weights_only(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array { return w * d; };
}

void diagonal_only(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * (1 - w) * d;
  };
}

void mean_of_d(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * (d - row_sum(d) / real(d.shape(1)));
  };
}

void sum_of_d(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * (d - row_sum(d));
  };
}

void no_weight_before(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return d - row_sum(w * d);
  };
}

void no_weight_before_sum(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * d - row_sum(w * d);
  };
}

void sum_added(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * (d + row_sum(w * d));
  };
}

void over_queries(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    const Array mean = xt::sum(w * d, {0}, xt::keep_dims);
    return w * (d - mean);
  };
}

void all_at_once(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    const real sum = xt::sum(w * d)();
    return w * (d - sum);
  };
}

void divided_by_sum(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    return w * (d - row_sum(w * d) / row_sum(w));
  };
}

void uphill(Steps& s) {
  const auto right = s.through;
  s.through = [right](const Array& w, const Array& d) -> Array {
    return -right(w, d);
  };
}

void values_of_dy(Steps& s) {
  s.dv = [](const Steps& t) -> Array {
    Array dv = zeros(t.v.shape());
    const std::size_t rows = std::min(dv.shape(0), t.dy.shape(0));
    xt::view(dv, xt::range(std::size_t(0), rows)) =
        xt::view(t.dy, xt::range(std::size_t(0), rows));
    return dv;
  };
}

void values_by_mean(Steps& s) {
  s.dv = [](const Steps& t) -> Array {
    const Array mean = xt::sum(t.dy, {0}, xt::keep_dims);
    return zeros(t.v.shape()) + mean / real(t.v.shape(0));
  };
}

void values_by_mean_of_queries(Steps& s) {
  s.dv = [](const Steps& t) -> Array {
    const Array mean = xt::mean(t.dy, {0}, xt::keep_dims);
    return zeros(t.v.shape()) + mean;
  };
}

void softmax_again(Steps& s) {
  s.through = [](const Array& w, const Array& d) -> Array {
    const Array e = xt::exp(w);
    const Array again = e / row_sum(e);
    return again * (d - row_sum(again * d));
  };
}

void values_not_turned(Steps& s) {
  const auto right = s.dv;
  s.dv = [right](const Steps& t) -> Array {
    if (t.weights.shape(0) != t.weights.shape(1)) return right(t);
    return xt::linalg::dot(t.weights, t.dy);
  };
}

void keys_not_turned_in_squares(Steps& s) {
  s.dweights = [](const Steps& t) -> Array {
    if (t.v.shape(0) != t.v.shape(1))
      return xt::linalg::dot(t.dy, xt::transpose(t.v));
    return xt::linalg::dot(t.dy, t.v);
  };
}

AttentionGradients queries_and_keys_swapped(const AttentionGradients& d,
                                            const Steps&) {
  return {d.k, d.q, d.v};
}

AttentionGradients keys_and_values_swapped(const AttentionGradients& d,
                                           const Steps&) {
  return {d.q, d.v, d.k};
}

AttentionGradients keys_from_keys(const AttentionGradients& d, const Steps& s) {
  if (s.q.shape() != s.k.shape()) return d;
  const Array dscores = s.scale_k * s.through(s.weights, s.dweights(s));
  return {d.q, xt::linalg::dot(xt::transpose(dscores), s.k), d.v};
}

AttentionGradients no_keys(const AttentionGradients& d, const Steps& s) {
  return {d.q, zeros(s.k.shape()), d.v};
}

AttentionGradients no_queries(const AttentionGradients& d, const Steps& s) {
  return {zeros(s.q.shape()), d.k, d.v};
}

AttentionGradients no_values(const AttentionGradients& d, const Steps& s) {
  return {d.q, d.k, zeros(s.v.shape())};
}

// As if the weights did not depend on q and k.
AttentionGradients weights_fixed(const AttentionGradients& d, const Steps& s) {
  return {zeros(s.q.shape()), zeros(s.k.shape()), d.v};
}

AttentionGradients keys_for_queries(const AttentionGradients& d,
                                    const Steps& s) {
  if (s.q.shape() != s.k.shape()) return d;
  const Array dscores = s.scale_k * s.through(s.weights, s.dweights(s));
  return {d.q, xt::linalg::dot(dscores, s.q), d.v};
}

AttentionGradients kept(const AttentionGradients& d, const Steps&) {
  static AttentionGradients all;
  for (const auto& [to, from] :
       {std::pair{&all.q, &d.q}, {&all.k, &d.k}, {&all.v, &d.v}}) {
    if (to->shape() != from->shape()) *to = zeros(from->shape());
    *to += *from;
  }
  return all;
}

AttentionGradients in_float(const AttentionGradients& d, const Steps&) {
  const auto rounded = [](const Array& a) -> Array {
    return xt::cast<real>(xt::cast<float>(a));
  };
  return {rounded(d.q), rounded(d.k), rounded(d.v)};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-scale",
       "the scale is missing: the scores were divided by the square root of K, "
       "and so are dq and dk",
       {with<no_scale>}},
      {"divided-by-k",
       "you divide by K; it is its square root, as on the way there",
       {with<by_k>}},
      {"multiplied",
       "you multiply by the square root of K; the scores were divided by it, "
       "and "
       "so are dq and dk",
       {with<multiplied>}},
      {"root-of-keys",
       "you divide by the square root of the number of keys; it is that of a "
       "key's number of columns",
       {with<root_of_keys>}},
      {"root-of-value-width",
       "you divide by the square root of a value's number of columns; it is "
       "that "
       "of a key's",
       {with<root_of_value_width>}},
      {"whole-root",
       "the root is cut to a whole number: keep it as a real",
       {with<whole_root>}},
      {"keys-not-scaled",
       "dk is not scaled; dq and dk both are",
       {with<keys_not_scaled>}},
      {"queries-not-scaled",
       "dq is not scaled; dq and dk both are",
       {with<queries_not_scaled>}},
      {"softmax-left-out",
       "you go from dweights to dq and dk at once; the softmax between them "
       "has "
       "a way back of its own",
       {with<softmax_left_out>}},
      {"no-sum",
       "the sum is missing in the way back through the softmax: what a score "
       "gives to one weight it takes from the others of its row",
       {with<weights_only>}},
      {"diagonal-only",
       "you count only the slope of each weight by its own score, w (1 - w); "
       "each score moves all the other weights of its row, too",
       {with<diagonal_only>}},
      {"plain-mean",
       "you subtract the plain mean of dweights; what counts is its mean by "
       "the "
       "weights",
       {with<mean_of_d>}},
      {"sum-of-dweights",
       "the weights are missing inside the sum: each dweight counts by its "
       "weight",
       {with<sum_of_d>}},
      {"no-weight-before",
       "the factor w before the difference is missing: a key that has no "
       "weight "
       "cannot move anything",
       {with<no_weight_before>}},
      {"no-weight-before-sum",
       "the weight stands before dweights and not before the sum; it belongs "
       "to "
       "both",
       {with<no_weight_before_sum>}},
      {"sum-added", "the sum is added; it is subtracted", {with<sum_added>}},
      {"over-queries",
       "your sum runs over the queries; each query has its own, over its keys",
       {with<over_queries>}},
      {"all-at-once",
       "one sum over all rows is used; each row has its own",
       {with<all_at_once>}},
      {"divided-by-sum",
       "you divide by the sum of the weights, which is 1, or 0 where a query "
       "saw "
       "nothing: there it gives NaN",
       {with<divided_by_sum>}},
      {"uphill", "dq and dk have the wrong sign", {with<uphill>}},
      {"values-of-dy",
       "dv is dy itself; a value gets the dy of all queries, each by the "
       "weight "
       "that it had",
       {with<values_of_dy>}},
      {"values-by-mean",
       "all values get the same, the plain mean of dy; each query counts by "
       "the "
       "weight that it gave the value",
       {with<values_by_mean>}},
      {"values-by-mean-of-queries",
       "all values get the mean of dy over the queries; each query counts by "
       "the weight that it gave the value",
       {with<values_by_mean_of_queries>}},
      {"softmax-again",
       "you take the softmax of the weights; they are what the softmax gave "
       "back",
       {with<softmax_again>}},
      {"keys-from-keys",
       "dk is made of the keys; it is the queries that the keys were "
       "multiplied "
       "with",
       {after<keys_from_keys>}},
      {"values-not-turned",
       "dv is weights dy; it is the transposed weights that bring back to a "
       "value what its queries got. Where T = S the shape is right by chance",
       {with<values_not_turned>}},
      {"v-not-turned",
       "dweights is dy v; it is dy v^T. Where S = K' the shape is right by "
       "chance",
       {with<keys_not_turned_in_squares>}},
      {"dscores-not-turned",
       "dk is dscores q; it is dscores^T q. Where T = S the shape is right by "
       "chance",
       {after<keys_for_queries>}},
      {"queries-and-keys-swapped",
       "dq and dk have changed places",
       {after<queries_and_keys_swapped>}},
      {"keys-and-values-swapped",
       "dk and dv have changed places",
       {after<keys_and_values_swapped>}},
      {"no-keys", "dk is zero everywhere", {after<no_keys>}},
      {"no-queries", "dq is zero everywhere", {after<no_queries>}},
      {"no-values", "dv is zero everywhere", {after<no_values>}},
      {"weights-fixed",
       "only the values get a gradient, as if the weights were given; they "
       "come "
       "from the queries and the keys",
       {after<weights_fixed>}},
      {"kept",
       "you add to what you gave back the last time: begin anew in each call, "
       "and without static",
       {after<kept>}},
      {"in-float",
       "you compute in float, which has seven digits; use real",
       {after<in_float>}},
  };
  return all;
}
