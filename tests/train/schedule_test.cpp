#include "horloge/train/schedule.h"

#include "horloge/io/safetensors.h"
#include "support/arrays.h"

namespace horloge {
namespace {

constexpr double pi = 3.14159265358979323846;

void expect_golden(const std::string& name, const Schedule& lr, std::uint64_t stride = 1) {
  const auto file = read_safetensors(HORLOGE_DATA_DIR "/golden/torch/" + name + ".safetensors");
  const auto want = file.at("out.lr").to_doubles();
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_NEAR(lr(i * stride), want[i], 1e-9 * want[i] + 1e-18) << name << " step " << i * stride;
}

TEST(Schedule, AgreesWithThePublishedCode) {
  expect_golden("lr_hf_cosine_warmup", cosine_with_warmup(0.001, 5, 40));
  expect_golden("lr_noam", noam(512, 400), 20);
  expect_golden("lr_torch_cosine_annealing", cosine_annealing(0.1, 20, 0.001));
}

void expect_rates(const Schedule& lr, const std::vector<std::pair<std::uint64_t, double>>& want) {
  for (const auto& [step, rate] : want) EXPECT_NEAR(lr(step), rate, 1e-12) << "step " << step;
}

TEST(Schedule, ConstantAndLinear) {
  expect_rates(constant(3), {{0, 3}, {1000, 3}});
  expect_rates(constant_with_warmup(2, 4), {{0, 0}, {1, 0.5}, {3, 1.5}, {4, 2}, {99, 2}});
  expect_rates(constant_with_warmup(2, 0), {{0, 2}});
  expect_rates(linear_with_warmup(2, 4, 14),
               {{0, 0}, {3, 1.5}, {4, 2}, {5, 1.8}, {13, 0.2}, {14, 0}, {15, 0}});
  expect_rates(linear_with_warmup(2, 5, 5), {{4, 1.6}, {5, 0}});
}

TEST(Schedule, CosineWithWarmupGoesThroughItsCycles) {
  expect_rates(cosine_with_warmup(2, 2, 14, 1.5),
               {{1, 1}, {2, 2}, {6, 0}, {10, 2}, {14, 0}, {8, 1}, {18, 2}});
  expect_rates(cosine_with_hard_restarts(2, 2, 14, 3),
               {{1, 1}, {2, 2}, {4, 1}, {6, 2}, {8, 1}, {10, 2}, {12, 1}, {14, 0}, {99, 0}});
  expect_rates(cosine_with_hard_restarts(2, 0, 3), {{1, 1.5}, {2, 0.5}, {3, 0}});
}

TEST(Schedule, PolynomialAndInverseRoot) {
  expect_rates(polynomial_with_warmup(2, 2, 12, 2, 1),
               {{1, 1}, {2, 2}, {7, 1.25}, {12, 1}, {13, 1}});
  expect_rates(inverse_sqrt_with_warmup(2, 4), {{2, 1}, {4, 2}, {16, 1}, {64, 0.5}});
  expect_rates(inverse_sqrt_with_warmup(2, 4, 100), {{2, 1}, {4, 2}, {304, 1}});
  expect_rates(inverse_sqrt_with_warmup(2, 0), {{0, 2}, {30000, 1}});
  EXPECT_EQ(noam(64, 4)(0), noam(64, 4)(1));
  expect_rates(noam(64, 4, 2), {{1, 0.25 / 8}, {4, 0.125}, {16, 0.0625}});
}

TEST(Schedule, StepAndExponential) {
  expect_rates(step_decay(8, 3, 0.5), {{0, 8}, {2, 8}, {3, 4}, {8, 2}});
  expect_rates(exponential_decay(8, 0.5), {{0, 8}, {1, 4}, {3, 1}});
}

// As torch.optim.lr_scheduler computes them: each rate from the one before.
TEST(Schedule, ClosedFormsEqualPyTorchsChains) {
  const double base = 0.3;
  const double eta_min = 0.01;
  const Schedule annealing = cosine_annealing(base, 7, eta_min);
  double lr = base;
  for (int s = 1; s < 30; ++s) {
    if ((s - 1 - 7) % 14 == 0)
      lr += (base - eta_min) * (1 - std::cos(pi / 7)) / 2;
    else
      lr = (1 + std::cos(pi * s / 7)) / (1 + std::cos(pi * (s - 1) / 7)) * (lr - eta_min) + eta_min;
    EXPECT_NEAR(annealing(static_cast<std::uint64_t>(s)), lr, 1e-12) << "step " << s;
  }

  for (const int t_mult : {1, 2, 3}) {
    const Schedule restarts =
        cosine_warm_restarts(base, 4, static_cast<std::uint64_t>(t_mult), eta_min);
    int within = 0;
    int length = 4;
    for (std::uint64_t s = 0; s < 60; ++s) {
      EXPECT_NEAR(restarts(s),
                  eta_min + (base - eta_min) * (1 + std::cos(pi * within / length)) / 2, 1e-15);
      if (++within == length) {
        within = 0;
        length *= t_mult;
      }
    }
  }

  const Schedule sequence = warmup_then_cosine(base, 5, 0.2, 7, eta_min);
  lr = base * 0.2;
  for (int s = 0; s < 5; ++s) {
    if (s > 0) lr *= 1 + 0.8 / (5 * 0.2 + (s - 1) * 0.8);
    EXPECT_NEAR(sequence(static_cast<std::uint64_t>(s)), lr, 1e-15);
  }
  for (std::uint64_t s = 5; s < 20; ++s) EXPECT_EQ(sequence(s), annealing(s - 5));
  EXPECT_EQ(warmup_then_cosine(base, 0, 1, 7)(0), base);
}

TEST(Schedule, NanogptHasTwoWarmUps) {
  expect_rates(nanogpt_cosine(2, 3, 13, 1),
               {{0, 0.5}, {2, 1.5}, {3, 2}, {8, 1.5}, {13, 1}, {14, 1}});
  expect_rates(nanogpt_cosine(3, 3, 13, 1, NanogptWarmup::from_zero), {{0, 0}, {2, 2}, {3, 3}});
  expect_rates(nanogpt_cosine(3, 5, 5, 1), {{5, 3}, {6, 1}});
}

TEST(Schedule, NamesASettingOutOfRange) {
  EXPECT_ERROR(constant(-1), ValueError, "[constant] lr must be finite and not negative, got -1");
  EXPECT_ERROR(linear_with_warmup(std::nan(""), 1, 2), ValueError, "[linear_with_warmup] lr");
  EXPECT_ERROR(polynomial_with_warmup(1, 0, 5, 1, 2), ValueError, "lr_end must be below lr, got 2");
  EXPECT_ERROR(step_decay(1, 0), ValueError, "[step_decay] step_size must not be 0");
  EXPECT_ERROR(cosine_annealing(1, 0), ValueError, "[cosine_annealing] t_max must not be 0");
  EXPECT_ERROR(cosine_warm_restarts(1, 0), ValueError, "t_0 must not be 0");
  EXPECT_ERROR(cosine_warm_restarts(1, 1, 0), ValueError, "t_mult must not be 0");
  EXPECT_ERROR(warmup_then_cosine(1, 5, 0, 5), ValueError, "start_factor must be in (0, 1], got 0");
  EXPECT_ERROR(noam(0, 4), ValueError, "[noam] d_model must not be 0");
  EXPECT_ERROR(noam(4, 0), ValueError, "[noam] warmup must not be 0");
}

}  // namespace
}  // namespace horloge
