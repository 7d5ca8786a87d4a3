// Universal Sentence Encoder Lite itself, once `./learn get use-lite` has fetched it: the numbers
// that its package computes.

#include "course/models/get.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/none.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "support/matchers.h"

namespace horloge {
namespace {

class UseLite : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = models::cache_folder("use-lite");
    if (!std::filesystem::exists(folder_ / "config.json"))
      GTEST_SKIP() << "`./learn get use-lite` fetches what this test looks at";
    model_ = load_pretrained(folder_);
    tokenizer_ = load_tokenizer(folder_);
  }

  Array embed(const std::string& text, const PositionScheme* positions = nullptr) const {
    const NoGrad no_grad;
    ModelInput in;
    in.ids = tokenizer_->encode(text);
    in.ids.reshape({std::size_t{1}, in.ids.size()});
    in.positions = positions;
    return model_->forward(in).pooled.array();
  }
  double cosine(const std::string& a, const std::string& b,
                const PositionScheme* positions = nullptr) const {
    const Array x = embed(a, positions), y = embed(b, positions);
    double product = 0;
    for (std::size_t i = 0; i < x.size(); ++i) product += double{x(0, i)} * y(0, i);
    return product;
  }

  std::filesystem::path folder_;
  std::shared_ptr<LanguageModel> model_;
  std::shared_ptr<const PretrainedTokenizer> tokenizer_;
};

TEST_F(UseLite, CutsTextsAsItsPackageDoes) {
  EXPECT_THAT(tokenizer_->encode("hello world"), ElementsAre(2002, 102, 311));
  EXPECT_THAT(tokenizer_->encode("The old clock on the wall: it is 12:30 :) now"),
              ElementsAre(34, 446, 5820, 25, 9, 1826, 57, 21, 18, 575, 4177, 658, 169));
  EXPECT_THAT(tokenizer_->encode("two  spaces and a tab\there"),
              ElementsAre(174, 30, 1016, 7, 12, 11, 5520, 0, 586, 53));
  EXPECT_THAT(tokenizer_->encode("café naïve ½ ﬁne…"),
              ElementsAre(976, 209, 1133, 1216, 0, 105, 207, 7935, 288, 839, 91));
  EXPECT_THAT(tokenizer_->encode("你好 world 😀😀 !"), ElementsAre(30, 0, 311, 30, 0, 1963));
  EXPECT_THAT(tokenizer_->encode(" leading"), ElementsAre(30, 2428));
  EXPECT_THAT(tokenizer_->encode("Transformers don't know token order; positions tell them."),
              ElementsAre(4099, 1184, 156, 101, 13, 17, 123, 1095, 641, 138, 915, 7, 416, 98, 6));
}

TEST_F(UseLite, AgreesWithItsPackage) {
  const Array hello = embed("hello world");
  ASSERT_EQ(hello.size(), 512U);
  constexpr double printed = 5.1e-7;  // of six digits
  EXPECT_NEAR(hello(0, 0), -0.051496, printed + 8e-7);
  EXPECT_NEAR(hello(0, 1), -0.054925, printed + 8e-7);
  EXPECT_NEAR(hello(0, 2), -0.007691, printed + 8e-7);
  EXPECT_EQ(model_->parameter_count(), 6975744U);
}

TEST_F(UseLite, PositionsAloneTellWhoBites) {
  const NoPositions none;
  EXPECT_NEAR(cosine("dog bites man", "man bites dog"), 0.852, 5e-4);
  EXPECT_NEAR(cosine("dog bites man", "man bites dog", &none), 1, 5e-7);
}

TEST_F(UseLite, ShuffledWordsAreElsewhere) {
  const std::vector<std::string> words = {"the",   "old",   "clock", "on", "the", "wall", "tells",
                                          "every", "child", "when",  "it", "is",  "late"};
  const auto text = [&](const std::vector<std::size_t>& order) {
    std::string all;
    for (const std::size_t i : order) all += (all.empty() ? "" : " ") + words[i];
    return all;
  };
  std::vector<std::size_t> own(words.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = i;
  const NoPositions none;
  double with = 0, least_without = 1;
  constexpr int count = 20;
  for (int seed = 1; seed <= count; ++seed) {
    const std::string other = text(Rng(static_cast<std::uint64_t>(seed)).permutation(words.size()));
    with += cosine(text(own), other) / count;
    least_without = std::min(least_without, cosine(text(own), other, &none));
  }
  EXPECT_NEAR(with, 0.819, 1e-3);
  EXPECT_GE(least_without, 0.9999995);
}

}  // namespace
}  // namespace horloge
