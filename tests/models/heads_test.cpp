#include "horloge/models/parts/masked_language_head.h"
#include "horloge/ops/activation.h"
#include "support/modules.h"

namespace horloge {
namespace {

TEST(LanguageHead, IsTheWordsOrAMatrixOfItsOwn) {
  Rng rng(19);
  const Tensor words(Rng(20).normal({7, 4}), true);
  const LanguageHead tied(HeadKind::tied, words, rng), own(HeadKind::own, words, rng, Bias::yes);
  EXPECT_EQ(tied.weight.buffer(), words.buffer());
  EXPECT_NE(own.weight.buffer(), words.buffer());
  EXPECT_EQ(own.bias.shape(), (Shape{7}));
  EXPECT_EQ(tied(leaf({2, 3, 4}, 21)).shape(), (Shape{2, 3, 7}));
}

TEST(MaskedLanguageHead, HasALayerBeforeTheWords) {
  Rng rng(31);
  const Tensor words(Rng(32).normal({7, 3}), true);
  const MaskedLanguageHead head(4, {HeadKind::tied, tanh, {NormKind::layer, 1e-12}}, words, rng);
  EXPECT_THAT(
      test::names_and_shapes(head),
      testing::ElementsAre("transform.weight (3, 4)", "transform.bias (3,)", "norm.weight (3,)",
                           "norm.bias (3,)", "scores.weight (7, 3)", "scores.bias (7,)"));
  const Tensor x = leaf({2, 5, 4}, 33);
  EXPECT_TRUE(same(head(x).array(), head.scores(head.norm(tanh(head.transform(x)))).array()));
  EXPECT_EQ(head.scores.weight.buffer(), words.buffer());
}

}  // namespace
}  // namespace horloge
