#include "horloge/nn/sampling.h"

#include <vector>

#include "support/arrays.h"

namespace horloge {
namespace {

Tensor two_rows() {
  return Tensor(array_of({2, 8}, {1.25, -0.5, 3, 0.75, 2.5, -1.75, 2.25, 0,  //
                                  -0.25, 0.5, -3, 1.5, 1.75, -2, 0.25, 1}));
}

Ids so_far() {
  Ids ids = Ids::from_shape({2, 3});
  ids = {{2, 1, 2}, {4, 5, 2}};
  return ids;
}

// The formulas of Hugging Face's logits processors, one after the other in their order, computed by
// the operations of PyTorch 1.13.1 in double.
TEST(SamplingProbabilities, AgreeWithHuggingFace) {
  const auto expect = [](const SamplingOptions& options, std::initializer_list<double> want) {
    EXPECT_TRUE(near(sampling_probabilities(two_rows(), options, so_far()), array_of({2, 8}, want),
                     bound(1e-7, 1e-11)));
  };
  const SamplingOptions plain;
  expect(plain.with_repetition_penalty(1.3),
         {0.0894395683676, 0.0133773527446, 0.2575607182, 0.0542478404064, 0.31217476757,
          0.00445293390511, 0.243121953439, 0.0256248653664, 0.0524492595259, 0.111035083288,
          0.00136321545869, 0.301824649222, 0.258785637142, 0.00500204193981, 0.0864742098128,
          0.18306590361});
  expect(plain.with_temperature(0.7),
         {0.0415418095575, 0.00340995938036, 0.506082844051, 0.0203364463918, 0.24774863535,
          0.000571772607255, 0.173342916327, 0.00696561633478, 0.0240257143589, 0.0701442095864,
          0.000472627966486, 0.292693120079, 0.418328724431, 0.00197215073009, 0.0490779771035,
          0.143285475745});
  expect(plain.with_top_k(3), {0, 0, 0.481024263253, 0, 0.291755963729, 0, 0.227219773018, 0,  //
                               0, 0, 0, 0.345954194822, 0.444213979162, 0, 0, 0.209831826016});
  expect(plain.with_top_p(0.8),
         {0, 0, 0.481024263253, 0, 0.291755963729, 0, 0.227219773018, 0,  //
          0, 0.112900635654, 0, 0.30689574632, 0.394061938548, 0, 0, 0.186141679478});
  expect(plain.with_min_p(0.2), {0, 0, 0.481024263253, 0, 0.291755963729, 0, 0.227219773018, 0,  //
                                 0, 0.103775919632, 0, 0.282092196568, 0.362213550242, 0,
                                 0.0808207674735, 0.171097566084});
  expect(plain.with_repetition_penalty(1.3)
             .with_temperature(0.7)
             .with_top_k(6)
             .with_top_p(0.9)
             .with_min_p(0.1),
         {0.0638252426455, 0, 0.289205577437, 0, 0.380643427302, 0, 0.266325752616, 0,  //
          0, 0.0946530994851, 0, 0.394962195409, 0.317034256503, 0, 0, 0.193350448603});
  expect(plain.with_repetition_penalty(1.2)
             .with_temperature(1.5)
             .with_top_k(5)
             .with_top_p(0.85)
             .with_min_p(0.3),
         {0.132455842993, 0, 0.304777701336, 0, 0.304777701336, 0, 0.257988754335, 0,  //
          0, 0.160314953097, 0, 0.312250891438, 0.303696614996, 0, 0, 0.22373754047});
}

Array probabilities(std::initializer_list<double> logits, const SamplingOptions& options) {
  return sampling_probabilities(Tensor(array_of({logits.size()}, logits)), options);
}

TEST(SamplingProbabilities, AtTheEdges) {
  const SamplingOptions plain;
  EXPECT_TRUE(near(probabilities({7}, plain), array_of({1}, {1}), 0));
  EXPECT_TRUE(near(probabilities({1, -infinity, 1}, plain), array_of({3}, {0.5, 0, 0.5}), 0));
  // Those as likely as the last of the k stay; the nucleus takes the first of equals.
  EXPECT_TRUE(near(probabilities({1, 2, 1, 0}, plain.with_top_k(2)),
                   probabilities({1, 2, 1, -infinity}, plain), 1e-7));
  EXPECT_TRUE(
      near(probabilities({1, 1, 1, 1}, plain.with_top_p(0.5)), array_of({4}, {0.5, 0.5, 0, 0}), 0));
  EXPECT_TRUE(near(probabilities({1, 3, 2}, plain.with_top_p(0)), array_of({3}, {0, 1, 0}), 0));
  EXPECT_TRUE(near(probabilities({1, 3, 3}, plain.with_min_p(1)), array_of({3}, {0, 0.5, 0.5}), 0));
  EXPECT_TRUE(
      near(probabilities({1, 3, 3}, plain.with_top_k(9)), probabilities({1, 3, 3}, plain), 0));
  EXPECT_TRUE(
      near(probabilities({1, 3, 3}, plain.with_temperature(0)), array_of({3}, {0, 1, 0}), 0));
  EXPECT_TRUE(
      near(probabilities({1, 3, 2}, plain.with_temperature(1e-300)), array_of({3}, {0, 1, 0}), 0));
  EXPECT_TRUE(
      near(probabilities({1e30, -1e30}, plain.with_temperature(1e-9)), array_of({2}, {1, 0}), 0));
}

TEST(Sample, DrawsWithItsProbabilities) {
  const auto options = SamplingOptions().with_temperature(1.2).with_top_k(6).with_top_p(0.95);
  const Array want = sampling_probabilities(two_rows(), options);
  constexpr int draws = 4000;
  std::vector<int> counts(16);
  Rng rng(11);
  for (int i = 0; i < draws; ++i) {
    const Ids ids = sample(two_rows(), options, rng);
    ASSERT_THAT(ids.shape(), ElementsAre(2));
    for (std::size_t b = 0; b < 2; ++b) ++counts[8 * b + static_cast<std::size_t>(ids(b))];
  }
  for (std::size_t i = 0; i < 16; ++i) {
    const double p = want.data()[i];
    EXPECT_NEAR(counts[i], draws * p, 5 * std::sqrt(draws * p * (1 - p))) << i;  // 5 sigma
  }
}

TEST(Sample, IsGreedyAtTemperatureZero) {
  const auto greedy = SamplingOptions().with_temperature(0);
  Rng rng(1), untouched(1);
  EXPECT_THAT(sample(two_rows(), greedy, rng), ElementsAre(2, 4));
  EXPECT_THAT(sample(two_rows(), greedy.with_repetition_penalty(1.3), rng, so_far()),
              ElementsAre(4, 3));
  EXPECT_EQ(sample(Tensor(array_of({4}, {1, 5, 5, 0})), greedy, rng)(), 1);
  EXPECT_EQ(rng.bits(), untouched.bits());
}

TEST(Sample, RefusesWhatIsOutOfRange) {
  Rng rng;
  const auto draw = [&](const Array& logits, const SamplingOptions& options,
                        const Ids& previous = {}) {
    return sample(Tensor(logits), options, rng, previous);
  };
  const SamplingOptions plain, greedy = plain.with_temperature(0);
  const Array fine = zeros({2, 3});
  EXPECT_ERROR(draw(fine, plain.with_temperature(-1)), ValueError,
               "[sample] temperature must be 0 or above, got -1");
  EXPECT_ERROR(draw(fine, plain.with_temperature(nan)), ValueError, "temperature must be");
  EXPECT_ERROR(draw(fine, plain.with_top_p(1.5)), ValueError, "top_p must be from 0 to 1, got 1.5");
  EXPECT_ERROR(draw(fine, greedy.with_min_p(-0.1)), ValueError, "min_p must be from 0 to 1");
  EXPECT_ERROR(draw(fine, plain.with_repetition_penalty(0)), ValueError,
               "[sample] repetition_penalty must be above 0, got 0");
  for (const SamplingOptions& options : {plain, greedy}) {
    EXPECT_ERROR(draw(array_of({2, 2}, {0, 1, nan, 1}), options), ValueError,
                 "[sample] the largest logit of row 1 must be finite, got nan");
    EXPECT_ERROR(draw(array_of({2}, {0, infinity}), options), ValueError, "got inf");
    EXPECT_ERROR(draw(full({2}, -std::numeric_limits<real>::infinity()), options), ValueError,
                 "got -inf");
    EXPECT_ERROR(draw(zeros({1, 2, 3}), options), ShapeError,
                 "[sample] logits must be (V) or (B, V), got (1, 2, 3)");
    EXPECT_ERROR(draw(zeros({2, 0}), options), ShapeError,
                 "[sample] logits (2, 0) are of no tokens");
  }
  EXPECT_ERROR(draw(fine, plain, Ids::from_shape({3, 2})), ShapeError,
               "[sample] previous (3, 2) do not fit logits (2, 3)");
  const Ids beyond = {{0, 1}, {2, 3}};
  EXPECT_ERROR(draw(fine, plain.with_repetition_penalty(2), beyond), IndexError,
               "[sample] previous token 3 is outside of 3 logits");
}

}  // namespace
}  // namespace horloge
