#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "horloge/nn/position/rotary_scaling.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// The numbers are of a reference of our own, in double: 1 / (factor_j base^(2j/R)), with the
// settings of Phi-3 mini 128k but for its factors.
TEST(Longrope, DividesEachPairByItsOwn) {
  const std::map<std::string, std::vector<double>> lists = {{"short_factor", {1, 1.25, 2.5, 3.75}},
                                                            {"long_factor", {1.5, 4, 20, 60}}};
  for (const char* const name : {"longrope", "su"}) {
    const RotaryScaling scaling =
        rotary_scaling(name, {{"original_max_position_embeddings", 4096}}, 131072, lists);
    const auto expect = [&](std::size_t seq_len, const std::vector<double>& want) {
      const RotaryFrequencies f = rotary_frequencies(8, 10000, scaling, seq_len);
      ASSERT_EQ(f.inv_freq.size(), want.size());
      for (std::size_t j = 0; j < want.size(); ++j) EXPECT_NEAR(f.inv_freq[j], want[j], 1e-16);
      EXPECT_NEAR(f.amplitude, 1.1902380714238083, 1e-15);
    };
    expect(0, {1.0, 0.08, 0.004, 0.0002666666666666667});
    expect(4096, {1.0, 0.08, 0.004, 0.0002666666666666667});
    expect(4097, {0.6666666666666666, 0.025, 0.0005, 1.6666666666666667e-05});
    EXPECT_EQ(describe(scaling), ", longrope scaling by 32");
  }
}

TEST(Longrope, SaysWhatItNeeds) {
  const std::vector<double> two = {1, 2};
  const auto refused = [](const std::map<std::string, std::vector<double>>& lists,
                          const std::string& sentence) {
    EXPECT_ERROR(rotary_frequencies(4, 10000, rotary_scaling("longrope", {}, 32, lists), 0),
                 ValueError, sentence);
  };
  refused({{"short_factor", two}}, "type \"longrope\" has no long_factor");
  refused({{"short_factor", {1}}, {"long_factor", two}},
          "a factor for each of the 2 pairs, and has 1");
  refused({{"short_factor", {1, 0}}, {"long_factor", two}},
          "has a factor of 0, and must divide by");
  refused({{"short_factor", two}, {"long_factor", two}, {"more", two}},
          "[rotary_scaling] more is not supported with type \"longrope\"");
  EXPECT_ERROR(rotary_scaling("linear", {{"factor", 2}}, 32, {{"long_factor", two}}), ValueError,
               "[rotary_scaling] long_factor is not supported with type \"linear\"");
  EXPECT_EQ(
      rotary_scaling("longrope", {}, 32, {{"short_factor", two}, {"long_factor", two}}).factor, 1);
}

}  // namespace
}  // namespace horloge
