#include "horloge/nn/position/sinusoidal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"
#include "horloge/nn/position/added.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

void check_even(std::size_t d_model, const char* who) {
  if (d_model == 0 || d_model % 2 != 0)
    throw ValueError(
        fmt::format("[{}] d_model {} must be even: every sine goes with a cosine of the same angle",
                    who, d_model));
}

double frequency(std::size_t i, std::size_t d_model, const SinusoidOptions& options) {
  const std::size_t pairs = d_model / 2;
  const std::size_t last = options.layout == SinusoidLayout::tensor2tensor ? pairs - 1 : pairs;
  return std::pow(options.base, -static_cast<double>(i) / std::max(static_cast<double>(last), 1.0));
}

}  // namespace

Array sinusoidal_rows(const Ids& positions, std::size_t d_model, const SinusoidOptions& options) {
  check_even(d_model, "sinusoidal_rows");
  Shape shape(positions.shape().begin(), positions.shape().end());
  shape.push_back(d_model);
  Array rows = empty(shape);
  const std::size_t pairs = d_model / 2;
  const bool interleaved = options.layout == SinusoidLayout::interleaved;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double w = frequency(i, d_model, options);
    const std::size_t sine = interleaved ? 2 * i : i;
    const std::size_t cosine = interleaved ? 2 * i + 1 : pairs + i;
    for (std::size_t row = 0; row < positions.size(); ++row) {
      const double angle = static_cast<double>(positions.data()[row]) * w;
      rows.data()[row * d_model + sine] = static_cast<real>(std::sin(angle));
      rows.data()[row * d_model + cosine] = static_cast<real>(std::cos(angle));
    }
  }
  if (options.padding_idx)
    for (std::size_t row = 0; row < positions.size(); ++row)
      if (positions.data()[row] == *options.padding_idx)
        std::fill_n(rows.data() + row * d_model, d_model, real{0});
  return rows;
}

Array sinusoidal_table(std::size_t seq_len, std::size_t d_model, const SinusoidOptions& options) {
  return sinusoidal_rows(arange(seq_len), d_model, options);
}

Array sinusoidal_shift(double offset, std::size_t d_model, double base) {
  check_even(d_model, "sinusoidal_shift");
  SinusoidOptions options;
  options.base = base;
  Array M = zeros({d_model, d_model});
  for (std::size_t i = 0; i < d_model / 2; ++i) {
    const double angle = offset * frequency(i, d_model, options);
    M(2 * i, 2 * i) = M(2 * i + 1, 2 * i + 1) = static_cast<real>(std::cos(angle));
    M(2 * i, 2 * i + 1) = static_cast<real>(std::sin(angle));
    M(2 * i + 1, 2 * i) = static_cast<real>(-std::sin(angle));
  }
  return M;
}

SinusoidalPositions::SinusoidalPositions(std::size_t max_seq_len, std::size_t d_model,
                                         const SinusoidOptions& options) {
  Array table = sinusoidal_table(max_seq_len, d_model, options);
  table.reshape({std::size_t{1}, max_seq_len, d_model});
  pe = buffer("pe", std::move(table));
  setting("scheme", "sinusoidal");  // the rest is in its table
}

Tensor SinusoidalPositions::operator()(const Tensor& x, std::size_t offset) const {
  const auto [B, T, D] = dims<3>(x.shape(), "[SinusoidalPositions] x (B, T, D)");
  return embed(x, positions_from(offset, T));
}

Tensor SinusoidalPositions::embed(const Tensor& x, const Ids& positions) const {
  const auto [one, max_seq_len, d_model] = dims<3>(pe.shape(), "[SinusoidalPositions] pe");
  check_added_positions("SinusoidalPositions", x.shape(), positions, d_model, max_seq_len);
  const std::size_t D = d_model;
  Shape shape(positions.shape().begin(), positions.shape().end());
  shape.push_back(D);
  Array rows = empty(shape);
  for (std::size_t i = 0; i < positions.size(); ++i)
    std::copy_n(pe.data() + static_cast<std::size_t>(positions.data()[i]) * D, D,
                rows.data() + i * D);
  return x + Tensor(std::move(rows));
}

}  // namespace horloge
