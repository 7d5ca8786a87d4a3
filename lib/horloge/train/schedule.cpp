#include "horloge/train/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"

namespace horloge {
namespace {

constexpr double pi = 3.14159265358979323846;

// Steps are far below 2^53, where a double still counts by ones.
double count(std::uint64_t steps) { return static_cast<double>(steps); }

// 1 at the beginning of a half-wave, 0 at its end.
double half_cosine(double progress) { return 0.5 * (1 + std::cos(pi * progress)); }

void require(bool fits, const char* who, const char* rule, double value) {
  if (!fits || !std::isfinite(value))
    throw ValueError(fmt::format("[{}] {}, got {}", who, rule, value));
}

void require_rate(double lr, const char* who) {
  require(lr >= 0, who, "lr must be finite and not negative", lr);
}

// lr * s / warmup, then lr * shape(p).
template <class Shape>
Schedule with_warmup(double lr, std::uint64_t warmup, std::uint64_t total, const Shape& shape) {
  const double span = total > warmup ? count(total - warmup) : 1;
  return [=](std::uint64_t s) {
    if (s < warmup) return lr * (count(s) / count(warmup));
    return lr * shape(count(s - warmup) / span);
  };
}

}  // namespace

Schedule constant(double lr) {
  require_rate(lr, "constant");
  return [=](std::uint64_t) { return lr; };
}

Schedule constant_with_warmup(double lr, std::uint64_t warmup) {
  require_rate(lr, "constant_with_warmup");
  return with_warmup(lr, warmup, 0, [](double) { return 1.0; });
}

Schedule linear_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total) {
  require_rate(lr, "linear_with_warmup");
  const double span = total > warmup ? count(total - warmup) : 1;
  return [=](std::uint64_t s) {
    if (s < warmup) return lr * (count(s) / count(warmup));
    return s < total ? lr * (count(total - s) / span) : 0;
  };
}

Schedule cosine_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total,
                            double num_cycles) {
  require_rate(lr, "cosine_with_warmup");
  require(true, "cosine_with_warmup", "num_cycles must be finite", num_cycles);
  // In the order of the original: where its cosine should be 0, the result is rounding error alone.
  return with_warmup(lr, warmup, total,
                     [=](double p) { return 0.5 * (1 + std::cos(pi * num_cycles * 2 * p)); });
}

Schedule cosine_with_hard_restarts(double lr, std::uint64_t warmup, std::uint64_t total,
                                   double num_cycles) {
  require_rate(lr, "cosine_with_hard_restarts");
  require(num_cycles >= 0, "cosine_with_hard_restarts", "num_cycles must not be negative",
          num_cycles);
  return with_warmup(lr, warmup, total, [=](double p) {
    return p >= 1 ? 0 : half_cosine(std::fmod(num_cycles * p, 1.0));
  });
}

Schedule polynomial_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total, double power,
                                double lr_end) {
  require_rate(lr, "polynomial_with_warmup");
  require(lr_end < lr, "polynomial_with_warmup", "lr_end must be below lr", lr_end);
  require(true, "polynomial_with_warmup", "power must be finite", power);
  const double span = total > warmup ? count(total - warmup) : 1;
  return [=](std::uint64_t s) {
    if (s < warmup) return lr * (count(s) / count(warmup));
    if (s > total) return lr_end;
    return lr_end + (lr - lr_end) * std::pow(1 - count(s - warmup) / span, power);
  };
}

Schedule inverse_sqrt_with_warmup(double lr, std::uint64_t warmup, std::uint64_t timescale) {
  require_rate(lr, "inverse_sqrt_with_warmup");
  if (timescale == 0) timescale = warmup > 0 ? warmup : 10000;
  return [=](std::uint64_t s) {
    if (s < warmup) return lr * (count(s) / count(warmup));
    return lr / std::sqrt(count(s - warmup + timescale) / count(timescale));
  };
}

Schedule noam(std::uint64_t d_model, std::uint64_t warmup, double factor) {
  require(d_model > 0, "noam", "d_model must not be 0", count(d_model));
  require(warmup > 0, "noam", "warmup must not be 0", count(warmup));
  require_rate(factor, "noam");
  return [=](std::uint64_t s) {
    const double step = count(std::max<std::uint64_t>(1, s));
    return factor / std::sqrt(count(d_model)) *
           std::min(1 / std::sqrt(step), step * std::pow(count(warmup), -1.5));
  };
}

Schedule step_decay(double lr, std::uint64_t step_size, double gamma) {
  require_rate(lr, "step_decay");
  require(step_size > 0, "step_decay", "step_size must not be 0", count(step_size));
  require(gamma >= 0, "step_decay", "gamma must be finite and not negative", gamma);
  return [=](std::uint64_t s) { return lr * std::pow(gamma, count(s / step_size)); };
}

Schedule exponential_decay(double lr, double gamma) {
  require_rate(lr, "exponential_decay");
  require(gamma >= 0, "exponential_decay", "gamma must be finite and not negative", gamma);
  return [=](std::uint64_t s) { return lr * std::pow(gamma, count(s)); };
}

Schedule cosine_annealing(double lr, std::uint64_t t_max, double eta_min) {
  require_rate(lr, "cosine_annealing");
  require(t_max > 0, "cosine_annealing", "t_max must not be 0", count(t_max));
  require(eta_min >= 0, "cosine_annealing", "eta_min must be finite and not negative", eta_min);
  return [=](std::uint64_t s) {
    return eta_min + (lr - eta_min) * half_cosine(count(s) / count(t_max));
  };
}

Schedule cosine_warm_restarts(double lr, std::uint64_t t_0, std::uint64_t t_mult, double eta_min) {
  require_rate(lr, "cosine_warm_restarts");
  require(t_0 > 0, "cosine_warm_restarts", "t_0 must not be 0", count(t_0));
  require(t_mult > 0, "cosine_warm_restarts", "t_mult must not be 0", count(t_mult));
  require(eta_min >= 0, "cosine_warm_restarts", "eta_min must be finite and not negative", eta_min);
  return [=](std::uint64_t s) {
    std::uint64_t length = t_0;
    std::uint64_t within = t_mult == 1 ? s % t_0 : s;
    while (within >= length) {
      within -= length;
      length *= t_mult;
    }
    return eta_min + (lr - eta_min) * half_cosine(count(within) / count(length));
  };
}

Schedule warmup_then_cosine(double lr, std::uint64_t warmup, double start_factor,
                            std::uint64_t t_max, double eta_min) {
  require(start_factor > 0 && start_factor <= 1, "warmup_then_cosine",
          "start_factor must be in (0, 1]", start_factor);
  const Schedule fall = cosine_annealing(lr, t_max, eta_min);
  return [=](std::uint64_t s) {
    if (s >= warmup) return fall(s - warmup);
    return lr * (start_factor + (1 - start_factor) * (count(s) / count(warmup)));
  };
}

Schedule nanogpt_cosine(double learning_rate, std::uint64_t warmup_iters,
                        std::uint64_t lr_decay_iters, double min_lr, NanogptWarmup warmup) {
  require_rate(learning_rate, "nanogpt_cosine");
  require(min_lr >= 0, "nanogpt_cosine", "min_lr must be finite and not negative", min_lr);
  const double shift = warmup == NanogptWarmup::from_one ? 1 : 0;
  return [=](std::uint64_t s) {
    if (s < warmup_iters)
      return learning_rate * ((count(s) + shift) / (count(warmup_iters) + shift));
    if (s > lr_decay_iters) return min_lr;
    const double span = lr_decay_iters > warmup_iters ? count(lr_decay_iters - warmup_iters) : 1;
    return min_lr + (learning_rate - min_lr) * half_cosine(count(s - warmup_iters) / span);
  };
}

}  // namespace horloge
