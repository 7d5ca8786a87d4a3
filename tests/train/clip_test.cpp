#include "horloge/train/clip.h"

#include "horloge/core/parallel.h"
#include "horloge/io/safetensors.h"
#include "support/arrays.h"

namespace horloge {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Tensor with_grad(Array gradient) {
  Tensor p(zeros(gradient.shape()), true);
  p.set_grad(std::move(gradient));
  return p;
}

TEST(ClipGradNorm, AgreesWithPyTorch) {
  for (const auto& [name, max_norm] :
       {std::pair{"clip_grad_norm_101", 1.0}, {"clip_grad_norm_102", 100.0}}) {
    const auto file =
        read_safetensors(HORLOGE_DATA_DIR "/golden/torch/" + std::string(name) + ".safetensors");
    std::vector<Tensor> parameters;
    for (const char* g : {"in.g0", "in.g1", "in.g2"})
      parameters.push_back(with_grad(file.at(g).to_array()));
    EXPECT_NEAR(clip_grad_norm(parameters, max_norm), file.at("out.total_norm").to_array()(), 2e-6);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(near(parameters[i].grad(), file.at("out.g" + std::to_string(i)).to_array(), 1e-6))
          << name;
  }
}

TEST(ClipGradNorm, TakesTheNormOfAllGradientsTogether) {
  const std::vector<double> g{3, -4, 12, 0.5, -2};
  for (const double type : {1.0, 2.0, 3.5, infinity}) {
    const Tensor a = with_grad(array_of({2}, {3, -4}));
    const Tensor b = with_grad(array_of({3, 1}, {12, 0.5, -2}));
    const Tensor none(zeros({2}), true);
    double want = 0;
    for (const double x : g)
      want = std::isinf(type) ? std::fmax(want, std::fabs(x)) : want + std::pow(std::fabs(x), type);
    if (!std::isinf(type)) want = std::pow(want, 1 / type);
    EXPECT_NEAR(clip_grad_norm({a, none, b}, 2, type), want, 1e-13 * want);
    EXPECT_FALSE(none.has_grad());
    const double factor = 2 / (want + 1e-6);
    EXPECT_NEAR(a.grad()(1), -4 * factor, bound(1e-6, 1e-14));
    EXPECT_NEAR(b.grad()(0, 0), 12 * factor, bound(1e-6, 1e-14));
    EXPECT_NEAR(clip_grad_norm({a, b}, 1000, type), 2, bound(1e-5, 2e-6));  // norm is now 2
  }
}

TEST(ClipGradNorm, ShortGradientsAndNoneStayAsTheyAre) {
  const Array g = array_of({2}, {0.3, -0.4});
  const Tensor a = with_grad(g);
  EXPECT_NEAR(clip_grad_norm({a}, 1), 0.5, bound(1e-7, 1e-15));
  EXPECT_TRUE(same(a.grad(), g));
  EXPECT_EQ(clip_grad_norm({}, 1), 0);
  EXPECT_EQ(clip_grad_norm({with_grad(zeros({0}))}, 1), 0);
  clip_grad_norm({a}, 0);
  EXPECT_TRUE(same(a.grad(), zeros({2})));
}

TEST(ClipGradNorm, DoesNotHideANaN) {
  for (const double type : {1.0, 2.0, infinity}) {
    const Tensor a = with_grad(array_of({3}, {1, std::nan(""), 5}));
    const Tensor b = with_grad(array_of({1}, {7}));
    EXPECT_TRUE(std::isnan(clip_grad_norm({a, b}, 1, type)));
    EXPECT_TRUE(std::isnan(b.grad()(0)));
  }
}

TEST(ClipGradNorm, TheNumberOfThreadsDoesNotMatter) {
  double alone = 0;
  for (const int threads : {1, 2, 3}) {
    set_num_threads(threads);
    const double total = clip_grad_norm({with_grad(Rng(1).normal({200'003}))}, 1);
    set_num_threads(0);
    if (threads == 1) alone = total;
    EXPECT_EQ(total, alone);
  }
  EXPECT_NEAR(alone, std::sqrt(200'003.0), 2);
}

TEST(ClipGradNorm, NamesASettingOutOfRange) {
  EXPECT_ERROR(clip_grad_norm({}, -1), ValueError, "max_norm must not be negative, got -1");
  EXPECT_ERROR(clip_grad_norm({}, 1, 0), ValueError, "norm_type must be above 0, got 0");
}

}  // namespace
}  // namespace horloge
