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

MatmulGradients reshaped(const Array& a, const Array& b, const Array& dy) {
  Array a_turned = a, b_turned = b;
  a_turned.reshape({a.shape(1), a.shape(0)});
  b_turned.reshape({b.shape(1), b.shape(0)});
  return {dot(dy, b_turned), dot(a_turned, dy)};
}

// The last product of each sum.
MatmulGradients assigned(const Array& a, const Array& b, const Array& dy) {
  MatmulGradients d{zeros(a.shape()), zeros(b.shape())};
  for (std::size_t i = 0; i < a.shape(0); ++i)
    for (std::size_t l = 0; l < a.shape(1); ++l)
      for (std::size_t j = 0; j < b.shape(1); ++j) {
        d.da(i, l) = dy(i, j) * b(l, j);
        d.db(l, j) = a(i, l) * dy(i, j);
      }
  return d;
}

MatmulGradients in_float(const Array& a, const Array& b, const Array& dy) {
  const xt::xarray<float> fa = a, fb = b, fdy = dy;
  const xt::xarray<float> da = dot(fdy, xt::transpose(fb));
  const xt::xarray<float> db = dot(xt::transpose(fa), fdy);
  return {da, db};
}

MatmulGradients opposite(const Array& a, const Array& b, const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {-d.da, -d.db};
}

MatmulGradients doubled(const Array& a, const Array& b, const Array& dy) {
  const MatmulGradients d = right(a, b, dy);
  return {2 * d.da, 2 * d.db};
}

// Each number of a factor times the sum of what it is used for.
MatmulGradients dy_summed(const Array& a, const Array& b, const Array& dy) {
  const real sum = xt::sum(dy)();
  const MatmulGradients d = dy_of_ones(a, b, dy);
  return {sum * d.da, sum * d.db};
}

MatmulGradients db_with_da(const Array& a, const Array& b, const Array& dy) {
  const Array da = right(a, b, dy).da;
  return {da, dot(turned(da), dy)};
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
      {"reshaped",
       "you reshape where a transposition is meant: the numbers stay in their "
       "order, while a transposition makes rows of columns",
       {reshaped}},
      {"assigned",
       "in your loops a gradient is set with =, so that only the last product "
       "is left; it should be added with +=",
       {assigned}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or Array, which are double in a check",
       {in_float}},
      {"opposite", "both gradients have the wrong sign", {opposite}},
      {"doubled",
       "both gradients are twice as large as they should be, as if for the "
       "square of y",
       {doubled}},
      {"dy-summed",
       "dy is added up to one number first; each number of dy has its own part",
       {dy_summed}},
      {"db-with-da",
       "db is made with da in place of a: what is handed back does not go into "
       "the next product",
       {db_with_da}},
      {"only-a", "db is all zeros; both factors get a gradient", {only_a}},
      {"only-b", "da is all zeros; both factors get a gradient", {only_b}},
  };
  return all;
}
