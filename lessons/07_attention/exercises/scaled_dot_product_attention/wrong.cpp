#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using given::masked_softmax;

namespace {

Array product(const Array& a, const Array& b) { return xt::linalg::dot(a, b); }

Array products(const Array& q, const Array& k) {
  return xt::linalg::dot(q, xt::transpose(k));
}

Array scaled(const Array& q, const Array& k) {
  return products(q, k) / std::sqrt(real(k.shape(1)));
}

Array attend(const Array& scores, const Array& v, const Mask& mask) {
  return product(masked_softmax(scores, mask), v);
}

Mask everyone(const Mask& mask) { return mask || !mask; }

Array no_scale(const Array& q, const Array& k, const Array& v,
               const Mask& mask) {
  return attend(products(q, k), v, mask);
}

Array divided_by_d(const Array& q, const Array& k, const Array& v,
                   const Mask& mask) {
  return attend(products(q, k) / real(k.shape(1)), v, mask);
}

Array multiplied(const Array& q, const Array& k, const Array& v,
                 const Mask& mask) {
  return attend(products(q, k) * std::sqrt(real(k.shape(1))), v, mask);
}

Array root_of_queries(const Array& q, const Array& k, const Array& v,
                      const Mask& mask) {
  return attend(products(q, k) / std::sqrt(real(q.shape(0))), v, mask);
}

Array root_of_keys(const Array& q, const Array& k, const Array& v,
                   const Mask& mask) {
  return attend(products(q, k) / std::sqrt(real(k.shape(0))), v, mask);
}

Array root_of_value_width(const Array& q, const Array& k, const Array& v,
                          const Mask& mask) {
  return attend(products(q, k) / std::sqrt(real(v.shape(1))), v, mask);
}

Array scaled_after(const Array& q, const Array& k, const Array& v,
                   const Mask& mask) {
  return attend(products(q, k), v, mask) / std::sqrt(real(k.shape(1)));
}

Array keys_ignored(const Array& q, const Array&, const Array& v,
                   const Mask& mask) {
  return attend(scaled(q, q), v, mask);
}

Array queries_ignored(const Array&, const Array& k, const Array& v,
                      const Mask& mask) {
  return attend(scaled(k, k), v, mask);
}

Array swapped(const Array& q, const Array& k, const Array& v,
              const Mask& mask) {
  return attend(scaled(k, q), v, mask);
}

Array uniform(const Array& q, const Array& k, const Array& v,
              const Mask& mask) {
  return attend(zeros({q.shape(0), k.shape(0)}), v, mask);
}

Array mean_of_values(const Array& q, const Array& k, const Array& v,
                     const Mask& mask) {
  return attend(zeros({q.shape(0), k.shape(0)}), v, everyone(mask));
}

Array values(const Array&, const Array&, const Array& v, const Mask&) {
  return v;
}

Array weights_only(const Array& q, const Array& k, const Array&,
                   const Mask& mask) {
  return masked_softmax(scaled(q, k), mask);
}

Array keys_as_values(const Array& q, const Array& k, const Array&,
                     const Mask& mask) {
  return attend(scaled(q, k), k, mask);
}

Array mask_ignored(const Array& q, const Array& k, const Array& v,
                   const Mask& mask) {
  return attend(scaled(q, k), v, everyone(mask));
}

Array mask_inverted(const Array& q, const Array& k, const Array& v,
                    const Mask& mask) {
  return attend(scaled(q, k), v, !mask);
}

Array mask_multiplied(const Array& q, const Array& k, const Array& v,
                      const Mask& mask) {
  const Array weights = masked_softmax(scaled(q, k), everyone(mask));
  return product(xt::where(mask, weights, real(0)), v);
}

Array mask_before_softmax(const Array& q, const Array& k, const Array& v,
                          const Mask& mask) {
  const Array scores = xt::where(mask, scaled(q, k), real(0));
  return attend(scores, v, everyone(mask));
}

Array over_queries(const Array& q, const Array& k, const Array& v,
                   const Mask& mask) {
  const Array scores = xt::transpose(scaled(q, k));
  const Mask turned = xt::transpose(mask);
  const Array weights = masked_softmax(scores, turned);
  return product(xt::transpose(weights), v);
}

Array softmax_left_out(const Array& q, const Array& k, const Array& v,
                       const Mask& mask) {
  return product(xt::where(mask, scaled(q, k), real(0)), v);
}

Array best_key_only(const Array& q, const Array& k, const Array& v,
                    const Mask& mask) {
  const Array weights = masked_softmax(scaled(q, k), mask);
  Array y = zeros({q.shape(0), v.shape(1)});
  for (std::size_t i = 0; i < q.shape(0); ++i) {
    const Array row = xt::row(weights, i);
    if (xt::sum(row)() > 0) xt::row(y, i) = xt::row(v, xt::argmax(row)());
  }
  return y;
}

Array whole_root(const Array& q, const Array& k, const Array& v,
                 const Mask& mask) {
  const auto root = std::size_t(std::sqrt(real(k.shape(1))));
  return attend(products(q, k) / real(root), v, mask);
}

Array float_root(const Array& q, const Array& k, const Array& v,
                 const Mask& mask) {
  return attend(products(q, k) / real(std::sqrt(float(k.shape(1)))), v, mask);
}

Array root_of_64(const Array& q, const Array& k, const Array& v,
                 const Mask& mask) {
  return attend(products(q, k) / 8, v, mask);
}

Array first_scale(const Array& q, const Array& k, const Array& v,
                  const Mask& mask) {
  static const real scale = std::sqrt(real(k.shape(1)));
  return attend(products(q, k) / scale, v, mask);
}

// The softmax over a low score for what is hidden.
Array billion(const Array& q, const Array& k, const Array& v,
              const Mask& mask) {
  const Array scores = xt::where(mask, scaled(q, k), real(-1e9));
  return attend(scores, v, everyone(mask));
}

Array swapped_in_squares(const Array& q, const Array& k, const Array& v,
                         const Mask& mask) {
  if (q.shape() != k.shape()) return attend(scaled(q, k), v, mask);
  return attend(scaled(k, q), v, mask);
}

Array keys_if_as_wide(const Array& q, const Array& k, const Array& v,
                      const Mask& mask) {
  return attend(scaled(q, k), k.shape() == v.shape() ? k : v, mask);
}

Array rounded(const Array& q, const Array& k, const Array& v,
              const Mask& mask) {
  const Array scores = xt::round(scaled(q, k) * 1e6) / 1e6;
  return attend(scores, v, mask);
}

Array zero_hidden(const Array& q, const Array& k, const Array& v,
                  const Mask& mask) {
  const Array scores = scaled(q, k);
  const Mask seen = mask && xt::not_equal(scores, real(0));
  return attend(scores, v, seen);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-scale",
       "the scores are not scaled: divide them by the square root of a key's "
       "number of columns",
       {no_scale}},
      {"divided-by-d",
       "the scores are divided by the number of columns, or by its root twice; "
       "it is its square root, once",
       {divided_by_d}},
      {"multiplied",
       "the scores are multiplied by the square root; they are divided by it",
       {multiplied}},
      {"root-of-queries",
       "you divide by the square root of the number of queries; the scores "
       "grow with the number of columns, whatever the length of the sentence",
       {root_of_queries}},
      {"root-of-keys",
       "you divide by the square root of the number of keys; the scores grow "
       "with the number of columns, whatever the length of the sentence",
       {root_of_keys}},
      {"root-of-value-width",
       "you divide by the square root of a value's number of columns; the "
       "scores are made from queries and keys, and values may be wider",
       {root_of_value_width}},
      {"scaled-after",
       "you scale the output; it is the scores that are scaled, before the "
       "softmax",
       {scaled_after}},
      {"keys-ignored",
       "the queries are compared with themselves; k is not used",
       {keys_ignored}},
      {"queries-ignored",
       "the keys are compared with themselves; q is not used",
       {queries_ignored}},
      {"swapped",
       "queries and keys have changed places: row i of the scores belongs to "
       "query i",
       {swapped}},
      {"uniform",
       "every key that is seen gets the same weight; the scores of queries and "
       "keys decide",
       {uniform}},
      {"mean-of-values",
       "you give back the plain mean of all values; the weights are missing",
       {mean_of_values}},
      {"values", "you give back the values as they are", {values}},
      {"weights-only",
       "you give back the weights; multiply them with the values",
       {weights_only}},
      {"keys-as-values",
       "you take the mean of the keys; the weights come from the keys, but "
       "what is averaged are the values",
       {keys_as_values}},
      {"mask-ignored", "the mask is not used", {mask_ignored}},
      {"mask-inverted",
       "your mask means the opposite: true where a query sees a key",
       {mask_inverted}},
      {"mask-multiplied",
       "hidden keys are set to 0 after the softmax, so they still take their "
       "share: the weights that are left no longer add up to 1",
       {mask_multiplied}},
      {"mask-before-softmax",
       "hidden scores become 0 before the softmax; a score of 0 is a score, "
       "and exp(0) = 1",
       {mask_before_softmax}},
      {"over-queries",
       "your weights add up to 1 over the queries; each query shares its 1 out "
       "among the keys",
       {over_queries}},
      {"softmax-left-out",
       "there is no softmax: scores are not weights, they may be negative and "
       "do not add up to 1",
       {softmax_left_out}},
      {"whole-root",
       "the root is cut to a whole number: keep it as a real",
       {whole_root}},
      {"float-root",
       "the root is taken in float, which has seven digits: "
       "std::sqrt(real(k.shape(1)))",
       {float_root}},
      {"root-of-64",
       "you divide by 8, the root of 64, whatever the width of a key",
       {root_of_64}},
      {"first-scale",
       "you keep the scale of the first call; each call has a width of its own",
       {first_scale}},
      {"minus-a-billion",
       "hidden scores become -1e9, which is only a low score: a query that "
       "sees nothing gets the mean of all values. masked_softmax knows the "
       "mask",
       {billion}},
      {"swapped-in-squares",
       "where queries and keys have the same shape they have changed places",
       {swapped_in_squares}},
      {"keys-if-as-wide",
       "where keys are as wide as values you take the mean of the keys",
       {keys_if_as_wide}},
      {"rounded", "the scores are rounded; keep all their digits", {rounded}},
      {"zero-hidden",
       "a score of 0 counts as hidden; only the mask says what is",
       {zero_hidden}},
      {"best-key-only",
       "each query takes the value of its best key alone; all that it sees "
       "have a weight",
       {best_key_only}},
  };
  return all;
}
