#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "golden/kinds.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/nn/position/transformer_xl.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

namespace horloge::golden {
namespace {

// (B, T, H K) -> (B, H, T, K)
Tensor by_head(const Tensor& x, std::size_t H) {
  const auto [B, T, D] = dims<3>(x.shape(), "[golden] x (B, T, H K)");
  return transpose(reshape(x, {B, T, H, D / H}), 1, 2);
}

Tensor weights_of(const Tensor& q, const Tensor& k, const Tensor& v, std::size_t H,
                  const AttentionOptions& options) {
  return attention_with_weights(by_head(q.detach(), H), by_head(k.detach(), H),
                                by_head(v.detach(), H), options)
      .weights;
}

// Attention as BLOOM computes it: a masked score is the lowest float. A query that sees no key
// then weighs all of them alike, where this library gives zeros.
struct Bloom {
  Tensor context, weights;
};
Bloom bloom_attention(const Tensor& q, const Tensor& k, const Tensor& v, std::size_t H,
                      const Tensor& alibi, const Mask& hidden) {
  const Tensor heads_q = by_head(q, H);
  const auto [B, heads, T, K] = dims<4>(heads_q.shape(), "[golden] q (B, H, T, K)");
  const Tensor scores = matmul(heads_q, transpose(by_head(k, H), -2, -1)) *
                            static_cast<real>(1 / std::sqrt(static_cast<double>(K))) +
                        alibi;
  const Tensor weights =
      softmax(masked_fill(scores, hidden, real{std::numeric_limits<float>::lowest()}));
  const Tensor context = matmul(weights, by_head(v, H));
  return {reshape(transpose(context, 1, 2), {B, T, heads * K}), weights};
}

// Queries (T) by keys (S) of each sequence: hidden if later or padding.   -> (B, 1, T, S)
Mask causal_or_padding(const Mask& takes_part, bool& blind_queries) {
  const std::size_t B = takes_part.shape()[0], S = takes_part.shape()[1];
  Mask hidden = Mask::from_shape({B, std::size_t{1}, S, S});
  blind_queries = false;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < S; ++i) {
      bool sees = false;
      for (std::size_t j = 0; j < S; ++j) {
        hidden(b, 0, i, j) = j > i || !takes_part(b, j);
        sees = sees || !hidden(b, 0, i, j);
      }
      blind_queries = blind_queries || !sees;
    }
  return hidden;
}

// A mask (T, S), or (T, S, B) as (B, 1, T, S).
Mask by_batch(const Mask& mask) {
  if (mask.dimension() == 2) return mask;
  const Shape shape(mask.shape().begin(), mask.shape().end());
  const auto [T, S, B] = dims<3>(shape, "[golden] in.mask (T, S, B)");
  Mask out = Mask::from_shape({B, std::size_t{1}, T, S});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j) out(b, 0, i, j) = mask(i, j, b);
  return out;
}

}  // namespace

void run_alibi_slopes(Case& c) {
  c.settings.describes({"heads", "num_heads"});
  for (const std::string& H : c.names("out.slopes_"))
    c.check("out.slopes_" + H, alibi_slopes(std::stoul(H)));
}

void run_alibi_bias(Case& c) {
  const std::size_t H = c.settings.integer("heads"), L = c.settings.integer("L");
  const AttentionPositions at = consecutive_positions(L, L);
  c.check("out.relative_form", AlibiPositions(H, AlibiForm::distance).bias(at));

  const Array row = AlibiPositions(H, AlibiForm::key).bias(at).array();
  Array masked = empty({H, L, L});
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t i = 0; i < L; ++i)
      for (std::size_t j = 0; j < L; ++j)
        masked(h, i, j) = j > i ? -std::numeric_limits<real>::infinity() : row(h, 0, j);
  c.check("out.ofirpress_mask", masked);
}

void run_alibi_bloom_bias(Case& c) {
  const Ids keys = count_unmasked(c.mask("in.attention_mask"));
  const AlibiPositions alibi(c.settings.integer("num_heads"), AlibiForm::key);
  Array bias = alibi.bias({keys, keys}).array();
  const std::size_t S = bias.shape().back();
  bias.reshape({bias.size() / S, std::size_t{1}, S});
  c.check("out.alibi", bias);
}

void run_bloom_attention(Case& c) {
  c.settings.describes({"batch", "L", "hidden"});
  const std::size_t H = c.settings.integer("heads");
  const Tensor x = c.leaf("in.x");
  const auto [B, T, D] = dims<3>(x.shape(), "[golden] in.x (B, T, D)");
  const Tensor residual = c.leaf("in.residual");
  const Tensor qkv_weight = c.leaf("param.query_key_value.weight");
  const Tensor qkv_bias = c.leaf("param.query_key_value.bias");
  const Tensor dense_weight = c.leaf("param.dense.weight");
  const Tensor dense_bias = c.leaf("param.dense.bias");

  Mask takes_part = Mask::from_shape({B, T});
  takes_part.fill(true);
  if (c.has("in.attention_mask")) takes_part = c.mask("in.attention_mask");
  const Ids keys = count_unmasked(takes_part);
  const Tensor alibi = AlibiPositions(H, AlibiForm::key).bias({keys, keys});
  Array kept = alibi.array();
  kept.reshape({B * H, std::size_t{1}, T});
  if (c.has("out.alibi")) c.check("out.alibi", kept);

  // Each head has its q, k and v side by side.
  const Tensor fused = reshape(linear(x, qkv_weight, qkv_bias), {B, T, H, 3, D / H});
  std::vector<Tensor> parts;
  for (const Tensor& part : chunk(fused, 3, 3)) parts.push_back(reshape(part, {B, T, D}));
  bool blind_queries = false;
  const Mask hidden = causal_or_padding(takes_part, blind_queries);
  const Bloom bloom = bloom_attention(parts[0], parts[1], parts[2], H, alibi, hidden);
  c.check("out.attn", bloom.weights);
  AttentionOptions options;
  options.is_causal = true;
  options.key_mask = takes_part;
  options.bias = alibi;
  const Tensor context = blind_queries
                             ? bloom.context
                             : multi_head_attention(parts[0], parts[1], parts[2], H, options);
  const Tensor y = linear(context, dense_weight, dense_bias) + residual;
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grad("grad.residual", residual);
  c.check_grad("grad.query_key_value.weight", qkv_weight);
  c.check_grad("grad.query_key_value.bias", qkv_bias);
  c.check_grad("grad.dense.weight", dense_weight);
  c.check_grad("grad.dense.bias", dense_bias);
}

void run_t5_buckets(Case& c) {
  c.settings.describes({"num_buckets,max_distance"});
  const Ids relative = c.ids("in.relative_position");
  for (const std::string& name : c.names("out.bucket_")) {
    char direction[8] = {};
    unsigned long num_buckets = 0, max_distance = 0;
    const int read =
        std::sscanf(name.c_str(), "%7[a-z]_nb%lu_md%lu", direction, &num_buckets, &max_distance);
    const bool both_ways = std::string(direction) == "bi";
    if (read != 3 || (!both_ways && std::string(direction) != "causal"))
      continue;  // reported as a result that nobody computes
    c.check("out.bucket_" + name, t5_buckets(relative, {both_ways, num_buckets, max_distance}));
  }
}

void run_t5_attention(Case& c) {
  c.settings.describes({"batch", "L", "d_model", "d_kv", "cross_len"});
  const std::size_t H = c.settings.integer("heads");
  const Tensor x = c.leaf("in.x");
  const Tensor kv = c.has("in.kv") ? c.leaf("in.kv") : x;
  const std::size_t T = x.shape()[1], S = kv.shape()[1];
  std::vector<Tensor> weights;
  for (const std::string name : {"q", "k", "v", "o"})
    weights.push_back(c.leaf("param." + name + ".weight"));
  const Tensor q = linear(x, weights[0]), k = linear(kv, weights[1]), v = linear(kv, weights[2]);

  AttentionOptions options;
  options.scale = 1;
  const auto buckets = T5BiasOptions()
                           .with_bidirectional(!c.settings.flag("is_decoder", false))
                           .with_num_buckets(c.settings.integer("num_buckets", 32))
                           .with_max_distance(c.settings.integer("max_distance", 128));
  Rng rng;
  T5Bias scheme(H, rng, buckets);
  if (c.has("param.relative_attention_bias.weight")) {
    scheme.load_state_dict({{"weight", Tensor(c.array("param.relative_attention_bias.weight"))}});
    options.bias = scheme.bias({arange(T), arange(S)});
  }
  if (c.has("out.compute_bias")) {
    const auto [one, heads, queries, keys] =
        dims<4>(c.shape("out.compute_bias"), "[golden] out.compute_bias (1, H, T, S)");
    Array bias = scheme.bias({arange(queries), arange(keys)}).array();
    bias.reshape({one, heads, queries, keys});
    c.check("out.compute_bias", bias);
  }
  for (const char* name : {"in.additive_mask", "in.mask"})
    if (c.has(name)) {
      const Tensor mask(c.array(name));
      options.bias = options.bias.defined() ? options.bias + mask : mask;
    }
  if (c.has("in.attention_mask")) options.key_mask = c.mask("in.attention_mask");

  if (c.has("out.attn")) c.check("out.attn", weights_of(q, k, v, H, options));
  const Tensor y = linear(multi_head_attention(q, k, v, H, options), weights[3]);
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grad("grad.kv", kv);
  for (std::size_t i = 0; i < 4; ++i)
    c.check_grad(fmt::format("grad.{}.weight", "qkvo"[i]), weights[i]);
  c.check_grad("grad.relative_attention_bias.weight", scheme.weight);
}

// Axes (T, N, B, H).
void run_txl_rel_shift(Case& c) {
  c.settings.describes({"qlen", "klen"});
  const Tensor x(c.array("in.x"));
  const Tensor y = permute(relative_shift(permute(x, {2, 3, 0, 1})), {2, 3, 0, 1});
  c.check("out.y", y);
  if (!c.has("out.y_zero_triu")) return;
  const auto [T, N, B, H] = dims<4>(x.shape(), "[golden] in.x (T, N, B, H)");
  Array lower = y.array();
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = i + N - T + 1; j < N; ++j)
      std::fill_n(lower.data() + (i * N + j) * B * H, B * H, real{0});
  c.check("out.y_zero_triu", lower);
}

// One layer of Transformer-XL, axes (T, B, D).
void run_txl_attention(Case& c) {
  c.settings.describes({"qlen", "mlen", "batch"});
  const std::size_t D = c.settings.integer("d_model"), H = c.settings.integer("heads");
  const std::size_t K = c.settings.integer("d_head");
  const bool norm_before = c.settings.flag("pre_lnorm", false);
  const Tensor w = c.leaf("in.w");
  const Tensor mems = c.has("in.mems") ? c.leaf("in.mems") : Tensor();
  const std::size_t T = w.shape()[0];
  Rng rng;
  TransformerXLPositions scheme(D, H, K, rng);
  scheme.load_state_dict({{"r_net.weight", Tensor(c.array("param.r_net.weight"))},
                          {"r_w_bias", Tensor(c.array("in.r_w_bias"))},
                          {"r_r_bias", Tensor(c.array("in.r_r_bias"))}});
  LayerNorm norm(D, c.settings.number("layer_norm_epsilon", 1e-5));
  norm.load_state_dict({{"weight", Tensor(c.array("param.layer_norm.weight"))},
                        {"bias", Tensor(c.array("param.layer_norm.bias"))}});
  const Tensor qkv_weight = c.leaf("param.qkv_net.weight");
  const Tensor o_weight = c.leaf("param.o_net.weight");

  const Tensor x = transpose(w, 0, 1);
  const Tensor seen = mems.defined() ? concat({transpose(mems, 0, 1), x}, 1) : x;
  const std::size_t S = seen.shape()[1];
  const AttentionPositions at = consecutive_positions(T, S);
  const auto parts = chunk(linear(norm_before ? norm(seen) : seen, qkv_weight), 3, -1);
  const Tensor q = slice(parts[0], {{}, {static_cast<std::ptrdiff_t>(S - T)}});

  const Tensor codes(scheme.distance_codes(at), true);
  Array kept = codes.array();
  kept.reshape({S, std::size_t{1}, D});
  c.check("out.pos_emb", kept);
  AttentionOptions options;
  options.bias = scheme.position_scores(q, codes, S);
  options.is_causal = !c.has("in.mask");
  options.causal_offset = static_cast<std::ptrdiff_t>(S - T);
  if (c.has("in.mask")) options.mask = by_batch(from_torch_mask(c.mask("in.mask")));

  const Tensor with_u = scheme.query(q, at);
  if (c.has("out.attn_prob"))
    c.check("out.attn_prob",
            permute(weights_of(with_u, parts[1], parts[2], H, options), {2, 3, 0, 1}));
  const Tensor attended =
      x + linear(multi_head_attention(with_u, parts[1], parts[2], H, options), o_weight);
  const Tensor y = transpose(norm_before ? attended : norm(attended), 0, 1);
  c.check_y(y);
  c.check_grad("grad.w", w);
  if (mems.defined()) c.check_grad("grad.mems", mems);
  c.check_grad("grad.r_w_bias", scheme.r_w_bias);
  c.check_grad("grad.r_r_bias", scheme.r_r_bias);
  c.check_grad("grad.r_net.weight", scheme.r_net.weight);
  c.check_grad("grad.qkv_net.weight", qkv_weight);
  c.check_grad("grad.o_net.weight", o_weight);
  c.check_grad("grad.layer_norm.weight", norm.weight);
  c.check_grad("grad.layer_norm.bias", norm.bias);
  if (!c.has("grad.r")) return;
  Array codes_grad = codes.grad();
  codes_grad.reshape({S, std::size_t{1}, D});
  c.check("grad.r", codes_grad);
}

}  // namespace horloge::golden
