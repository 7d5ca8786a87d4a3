#pragma once

// Ways in which new points are placed wrongly.

#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/exercise/exercise.h"

namespace mistakes {

using horloge::Array;
using horloge::real;
using horloge::ValueError;
using horloge::zeros;

struct Parts {
  explicit Parts(const Array& x) {
    const auto parts = xt::linalg::svd(x);
    u = std::get<0>(parts);
    s = std::get<1>(parts);
    vt = std::get<2>(parts);
  }
  Array u, s, vt;
};

inline Array mean_of(const Array& x) { return xt::mean(x, {0}); }

inline Array without_mean(const Array& x, const Array& mean) {
  return x - mean;
}

inline void refuse(const Array& x, std::size_t components) {
  if (components + 1 > x.shape(0) || components > x.shape(1))
    throw ValueError("too many components");
}

inline Array times(const Array& x, const Array& direction) {
  Array y = zeros({x.shape(0)});
  for (std::size_t n = 0; n < x.shape(0); ++n)
    for (std::size_t j = 0; j < x.shape(1); ++j) y(n) += x(n, j) * direction(j);
  return y;
}

inline real farthest(const Array& column) {
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

inline Array go(const Way& way, std::size_t components) {
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

inline Way right_way(const Array& x, const Array& others) {
  return {without_mean(x, mean_of(x)), without_mean(others, mean_of(x))};
}

inline Array right(const Array& x, const Array& others,
                   std::size_t components) {
  refuse(x, components);
  return go(right_way(x, others), components);
}

inline Array own_mean(const Array& x, const Array& others,
                      std::size_t components) {
  refuse(x, components);
  if (others.shape(0) == 0) return zeros({0, components});
  return go(
      {without_mean(x, mean_of(x)), without_mean(others, mean_of(others))},
      components);
}

inline Array others_not_centred(const Array& x, const Array& others,
                                std::size_t components) {
  refuse(x, components);
  return go({without_mean(x, mean_of(x)), others}, components);
}

inline Array nothing_centred(const Array& x, const Array& others,
                             std::size_t components) {
  refuse(x, components);
  return go({x, others}, components);
}

inline Array x_not_centred(const Array& x, const Array& others,
                           std::size_t components) {
  refuse(x, components);
  return go({x, without_mean(others, mean_of(x))}, components);
}

inline Array one_mean(const Array& x, const Array& others,
                      std::size_t components) {
  refuse(x, components);
  const double mean = xt::mean(x)();
  return go({x - mean, others - mean}, components);
}

inline Array centred_by_rows(const Array& x, const Array& others,
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

inline Array correlation(const Array& x, const Array& others,
                         std::size_t components) {
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
inline Array of_the_others(const Array& x, const Array& others,
                           std::size_t components) {
  refuse(x, components);
  if (others.shape(0) == 0) return zeros({0, components});
  const Array moved = without_mean(others, mean_of(others));
  return go({moved, moved}, std::min(components, x.shape(1)));
}

inline Array of_both(const Array& x, const Array& others,
                     std::size_t components) {
  refuse(x, components);
  const std::size_t N = x.shape(0), M = others.shape(0), D = x.shape(1);
  Array both = zeros({N + M, D});
  for (std::size_t n = 0; n < N + M; ++n)
    for (std::size_t j = 0; j < D; ++j)
      both(n, j) = n < N ? x(n, j) : others(n - N, j);
  const Array mean = mean_of(both);
  return go({without_mean(both, mean), without_mean(others, mean)}, components);
}

inline Array with_direction(
    const Array& x, const Array& others, std::size_t components,
    const std::function<Array(const Parts&, std::size_t k)>& direction) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.direction = direction;
  return go(way, components);
}

inline Array columns_of_vt(const Array& x, const Array& others,
                           std::size_t components) {
  return with_direction(
      x, others, components,
      [](const Parts& p, std::size_t k) { return Array(xt::col(p.vt, k)); });
}

inline Array smallest_first(const Array& x, const Array& others,
                            std::size_t components) {
  return with_direction(x, others, components,
                        [](const Parts& p, std::size_t k) {
                          return Array(xt::row(p.vt, p.s.size() - 1 - k));
                        });
}

inline Array one_too_far(const Array& x, const Array& others,
                         std::size_t components) {
  return with_direction(
      x, others, components, [](const Parts& p, std::size_t k) {
        return Array(xt::row(p.vt, std::min(k + 1, p.vt.shape(0) - 1)));
      });
}

inline Array first_direction(const Array& x, const Array& others,
                             std::size_t components) {
  return with_direction(x, others, components, [](const Parts& p, std::size_t) {
    return Array(xt::row(p.vt, 0));
  });
}

inline Array first_columns(const Array& x, const Array& others,
                           std::size_t components) {
  return with_direction(x, others, components,
                        [](const Parts& p, std::size_t k) {
                          Array axis = zeros({p.vt.shape(0)});
                          axis(k) = 1;
                          return axis;
                        });
}

inline Array with_scale(
    const Array& x, const Array& others, std::size_t components,
    const std::function<real(const Parts&, std::size_t k)>& s) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.scale = s;
  return go(way, components);
}

inline Array times_s(const Array& x, const Array& others,
                     std::size_t components) {
  return with_scale(x, others, components,
                    [](const Parts& p, std::size_t k) { return p.s(k); });
}

inline Array divided_by_s(const Array& x, const Array& others,
                          std::size_t components) {
  return with_scale(x, others, components,
                    [](const Parts& p, std::size_t k) { return 1 / p.s(k); });
}

inline Array whitened(const Array& x, const Array& others,
                      std::size_t components) {
  const double rows = std::sqrt(static_cast<double>(x.shape(0)) - 1);
  return with_scale(x, others, components, [=](const Parts& p, std::size_t k) {
    return rows / p.s(k);
  });
}

using Flip = bool (*)(const Array& of_known, const Array& of_others,
                      const Array& direction);

inline Array with_signs(const Array& x, const Array& others,
                        std::size_t components, Flip flip) {
  refuse(x, components);
  Way way = right_way(x, others);
  way.flip = flip;
  return go(way, components);
}

inline Array as_they_come(const Array& x, const Array& others,
                          std::size_t components) {
  return with_signs(
      x, others, components,
      [](const Array&, const Array&, const Array&) { return false; });
}

inline Array signs_by_others(const Array& x, const Array& others,
                             std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array&, const Array& of_others, const Array&) {
                      return farthest(of_others) < 0;
                    });
}

inline Array signs_by_directions(const Array& x, const Array& others,
                                 std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array&, const Array&, const Array& direction) {
                      return farthest(direction) < 0;
                    });
}

inline Array first_positive(const Array& x, const Array& others,
                            std::size_t components) {
  return with_signs(x, others, components,
                    [](const Array& of_known, const Array&, const Array&) {
                      return of_known(0) < 0;
                    });
}

inline Array farthest_negative(const Array& x, const Array& others,
                               std::size_t components) {
  return -right(x, others, components);
}

inline Array magnitudes(const Array& x, const Array& others,
                        std::size_t components) {
  return xt::abs(right(x, others, components));
}

inline Array picture_of_x(const Array& x, const Array&,
                          std::size_t components) {
  return right(x, x, components);
}

inline Array transposed(const Array& x, const Array& others,
                        std::size_t components) {
  return xt::transpose(right(x, others, components));
}

inline Array rebuilt(const Array& x, const Array& others,
                     std::size_t components) {
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
inline Array limited(const Array& x, const Array& others,
                     std::size_t components) {
  if (components > x.shape(1)) throw std::out_of_range("out of bounds");
  return go(right_way(x, others), components);
}

inline Array n_itself(const Array& x, const Array& others,
                      std::size_t components) {
  if (components > std::min(x.shape(0), x.shape(1)))
    throw ValueError("too many components");
  return limited(x, others, components);
}

inline Array unchecked(const Array& x, const Array& others,
                       std::size_t components) {
  return limited(x, others, components);
}

inline Array columns_compared(const Array& x, const Array& others,
                              std::size_t components) {
  if (components > x.shape(1)) throw ValueError("too many components");
  return limited(x, others, components);
}

inline Array rows_compared(const Array& x, const Array& others,
                           std::size_t components) {
  if (components + 1 > x.shape(0)) throw ValueError("too many components");
  return limited(x, others, components);
}

inline Array fewer(const Array& x, const Array& others,
                   std::size_t components) {
  return right(x, others, std::min({components, x.shape(0) - 1, x.shape(1)}));
}

inline Array refuses_all(const Array& x, const Array& others,
                         std::size_t components) {
  if (components + 1 > std::min(x.shape(0) - 1, x.shape(1)))
    throw ValueError("too many components");
  return right(x, others, components);
}

inline Array by_the_others(const Array& x, const Array& others,
                           std::size_t components) {
  if (components > others.shape(0)) throw ValueError("too many components");
  return right(x, others, components);
}

}  // namespace mistakes
