#pragma once

// Ways in which rows are shifted wrongly.

#include <cmath>
#include <functional>

#include "course/exercise/exercise.h"

namespace mistakes {

using horloge::Array;
using horloge::ValueError;
using horloge::zeros;

struct Block {
  double sin_sin, sin_cos;  // of the new sine: what of the sine, of the cosine
  double cos_sin, cos_cos;
};

inline Block rotation(double angle) {
  return {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle)};
}

using Frequency = std::function<double(double i, double d)>;
using MakeBlock = std::function<Block(double angle)>;

inline double right(double i, double d) { return std::pow(10000, -2 * i / d); }

inline void refuse_odd(const Array& rows) {
  if (rows.shape(1) % 2 != 0) throw ValueError("D must be even");
}

inline Array turned(const Array& rows, double k,
                    const Frequency& frequency = right,
                    const MakeBlock& block = rotation) {
  refuse_odd(rows);
  const std::size_t T = rows.shape(0), D = rows.shape(1);
  Array moved = zeros({T, D});
  for (std::size_t i = 0; i < D / 2; ++i) {
    const Block b = block(k * frequency(double(i), double(D)));
    for (std::size_t t = 0; t < T; ++t) {
      const double s = rows(t, 2 * i), c = rows(t, 2 * i + 1);
      moved(t, 2 * i) = b.sin_sin * s + b.sin_cos * c;
      moved(t, 2 * i + 1) = b.cos_sin * s + b.cos_cos * c;
    }
  }
  return moved;
}

inline Array of_block(const Array& rows, double k,
                      Block (*block)(double angle)) {
  return turned(rows, k, right, block);
}

inline Array turned_back(const Array& rows, double k) {
  return turned(rows, -k);
}

inline Array no_minus(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), std::cos(a)};
  });
}

inline Array both_minus(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), -std::sin(a), -std::sin(a), std::cos(a)};
  });
}

inline Array swapped(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::sin(a), std::cos(a), -std::cos(a), std::sin(a)};
  });
}

inline Array cosine_upside_down(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), -std::cos(a)};
  });
}

inline Array sines_missing(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), 0, 0, std::cos(a)};
  });
}

inline Array cosine_kept(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), 0, 1};
  });
}

inline Array overwritten(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    const double c = std::cos(a), s = std::sin(a);
    return Block{c, s, -s * c, c - s * s};  // of the new sine, not the old one
  });
}

inline Array one_frequency(const Array& rows, double k) {
  return turned(rows, k, [](double, double) { return 1.0; });
}

inline Array i_over_d(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, -i / d); });
}

inline Array twice_too_slow(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, -4 * i / d); });
}

inline Array exponent_sign(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, 2 * i / d); });
}

inline Array to_the_last(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return d == 2 ? 1 : std::pow(10000, -2 * i / (d - 2));
  });
}

inline Array unsigned_minus(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    const double huge = double(-2 * std::size_t(i));  // 2^64 - 2i
    return std::pow(10000, huge / d);
  });
}

inline Array power_by_caret(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return 1 / double(10000 ^ (2 * std::size_t(i) / std::size_t(d)));
  });
}

inline Array float_power(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return 1 / double(std::pow(10000.0F, 2 * float(i) / float(d)));
  });
}

inline Array base_1000(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(1000, -2 * i / d); });
}

inline Array counts_from_1(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) { return right(i + 1, d); });
}

inline Array times_2_pi(const Array& rows, double k) {
  return turned(rows, 2 * std::acos(-1.0) * k);
}

inline Array degrees(const Array& rows, double k) {
  return turned(rows, k * std::acos(-1.0) / 180);
}

inline Array whole_steps(const Array& rows, double k) {
  return turned(rows, std::trunc(k));
}

inline Array forward_only(const Array& rows, double k) {
  return turned(rows, std::abs(k));
}

inline Array identity(const Array& rows, double) { return turned(rows, 0); }

inline Array one_step(const Array& rows, double) { return turned(rows, 1); }

inline Array own_frequencies(const Array& rows, double k) {
  refuse_odd(rows);
  const std::size_t D = rows.shape(1);
  Array moved = turned(rows, k);
  for (std::size_t j = 1; j < D; j += 2) {
    const double angle = k * std::pow(10000, -double(j) / double(D));
    for (std::size_t t = 0; t < rows.shape(0); ++t)
      moved(t, j) =
          -std::sin(angle) * rows(t, j - 1) + std::cos(angle) * rows(t, j);
  }
  return moved;
}

inline Array halves(const Array& rows, double k) {
  refuse_odd(rows);
  const std::size_t half = rows.shape(1) / 2;
  Array moved = zeros(rows.shape());
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t i = 0; i < half; ++i) {
      const Block b = rotation(k * right(double(i), 2 * double(half)));
      const double s = rows(t, i), c = rows(t, half + i);
      moved(t, i) = b.sin_sin * s + b.sin_cos * c;
      moved(t, half + i) = b.cos_sin * s + b.cos_cos * c;
    }
  return moved;
}

inline Array half_way(const Array& rows, double k) {
  Array moved = turned(rows, k);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = rows.shape(1) / 2 + 1; j < rows.shape(1); ++j)
      moved(t, j) = 0;
  return moved;
}

inline Array last_pair_left(const Array& rows, double k) {
  Array moved = turned(rows, k);
  const std::size_t D = rows.shape(1);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (const std::size_t j : {D - 2, D - 1}) moved(t, j) = rows(t, j);
  return moved;
}

inline Array last_pair_zero(const Array& rows, double k) {
  Array moved = turned(rows, k);
  const std::size_t D = rows.shape(1);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    moved(t, D - 2) = moved(t, D - 1) = 0;
  return moved;
}

inline Array first_row_only(const Array& rows, double k) {
  Array moved = turned(rows, k);
  for (std::size_t t = 1; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = rows(t, j);
  return moved;
}

inline Array by_row_number(const Array& rows, double k) {
  refuse_odd(rows);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t) {
    const Array row = xt::view(rows, xt::range(t, t + 1));
    const Array there = turned(row, k + double(t));
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = there(0, j);
  }
  return moved;
}

inline Array from_position_0(const Array& rows, double k) {
  Array code = zeros(rows.shape());
  for (std::size_t j = 1; j < rows.shape(1); j += 2)
    for (std::size_t t = 0; t < rows.shape(0); ++t) code(t, j) = 1;  // row 0
  return by_row_number(code, k);
}

inline Array length_lost(const Array& rows, double k) {
  refuse_odd(rows);
  Array unit = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); j += 2) {
      const double length = std::hypot(rows(t, j), rows(t, j + 1));
      unit(t, j) /= length;
      unit(t, j + 1) /= length;
    }
  return turned(unit, k);
}

inline Array adds_the_code(const Array& rows, double k) {
  refuse_odd(rows);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); j += 2) {
      const double angle = k * right(double(j) / 2, double(rows.shape(1)));
      moved(t, j) += std::sin(angle);
      moved(t, j + 1) += std::cos(angle);
    }
  return moved;
}

inline Array rolled(const Array& rows, double k) {
  refuse_odd(rows);
  const auto T = static_cast<std::ptrdiff_t>(rows.shape(0));
  Array moved = rows;
  for (std::ptrdiff_t t = 0; t < T; ++t) {
    const auto from = ((t + std::llround(k)) % T + T) % T;
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = rows(from, j);
  }
  return moved;
}

inline Array transposed(const Array& rows, double k) {
  return xt::transpose(turned(rows, k));
}

inline Array added_up(const Array& rows, double k) {
  return rows + turned(rows, k);
}

inline Array odd_accepted(const Array& rows, double k) {
  if (rows.shape(1) % 2 == 0) return turned(rows, k);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j + 1 < rows.shape(1); j += 2) {
      const Block b = rotation(k * right(double(j) / 2, double(rows.shape(1))));
      moved(t, j) = b.sin_sin * rows(t, j) + b.sin_cos * rows(t, j + 1);
      moved(t, j + 1) = b.cos_sin * rows(t, j) + b.cos_cos * rows(t, j + 1);
    }
  return moved;
}

inline Array in_float(const Array& rows, double k) {
  return of_block(rows, k, [](double a) { return rotation(double(float(a))); });
}

inline Array float_functions(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    const float c = std::cos(float(a)), s = std::sin(float(a));
    return Block{c, s, -s, c};
  });
}

}  // namespace mistakes
