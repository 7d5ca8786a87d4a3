#include "horloge/nn/activations.h"

#include "horloge/ops/activation.h"
#include "support/arrays.h"

namespace horloge {
namespace {

TEST(Activations, AreKnownByTheirNamesInConfigs) {
  EXPECT_EQ(activation_named("gelu"), gelu_erf);
  EXPECT_EQ(activation_named("gelu_new"), gelu_tanh);
  EXPECT_EQ(activation_named("quick"), nullptr);
  EXPECT_THAT(activation_names(), testing::HasSubstr("gelu_new, gelu_p"));
}

TEST(Activations, HaveOneNameEach) {
  for (const char* name : {"gelu", "gelu_new", "quick_gelu", "silu", "relu", "tanh", "sigmoid"})
    EXPECT_EQ(name_of(activation_named(name)), name);
  EXPECT_EQ(name_of([](const Tensor& x) { return x; }), "");
}

}  // namespace
}  // namespace horloge
