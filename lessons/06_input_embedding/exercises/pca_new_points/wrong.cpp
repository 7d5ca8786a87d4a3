#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

struct Parts {
  explicit Parts(const Array& x) {
    const auto parts = xt::linalg::svd(x);
    u = std::get<0>(parts);
    s = std::get<1>(parts);
    vt = std::get<2>(parts);
  }
  Array u, s, vt;
};

Array mean_of(const Array& x) { return xt::mean(x, {0}); }

Array without_mean(const Array& x, const Array& mean) { return x - mean; }

void refuse(const Array& x, std::size_t components) {
  if (components + 1 > x.shape(0) || components > x.shape(1))
    throw ValueError("too many components");
}

Array times(const Array& x, const Array& direction) {
  Array y = zeros({x.shape(0)});
  for (std::size_t n = 0; n < x.shape(0); ++n)
    for (std::size_t j = 0; j < x.shape(1); ++j) y(n) += x(n, j) * direction(j);
  return y;
}

real farthest(const Array& column) {
  return column.size() == 0 ? 1 : column(xt::argmax(xt::abs(column))());
}

// What an answer makes of x and the others: the points that are decomposed, the
// others as they are looked at, and the direction k of the parts.
struct Way {
  Array known, others;
  std::function<Array(const Parts&, std::size_t k)> direction =
      [](const Parts& p, std::size_t k) { return Array(xt::row(p.vt, k)); };
  // Whether a column changes its sign.
  std::function<bool(const Array& of_known, const Array& of_others,
                     const Array& direction)>
      flip = [](const Array& of_known, const Array&, const Array&) {
        return farthest(of_known) < 0;
      };
  std::function<real(const Parts&, std::size_t k)> scale =
      [](const Parts&, std::size_t) { return real(1); };
};

Array go(const Way& way, std::size_t components) {
  const Parts p(way.known);
  Array y = zeros({way.others.shape(0), components});
  for (std::size_t k = 0; k < components; ++k) {
    const Array direction = way.direction(p, k);
    const Array column = times(way.others, direction);
    const bool flip = way.flip(times(way.known, direction), column, direction);
    for (std::size_t n = 0; n < column.size(); ++n)
      y(n, k) = (flip ? -1 : 1) * way.scale(p, k) * column(n);
  }
  return y;
}

Way right_way(const Array& x, const Array& others) {
  return {without_mean(x, mean_of(x)), without_mean(others, mean_of(x))};
}

Array right(const Array& x, const Array& others, std::size_t components) {
  refuse(x, components);
  return go(right_way(x, others), components);
}

Array own_mean(const Array& x, const Array& others, std::size_t components) {
  refuse(x, components);
  if (others.shape(0) == 0) return zeros({0, components});
  return go(
      {without_mean(x, mean_of(x)), without_mean(others, mean_of(others))},
      components);
}

Array others_not_centred(const Array& x, const Array& others,
                         std::size_t components) {
  refuse(x, components);
  return go({without_mean(x, mean_of(x)), others}, components);
}

Array nothing_centred(const Array& x, const Array& others,
                      std::size_t components) {
  refuse(x, components);
  return go({x, others}, components);
}

Array x_not_centred(const Array& x, const Array& others,
                    std::size_t components) {
  refuse(x, components);
  return go({x, without_mean(others, mean_of(x))}, components);
}

Array one_mean(const Array& x, const Array& others, std::size_t components) {
  refuse(x, components);
  const double mean = xt::mean(x)();
  return go({x - mean, others - mean}, components);
}

Array centred_by_rows(const Array& x, const Array& others,
                      std::size_t components) {
  refuse(x, components);
  const Array of_x = xt::mean(x, {1}, xt::keep_dims);
  Array moved = others;
  for (std::size_t n = 0; n < others.shape(0); ++n) {
    const double mean = xt::mean(xt::row(others, n))();
    for (std::size_t j = 0; j < others.shape(1); ++j) moved(n, j) -= mean;
  }
  return go({x - of_x, moved}, components);
}

Array correlation(const Array& x, const Array& others, std::size_t components) {
  refuse(x, components);
  const Array deviation = xt::stddev(x, {0});
  Way way = right_way(x, others);
  way.known = way.known / deviation;
  for (std::size_t n = 0; n < others.shape(0); ++n)
    for (std::size_t j = 0; j < x.shape(1); ++j)
      way.others(n, j) /= deviation(j);
  return go(way, components);
}

// Directions of the others, seen from their own mean or that of x.
Array of_the_others(const Array& x, const Array& others,
                    std::size_t components) {
  refuse(x, components);
  if (others.shape(0) == 0) return zeros({0, components});
  const Array moved = without_mean(others, mean_of(others));
  return go({moved, moved}, std::min(components, x.shape(1)));
}

Array of_both(const Array& x, const Array& others, std::size_t components) {
  refuse(x, components);
  const std::size_t N = x.shape(0), M = others.shape(0), D = x.shape(1);
  Array both = zeros({N + M, D});
  for (std::size_t n = 0; n < N + M; ++n)
    for (std::size_t j = 0; j < D; ++j)
      both(n, j) = n < N ? x(n, j) : others(n - N, j);
  const Array mean = mean_of(both);
  return go({without_mean(both, mean), without_mean(others, mean)}, components);
}

Array with_direction(
    const Array& x, const Array& others, std::size_t components,
    const std::function<Array(const Parts&, std::size_t k)>& direction) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.direction = direction;
  return go(way, components);
}

Array columns_of_vt(const Array& x, const Array& others,
                    std::size_t components) {
  return with_direction(
      x, others, components,
      [](const Parts& p, std::size_t k) { return Array(xt::col(p.vt, k)); });
}

Array smallest_first(const Array& x, const Array& others,
                     std::size_t components) {
  return with_direction(x, others, components,
                        [](const Parts& p, std::size_t k) {
                          return Array(xt::row(p.vt, p.s.size() - 1 - k));
                        });
}

Array one_too_far(const Array& x, const Array& others, std::size_t components) {
  return with_direction(
      x, others, components, [](const Parts& p, std::size_t k) {
        return Array(xt::row(p.vt, std::min(k + 1, p.vt.shape(0) - 1)));
      });
}

Array first_direction(const Array& x, const Array& others,
                      std::size_t components) {
  return with_direction(x, others, components, [](const Parts& p, std::size_t) {
    return Array(xt::row(p.vt, 0));
  });
}

Array first_columns(const Array& x, const Array& others,
                    std::size_t components) {
  return with_direction(x, others, components,
                        [](const Parts& p, std::size_t k) {
                          Array axis = zeros({p.vt.shape(0)});
                          axis(k) = 1;
                          return axis;
                        });
}

Array with_scale(const Array& x, const Array& others, std::size_t components,
                 const std::function<real(const Parts&, std::size_t k)>& s) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.scale = s;
  return go(way, components);
}

Array times_s(const Array& x, const Array& others, std::size_t components) {
  return with_scale(x, others, components,
                    [](const Parts& p, std::size_t k) { return p.s(k); });
}

Array divided_by_s(const Array& x, const Array& others,
                   std::size_t components) {
  return with_scale(x, others, components,
                    [](const Parts& p, std::size_t k) { return 1 / p.s(k); });
}

Array whitened(const Array& x, const Array& others, std::size_t components) {
  const double rows = std::sqrt(static_cast<double>(x.shape(0)) - 1);
  return with_scale(x, others, components, [=](const Parts& p, std::size_t k) {
    return rows / p.s(k);
  });
}

using Flip = bool (*)(const Array& of_known, const Array& of_others,
                      const Array& direction);

Array with_signs(const Array& x, const Array& others, std::size_t components,
                 Flip flip) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.flip = flip;
  return go(way, components);
}

Array as_they_come(const Array& x, const Array& others,
                   std::size_t components) {
  return with_signs(
      x, others, components,
      [](const Array&, const Array&, const Array&) { return false; });
}

Array signs_by_others(const Array& x, const Array& others,
                      std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array&, const Array& of_others, const Array&) {
                      return farthest(of_others) < 0;
                    });
}

Array signs_by_directions(const Array& x, const Array& others,
                          std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array&, const Array&, const Array& direction) {
                      return farthest(direction) < 0;
                    });
}

Array first_positive(const Array& x, const Array& others,
                     std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array& of_known, const Array&, const Array&) {
                      return of_known(0) < 0;
                    });
}

Array farthest_negative(const Array& x, const Array& others,
                        std::size_t components) {
  return -right(x, others, components);
}

Array magnitudes(const Array& x, const Array& others, std::size_t components) {
  return xt::abs(right(x, others, components));
}

Array picture_of_x(const Array& x, const Array&, std::size_t components) {
  return right(x, x, components);
}

Array transposed(const Array& x, const Array& others, std::size_t components) {
  return xt::transpose(right(x, others, components));
}

Array rebuilt(const Array& x, const Array& others, std::size_t components) {
  const Array y = right(x, others, components);
  const Array mean = mean_of(x);
  const Parts p(without_mean(x, mean));
  Array back = zeros({others.shape(0), x.shape(1)});
  for (std::size_t n = 0; n < others.shape(0); ++n)
    for (std::size_t j = 0; j < x.shape(1); ++j) {
      back(n, j) = mean(j);
      for (std::size_t k = 0; k < components; ++k) {
        const Array direction = xt::row(p.vt, k);
        const double sign =
            farthest(times(without_mean(x, mean), direction)) < 0 ? -1 : 1;
        back(n, j) += sign * y(n, k) * direction(j);
      }
    }
  return back;
}

// Limits. What is beyond the directions that there are is an accident.
Array limited(const Array& x, const Array& others, std::size_t components) {
  if (components > x.shape(1)) throw std::out_of_range("out of bounds");
  return go(right_way(x, others), components);
}

Array n_itself(const Array& x, const Array& others, std::size_t components) {
  if (components > std::min(x.shape(0), x.shape(1)))
    throw ValueError("too many components");
  return limited(x, others, components);
}

Array unchecked(const Array& x, const Array& others, std::size_t components) {
  return limited(x, others, components);
}

Array columns_compared(const Array& x, const Array& others,
                       std::size_t components) {
  if (components > x.shape(1)) throw ValueError("too many components");
  return limited(x, others, components);
}

Array rows_compared(const Array& x, const Array& others,
                    std::size_t components) {
  if (components + 1 > x.shape(0)) throw ValueError("too many components");
  return limited(x, others, components);
}

Array fewer(const Array& x, const Array& others, std::size_t components) {
  return right(x, others, std::min({components, x.shape(0) - 1, x.shape(1)}));
}

Array refuses_all(const Array& x, const Array& others, std::size_t components) {
  if (components + 1 > std::min(x.shape(0) - 1, x.shape(1)))
    throw ValueError("too many components");
  return right(x, others, components);
}

Array by_the_others(const Array& x, const Array& others,
                    std::size_t components) {
  if (components > others.shape(0)) throw ValueError("too many components");
  return right(x, others, components);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"own-mean",
       "you take the mean of the others away from them; they are seen from the "
       "mean of x, or they would all be moved to its middle",
       {own_mean}},
      {"others-not-centred",
       "you take the mean away from x, but not from the others: the mean of x, "
       "too, is part of the picture",
       {others_not_centred}},
      {"nothing-centred",
       "nothing is centred: the mean of x is to be taken from x and from the "
       "others",
       {nothing_centred}},
      {"x-not-centred",
       "you decompose x with its mean still in it; the first direction then "
       "points to the mean",
       {x_not_centred}},
      {"one-mean",
       "you take one mean of all numbers; each column has its own: xt::mean(x, "
       "{0})",
       {one_mean}},
      {"centred-by-rows",
       "you take the mean of each row away; the mean of the points is that of "
       "each column",
       {centred_by_rows}},
      {"correlation",
       "you divide each column by its deviation; here points are only centred",
       {correlation}},
      {"directions-of-the-others",
       "you look for the directions of the others; they are those of x, and "
       "the others must not change the picture",
       {of_the_others}},
      {"directions-of-both",
       "you look for the directions of x and the others together; the others "
       "must not change the picture",
       {of_both}},
      {"columns-of-vt",
       "you take column k of V^T; direction k is its row k",
       {columns_of_vt}},
      {"smallest-first",
       "you begin with the smallest spread; S is sorted, the largest first",
       {smallest_first}},
      {"one-too-far",
       "you begin with the second direction; the first one is row 0 of V^T",
       {one_too_far}},
      {"first-direction",
       "all your columns are seen along the first direction; column k belongs "
       "to row k of V^T",
       {first_direction}},
      {"first-columns",
       "you take the first columns of the points themselves; the directions of "
       "the largest spread are the rows of V^T",
       {first_columns}},
      {"times-s",
       "you multiply by S; where a point lies along a direction is the product "
       "of the two, and no more",
       {times_s}},
      {"divided-by-s",
       "you divide by S, which would give rows of U; where a point lies along "
       "a "
       "direction is the product of the two",
       {divided_by_s}},
      {"whitened",
       "you give all directions the same spread; the distances of points are "
       "to stay as they are",
       {whitened}},
      {"signs-as-they-come",
       "the signs are as svd gives them; along each direction the number "
       "farthest from 0 among the points of x is to be positive",
       {as_they_come}},
      {"signs-by-others",
       "you choose the signs by the others; the points of x decide, or a new "
       "point could turn the picture round",
       {signs_by_others}},
      {"signs-by-directions",
       "you choose the signs by the numbers of a direction; the points of x "
       "decide",
       {signs_by_directions}},
      {"first-positive",
       "you make the first point of x positive; it is the one farthest from 0",
       {first_positive}},
      {"farthest-negative",
       "all signs are the wrong way round: the number farthest from 0 is to be "
       "positive",
       {farthest_negative}},
      {"magnitudes",
       "you give magnitudes: a point lies on one side of the mean or the other",
       {magnitudes}},
      {"picture-of-x",
       "you give the picture of x; where the others lie is asked for",
       {picture_of_x}},
      {"transposed",
       "your result has a row for each component; it has a row for each of the "
       "others, (M, components)",
       {transposed}},
      {"rebuilt",
       "you go back to D dimensions; the numbers along the directions are what "
       "is asked for, (M, components)",
       {rebuilt}},
      {"n-itself",
       "you let N components through; seen from their mean, N points spread in "
       "N - 1 directions at most",
       {n_itself}},
      {"unchecked",
       "nothing compares the components with N - 1 and D; too many should be "
       "refused with a ValueError",
       {unchecked}},
      {"columns-compared",
       "you compare the components with D only; there are no more than N - 1 "
       "directions, either",
       {columns_compared}},
      {"rows-compared",
       "you compare the components with N - 1 only; there are no more than D "
       "directions, either",
       {rows_compared}},
      {"fewer",
       "you give fewer components where there are not enough; that should be "
       "refused",
       {fewer}},
      {"refuses-all",
       "you refuse as many components as there are; only more are too many",
       {refuses_all}},
      {"limited-by-the-others",
       "you compare the components with the number of others; the directions "
       "come from x",
       {by_the_others}},
  };
  return all;
}
