#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

void refuse(const Array& x, std::size_t components) {
  if (components > std::min(x.shape(0), x.shape(1)))
    throw ValueError("too many components");
}

Array centred(const Array& x) {
  const Array mean = xt::mean(x, {0});
  return x - mean;
}

struct Parts {
  explicit Parts(const Array& x) {
    const auto parts = xt::linalg::svd(x);
    u = std::get<0>(parts);
    s = std::get<1>(parts);
    vt = std::get<2>(parts);
  }
  Array u, s, vt;
};

using Columns = std::function<Array(std::size_t k)>;

// Columns side by side, as they come.
Array beside(std::size_t components, const Columns& column) {
  const std::size_t rows = column(0).size();
  Array y = Array::from_shape({rows, components});
  for (std::size_t k = 0; k < components; ++k) xt::col(y, k) = column(k);
  return y;
}

real farthest(const Array& column) {
  return column(xt::argmax(xt::abs(column))());
}

// The same with the signs that are asked for.
Array signed_columns(std::size_t components, const Columns& column) {
  return beside(components, [&](std::size_t k) -> Array {
    const Array c = column(k);
    return farthest(c) < 0 ? Array(-c) : c;
  });
}

// U S of points that were prepared in another way.
Array of_points(const Array& prepared, std::size_t components) {
  refuse(prepared, components);
  const Parts p(prepared);
  return signed_columns(components, [&](std::size_t k) -> Array {
    return p.s(k) * xt::col(p.u, k);
  });
}

Array right(const Array& x, std::size_t components) {
  return of_points(centred(x), components);
}

Array not_centred(const Array& x, std::size_t components) {
  return of_points(x, components);
}

Array centred_by_rows(const Array& x, std::size_t components) {
  const Array mean = xt::mean(x, {1}, xt::keep_dims);
  return of_points(x - mean, components);
}

Array one_mean(const Array& x, std::size_t components) {
  return of_points(x - xt::mean(x)(), components);
}

Array correlation(const Array& x, std::size_t components) {
  const Array deviation = xt::stddev(x, {0});
  return of_points(centred(x) / deviation, components);
}

// Columns of U, scaled in other ways than by S.
template <class Scale>
Array scaled(const Array& x, std::size_t components, const Scale& scale) {
  refuse(x, components);
  const Parts p(centred(x));
  return signed_columns(components, [&](std::size_t k) -> Array {
    return scale(p, k) * xt::col(p.u, k);
  });
}

Array u_alone(const Array& x, std::size_t components) {
  return scaled(x, components, [](const Parts&, std::size_t) { return 1.0; });
}

Array whitened(const Array& x, std::size_t components) {
  const double rows = std::sqrt(static_cast<double>(x.shape(0) - 1));
  return scaled(x, components, [=](const Parts&, std::size_t) { return rows; });
}

Array s_squared(const Array& x, std::size_t components) {
  return scaled(x, components,
                [](const Parts& p, std::size_t k) { return p.s(k) * p.s(k); });
}

Array root_of_s(const Array& x, std::size_t components) {
  return scaled(x, components, [](const Parts& p, std::size_t k) {
    return std::sqrt(p.s(k));
  });
}

Array first_s(const Array& x, std::size_t components) {
  return scaled(x, components,
                [](const Parts& p, std::size_t) { return p.s(0); });
}

Array divided_by_s(const Array& x, std::size_t components) {
  return scaled(x, components,
                [](const Parts& p, std::size_t k) { return 1 / p.s(k); });
}

Array smallest_first(const Array& x, std::size_t components) {
  refuse(x, components);
  const Parts p(centred(x));
  return signed_columns(components, [&](std::size_t k) -> Array {
    const std::size_t from_behind = p.s.size() - 1 - k;
    return p.s(from_behind) * xt::col(p.u, from_behind);
  });
}

Array rows_of_u(const Array& x, std::size_t components) {
  refuse(x, components);
  const Parts p(centred(x));
  return signed_columns(components, [&](std::size_t k) -> Array {
    return p.s(k) * xt::row(p.u, k);
  });
}

Array columns_of_vt(const Array& x, std::size_t components) {
  refuse(x, components);
  const Array points = centred(x);
  const Parts p(points);
  return signed_columns(components, [&](std::size_t k) -> Array {
    const Array direction = xt::col(p.vt, k);
    return xt::linalg::dot(points, direction);
  });
}

Array points_not_centred(const Array& x, std::size_t components) {
  refuse(x, components);
  const Parts p(centred(x));
  return signed_columns(components, [&](std::size_t k) -> Array {
    const Array direction = xt::row(p.vt, k);
    return xt::linalg::dot(x, direction);
  });
}

Array directions(const Array& x, std::size_t components) {
  refuse(x, components);
  const Parts p(centred(x));
  return signed_columns(
      components, [&](std::size_t k) -> Array { return xt::row(p.vt, k); });
}

Array rebuilt(const Array& x, std::size_t components) {
  refuse(x, components);
  const Parts p(centred(x));
  Array y = zeros(x.shape());
  for (std::size_t k = 0; k < components; ++k) {
    const Array column = p.s(k) * xt::col(p.u, k);
    y += xt::linalg::outer(column, xt::row(p.vt, k));
  }
  return y;
}

Array transposed(const Array& x, std::size_t components) {
  return xt::transpose(right(x, components));
}

Array first_columns(const Array& x, std::size_t components) {
  refuse(x, components);
  const Array points = centred(x);
  return signed_columns(
      components, [&](std::size_t k) -> Array { return xt::col(points, k); });
}

// U S with signs that are chosen in other ways; `flip` looks at column k.
Array with_signs(const Array& x, std::size_t components,
                 const std::function<bool(const Parts&, const Array& column,
                                          std::size_t k)>& flip) {
  refuse(x, components);
  const Parts p(centred(x));
  return beside(components, [&](std::size_t k) -> Array {
    const Array column = p.s(k) * xt::col(p.u, k);
    return flip(p, column, k) ? Array(-column) : column;
  });
}

Array as_they_come(const Array& x, std::size_t components) {
  return with_signs(x, components,
                    [](const auto&...) -> bool { return false; });
}

Array farthest_negative(const Array& x, std::size_t components) {
  return -right(x, components);
}

Array first_positive(const Array& x, std::size_t components) {
  return with_signs(
      x, components,
      [](const Parts&, const Array& c, std::size_t) { return c(0) < 0; });
}

Array by_directions(const Array& x, std::size_t components) {
  return with_signs(x, components,
                    [](const Parts& p, const Array&, std::size_t k) {
                      return farthest(xt::row(p.vt, k)) < 0;
                    });
}

Array magnitudes(const Array& x, std::size_t components) {
  return xt::abs(right(x, components));
}

Array unchecked(const Array& x, std::size_t components) {
  if (components > std::min(x.shape(0), x.shape(1)))
    throw std::out_of_range("out of bounds");
  return right(x, components);
}

Array columns_compared(const Array& x, std::size_t components) {
  if (components > x.shape(1)) throw ValueError("too many components");
  return unchecked(x, components);
}

Array rows_compared(const Array& x, std::size_t components) {
  if (components > x.shape(0)) throw ValueError("too many components");
  return unchecked(x, components);
}

Array fewer(const Array& x, std::size_t components) {
  return right(x, std::min({components, x.shape(0), x.shape(1)}));
}

Array refuses_all(const Array& x, std::size_t components) {
  if (components >= std::min(x.shape(0), x.shape(1)))
    throw ValueError("too many components");
  return right(x, components);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-centred",
       "the points are not moved to mean 0: then the first direction mostly "
       "points from 0 to the cloud, and not along it",
       {not_centred}},
      {"centred-by-rows",
       "you take away the mean of each point's own numbers; the mean is that "
       "of all points, one number for each column",
       {centred_by_rows}},
      {"one-mean",
       "you take away one number, the mean of the whole array; each column has "
       "a mean of its own",
       {one_mean}},
      {"correlation",
       "you divide the columns by their deviations; then all count alike, and "
       "a column that spreads widely is no longer seen to. Only take away the "
       "means",
       {correlation}},
      {"u-alone",
       "you give back U alone: all columns have length 1 then. S says how far "
       "the points spread along each direction",
       {u_alone}},
      {"whitened",
       "all your columns have deviation 1, which is called whitening; here "
       "each one keeps the spread that S gives it",
       {whitened}},
      {"s-squared",
       "your columns are too long, they are multiplied by S twice. The squares "
       "are variances; the points themselves are U S",
       {s_squared}},
      {"root-of-s",
       "you take the square root of S; S itself is a length already",
       {root_of_s}},
      {"first-s",
       "all columns are multiplied by the first number of S; column k has its "
       "own",
       {first_s}},
      {"divided-by-s",
       "you divide by S; U is to be multiplied by it",
       {divided_by_s}},
      {"smallest-first",
       "your columns begin with the direction of the smallest spread; the "
       "largest comes first. (svd sorts in falling order, eigh in rising)",
       {smallest_first}},
      {"rows-of-u",
       "you take rows of U for its columns: row n belongs to point n, column k "
       "to direction k",
       {rows_of_u}},
      {"columns-of-vt",
       "you take the columns of V^T for directions; they are its rows, for "
       "svd gives V transposed",
       {columns_of_vt}},
      {"points-not-centred",
       "the directions are right, but the points themselves still have their "
       "mean",
       {points_not_centred}},
      {"directions",
       "you give back the directions, not the points seen along them",
       {directions}},
      {"rebuilt",
       "you go back to D dimensions; stay with U S, one number for each point "
       "and direction",
       {rebuilt}},
      {"transposed",
       "the result is transposed: a row for each point, a column for each "
       "component",
       {transposed}},
      {"first-columns",
       "you keep the first columns of x; the directions of widest spread need "
       "not be columns",
       {first_columns}},
      {"signs-as-they-come",
       "the signs are left as the decomposition gave them, or you look for the "
       "largest number and not for the one farthest from 0: in each column "
       "that one must be positive",
       {as_they_come}},
      {"farthest-negative",
       "in each column the number farthest from 0 is negative; it should be "
       "positive",
       {farthest_negative}},
      {"first-positive",
       "the first number of each column is made positive; it should be the one "
       "farthest from 0",
       {first_positive}},
      {"signs-by-directions",
       "you choose the signs by the directions, by what is farthest from 0 in "
       "a row of V^T; look at the points, the columns of the result",
       {by_directions}},
      {"magnitudes",
       "all numbers are positive; a sign belongs to a whole column, which "
       "keeps numbers on both sides of 0",
       {magnitudes}},
      {"unchecked",
       "nothing compares the components with N and D: there are min(N, D), and "
       "more should be refused",
       {unchecked}},
      {"columns-compared",
       "you compare the components with the columns only; there are no more "
       "than points, either",
       {columns_compared}},
      {"rows-compared",
       "you compare the components with the points only; there are no more "
       "than columns, either",
       {rows_compared}},
      {"fewer",
       "you give fewer components than were asked for, without a word; refuse "
       "instead",
       {fewer}},
      {"refuses-all",
       "you refuse to give all components; min(N, D) of them are there",
       {refuses_all}},
  };
  return all;
}
