// GPT-NeoX and GPT-J against the same computed one number at a time, in double.

#include "horloge/models/decoder.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

constexpr std::size_t V = GptSizes::V, D = GptSizes::D, K = GptSizes::K, R = GptSizes::R,
                      F = GptSizes::F, L = GptSizes::L, T = 5;

using Row = std::vector<double>;
using Rows = std::vector<Row>;

Row operator+(Row a, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

double gelu_erf_of(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
double gelu_tanh_of(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

class Slowly {
 public:
  explicit Slowly(const Sample& sample) : weights_(sample.weights) {}

  Row linear(const std::string& name, const Row& x) const {
    const Array w = weights_.at(name + ".weight").to_array();
    Row y(w.shape()[0], 0);
    if (weights_.tensors.count(name + ".bias") > 0) y = y + row(name + ".bias");
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) y[i] += w(i, j) * x[j];
    return y;
  }

  Row norm(const std::string& name, const Row& x) const {
    double mean = 0, variance = 0;
    for (const double v : x) mean += v / D;
    for (const double v : x) variance += (v - mean) * (v - mean) / D;
    const Row scale = row(name + ".weight"), shift = row(name + ".bias");
    Row y(D);
    for (std::size_t i = 0; i < D; ++i)
      y[i] = (x[i] - mean) / std::sqrt(variance + 1e-5) * scale[i] + shift[i];
    return y;
  }

  Row word(const std::string& name, std::int64_t id) const {
    const Row all = row(name);
    const auto first = all.begin() + id * static_cast<std::ptrdiff_t>(D);
    return {first, first + D};
  }

  Row mlp(const std::string& up, const std::string& down, double (*act)(double),
          const Row& x) const {
    Row h = linear(up, x);
    for (double& v : h) v = act(v);
    return linear(down, h);
  }

 private:
  Row row(const std::string& name) const {
    const Array all = weights_.at(name).to_array();
    return {all.begin(), all.end()};
  }

  const SafetensorsFile& weights_;
};

// Turns the first R numbers of each head; pair j is (j, j + R/2), or (2j, 2j + 1).
void turn(Row& x, std::size_t position, double base, bool neighbours) {
  for (std::size_t first = 0; first < D; first += K)
    for (std::size_t j = 0; j < R / 2; ++j) {
      double& a = x[first + (neighbours ? 2 * j : j)];
      double& b = x[first + (neighbours ? 2 * j + 1 : j + R / 2)];
      const double angle =
          static_cast<double>(position) * std::pow(base, -2.0 * static_cast<double>(j) / R);
      const double turned_a = a * std::cos(angle) - b * std::sin(angle);
      b = b * std::cos(angle) + a * std::sin(angle);
      a = turned_a;
    }
}

// What each token takes from itself and those before it.
Rows attend(const Rows& q, const Rows& k, const Rows& v) {
  Rows y(T, Row(D, 0));
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t first = 0; first < D; first += K) {
      Row weight(t + 1);
      double sum = 0;
      for (std::size_t s = 0; s <= t; ++s) {
        double score = 0;
        for (std::size_t i = first; i < first + K; ++i) score += q[t][i] * k[s][i];
        sum += weight[s] = std::exp(score / std::sqrt(static_cast<double>(K)));
      }
      for (std::size_t s = 0; s <= t; ++s)
        for (std::size_t i = first; i < first + K; ++i) y[t][i] += weight[s] / sum * v[s][i];
    }
  return y;
}

Array as_logits(const Rows& rows) {
  Array logits = zeros({1, T, V});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t i = 0; i < V; ++i) logits(0, t, i) = static_cast<real>(rows[t][i]);
  return logits;
}

Array gpt_neox_slowly(const Sample& sample, const Ids& ids, double base = 100,
                      bool parallel = true) {
  const Slowly m(sample);
  Rows x(T), q(T), k(T), v(T), y(T);
  for (std::size_t t = 0; t < T; ++t) x[t] = m.word("gpt_neox.embed_in.weight", ids(0, t));
  for (std::size_t i = 0; i < L; ++i) {
    const std::string layer = "gpt_neox.layers." + std::to_string(i) + ".";
    for (std::size_t t = 0; t < T; ++t) {
      const Row all =
          m.linear(layer + "attention.query_key_value", m.norm(layer + "input_layernorm", x[t]));
      q[t] = k[t] = v[t] = Row(D);
      for (std::size_t d = 0; d < D; ++d) {
        const std::size_t at = d / K * 3 * K + d % K;
        q[t][d] = all[at];
        k[t][d] = all[at + K];
        v[t][d] = all[at + 2 * K];
      }
      turn(q[t], t, base, false);
      turn(k[t], t, base, false);
    }
    const Rows seen = attend(q, k, v);
    for (std::size_t t = 0; t < T; ++t) {
      const Row h = x[t] + m.linear(layer + "attention.dense", seen[t]);
      const Row fed = m.norm(layer + "post_attention_layernorm", parallel ? x[t] : h);
      x[t] = h + m.mlp(layer + "mlp.dense_h_to_4h", layer + "mlp.dense_4h_to_h", gelu_erf_of, fed);
    }
  }
  for (std::size_t t = 0; t < T; ++t)
    y[t] = m.linear("embed_out", m.norm("gpt_neox.final_layer_norm", x[t]));
  return as_logits(y);
}

Array gptj_slowly(const Sample& sample, const Ids& ids) {
  const Slowly m(sample);
  Rows x(T), q(T), k(T), v(T), y(T);
  for (std::size_t t = 0; t < T; ++t) x[t] = m.word("transformer.wte.weight", ids(0, t));
  for (std::size_t i = 0; i < L; ++i) {
    const std::string layer = "transformer.h." + std::to_string(i) + ".";
    for (std::size_t t = 0; t < T; ++t) {
      const Row z = m.norm(layer + "ln_1", x[t]);
      q[t] = m.linear(layer + "attn.q_proj", z);
      k[t] = m.linear(layer + "attn.k_proj", z);
      v[t] = m.linear(layer + "attn.v_proj", z);
      turn(q[t], t, 10000, true);
      turn(k[t], t, 10000, true);
      x[t] = x[t] + m.mlp(layer + "mlp.fc_in", layer + "mlp.fc_out", gelu_tanh_of, z);
    }
    const Rows seen = attend(q, k, v);
    for (std::size_t t = 0; t < T; ++t) x[t] = x[t] + m.linear(layer + "attn.out_proj", seen[t]);
  }
  for (std::size_t t = 0; t < T; ++t) y[t] = m.linear("lm_head", m.norm("transformer.ln_f", x[t]));
  return as_logits(y);
}

TEST(GptNeoX, IsWhatOneGetsNumberByNumber) {
  const Ids ids = random_ids(1, T, V, 1);
  Sample sample = gpt_neox();
  const auto model = sample.load();
  EXPECT_EQ(model->info.architecture, "GPT-NeoX");
  EXPECT_EQ(model->info.positions,
            "rotary, the first 4 dimensions of q and k rotated in pairs (i, i + 2); base 100");
  EXPECT_TRUE(near(logits_of(*model, ids), gpt_neox_slowly(sample, ids), bound(5e-5, 1e-12)));
  sample.config["use_parallel_residual"] = false;
  EXPECT_TRUE(near(logits_of(*sample.load(), ids), gpt_neox_slowly(sample, ids, 100, false),
                   bound(5e-5, 1e-12)));
}

TEST(GptNeoX, ReadsItsAnglesUnderOldAndNewNames) {
  const Ids ids = random_ids(1, T, V, 2);
  Sample sample = gpt_neox();
  sample.config["rope_scaling"] = {{"type", "linear"}, {"factor", 2.0}};
  const Array stretched = logits_of(*sample.load(), ids);
  EXPECT_FALSE(near(stretched, gpt_neox_slowly(sample, ids), 1e-3));
  for (const char* key : {"rope_scaling", "rotary_pct", "rotary_emb_base"})
    sample.config.erase(key);
  sample.config["rope_parameters"] = {
      {"rope_type", "default"}, {"rope_theta", 50}, {"partial_rotary_factor", 0.5}};
  EXPECT_TRUE(
      near(logits_of(*sample.load(), ids), gpt_neox_slowly(sample, ids, 50), bound(5e-5, 1e-12)));
  sample.config["rope_parameters"] = {{"rope_type", "linear"},
                                      {"factor", 2.0},
                                      {"rope_theta", 100},
                                      {"partial_rotary_factor", 0.5}};
  EXPECT_TRUE(near(logits_of(*sample.load(), ids), stretched, 0));
}

TEST(GptNeoX, NamesAPartThatIsNone) {
  Sample sample = gpt_neox();
  for (const double part : {0.0, -0.5, 1.5}) {
    sample.config["rotary_pct"] = part;
    EXPECT_ERROR(
        sample.load(), ValueError,
        "rotary_pct = " + json(part).dump() + " is not supported; it is the fraction of each");
  }
  sample.config["rotary_pct"] = 0.4;
  EXPECT_ERROR(sample.load(), ValueError,
               "rotary_pct = 0.4 is not supported; 3 of the 8 dimensions of a head would rotate");
}

TEST(GptNeoX, MayHaveNoBiases) {
  Sample sample = gpt_neox();
  sample.config["attention_bias"] = false;
  for (std::size_t i = 0; i < L; ++i)
    for (const char* part : {"query_key_value", "dense"})
      sample.weights.tensors.erase("gpt_neox.layers." + std::to_string(i) + ".attention." + part +
                                   ".bias");
  const Ids ids = random_ids(1, T, V, 3);
  EXPECT_TRUE(
      near(logits_of(*sample.load(), ids), gpt_neox_slowly(sample, ids), bound(5e-5, 1e-12)));
}

TEST(GptJ, IsWhatOneGetsNumberByNumber) {
  const Ids ids = random_ids(1, T, V, 4);
  const Sample sample = gptj();
  const auto model = sample.load();
  EXPECT_EQ(model->info.architecture, "GPT-J");
  EXPECT_EQ(model->info.positions,
            "rotary, the first 4 dimensions of q and k rotated in pairs (2i, 2i + 1); base 10000");
  EXPECT_TRUE(near(logits_of(*model, ids), gptj_slowly(sample, ids), bound(5e-5, 1e-12)));
  // One norm a layer, counted once; a head with a bias.
  EXPECT_EQ(model->parameter_count(),
            V * D + L * (2 * D + 4 * D * D + 2 * D * F + F + D) + 2 * D + V * D + V);
}

TEST(GptJ, NamesWhatItCannotDo) {
  Sample sample = gptj();
  sample.config["rotary"] = false;
  EXPECT_ERROR(sample.load(), ValueError, "rotary = false is not supported; only true is");
  sample = gptj();
  sample.config["rotary_dim"] = 12;
  EXPECT_ERROR(sample.load(), ValueError,
               "rotary_dim = 12 is not supported; it must be even, and no more than head_dim 8");
  sample.config["rotary_dim"] = 3;
  EXPECT_ERROR(sample.load(), ValueError, "rotary_dim = 3 is not supported");
  sample.config["rotary_dim"] = nullptr;  // there it is another model than without the setting
  EXPECT_ERROR(sample.load(), ValueError, "rotary_dim = null is not supported");
}

}  // namespace
}  // namespace horloge
