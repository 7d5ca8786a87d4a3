#pragma once

#include <cstdint>
#include <functional>

namespace horloge {

/// The learning rate of each step, counted from 0: a pure function, so a resumed run needs nothing
/// but its step.
using Schedule = std::function<double(std::uint64_t step)>;

// In the formulas below s is the step. Options out of range are a ValueError.

Schedule constant(double lr);

// Warm-up, then a decay, as in `transformers` (get_*_schedule_with_warmup in its optimization.py).
// During warm-up the rate is lr * s / warmup: 0 at the first step. Afterwards p = (s - warmup) /
// (total - warmup).

/// lr
Schedule constant_with_warmup(double lr, std::uint64_t warmup);

/// lr * max(0, 1 - p)
Schedule linear_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total);

/// lr * (1 + cos(2 pi num_cycles p)) / 2. Half a cycle reaches 0 at `total`; past it the cosine
/// rises again.
Schedule cosine_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total,
                            double num_cycles = 0.5);

/// lr * (1 + cos(pi (num_cycles p mod 1))) / 2, and 0 from `total` on: decays num_cycles times.
Schedule cosine_with_hard_restarts(double lr, std::uint64_t warmup, std::uint64_t total,
                                   double num_cycles = 1);

/// lr_end + (lr - lr_end) * (1 - p)^power, and lr_end past `total`. lr_end must be below lr.
Schedule polynomial_with_warmup(double lr, std::uint64_t warmup, std::uint64_t total,
                                double power = 1, double lr_end = 1e-7);

/// lr / sqrt((s - warmup + timescale) / timescale); timescale 0 means `warmup`, or 10000 without
/// one.
Schedule inverse_sqrt_with_warmup(double lr, std::uint64_t warmup, std::uint64_t timescale = 0);

/// factor * d_model^-0.5 * min(s^-0.5, s * warmup^-1.5), with s = 1 for step 0 too: rises until
/// `warmup`, then decays as an inverse square root. Vaswani et al., "Attention is all you need",
/// 2017, section 5.3; step 0 as in the Annotated Transformer.
Schedule noam(std::uint64_t d_model, std::uint64_t warmup, double factor = 1);

// PyTorch's (torch.optim.lr_scheduler), in closed form.

/// lr * gamma^floor(s / step_size): StepLR.
Schedule step_decay(double lr, std::uint64_t step_size, double gamma = 0.1);

/// lr * gamma^s: ExponentialLR.
Schedule exponential_decay(double lr, double gamma);

/// eta_min + (lr - eta_min) * (1 + cos(pi s / t_max)) / 2: CosineAnnealingLR. Past t_max it rises
/// again. Loshchilov and Hutter, "SGDR: stochastic gradient descent with warm restarts", ICLR 2017.
Schedule cosine_annealing(double lr, std::uint64_t t_max, double eta_min = 0);

/// The same decay from lr again and again, first over t_0 steps, then each time over t_mult times
/// as many: CosineAnnealingWarmRestarts.
Schedule cosine_warm_restarts(double lr, std::uint64_t t_0, std::uint64_t t_mult = 1,
                              double eta_min = 0);

/// lr * (start_factor + (1 - start_factor) * s / warmup) before `warmup`, then cosine_annealing
/// from s = warmup on: LinearLR and CosineAnnealingLR joined by SequentialLR.
Schedule warmup_then_cosine(double lr, std::uint64_t warmup, double start_factor,
                            std::uint64_t t_max, double eta_min = 0);

/// nanoGPT's warm-up: since December 2024 lr * (s + 1) / (warmup_iters + 1), before that
/// lr * s / warmup_iters, which wastes the first step.
enum class NanogptWarmup { from_one, from_zero };

/// Warm-up, then min_lr + (learning_rate - min_lr) * (1 + cos(pi r)) / 2 with
/// r = (s - warmup_iters) / (lr_decay_iters - warmup_iters), and min_lr past lr_decay_iters:
/// nanoGPT's get_lr.
Schedule nanogpt_cosine(double learning_rate, std::uint64_t warmup_iters,
                        std::uint64_t lr_decay_iters, double min_lr,
                        NanogptWarmup warmup = NanogptWarmup::from_one);

}  // namespace horloge
