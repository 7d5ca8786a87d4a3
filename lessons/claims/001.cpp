// Notebook 2: a summary, and a class.

#include <cmath>
#include <string>

#include "common/modules.h"
#include "course/claims/finding.h"
#include "horloge/core/linalg.h"
#include "tools.h"
#include "trained.h"

using namespace horloge;
using claims::Finding;

// Claim: no_order
void no_order(Finding& found) {
  Rng rng(1);
  const MultiHeadAttention attention(64, 1, rng);
  const Array x = rng.normal({12, 64}), pe = sinusoidal_table(12, 64);
  for (const bool causal : {false, true})
    for (const bool positions : {false, true}) {
      const double gap = equivariance_gap(
          [&](const Array& y) {
            const Array z = positions ? Array(y + pe) : y;
            return attend(attention, z, z, z,
                          causal ? AttentionMasks::causal() : AttentionMasks());
          },
          x);
      found.check(gap < 1e-5, "{}, {} positions: shuffling changes {:.2g}",
                  causal ? "causal" : "no mask", positions ? "with" : "without",
                  gap);
    }
}

// Claim: by_structure
void by_structure(Finding& found) {
  Rng rng(1);
  const Array x = rng.normal({5, 8});
  const Array W = rng.normal({8, 8}, 0, .3), U = rng.normal({8, 8}, 0, .3);
  const auto recurrent = [&](const Array& y) {
    Array out = y, h = zeros({8});
    for (std::size_t t = 0; t < 5; ++t) {
      h = xt::tanh(xt::linalg::dot(xt::view(y, t), W) + xt::linalg::dot(h, U));
      xt::view(out, t) = h;
    }
    return out;
  };
  const auto convolution = [&](const Array& y) {
    Array out = xt::linalg::dot(y, W);
    xt::view(out, xt::range(1, 5)) +=
        xt::linalg::dot(xt::view(y, xt::range(0, 4)), U);
    return out;
  };
  const double gap = equivariance_gap(recurrent, x);
  found.check(gap > 0.1, "recurrent: shuffling changes {:.2f}", gap);
  found.check(equivariance_gap(convolution, x) > 0.1, "convolution: {:.2f}",
              equivariance_gap(convolution, x));
}

// Claim: sum_carries_both
void sum_carries_both(Finding& found) {
  for (const std::size_t d : {8, 32, 64}) {
    const Doubles words = Rng(1).normal({1000, d}), places = code_rows(100, d);
    const auto nearest = [](const Doubles& rows, const Doubles& x) {
      return xt::argmin(xt::sum(xt::square(rows - x), 1))();
    };
    Rng rng(2);
    double right = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t word = rng.below(1000), place = rng.below(100);
      const Doubles sum = xt::view(words, word) + xt::view(places, place);
      const std::size_t said = nearest(words, sum);  // the louder one first
      const Doubles rest = sum - xt::view(words, said);
      right += said == word && nearest(places, rest) == place;
    }
    found.check(right > 190,
                "d = {:2}: word and position are read off in {:.0f} %", d,
                right / 2);
  }
}

// Claim: smooth_and_periodic
void smooth_and_periodic(Finding& found) {
  double missed = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    const Doubles then = code_row(wavelength(i, 64), 64), now = code_row(0, 64);
    missed = std::max(missed, std::abs(then(2 * i) - now(2 * i)));
  }
  found.check(missed < 1e-9, "each column comes back after its wavelength");
  found.check(nearest_two(100000, 64) == 0,
              "a row: none of 100,000 comes back");
  const Doubles rows = code_rows(100, 64);
  const Doubles steps = xt::abs(xt::view(rows, xt::range(1, 100)) -
                                xt::view(rows, xt::range(0, 99)));
  found.check(xt::amax(xt::view(steps, xt::all(), 62))() < 0.1,
              "column 62 moves by {:.4f} at most from position to position",
              xt::amax(xt::view(steps, xt::all(), 62))());
  found.check(xt::amax(xt::view(steps, xt::all(), 0))() < 0.1,
              "column 0 jumps by up to {:.2f}",
              xt::amax(xt::view(steps, xt::all(), 0))());
}

// Claim: easily_inferred
void easily_inferred(Finding& found) {
  const Doubles M = shift(-3, 64);
  double worst = 0;
  for (std::size_t t = 3; t < 200; ++t)
    worst = std::max(
        worst, largest_difference(xt::linalg::dot(M, code_row(double(t), 64)),
                                  code_row(double(t) - 3, 64)));
  found.check(worst < 1e-9,
              "one matrix leads three positions back, from anywhere");
  const ThreeBack& model = trained_on_16("sinusoidal");
  found.check(
      right_at(model, 64) > 90,
      "a trained model leads there in {:.0f} % at its 16 words, {:.0f} % at "
      "64",
      right_at(model, 16), right_at(model, 64));
}

// Claim: every_dimension
void every_dimension(Finding& found) {
  for (const double k : {1.0, 100.0, 10000.0}) {
    double fast = 0, slow = 0, all = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      const double part = 2 - 2 * std::cos(k / divisor(i, 64));
      all += part;
      (i < 16 ? fast : slow) += part;
    }
    found.check(
        slow / all > 0.1,
        "{:5} apart: the slow half gives {:.1f} % of the squared distance", k,
        100 * slow / all);
  }
}

// Claim: fixed
void fixed(Finding& found) {
  const SinusoidalPositions positions(100, 128);
  const Tensor x(zeros({1, 10, 128}), true);
  sum(positions(x)).backward();
  found.check(positions.parameters().empty() && !positions.pe.requires_grad(),
              "of 100 x 128 numbers {} are learned, and none has a gradient",
              positions.parameter_count());
}

// Claim: used_directly
void used_directly(Finding& found) {
  for (const double deviation : {0.01, 1 / std::sqrt(128.0), 1.0}) {
    const Doubles p = code_row(5, 128);
    const Doubles a = p + Doubles(Rng(1).normal({128}, 0, deviation));
    const Doubles b = p + Doubles(Rng(2).normal({128}, 0, deviation));
    const double cosine = xt::sum(a * b)() / std::sqrt(xt::sum(a * a)()) /
                          std::sqrt(xt::sum(b * b)());
    found.check(cosine < 0.9,
                "standard deviation {:.3f}: two at one position have a cosine "
                "of {:.3f}",
                deviation, cosine);
  }
}

// Claim: dropout
void dropout(Finding& found) {
  Rng rng(1);
  Dropout drop(0.1, rng);
  const Tensor x(ones({100, 128}));
  const Array trained = drop(x).array();
  drop.eval();
  const Array used = drop(x).array();
  const double zeros = xt::mean<double>(xt::equal(trained, real{0}))();
  found.check(std::abs(zeros - 0.1) < 0.01,
              "in training {:.1f} % become 0, the others {:.3f} times as large",
              100 * zeros, xt::amax(trained)());
  found.check(largest_difference(used, x.array()) == 0,
              "in use nothing changes");
}

// Claim: shape_comment
void shape_comment(Finding& found) {
  for (const std::size_t d_model : {8, 128, 512}) {
    const auto count = xt::arange<std::size_t>(0, d_model, 2).size();
    found.check(count == d_model, "d_model = {}: {} numbers", d_model, count);
  }
}

// Claim: times_comment
void times_comment(Finding& found) {
  const double entry = sinusoidal_table(2, 8)(1, 2);  // position 1, pair 1
  const double power = std::pow(10000, 2.0 / 8);
  found.note("position 1, pair 1 of d = 8: {:.4f}", entry);
  found.check(std::abs(entry - std::sin(1 * power)) < 1e-6,
              "the sine of 1 times 10000^(2/8): {:.4f}", std::sin(1 * power));
  found.note("the sine of 1 divided by it: {:.4f}", std::sin(1 / power));
}

// Claim: buffer_saved
void buffer_saved(Finding& found) {
  const SinusoidalPositions positions(100, 128);
  const auto state = positions.state_dict();
  found.check(state.size() == 1 && state[0].name == "pe",
              "what is saved: {} {}", state[0].name,
              to_string(state[0].tensor.shape()));
  bool refused = false;
  try {
    SinusoidalPositions(50, 128).load_state_dict(state);
  } catch (const Error&) {
    refused = true;
  }
  found.check(refused, "and it is loaded again: one of 50 rows refuses it");
}

// Claim: requires_grad
void requires_grad(Finding& found) {
  const SinusoidalPositions positions(100, 128);
  const Tensor rows = slice(positions.pe, {{}, {0, 10}});  // as it is
  const Tensor y = rows + Tensor(zeros({1, 10, 128}));
  found.check(rows.requires_grad() || y.requires_grad(),
              "without it, the slice or the sum would ask for a gradient");
}
