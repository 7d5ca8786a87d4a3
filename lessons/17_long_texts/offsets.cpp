#include "offsets.h"

#include <algorithm>
#include <cmath>

#include "common/modules.h"
#include "exercises/sink_cache/answer.h"

using namespace horloge;

Ids clipped_offsets(std::size_t T, std::size_t last) {
  Ids offsets = Ids::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s)
      offsets(t, s) = s > t ? unseen : std::int64_t(std::min(t - s, last));
  return offsets;
}

Ids chunked_offsets(std::size_t T, std::size_t chunk, std::size_t length) {
  Ids offsets = Ids::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s) {
      const std::size_t apart = t / chunk - std::min(s, t) / chunk;
      const std::size_t query =  // where the query counts as standing
          apart == 0   ? t % chunk
          : apart == 1 ? std::min(t % chunk + chunk, length - 1)
                       : length - 1;
      offsets(t, s) = s > t ? unseen : std::int64_t(query - s % chunk);
    }
  return offsets;
}

Ids cache_offsets(std::size_t T, std::size_t window, std::size_t sinks,
                  Counted counted) {
  Ids offsets = Ids::from_shape({T, T});
  std::fill(offsets.begin(), offsets.end(), unseen);
  for (std::size_t t = 0; t < T; ++t) {
    const Kept kept = kept_tokens(t + 1, window, sinks);
    for (std::size_t i = 0; i < kept.tokens.size(); ++i) {
      const std::int64_t s = kept.tokens(i);
      offsets(t, std::size_t(s)) = counted == Counted::in_the_cache
                                       ? kept.offsets(i)
                                       : std::int64_t(t) - s;
    }
  }
  return offsets;
}

double log_length(std::size_t t) {
  return std::max(1.0, std::log(double(t + 1)) / std::log(double(learned_at)));
}

namespace {

constexpr std::size_t D = Reader::d_model, K = Reader::head_dim;

// The queries as if all stood at the same offset from a key, for each offset.
//   q (B, T, D) -> up to `last` + 1 of the same
std::vector<Array> turned(const Tensor& q, const PositionScheme& rotary,
                          std::size_t last) {
  std::vector<Array> at_offsets;
  Ids at = Ids::from_shape({q.shape()[1]});
  for (std::size_t offset = 0; offset <= last; ++offset) {
    std::fill(at.begin(), at.end(), std::int64_t(offset));
    at_offsets.push_back(rotary.query(q, {at, at}).array());
  }
  return at_offsets;
}

// What one head makes of query t: y(b, t) of its columns.
void attend(const std::vector<Array>& q, const Array& qkv, const Ids& offsets,
            std::size_t b, std::size_t h, std::size_t t, double scale,
            Array& y) {
  std::vector<double> weights(t + 1, 0);
  double sum = 0;
  for (std::size_t s = 0; s <= t; ++s) {
    if (offsets(t, s) == unseen) continue;
    const real* const query = &q[std::size_t(offsets(t, s))](b, t, h * K);
    const real* const key = &qkv(b, s, D + h * K);
    double score = 0;
    for (std::size_t k = 0; k < K; ++k) score += query[k] * key[k];
    sum += weights[s] = std::exp(scale * score);
  }
  real* const out = &y(b, t, h * K);
  for (std::size_t s = 0; s <= t; ++s) {
    const real* const value = &qkv(b, s, 2 * D + h * K);
    for (std::size_t k = 0; k < K; ++k)
      out[k] += real(weights[s] / sum) * value[k];
  }
}

}  // namespace

Array read_with(const Reader& model, const Ids& ids, const Ids& offsets,
                Scores scores) {
  const NoGrad no_grad;
  const std::size_t B = ids.shape(0), T = ids.shape(1);
  const auto last =
      std::size_t(*std::max_element(offsets.begin(), offsets.end()));
  Tensor x = model.embedding(ids);
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const TransformerEncoderLayer& layer = model.layers[i];
    const Tensor qkv = linear(layer.norm1(x), layer.self_attn.in_proj_weight,
                              layer.self_attn.in_proj_bias);
    const std::vector<Array> q =
        turned(slice(qkv, {{}, {}, {0, D}}), *model.positions[i], last);
    Array y = zeros({B, T, D});
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t h = 0; h < Reader::num_heads; ++h)
        for (std::size_t t = 0; t < T; ++t) {
          const double growth =
              scores == Scores::by_log_length ? log_length(t) : 1;
          attend(q, qkv.array(), offsets, b, h, t,
                 growth / std::sqrt(double(K)), y);
        }
    x = x + layer.self_attn.out_proj(Tensor(y));
    x = x + layer.linear2(relu(layer.linear1(layer.norm2(x))));
  }
  return model.to_tokens(x).array();
}
