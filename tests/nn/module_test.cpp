#include "horloge/nn/module.h"

#include "horloge/ops/matmul.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// A layer of the smallest kind, so that the tests are about Module alone.
class Affine : public Module {
 public:
  Affine(std::size_t in, std::size_t out, Rng& rng)
      : weight(parameter("weight", rng.normal({out, in}))), bias(parameter("bias", zeros({out}))) {}
  Tensor operator()(const Tensor& x) const { return linear(x, weight, bias); }

  Tensor weight, bias;
};

class Stack : public Module {
 public:
  explicit Stack(Rng& rng, std::size_t depth = 2)
      : scale(parameter("scale", ones({1}))), table(buffer("table", full({2}, 3))) {
    for (std::size_t i = 0; i < depth; ++i)
      layers.push_back(child("layers." + std::to_string(i), Affine(3, 3, rng)));
    draws = counter("draws");
  }
  Tensor operator()(Tensor x) const {
    for (const Affine& layer : layers) x = layer(x);
    return x;
  }

  Tensor scale, table;
  std::vector<Affine> layers;
  std::shared_ptr<std::uint32_t> draws;
};

class Tied : public Module {
 public:
  explicit Tied(Rng& rng)
      : embed(child("embed", Affine(3, 3, rng))), head(parameter("head.weight", embed.weight)) {}

  Affine embed;
  Tensor head;
};

std::vector<std::string> names(const std::vector<NamedTensor>& all) {
  std::vector<std::string> found;
  for (const auto& entry : all) found.push_back(entry.name);
  return found;
}

// A deep copy, as a file would hold it.
std::vector<NamedTensor> snapshot(const Module& module) {
  std::vector<NamedTensor> state;
  for (const auto& entry : module.state_dict())
    state.push_back({entry.name, Tensor(Array(entry.tensor.array()))});
  return state;
}

TEST(Module, NamesInOrderOfDeclaration) {
  Rng rng(1);
  const Stack stack(rng);
  EXPECT_THAT(names(stack.named_parameters()),
              testing::ElementsAre("scale", "layers.0.weight", "layers.0.bias", "layers.1.weight",
                                   "layers.1.bias"));
  EXPECT_THAT(names(stack.named_buffers()), testing::ElementsAre("table"));
  EXPECT_EQ(stack.state_dict().size(), 6U);
  EXPECT_EQ(stack.parameter_count(), 1U + 2 * (9 + 3));
  EXPECT_FALSE(stack.table.requires_grad());
}

TEST(Module, CopiesAreTheSameModule) {
  Rng rng(1);
  std::vector<Stack> stacks;
  stacks.push_back(Stack(rng));
  const Stack copy = stacks[0];
  for (int i = 0; i < 10; ++i) stacks.push_back(Stack(rng));  // moves the first about

  stacks[0].layers[1].bias.mutable_array().fill(7);
  EXPECT_EQ(copy.layers[1].bias.array()(0), real{7});
  EXPECT_EQ(copy.named_parameters()[4].tensor.array()(0), real{7});
  stacks[0].eval();
  EXPECT_FALSE(copy.training());
  EXPECT_FALSE(copy.layers[0].training());
  ++*stacks[0].draws;
  EXPECT_EQ(*copy.named_counters()[0].second, 1U);
}

TEST(Module, GradientsReachTheRegisteredTensors) {
  Rng rng(1);
  Stack stack(rng);
  const std::vector<Stack> moved(1, stack);
  moved[0](Tensor(rng.normal({2, 3}))).backward(ones({2, 3}));
  EXPECT_TRUE(stack.named_parameters()[1].tensor.has_grad());
  EXPECT_FALSE(stack.scale.has_grad());  // not used in the forward pass
  stack.zero_grad();
  EXPECT_FALSE(moved[0].layers[0].weight.has_grad());
}

TEST(Module, ATiedWeightIsStoredAndUpdatedOnce) {
  Rng rng(1);
  Tied tied(rng);
  EXPECT_THAT(names(tied.state_dict()), testing::ElementsAre("head.weight", "embed.bias"));
  EXPECT_EQ(tied.parameters().size(), 2U);
  linear(Tensor(ones({1, 3})), tied.head).backward(ones({1, 3}));
  EXPECT_TRUE(tied.embed.weight.has_grad());

  // A file may hold either name, or both.
  const Tensor weight(full({3, 3}, 2));
  const Tensor bias(full({3}, 1));
  tied.load_state_dict({{"embed.weight", weight}, {"embed.bias", bias}});
  EXPECT_EQ(tied.head.array()(2, 2), real{2});
  tied.load_state_dict({{"head.weight", weight}, {"embed.weight", weight}, {"embed.bias", bias}});
}

TEST(Module, LoadsInPlaceThenTrains) {
  Rng rng(1);
  Rng other(2);
  const Stack source(rng);
  Stack stack(other);
  const Tensor held = stack.layers[0].weight;  // an optimizer's handle
  stack.load_state_dict(snapshot(source));
  EXPECT_TRUE(test::same(held.array(), source.layers[0].weight.array()));
  stack(Tensor(rng.normal({2, 3}))).backward(ones({2, 3}));
  EXPECT_TRUE(held.has_grad());
}

TEST(Module, SaysWhatDoesNotFitAndChangesNothing) {
  Rng rng(1);
  Stack stack(rng);
  auto state = snapshot(stack);
  const Array before = stack.scale.array();
  state[0].tensor.mutable_array().fill(9);

  auto missing = state;
  missing.pop_back();
  EXPECT_ERROR(stack.load_state_dict(missing), ValueError, "missing: layers.1.bias (3,)");
  auto surplus = state;
  surplus.push_back({"layers.2.bias", Tensor(zeros({3}))});
  EXPECT_ERROR(stack.load_state_dict(surplus), ValueError, "unexpected: layers.2.bias (3,)");
  auto bent = state;
  bent.back().tensor = Tensor(zeros({4}));
  EXPECT_ERROR(stack.load_state_dict(bent), ShapeError,
               "layers.1.bias has shape (4,) in the state, (3,) in the module");
  EXPECT_TRUE(test::same(stack.scale.array(), before));
}

TEST(Module, TakesWhatFitsAndNamesTheRestIfAskedTo) {
  Rng rng(1);
  Stack stack(rng);
  auto state = snapshot(stack);
  for (auto& entry : state) entry.tensor.mutable_array().fill(9);
  state.pop_back();
  state.push_back({"layers.2.bias", Tensor(zeros({3}))});
  const StateKeys keys = stack.load_state_dict(state, Strict::no);
  EXPECT_THAT(keys.missing, testing::ElementsAre("layers.1.bias"));
  EXPECT_THAT(keys.unexpected, testing::ElementsAre("layers.2.bias"));
  EXPECT_EQ(stack.scale.array()(0), real{9});
  state[0].tensor = Tensor(zeros({4}));
  EXPECT_ERROR(stack.load_state_dict(state, Strict::no), ShapeError, "scale has shape (4,)");
  const StateKeys none = stack.load_state_dict(snapshot(stack), Strict::no);
  EXPECT_TRUE(none.missing.empty() && none.unexpected.empty());
}

TEST(Module, SaysItsSettingsByName) {
  class Leaf : public Module {
   public:
    explicit Leaf(const std::string& value) {
      setting("kind", value);
      setting("p", "0.1", true);
    }
  };
  class Tree : public Module {
   public:
    Tree() {
      setting("depth", "2");
      child("left", Leaf("oak"));
      child("right", Leaf("elm"));
    }
  };
  std::vector<std::string> all;
  for (const NamedSetting& entry : Tree().named_settings())
    all.push_back(entry.name + "=" + entry.value + (entry.only_in_training ? " in training" : ""));
  EXPECT_THAT(all, testing::ElementsAre("depth=2", "left.kind=oak", "left.p=0.1 in training",
                                        "right.kind=elm", "right.p=0.1 in training"));
}

TEST(Module, RefusesANameTwice) {
  class Twice : public Module {
   public:
    Twice() {
      parameter("weight", zeros({1}));
      parameter("weight", zeros({1}));
    }
  };
  EXPECT_ERROR(Twice(), ValueError, "the name weight is registered twice");
}

}  // namespace
}  // namespace horloge
