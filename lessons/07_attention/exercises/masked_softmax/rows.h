#pragma once

// A softmax row by row, for those who want to get it wrong.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "answer.h"

namespace softmax_rows {

using namespace horloge;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
  std::vector<double> scores;
  std::vector<bool> seen;
};
using Weights = std::vector<double>;

// Each line along an axis by itself.
inline Array along(const Array& scores, const Mask& mask, std::size_t axis,
                   const std::function<Weights(const Row&)>& weights_of) {
  if (axis >= scores.dimension()) throw std::out_of_range("out of bounds");
  const auto [outer, size, inner] = view_axis(scores.shape(), axis);
  Array out = zeros(scores.shape());
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      Row row;
      for (std::size_t j = 0; j < size; ++j) {
        row.scores.push_back(scores.data()[(o * size + j) * inner + i]);
        row.seen.push_back(mask.data()[(o * size + j) * inner + i]);
      }
      const Weights w = weights_of(row);
      for (std::size_t j = 0; j < size; ++j)
        out.data()[(o * size + j) * inner + i] = w[j];
    }
  return out;
}

inline Array each_row(const Array& scores, const Mask& mask,
                      const std::function<Weights(const Row&)>& weights_of) {
  return along(scores, mask, scores.dimension() - 1, weights_of);
}

inline Weights exponentials(const Row& row, double subtracted) {
  Weights e;
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    e.push_back(row.seen[j] ? std::exp(row.scores[j] - subtracted) : 0);
  return e;
}

// What a total of 0 gives: zeros, or 0 / 0.
enum class Nothing { zeros, nan };

inline Weights divided(Weights e, Nothing nothing = Nothing::zeros) {
  double total = 0;
  for (const double x : e) total += x;
  for (double& x : e)
    x = total == 0 && nothing == Nothing::zeros ? 0 : x / total;
  return e;
}

inline double highest_seen(const Row& row) {
  double highest = -infinity;
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    if (row.seen[j]) highest = std::max(highest, row.scores[j]);
  return highest;
}

inline double highest(const Row& row) {
  return *std::max_element(row.scores.begin(), row.scores.end());
}

inline Weights right(const Row& row) {
  return divided(exponentials(row, highest_seen(row)));
}

inline Row all_seen(Row row) {
  row.seen.assign(row.seen.size(), true);
  return row;
}

inline Weights plain(const Row& row) { return right(all_seen(row)); }

inline bool sees_nothing(const Row& row) {
  return highest_seen(row) == -infinity;
}

// Softmax of the scores after `change` has dealt with the hidden ones.
inline Weights changed(Row row, const std::function<double(double)>& change) {
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    if (!row.seen[j]) row.scores[j] = change(row.scores[j]);
  return plain(row);
}

inline double minus_billion(double) { return -1e9; }
inline double less_a_billion(double s) { return s - 1e9; }

}  // namespace softmax_rows
