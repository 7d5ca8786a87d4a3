#include "course/exercise/exam.h"

using namespace horloge;
using xt::linalg::dot;

namespace {

Array turned(const Array& x) { return xt::transpose(x); }

MatmulGradients right(const Array& a, const Array& b, const Array& dy) {
  return {dot(dy, turned(b)), dot(turned(a), dy)};
}

MatmulGradients none_transposed(const Array& a, const Array& b,
                                const Array& dy) {
  return {dot(dy, b), dot(a, dy)};
}

MatmulGradients b_not_transposed(const Array& a, const Array& b,
                                 const Array& dy) {
  return {dot(dy, b), dot(turned(a), dy)};
}

MatmulGradients a_not_transposed(const Array& a, const Array& b,
                                 const Array& dy) {
  return {dot(dy, turned(b)), dot(a, dy)};
}

MatmulGradients other_order(const Array& a, const Array& b, const Array& dy) {
  return {dot(turned(b), dy), dot(dy, turned(a))};
}

MatmulGradients factors_exchanged(const Array& a, const Array& b,
                                  const Array& dy) {
  return {dot(dy, turned(a)), dot(turned(b), dy)};
}

MatmulGradients results_exchanged(const Array& a, const Array& b,
                                  const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {d.db, d.da};
}

MatmulGradients results_transposed(const Array& a, const Array& b,
                                   const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {turned(d.da), turned(d.db)};
}

MatmulGradients da_transposed(const Array& a, const Array& b, const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {turned(d.da), d.db};
}

MatmulGradients db_transposed(const Array& a, const Array& b, const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {d.da, turned(d.db)};
}

MatmulGradients dy_of_ones(const Array& a, const Array& b, const Array& dy) {
  return right(a, b, ones(dy.shape()));
}

MatmulGradients factors_returned(const Array& a, const Array& b, const Array&) {
  return {b, a};
}

MatmulGradients mean_over_rows(const Array& a, const Array& b,
                               const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {d.da, d.db / real(a.shape(0))};
}

MatmulGradients means(const Array& a, const Array& b, const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {d.da / real(b.shape(1)), d.db / real(a.shape(0))};
}

MatmulGradients first_row_only(const Array& a, const Array& b,
                               const Array& dy) {
  const Array a0 = xt::view(a, xt::range(0, 1));
  const Array dy0 = xt::view(dy, xt::range(0, 1));
  return {right(a, b, dy).da, dot(turned(a0), dy0)};
}

MatmulGradients only_a(const Array& a, const Array& b, const Array& dy) {
  return {right(a, b, dy).da, zeros(b.shape())};
}

MatmulGradients only_b(const Array& a, const Array& b, const Array& dy) {
  return {zeros(a.shape()), right(a, b, dy).db};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"none-transposed",
       "nothing is transposed. With square matrices the shapes fit all the "
       "same, and the numbers are wrong",
       {none_transposed}},
      {"b-not-transposed",
       "b is not transposed in da. With square matrices the shapes fit all the "
       "same, and the numbers are wrong",
       {b_not_transposed}},
      {"a-not-transposed",
       "a is not transposed in db. With square matrices the shapes fit all the "
       "same, and the numbers are wrong",
       {a_not_transposed}},
      {"other-order",
       "the factors of both products are the wrong way round: (m, n) (n, k) "
       "gives (m, k), the other way round it does not fit",
       {other_order}},
      {"factors-exchanged",
       "da is made with a, and db with b; a number of a was multiplied by "
       "numbers of b, so its gradient is made with those",
       {factors_exchanged}},
      {"results-exchanged",
       "da and db are given back in the wrong order: da comes first",
       {results_exchanged}},
      {"results-transposed",
       "both gradients lie on their side; each has the shape of its factor",
       {results_transposed}},
      {"da-transposed",
       "da lies on its side: it has the shape of a, (m, k)",
       {da_transposed}},
      {"db-transposed",
       "db lies on its side: it has the shape of b, (k, n)",
       {db_transposed}},
      {"dy-of-ones",
       "dy is left out, as if it were all ones; what comes back from later "
       "operations weighs each number of y",
       {dy_of_ones}},
      {"factors-returned",
       "you give back the other factor, as if for two numbers; each gradient "
       "is a matrix product with dy",
       {factors_returned}},
      {"mean-over-rows",
       "db is a mean over the rows of a; gradients add, and nothing is divided",
       {mean_over_rows}},
      {"means",
       "both gradients are means; gradients add, and nothing is divided",
       {means}},
      {"first-row-only",
       "db is made of the first row of a and of dy; b was used for every row, "
       "so all of them add to it",
       {first_row_only}},
      {"only-a", "db is all zeros; both factors get a gradient", {only_a}},
      {"only-b", "da is all zeros; both factors get a gradient", {only_b}},
  };
  return all;
}
