// Several heads together: what slopes add up to, and what windows do.

#include <memory>
#include <utility>

#include "course/stage/lesson.h"
#include "exercises/head_slopes/answer.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/hard_alibi.h"
#include "numpy_style.h"
#include "task.h"

using horloge::HardAlibiPositions;
using horloge::HeatMap;
using horloge::Lines;

// Step: heads_together
// How much of each head to take, so that their weights by distance add up to
// `wanted`, as nearly as can be.   wanted (N) -> the sum (N), and the shares
struct Mixture {
  Doubles sum, shares;
};

Mixture mixture(const Array& slopes, const Doubles& wanted) {
  const std::size_t N = wanted.size(), H = slopes.size();
  Doubles heads = Doubles::from_shape({N, H});
  for (std::size_t h = 0; h < H; ++h)
    xt::view(heads, xt::all(), h) = weights_by_distance(slopes(h), N);
  const Doubles shares = std::get<0>(xt::linalg::lstsq(heads, wanted));
  return {xt::linalg::dot(heads, shares), shares};
}

// Fold: halving_from, four slopes, each half of the one before
Array halving_from(double first) {
  return first * xt::exp2(-xt::arange<double>(4));
}

// End fold
void heads_together(Page& page) {
  constexpr std::size_t N = 16;
  Doubles third = xt::zeros<double>({N});
  third(3) = 1;
  // Fold: draws what two ladders of 4 heads add up to, and prints the shares
  Lines figure;
  figure.x_label = "tokens back";
  figure.y_label = "weight";
  for (const auto& [name, slopes] :
       {std::pair{"slopes 1/4, 1/16, 1/64, 1/256", head_slopes(4, 8)},
        {"slopes 2, 1, 1/2, 1/4", halving_from(2)}}) {
    const Mixture best = mixture(slopes, third);
    Lines::Line line{name, {}, {}};
    for (std::size_t d = 0; d < N; ++d) {
      line.x.push_back(double(d));
      line.y.push_back(best.sum(d));
    }
    figure.lines.push_back(line);
    page.print("{:<30} shares", name);
    for (const double share : best.shares) page.print(" {:5.0f}", share);
    page.print("\n");
  }
  page.show(figure);
  // End fold
}

// Step: steeper_slopes
Trial with_slopes(const Array& slopes, std::size_t updates) {
  Trial steep = trial("alibi", true, updates);
  steep.name = "  steep slopes";
  steep.scheme = [slopes](std::uint64_t) {
    const auto scheme = std::make_shared<horloge::AlibiPositions>(4);
    scheme->slopes = slopes;
    return scheme;
  };
  return steep;
}

void steeper_slopes(Page& page) {
  print_lengths(page);
  for (const std::size_t updates : {600, 3000}) {
    Trial usual = trial("alibi", true, updates);
    usual.name = "  usual slopes";
    page.print("{} steps\n", updates == 600 ? "600" : "3,000");
    try_all(page, {usual, with_slopes(halving_from(2), updates)}, 3);
  }
}

// Step: windows
// Fold: draws which keys the heads see
void show_windows(Page& page) {
  const HardAlibiPositions scheme(8, 4);
  const auto bias = scheme.bias(horloge::consecutive_positions(12, 12)).array();
  HeatMap map;
  map.title = "the weight of each key, as a share of the largest";
  map.x_label = "tokens back";
  map.values = Array::from_shape({8, 12});
  for (std::size_t h = 0; h < 8; ++h) {
    map.row_names.push_back(fmt::format("head {}", h));
    for (std::size_t d = 0; d < 12; ++d)
      map.values(h, d) = std::exp(bias(h, 11, 11 - d));
  }
  page.show(map);
}

// End fold
void windows(Page& page) {
  show_windows(page);
  const Array x = Rng(page.seed() + 1).normal({100});
  double most = 0;
  for (std::size_t t = 3; t < 100; ++t) {
    const double of_three = (x(t) + x(t - 1) + x(t - 2)) / 3;
    const double of_four = (x(t) + x(t - 1) + x(t - 2) + x(t - 3)) / 4;
    const double third = 4 * of_four - 3 * of_three;
    most = std::max(most, std::abs(third - x(t - 3)));
  }
  page.print(
      "four times the mean of 4 tokens, less three times that of 3,\n"
      "differs from the third token back by {:.1e}\n\n",
      most);

  Trial four = trial("hard_alibi", true), two = four;
  // Fold: trains with windows in two heads of four, and in all four
  two.name = "  windows in 2 of 4";
  four.name = "  windows in all 4";
  four.scheme = [](std::uint64_t) {
    return std::make_shared<HardAlibiPositions>(4, 4);
  };
  print_lengths(page);
  page.print("causal\n");
  try_all(page, {two, four}, 5);
  // End fold
}
