#include "horloge/nn/position/transformer_xl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/einsum.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

void check_consecutive(const Ids& positions, const char* whose) {
  bool consecutive = positions.dimension() == 1 && positions.size() > 0;
  for (std::size_t i = 1; i < positions.size(); ++i)
    consecutive = consecutive && positions.data()[i] == positions.data()[i - 1] + 1;
  if (!consecutive)
    throw ValueError(
        fmt::format("[TransformerXLPositions] the {} must be at consecutive positions, the "
                    "same for the whole batch",
                    whose));
}

}  // namespace

// A zero before each row makes rows of N + 1; cut into rows of N again from place T on, each begins
// one further to the left than the one below it.
Tensor relative_shift(const Tensor& x) {
  const Shape& shape = x.shape();
  if (shape.size() < 2 || shape[shape.size() - 2] > shape.back())
    throw ShapeError(
        fmt::format("[relative_shift] x (…, T, N) needs N distances for T queries, N >= T, got {}",
                    to_string(shape)));
  const std::size_t T = shape[shape.size() - 2], N = shape.back();
  const std::size_t rows = x.size() / std::max<std::size_t>(1, T * N);
  const Tensor padded = pad(reshape(x, {rows, T, N}), {{0, 0}, {0, 0}, {1, 0}});
  const Tensor turned = reshape(padded, {rows, T * (N + 1)});
  return reshape(slice(turned, {{}, {static_cast<std::ptrdiff_t>(T)}}), shape);
}

TransformerXLPositions::TransformerXLPositions(std::size_t d_model, std::size_t num_heads,
                                               std::size_t head_dim, Rng& rng,
                                               const TransformerXLOptions& options)
    : r_net(child("r_net", Linear(d_model, num_heads * head_dim, rng, Bias::no))),
      r_w_bias(options.r_w_bias.defined() ? parameter("r_w_bias", options.r_w_bias)
                                          : parameter("r_w_bias", zeros({num_heads, head_dim}))),
      r_r_bias(options.r_r_bias.defined() ? parameter("r_r_bias", options.r_r_bias)
                                          : parameter("r_r_bias", zeros({num_heads, head_dim}))),
      d_model_(d_model),
      options_(options) {
  if (options.dropout > 0) dropout_ = child("dropout", Dropout(options.dropout, rng));
  (void)sinusoidal_rows(arange(1), d_model);  // says what is wrong with an odd d_model
  setting("scheme", options.bidirectional ? "transformer_xl, both ways" : "transformer_xl");
}

TransformerXLPositions TransformerXLPositions::both_ways() const {
  TransformerXLPositions other = *this;
  other.options_.bidirectional = true;
  return other;
}

Tensor TransformerXLPositions::query(const Tensor& q, const AttentionPositions&) const {
  return q + reshape(r_w_bias, {r_w_bias.size()});
}

Array TransformerXLPositions::distance_codes(const AttentionPositions& at) const {
  check_consecutive(at.queries, "queries");
  check_consecutive(at.keys, "keys");
  const std::size_t T = at.queries.size(), S = at.keys.size();
  Ids distances = Ids::from_shape({S + (options_.bidirectional ? T - 1 : 0)});
  for (std::size_t c = 0; c < distances.size(); ++c) {
    distances(c) = at.queries(T - 1) - at.keys(0) - static_cast<std::int64_t>(c);
    if (options_.clamp_len)
      distances(c) = std::min(distances(c), static_cast<std::int64_t>(*options_.clamp_len));
  }
  SinusoidOptions halves;
  halves.layout = SinusoidLayout::halves;
  return sinusoidal_rows(distances, d_model_, halves);
}

Tensor TransformerXLPositions::position_scores(const Tensor& q, const Tensor& codes,
                                               std::size_t num_keys) const {
  const auto [B, T, D] = dims<3>(q.shape(), "[TransformerXLPositions] q (B, T, H K)");
  const auto [H, K] = dims<2>(r_r_bias.shape(), "[TransformerXLPositions] r_r_bias (H, K)");
  const auto [N, Dr] = dims<2>(codes.shape(), "[TransformerXLPositions] codes (N, D)");
  if (D != H * K)
    throw ShapeError(fmt::format("[TransformerXLPositions] q {} must end in H K = {}",
                                 to_string(q.shape()), H * K));
  const Tensor with_v = reshape(q + reshape(r_r_bias, {H * K}), {B, T, H, K});
  const Tensor r = reshape(r_net(codes), {N, H, K});
  const Tensor by_distance = einsum("bthk,nhk->bhtn", with_v, r);
  const Tensor by_key =
      slice(relative_shift(by_distance), {{}, {}, {}, {0, static_cast<std::ptrdiff_t>(num_keys)}});
  return by_key * static_cast<real>(1 / std::sqrt(static_cast<double>(K)));
}

Tensor TransformerXLPositions::bias_from(const Tensor& q, const AttentionPositions& at) const {
  const Tensor codes(distance_codes(at));
  return position_scores(q, dropout_ ? (*dropout_)(codes) : codes, at.keys.size());
}

}  // namespace horloge
