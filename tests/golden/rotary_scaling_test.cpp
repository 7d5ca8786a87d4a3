#include <cmath>
#include <utility>
#include <vector>

#include "golden/run_on.h"
#include "horloge/core/shape.h"
#include "horloge/io/safetensors.h"
#include "support/matchers.h"

namespace horloge::golden {
namespace {

// A case of rotary scaling as another program might write it: cosines with an axis for the heads,
// of as many positions as it keeps.
SafetensorsFile rotary_scaling_case(const std::string& config, double divide_positions,
                                    double divide_frequencies, std::size_t kept = 9) {
  const std::size_t pairs = 3;
  Array inv_freq = empty({pairs}), cos = empty({1, 1, kept, 2 * pairs}), sin = cos;
  for (std::size_t j = 0; j < pairs; ++j) {
    const double w = std::pow(10000.0, -static_cast<double>(j) / pairs) / divide_frequencies;
    inv_freq(j) = static_cast<real>(w);
    for (std::size_t t = 0; t < kept; ++t)
      for (const std::size_t k : {j, j + pairs}) {
        const double angle = static_cast<double>(t) / divide_positions * w;
        cos(0, 0, t, k) = static_cast<real>(std::cos(angle));
        sin(0, 0, t, k) = static_cast<real>(std::sin(angle));
      }
  }
  SafetensorsFile file;
  file.metadata = {{"kind", "rope_scaling"}, {"config", config}};
  const std::vector<std::pair<std::string, Array>> arrays = {
      {"out.cos", cos}, {"out.sin", sin}, {"out.inv_freq", inv_freq}};
  for (const auto& [name, array] : arrays)
    file.tensors.emplace(name, StoredTensor::from(array, DType::F32));
  return file;
}

TEST(Golden, ReadsRotaryScalingEitherWay) {
  const auto config = [](const std::string& type) {
    return R"({"type": ")" + type +
           R"(", "factor": 2.5, "dim": 6, "seq_len": 9, "max_position_embeddings": 16})";
  };
  EXPECT_EQ(run_case(rotary_scaling_case(config("linear"), 2.5, 1)), agrees);
  EXPECT_EQ(run_case(rotary_scaling_case(config("linear"), 1, 2.5)), agrees);
  EXPECT_EQ(run_case(rotary_scaling_case(config("dynamic"), 1, 1)), agrees);  // not longer than 16
  EXPECT_EQ(run_case(rotary_scaling_case(config("dynamic"), 1, 1, 20)), agrees);
  EXPECT_THAT(run_case(rotary_scaling_case(config("linear"), 1, 1)), HasSubstr("out.cos"));
  EXPECT_THAT(run_case(rotary_scaling_case(config("cubic"), 1, 1)),
              HasSubstr("[rotary_scaling] type \"cubic\" is not supported"));
}

}  // namespace
}  // namespace horloge::golden
