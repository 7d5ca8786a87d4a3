#pragma once

// Mistakes with what is hidden, and with numbers.

#include <map>

#include "rows.h"

namespace softmax_rows {

inline Array multiplied_after(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = plain(row);
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!row.seen[j]) w[j] = 0;
    return w;
  });
}

inline Array multiplied_before(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return changed(row, [](double) { return 0; });
  });
}

inline Array inverted(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](Row row) {
    row.seen.flip();
    return right(row);
  });
}

inline Array mask_ignored(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, plain);
}

inline Array diagonal_masked(const Array& scores, const Mask& mask) {
  const std::size_t S = scores.shape().back();
  const std::size_t T = scores.shape(scores.dimension() - 2);
  Mask other = mask;
  for (std::size_t n = 0; n < mask.size(); ++n)
    if (n / S % T == n % S) other.data()[n] = false;
  return each_row(scores, other, right);
}

inline Array mask_of_first_row(const Array& scores, const Mask& mask) {
  Mask other = mask;
  for (std::size_t n = 0; n < mask.size(); ++n)
    other.data()[n] = mask.data()[n % scores.shape().back()];
  return each_row(scores, other, right);
}

inline Array nan_for_nothing(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? Weights(row.seen.size(), std::nan(""))
                             : right(row);
  });
}

inline Array mean_for_nothing(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row)
               ? Weights(row.seen.size(), 1.0 / double(row.seen.size()))
               : right(row);
  });
}

inline Array billion_filled(const Array& scores, const Mask& mask) {
  return each_row(scores, mask,
                  [](const Row& row) { return changed(row, minus_billion); });
}

inline Array billion_added(const Array& scores, const Mask& mask) {
  return each_row(scores, mask,
                  [](const Row& row) { return changed(row, less_a_billion); });
}

inline Array billion_filled_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? right(row) : changed(row, minus_billion);
  });
}

inline Array billion_added_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? right(row) : changed(row, less_a_billion);
  });
}

inline Array hundred_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return changed(row, [](double s) { return s - 100; });
  });
}

inline Array zero_is_hidden(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](Row row) {
    for (std::size_t j = 0; j < row.scores.size(); ++j)
      row.seen[j] = row.seen[j] && row.scores[j] != 0;
    return right(row);
  });
}

inline Array zero_is_hidden_nan(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    if (sees_nothing(row)) return right(row);
    Row other = row;
    for (std::size_t j = 0; j < row.scores.size(); ++j)
      other.seen[j] = row.seen[j] && row.scores[j] != 0;
    return divided(exponentials(other, highest_seen(row)), Nothing::nan);
  });
}

inline Array tiny_left(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = right(row);
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!row.seen[j]) w[j] = 1e-300;
    return w;
  });
}

inline Array epsilon_below(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = exponentials(row, highest_seen(row));
    double total = 1e-9;
    for (const double x : w) total += x;
    for (double& x : w) x /= total;
    return w;
  });
}

inline Array in_float(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    const double highest = highest_seen(row);
    Weights e = exponentials(row, highest);
    for (std::size_t j = 0; j < e.size(); ++j)
      if (row.seen[j])
        e[j] = std::exp(static_cast<float>(row.scores[j] - highest));
    return divided(e);
  });
}

inline Array highest_from_0(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return divided(exponentials(row, std::max(0., highest_seen(row))));
  });
}

inline Array highest_from_0_nan(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    const Weights e = exponentials(row, std::max(0., highest_seen(row)));
    return sees_nothing(row) ? divided(e) : divided(e, Nothing::nan);
  });
}

// Scores kept between two bounds, instead of subtracting the largest.
template <int bound>
inline Array clamped(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](Row row) {
    for (double& s : row.scores)
      s = std::min(std::max(s, double(-bound)), double(bound));
    return divided(exponentials(row, 0));
  });
}

inline Array first_key_for_nothing(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    if (!sees_nothing(row)) return right(row);
    Weights w(row.scores.size(), 0);
    w[0] = 1;
    return w;
  });
}

inline Array multiplied_before_zeroed(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = changed(row, [](double) { return 0; });
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!row.seen[j]) w[j] = 0;
    return w;
  });
}

// Low scores for the hidden ones, and zeros afterwards.
inline Array low_then_zeroed(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = changed(row, [](double) { return -1e9; });
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!row.seen[j]) w[j] = 0;
    return w;
  });
}

// exp(hidden score) times 0: infinity times 0 is NaN.
inline Array exponential_times_0(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    const double subtracted = sees_nothing(row) ? 0 : highest_seen(row);
    Weights e;
    for (std::size_t j = 0; j < row.scores.size(); ++j)
      e.push_back(std::exp(row.scores[j] - subtracted) * row.seen[j]);
    return divided(e);
  });
}

inline Array first_mask(const Array& scores, const Mask& mask) {
  static std::map<std::vector<std::size_t>, Mask> masks;
  const std::vector<std::size_t> shape(mask.shape().begin(),
                                       mask.shape().end());
  return each_row(scores, masks.emplace(shape, mask).first->second, right);
}

inline Array first_matrix(const Array& scores, const Mask& mask) {
  if (scores.dimension() < 3) return each_row(scores, mask, right);
  const std::size_t S = scores.shape().back();
  const std::size_t matrix = S * scores.shape(scores.dimension() - 2);
  Mask other = mask;
  for (std::size_t n = 0; n < mask.size(); ++n)
    other.data()[n] = mask.data()[n % matrix];
  return each_row(scores, other, right);
}

inline Array in_place(const Array& scores, const Mask& mask) {
  const Array weights = each_row(scores, mask, right);
  const_cast<Array&>(scores) = weights;
  return weights;
}

}  // namespace softmax_rows
