// How far a head sees, and what a key far away has to bring along.

#include <utility>

#include "course/stage/lesson.h"
#include "exercises/head_slopes/answer.h"
#include "numpy_style.h"

using horloge::HeatMap;
using horloge::Scatter;

// Step: reach
// How many tokens hold a share of the weight, in an endless text: the sum of
// the first n of e^(-slope d) is a share of 1 - e^(-slope n).
double words_for(double share, double slope) {
  return std::ceil(-std::log(1 - share) / slope);
}

void reach(Page& page) {
  constexpr std::size_t H = 8, N = 64;
  const Array slopes = power_slopes(H);
  Array rows = Array::from_shape({H, N});
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t d = 0; d < N; ++d)
      rows(h, d) = std::exp(-slopes(h) * real(d));
  // Fold: draws the rows, and prints how many tokens hold how much
  HeatMap map;
  map.title = "weight by distance, as a share of that of the token itself";
  map.x_label = "tokens back";
  map.values = rows;
  map.low = 0;
  map.high = 1;
  for (std::size_t h = 0; h < H; ++h)
    map.row_names.push_back(fmt::format("head {}", h));
  page.show(map);
  page.print("{:<23}", "head");
  for (std::size_t h = 0; h < H; ++h) page.print("{:6}", h);
  for (const double share : {0.5, 0.9, 0.99}) {
    page.print("\n{:2.0f} % of the weight on  ", 100 * share);
    for (std::size_t h = 0; h < H; ++h)
      page.print("{:6.0f}", words_for(share, slopes(h)));
  }
  page.print("  tokens\n");
  // End fold
}

// Step: far_but_fitting
// By how much the key `back` tokens away must fit better than N - 1 others, all
// alike, to get half of the weight.
double needed_score(double slope, std::size_t back, std::size_t N) {
  double others = -std::exp(-slope * double(back));
  for (std::size_t d = 0; d < N; ++d) others += std::exp(-slope * double(d));
  return slope * double(back) + std::log(others);
}

void far_but_fitting(Page& page) {
  constexpr std::size_t N = 1024;
  // Fold: prints it for some heads and distances
  page.print("{:<22}", "slope");
  for (const int inverse : {2, 8, 32, 128, 256})
    page.print("{:>8}", fmt::format("1/{}", inverse));
  page.print("{:>8}", "none");
  for (const std::size_t back : {10, 100, 1000}) {
    page.print("\n{:5} tokens back      ", back);
    for (const double slope :
         {1.0 / 2, 1.0 / 8, 1.0 / 32, 1.0 / 128, 1.0 / 256, 0.0})
      page.print("{:8.1f}", needed_score(slope, back, N));
  }
  page.print("\n");
  const bool lower =
      needed_score(1.0 / 256, 100, N) < needed_score(0, 100, N) - 0.1;
  page.came_out(lower ? "a lower one" : "a higher one");
  // End fold
}

// Step: any_number
void any_number(Page& page) {
  const Array twelve = head_slopes(12, 8);
  // Fold: draws the slopes of 8, 12 and 16 heads, and prints some of BLOOM
  Scatter ladder;
  ladder.title = "where the slopes are";
  ladder.x_label = "slope 2^-x";
  ladder.y_label = "heads";
  std::vector<std::pair<double, double>> points;
  for (const std::size_t H : {8, 12, 16}) {
    const Array all = head_slopes(H, 8);
    ladder.group_names.push_back(fmt::format("{} heads", H));
    for (const real slope : all) {
      points.emplace_back(-std::log2(double(slope)), double(H));
      ladder.groups.push_back(H / 4 - 2);
    }
  }
  ladder.points = Array::from_shape({points.size(), 2});
  for (std::size_t i = 0; i < points.size(); ++i) {
    ladder.points(i, 0) = real(points[i].first);
    ladder.points(i, 1) = real(points[i].second);
  }
  page.show(ladder);
  page.print("the slopes of 12 heads are 2 to the power of\n");
  for (const real slope : twelve)
    page.print(" {:.1f}", std::log2(double(slope)));
  const Array bloom = head_slopes(112, 8);
  page.print("\n\nBLOOM: {} heads, of which {} from {:.3f} to {:.3f},\n", 112,
             64, bloom(0), bloom(63));
  page.print("and {} that were added, from {:.3f} to {:.3f}\n", 48, bloom(64),
             bloom(111));
  // End fold
}
