// What becomes of the hands when a clock is stretched.

#include "stretching.h"

#include <utility>

#include "course/stage/lesson.h"
#include "exercises/stretched_frequencies/answer.h"
#include "numpy_style.h"

using horloge::RotaryOptions;
using horloge::RotaryScaling;
using horloge::RotaryScalingKind;
using horloge::Scatter;

// Step: stretched_hands
constexpr std::size_t K = 8, trained = 16, longer = 64;  // four hands

std::vector<std::pair<std::string, Array>> stretched_clocks() {
  const Stretch none, four{10000, double(longer) / trained, trained};
  RotaryScaling yarn;
  yarn.kind = RotaryScalingKind::yarn;
  yarn.factor = four.factor;
  yarn.original_max_position_embeddings = trained;
  const auto of_yarn = horloge::rotary_frequencies(K, 10000, yarn, 0).inv_freq;
  return {{"as it is", interpolated(K, none)},
          {"interpolation", interpolated(K, four)},
          {"NTK", ntk_aware(K, four)},
          {"YaRN", xt::adapt(of_yarn)}};
}

// Fold: draws the hand 1 of all four, and prints how far each hand turns
// The directions of a hand at positions 0 … T - 1, on a circle of this radius.
void add_ring(Scatter& dial, double omega, std::size_t T, double radius) {
  const std::size_t n = dial.points.shape(0), ring = dial.group_names.size();
  Array points = horloge::zeros({n + T, 2});
  xt::view(points, xt::range(std::size_t(0), n)) = dial.points;
  for (std::size_t t = 0; t < T; ++t) {
    points(n + t, 0) = real(radius * std::sin(omega * double(t)));
    points(n + t, 1) = real(radius * std::cos(omega * double(t)));
    dial.groups.push_back(ring - 1);
  }
  dial.points = points;
}

void stretched_hands(Page& page) {
  const auto clocks = stretched_clocks();
  Scatter dial;
  dial.title = "hand 1: positions 0 to 15 innermost, then 0 to 63 four times";
  dial.points = horloge::zeros({0, 2});
  dial.same_scale = true;
  dial.group_names = {"trained"};
  add_ring(dial, clocks[0].second(1), trained, 2);
  double radius = 2;
  for (const auto& [name, omega] : clocks) {
    dial.group_names.push_back(name);
    add_ring(dial, omega(1), longer, radius += 1);
  }
  page.show(dial);

  const double degrees = 180 / std::acos(-1.0);
  const auto print = [&](const std::string& name, const Array& omega,
                         std::size_t places) {
    page.print("{:<14}", name);
    for (const double w : omega) {
      const auto angle = fmt::format("{:.3g}", w * degrees);
      page.print("{:>7}", places < longer ? "" : angle);
    }
    page.print("    ");
    for (const double w : omega)
      page.print("{:7.1f}", double(places - 1) * w * degrees);
    page.print("\n");
  };
  page.print("{:<14}{:>28}    {:>28}\n", "", "degrees a position",
             "degrees from first to last");
  page.print("{:<14}{:>7}{:>7}{:>7}{:>7}    {:>7}{:>7}{:>7}{:>7}\n", "hand", 0,
             1, 2, 3, 0, 1, 2, 3);
  print("in 16 tokens", clocks[0].second, trained);
  for (const auto& [name, omega] : clocks) print(name, omega, longer);
}

// Step: yarn_between
// Fold: prints by how much each pair of a head is slowed
void yarn_between(Page& page) {
  RotaryScaling yarn;
  yarn.kind = RotaryScalingKind::yarn;
  yarn.factor = 16;
  yarn.original_max_position_embeddings = 4096;
  const Stretch how{10000, 16, 4096, 1, 32};
  const auto stretched = horloge::rotary_frequencies(128, 10000, yarn, 0);
  const Doubles omega = frequencies(128);
  const Array ntk = ntk_aware(128, how), paper = by_parts(128, how);
  page.print("pair   turns in 4,096 tokens   interpolation    NTK   YaRN: ");
  page.print("paper  program\n");
  for (const std::size_t j : {0, 16, 20, 24, 28, 32, 36, 40, 44, 48, 63})
    page.print("{:4}   {:21.2f}   {:13.2f}  {:5.2f}  {:10.2f}  {:7.2f}\n", j,
               omega(j) * 4096 / (2 * std::acos(-1.0)), how.factor,
               omega(j) / ntk(j), omega(j) / paper(j),
               omega(j) / stretched.inv_freq[j]);
  page.print("YaRN multiplies queries and keys by {:.4f}\n",
             stretched.amplitude);
}

// End of steps
std::vector<Stretching> stretchings(std::size_t head_dim, std::size_t length,
                                    double factor) {
  const auto scaled = [&](RotaryScalingKind kind) {
    RotaryScaling scaling;
    scaling.kind = kind;
    scaling.factor = factor;
    scaling.original_max_position_embeddings = double(length);
    return RotaryOptions().with_scaling(scaling);
  };
  const double exponent = double(head_dim) / (double(head_dim) - 2);
  return {
      {"as it is", RotaryOptions()},
      {"interpolation", scaled(RotaryScalingKind::linear)},
      {"NTK", RotaryOptions().with_base(10000 * std::pow(factor, exponent))},
      {"YaRN", scaled(RotaryScalingKind::yarn)}};
}
