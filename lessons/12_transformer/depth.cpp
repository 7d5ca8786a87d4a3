// What residuals and norms do to a deep stack.

#include "common/modules.h"
#include "common/side_by_side.h"
#include "course/stage/lesson.h"
#include "language.h"
#include "mean_and_deviation.h"
#include "numpy_style.h"

using namespace horloge;

// Step: through_many_layers
enum class Way { no_residual, no_norm, after, before };

Tensor with_part(const Tensor& x, const std::function<Tensor(Tensor)>& part,
                 const LayerNorm& norm, Way way) {
  switch (way) {
    case Way::no_residual:
      return part(norm(x));
    case Way::no_norm:
      return x + part(x);
    case Way::after:
      return norm(x + part(x));
    case Way::before:
      break;
  }
  return x + part(norm(x));
}

// Fold: passes tokens through up to 64 new layers, and gradients back
Tensor through(const TransformerEncoderLayer& layer, const Tensor& x, Way way) {
  const Tensor y = with_part(
      x, [&](const Tensor& z) { return layer.self_attn(z); }, layer.norm1, way);
  return with_part(
      y, [&](const Tensor& z) { return layer.linear2(relu(layer.linear1(z))); },
      layer.norm2, way);
}

constexpr Way ways[] = {Way::no_residual, Way::no_norm, Way::after,
                        Way::before};
const char* const names[] = {"no residual", "no norm", "norm after",
                             "norm before"};

TransformerEncoder new_layers(std::size_t depth, std::uint64_t seed) {
  Rng rng(seed);
  const auto options =
      TransformerOptions().with_dim_feedforward(128).with_dropout(0);
  return TransformerEncoder(depth, 32, 4, rng, options);
}

Tensor through_all(const TransformerEncoder& stack, Tensor x, Way way) {
  for (const TransformerEncoderLayer& layer : stack.layers)
    x = through(layer, x, way);
  return x;
}

double norm_of(const Array& x) {
  double squares = 0;
  for (const real number : x) squares += double(number) * double(number);
  return std::sqrt(squares);
}

struct Passed {
  double size, differs, gradient;
};

// Ten words, once more with another word 3, and a random gradient from above.
Passed pass(std::size_t depth, Way way, std::uint64_t seed) {
  const TransformerEncoder stack = new_layers(depth, seed);
  Rng rng(seed, 1);
  const Tensor x(rng.normal({1, 10, 32}), true);
  Array other = x.array();
  for (std::size_t i = 0; i < 32; ++i) other(0, 3, i) = real(rng.normal());
  const Tensor y = through_all(stack, x, way);
  const Array moved =
      through_all(stack, Tensor(other), way).array() - y.array();
  const Array dy = rng.normal({1, 10, 32});
  y.backward(dy);
  return {norm_of(y.array()) / std::sqrt(320.0),
          norm_of(moved) / norm_of(y.array()), norm_of(x.grad()) / norm_of(dy)};
}

void through_many_layers(Page& page) {
  const std::size_t depths[] = {1, 4, 16, 64};
  const auto table = [&](const char* what, double Passed::*number) {
    page.print("{:<28}", what);
    for (const std::size_t depth : depths) page.print("{:>8}", depth);
    page.print("\n");
    for (std::size_t w = 0; w < 4; ++w) {
      page.print("  {:<26}", names[w]);
      for (const std::size_t depth : depths) {
        const double n = pass(depth, ways[w], page.seed() + 1).*number;
        page.print("{:>8}", n < 100      ? fmt::format("{:.2g}", n)
                            : n < 10'000 ? fmt::format("{:.0f}", n)
                                         : "> 10000");
      }
      page.print("\n");
    }
  };
  table("size of a number", &Passed::size);
  table("what another token 3 changes", &Passed::differs);
  table("gradient at the input", &Passed::gradient);
}

// Step: before_or_after
constexpr std::uint64_t updates = 100;

// The loss of 12 layers, after so many steps.
double trained(NormPlace place, std::uint64_t warmup, double lr,
               std::uint64_t seed) {
  const LanguageModel model(king_james(),
                            ModelSize()
                                .with_d_model(32)
                                .with_num_layers(12)
                                .with_norm(place)
                                .with_small_start(false),
                            Rng(seed));
  const Schedule rate = linear_with_warmup(lr, warmup, updates);
  learn(model, Task(), rate, updates, {8, 32}, seed);
  return held_out_loss(model, Task(), 32);
}

// Fold: three seeds for each of eight ways
void before_or_after(Page& page) {
  const NormPlace places[] = {NormPlace::after, NormPlace::before};
  const double rates[] = {0.003, 0.01};
  std::vector<double> losses(2 * 2 * 2 * 3);
  side_by_side(page, losses, [&](std::size_t i) {
    return trained(places[i / 12], i / 6 % 2 == 0 ? 0 : 40, rates[i / 3 % 2],
                   page.seed() + 1 + i % 3);
  });
  page.print("loss of 12 layers               rate 0.003      rate 0.01\n");
  for (std::size_t i = 0; i < 4; ++i)
    page.print("norm {:<6}  {:<16}    {}    {}\n", i < 2 ? "after" : "before",
               i % 2 == 0 ? "at once" : "40 to warm up",
               mean_and_deviation(losses, 6 * i, 3),
               mean_and_deviation(losses, 6 * i + 3, 3));
  const auto learned = [&](std::size_t i) { return losses[12 * i + 3] < 2.7; };
  page.came_out(learned(0) && learned(1) ? "both"
                : learned(0)             ? "norm after"
                : learned(1)             ? "norm before"
                                         : "neither");
}
