// Universal Sentence Encoder Lite against a slow model of it, written from its graph.

#include "horloge/models/models.h"
#include "horloge/nn/block.h"
#include "horloge/nn/position/none.h"
#include "horloge/ops/activation.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

constexpr std::size_t V = 11, E = 4, D = 6, H = 2, F = 10;

using Row = std::vector<double>;
using Rows = std::vector<Row>;

struct Small : test::ChangedCheckpoint {
  Small() {
    config = {{"model_type", "use-lite"}, {"architectures", {"UniversalSentenceEncoderLite"}},
              {"vocab_size", V},          {"embedding_size", E},
              {"embedding_scale", 2},     {"hidden_size", D},
              {"num_hidden_layers", 2},   {"num_attention_heads", H},
              {"intermediate_size", F},   {"hidden_act", "relu"},
              {"layer_norm_eps", 1e-6},   {"max_position_embeddings", 8}};
    add("words.weight", {V, E});
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string layer = "layers." + std::to_string(i) + ".";
      const std::size_t in = i == 0 ? E : D;
      add(layer + "attention_norm.weight", {in});
      add(layer + "attention_norm.bias", {in});
      dense(layer + "attention.qkv", in, 3 * in);
      dense(layer + "attention.out", in, D);
      if (i == 0) dense(layer + "residual", in, D);
      add(layer + "feed_forward_norm.weight", {D});
      add(layer + "feed_forward_norm.bias", {D});
      dense(layer + "feed_forward.up", D, F);
      dense(layer + "feed_forward.down", F, D);
    }
    dense("pooler", D, D);
  }

 private:
  void add(const std::string& name, const Shape& shape) {
    weights.tensors.emplace(name, StoredTensor::from(Rng(weights.tensors.size()).normal(shape)));
  }
  void dense(const std::string& name, std::size_t in, std::size_t out) {
    add(name + ".weight", {in, out});
    add(name + ".bias", {out});
  }
};

// The same, number by number.
class Oracle {
 public:
  explicit Oracle(const SafetensorsFile& weights) : weights_(weights) {}

  Row embed(const std::vector<std::int64_t>& ids) const {
    Rows x;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      Row row(E);
      for (std::size_t i = 0; i < E; ++i) {
        const double angle = static_cast<double>(t) * std::pow(10000, -double(i % 2) / 1);
        row[i] = 2 * array("words.weight")(ids[t], i) + (i < 2 ? std::sin(angle) : std::cos(angle));
      }
      x.push_back(row);
    }
    x = layer(x, "layers.0.");
    x = layer(x, "layers.1.");
    Row mean(D, 0);
    for (const Row& row : x)
      for (std::size_t i = 0; i < D; ++i) mean[i] += row[i] / static_cast<double>(x.size());
    Row y = dense({mean}, "pooler")[0];
    double squares = 0;
    for (double& v : y) {
      v = std::tanh(v);
      squares += v * v;
    }
    for (double& v : y) v /= std::sqrt(squares);
    return y;
  }

 private:
  Array array(const std::string& name) const { return weights_.at(name).to_array(); }

  Rows dense(const Rows& x, const std::string& name) const {
    const Array w = array(name + ".weight"), b = array(name + ".bias");
    Rows y(x.size(), Row(b.size()));
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t o = 0; o < b.size(); ++o) {
        y[t][o] = b(o);
        for (std::size_t i = 0; i < x[t].size(); ++i) y[t][o] += x[t][i] * w(i, o);
      }
    return y;
  }

  Rows norm(Rows x, const std::string& name) const {
    const Array w = array(name + ".weight"), b = array(name + ".bias");
    for (Row& row : x) {
      const auto n = static_cast<double>(row.size());
      double mean = 0, variance = 0;
      for (const double v : row) mean += v / n;
      for (const double v : row) variance += (v - mean) * (v - mean) / n;
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = (row[i] - mean) / std::sqrt(variance + 1e-6) * w(i) + b(i);
    }
    return x;
  }

  static Rows attend(const Rows& qkv) {
    const std::size_t T = qkv.size(), width = qkv[0].size() / 3, K = width / H;
    Rows y(T, Row(width, 0));
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t t = 0; t < T; ++t) {
        Row weight(T, 0);
        double sum = 0;
        for (std::size_t s = 0; s < T; ++s) {
          for (std::size_t k = h * K; k < (h + 1) * K; ++k)
            weight[s] += qkv[t][k] * qkv[s][width + k] / std::sqrt(static_cast<double>(K));
          sum += weight[s] = std::exp(weight[s]);
        }
        for (std::size_t s = 0; s < T; ++s)
          for (std::size_t k = h * K; k < (h + 1) * K; ++k)
            y[t][k] += weight[s] / sum * qkv[s][2 * width + k];
      }
    return y;
  }

  static Rows plus(Rows x, const Rows& y) {
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t i = 0; i < x[t].size(); ++i) x[t][i] += y[t][i];
    return x;
  }

  Rows layer(const Rows& x, const std::string& name) const {
    const Rows qkv = dense(norm(x, name + "attention_norm"), name + "attention.qkv");
    const bool wider = weights_.tensors.count(name + "residual.weight") > 0;
    const Rows h =
        plus(wider ? dense(x, name + "residual") : x, dense(attend(qkv), name + "attention.out"));
    Rows inner = dense(norm(h, name + "feed_forward_norm"), name + "feed_forward.up");
    for (Row& row : inner)
      for (double& v : row) v = std::max(v, 0.0);
    return plus(h, dense(inner, name + "feed_forward.down"));
  }

  const SafetensorsFile& weights_;
};

ModelInput text(const std::vector<std::int64_t>& ids) {
  ModelInput in;
  in.ids = Ids::from_shape({std::size_t{1}, ids.size()});
  std::copy(ids.begin(), ids.end(), in.ids.data());
  return in;
}

TEST(UseLite, AgreesWithItsGraph) {
  const Small small;
  const auto model = small.load();
  const Oracle oracle(small.weights);
  for (const std::vector<std::int64_t>& ids :
       {std::vector<std::int64_t>{3}, {7, 1}, {2, 9, 4, 4, 10, 0, 8, 1}}) {
    const Array got = model->forward(text(ids)).pooled.array();
    const Row want = oracle.embed(ids);
    ASSERT_EQ(got.size(), D);
    for (std::size_t i = 0; i < D; ++i) EXPECT_NEAR(got(0, i), want[i], bound(2e-6, 1e-12)) << i;
  }
}

TEST(UseLite, SaysWhatItIs) {
  const auto model = Small().load();
  EXPECT_EQ(model->info.architecture, "Universal Sentence Encoder Lite");
  EXPECT_EQ(model->info.positions, "sinusoidal, added to x; 8 positions");
  EXPECT_EQ(model->info.sizes.head_dim, D / H);
  EXPECT_FALSE(model->info.causal);
  EXPECT_EQ(model->forward(text({1, 2})).last_hidden.shape(), (Shape{1, 2, D}));
  EXPECT_FALSE(model->forward(text({1, 2})).logits.defined());
  EXPECT_ERROR(model->forward(text({1, 2, 3, 4, 5, 6, 7, 8, 9})), IndexError, "position 8");
}

TEST(UseLite, WithoutPositionsOrderIsNothing) {
  const auto model = Small().load();
  const NoPositions none;
  ModelInput there = text({5, 3, 8, 1}), back = text({1, 8, 3, 5});
  const auto apart = [&] {
    const Array difference =
        model->forward(there).pooled.array() - model->forward(back).pooled.array();
    double most = 0;
    for (const real v : difference) most = std::max(most, std::fabs(static_cast<double>(v)));
    return most;
  };
  EXPECT_GT(apart(), 1e-2);
  there.positions = back.positions = &none;
  EXPECT_LT(apart(), bound(1e-6, 1e-14));
}

TEST(UseLite, PaddingIsNotLookedAt) {
  const auto model = Small().load();
  ModelInput padded;
  padded.ids = Ids::from_shape({2, 4});
  padded.ids.fill(6);
  padded.ids(0, 1) = padded.ids(1, 1) = 9;
  Mask tokens = Mask::from_shape({2, 4});
  tokens.fill(true);
  tokens(0, 2) = tokens(0, 3) = false;
  padded.attention_mask = tokens;
  const Array both = model->forward(padded).pooled.array();
  const Array alone = model->forward(text({6, 9})).pooled.array();
  const Array whole = model->forward(text({6, 9, 6, 6})).pooled.array();
  for (std::size_t i = 0; i < D; ++i) {
    EXPECT_NEAR(both(0, i), alone(0, i), bound(1e-6, 1e-14));
    EXPECT_NEAR(both(1, i), whole(0, i), bound(1e-6, 1e-14));
  }
}

TEST(UseLite, NamesWhatDoesNotFit) {
  Small small;
  small.weights.tensors.erase("layers.0.residual.weight");
  EXPECT_ERROR(small.load(), ValueError, "layers.0.residual.weight (4, 6) is missing");
  Small taller;
  taller.config["hidden_size"] = 8;
  EXPECT_ERROR(taller.load(), ShapeError, "has shape");
  Small other;
  other.config["hidden_act"] = "swoosh";
  EXPECT_ERROR(other.load(), ValueError, "hidden_act = \"swoosh\" is not supported");
  other.config["hidden_act"] = "relu";
  other.config.erase("embedding_scale");
  EXPECT_ERROR(other.load(), ValueError, "embedding_scale is missing");
}

// Only a block that normalises first has a place for the wider residual.
TEST(UseLite, AWiderBlockNormalisesFirst) {
  Rng rng(1);
  BlockOptions options;
  options.d_in = 4;
  options.attention.num_heads = 2;
  options.feed_forward.activation = relu;
  options.norm_place = NormPlace::after;
  EXPECT_ERROR(Block(6, options, rng), ValueError, "[Block]");
}

}  // namespace
}  // namespace horloge
