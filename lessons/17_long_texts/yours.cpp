// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

#include "yours.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"

using horloge::Array;
using horloge::Ids;
using horloge::real;
using horloge::ShapeError;
using horloge::ValueError;
using horloge::zeros;

Array accuracy_by_depth(const Ids& depth, const Ids& right, std::size_t width,
                        std::size_t bins) {
  if (depth.size() != right.size())
    throw ShapeError("[accuracy_by_depth] each depth needs an answer");
  if (width == 0 || bins == 0)
    throw ValueError("[accuracy_by_depth] width and bins must be 1 or more");
  std::vector<double> asked(bins, 0), known(bins, 0);
  for (std::size_t i = 0; i < depth.size(); ++i) {
    if (depth.data()[i] < 1) continue;
    const std::size_t bin =
        std::min(std::size_t(depth.data()[i] - 1) / width, bins - 1);
    asked[bin] += 1;
    known[bin] += double(right.data()[i]);
  }
  Array shares = Array::from_shape({bins});
  for (std::size_t b = 0; b < bins; ++b)
    shares(b) = asked[b] > 0 ? real(known[b] / asked[b]) : real(-1);
  return shares;
}

Ids layer_windows(std::size_t num_layers, std::size_t global_every,
                  std::size_t window) {
  if (window == 0) throw ValueError("[layer_windows] window must be 1 or more");
  Ids windows = Ids::from_shape({num_layers});
  for (std::size_t i = 0; i < num_layers; ++i) {
    const bool global = global_every > 0 && (i + 1) % global_every == 0;
    windows(i) = global ? 0 : std::int64_t(window);
  }
  return windows;
}

std::int64_t cached_keys(const Ids& windows, std::size_t T) {
  const auto all = std::int64_t(T);
  std::int64_t keys = 0;
  for (const std::int64_t window : windows)
    keys += window == 0 ? all : std::min(window, all);
  return keys;
}

Ids grouped_offsets(std::size_t T, std::size_t near, std::size_t group) {
  if (group == 0) throw ValueError("[grouped_offsets] group must be 1 or more");
  Ids offsets = Ids::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s)
      offsets(t, s) = s > t ? -1
                      : t - s < near
                          ? std::int64_t(t - s)
                          : std::int64_t(t / group + near - near / group) -
                                std::int64_t(s / group);
  return offsets;
}

Kept kept_tokens(std::size_t T, std::size_t window, std::size_t sinks) {
  if (window == 0) throw ValueError("[kept_tokens] window must be 1 or more");
  std::vector<std::int64_t> tokens;
  for (std::size_t t = 0; t < T; ++t)
    if (t < sinks || t + window >= T) tokens.push_back(std::int64_t(t));
  Kept kept{Ids::from_shape({tokens.size()}), Ids::from_shape({tokens.size()})};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    kept.tokens(i) = tokens[i];
    kept.offsets(i) = std::int64_t(tokens.size() - 1 - i);
  }
  return kept;
}

Array forget_bias(const Array& gates) {
  const std::size_t T = gates.shape(0);
  Array bias = zeros({T, T});
  for (std::size_t j = 0; j < T; ++j) {
    double sum = 0;
    for (std::size_t i = j + 1; i < T; ++i)
      bias(i, j) = real(sum += std::log(double(gates(i))));
  }
  return bias;
}

Array forget_bias_backward(const Array& gates, const Array& dbias) {
  const std::size_t T = gates.shape(0);
  if (dbias.dimension() != 2 || dbias.shape(0) != T || dbias.shape(1) != T)
    throw ShapeError("[forget_bias_backward] dbias must be (T, T)");
  Array dgates = zeros({T});
  for (std::size_t l = 1; l < T; ++l) {
    double sum = 0;
    for (std::size_t i = l; i < T; ++i)
      for (std::size_t j = 0; j < l; ++j) sum += dbias(i, j);
    dgates(l) = real(sum / gates(l));
  }
  return dgates;
}
