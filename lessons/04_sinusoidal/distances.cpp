// How far apart the rows of the table are.

#include "distances.h"

#include <utility>

#include "course/stage/lesson.h"
#include "numpy_style.h"

using horloge::HeatMap;
using horloge::Lines;

// Step: neighbours
double distance(const Array& pe, std::size_t p, std::size_t q) {
  const Array difference = xt::view(pe, p) - xt::view(pe, q);
  return std::sqrt(xt::sum<double>(difference * difference)());
}

void neighbours(Page& page) {
  const Array pe = sinusoidal_table(1000, 64);
  for (const std::size_t pos : {0, 10, 100, 500, 998})
    page.print("from {:3} to {:3}: {:.4f}\n", pos, pos + 1,
               distance(pe, pos, pos + 1));
  // Fold: compares the last with the first
  const double more = distance(pe, 998, 999) - distance(pe, 0, 1);
  page.came_out(std::abs(more) < 1e-3 ? "as far"
                : more > 0            ? "farther"
                                      : "less far");
  // End fold
}

// Step: offset_is_all
double distance_of_offset(std::size_t offset, std::size_t d_model,
                          std::size_t first_pair, std::size_t last_pair) {
  double sum = 0;
  for (std::size_t i = first_pair; i <= last_pair; ++i) {
    const double omega = std::pow(10000, -2.0 * double(i) / double(d_model));
    sum += 2 - 2 * std::cos(double(offset) * omega);
  }
  return std::sqrt(sum);
}

// Fold: compares it with the table, at all positions
void offset_is_all(Page& page) {
  const Array pe = sinusoidal_table(1000, 64);
  page.print("offset   formula   worst difference over all positions\n");
  for (const std::size_t offset : {1, 2, 3, 10, 100}) {
    const double formula = distance_of_offset(offset, 64, 0, 31);
    double worst = 0;
    for (std::size_t pos = 0; pos + offset < 1000; ++pos)
      worst =
          std::max(worst, std::abs(distance(pe, pos, pos + offset) - formula));
    page.print("{:6}   {:7.4f}   {:.1e}\n", offset, formula, worst);
  }
}

// Step: distance_curve
void distance_curve(Page& page) {
  Lines::Line line;
  for (std::size_t offset = 0; offset <= 100; ++offset) {
    line.x.push_back(double(offset));
    line.y.push_back(distance_of_offset(offset, 64, 0, 31));
  }
  // Fold: draws the curve
  Lines curve;
  curve.title = "d_model 64";
  curve.x_label = "offset";
  curve.y_label = "distance";
  curve.lines = {line};
  page.show(curve);
  for (const std::size_t offset : {5, 6, 50, 100})
    page.print("offset {:3}: {:.4f}\n", offset, line.y[offset]);
  // End fold
}

// Step: who_contributes
double share(std::size_t offset, std::size_t first_pair,
             std::size_t last_pair) {
  const double part = distance_of_offset(offset, 64, first_pair, last_pair);
  const double all = distance_of_offset(offset, 64, 0, 31);
  return 100 * part * part / (all * all);
}

// Fold: prints the shares of four groups
void who_contributes(Page& page) {
  page.print("offset   pairs 0-3   4-7   8-15   16-31\n");
  for (const std::size_t offset : {1, 10, 100, 1000, 10000})
    page.print("{:6}   {:7.0f} %{:4.0f} %{:5.0f} %{:6.0f} %\n", offset,
               share(offset, 0, 3), share(offset, 4, 7), share(offset, 8, 15),
               share(offset, 16, 31));
}

// Step: dot_products
void dot_products(Page& page) {
  const Array pe = sinusoidal_table(64, 64);
  const Array dots = xt::linalg::dot(pe, xt::transpose(pe));  // (T, T)
  // Fold: draws them, and prints five
  HeatMap map;
  map.title = "row p times row q";
  map.x_label = "q";
  map.y_label = "p";
  map.values = dots;
  page.show(map);
  page.print("p, q =  7,  7: {:.3f}\n", dots(7, 7));
  page.print("p, q =  7,  8: {:.3f}\n", dots(7, 8));
  page.print("p, q = 10, 13: {:.3f}\n", dots(10, 13));
  page.print("p, q = 50, 53: {:.3f}\n", dots(50, 53));
  page.print("p, q = 13, 10: {:.3f}\n", dots(13, 10));
  // End fold
}

// Step: never_twice
using Closest = std::pair<double, std::size_t>;  // a distance and its offset

Closest closest(std::size_t positions, std::size_t d_model,
                std::size_t last_pair) {
  Closest best = {1e9, 0};
  for (std::size_t offset = 1; offset < positions; ++offset)
    best = std::min(
        best, {distance_of_offset(offset, d_model, 0, last_pair), offset});
  return best;
}

// Fold: prints the closest, by the number of pairs
void never_twice(Page& page) {
  page.print("d_model 64, 10,000 positions\n");
  for (const std::size_t pairs : {1, 2, 4, 8, 32}) {
    const auto [distance, offset] = closest(10000, 64, pairs - 1);
    page.print("   {:2} pairs: {:.6f}, at offset {}\n", pairs, distance,
               offset);
    if (pairs == 1) page.came_out(distance);
  }
  const auto [distance, offset] = closest(100000, 8, 3);
  page.print("d_model 8, 100,000 positions\n");
  page.print("    4 pairs: {:.6f}, at offset {}\n", distance, offset);
}

// Step: another_base
double distance_with_base(double base, std::size_t offset) {
  double sum = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    const double omega = std::pow(base, -2.0 * double(i) / 64);
    sum += 2 - 2 * std::cos(double(offset) * omega);
  }
  return std::sqrt(sum);
}

// Fold: prints the slowest turn, four distances, and the closest offset
void another_base(Page& page) {
  page.print("{:>50}\n", "distance at offset");
  page.print("   base   slowest turn      1     10    100   1000   closest\n");
  for (const double base : {7.0, 100.0, 1000.0, 10000.0, 1e6}) {
    const double turn = 2 * std::acos(-1.0) * std::pow(base, 1 - 2.0 / 64);
    page.print("{:7.0f}   {:12.0f}", base, turn);
    for (const std::size_t offset : {1, 10, 100, 1000})
      page.print(" {:6.2f}", distance_with_base(base, offset));
    Closest best = {1e9, 0};
    for (std::size_t offset = 1; offset < 10000; ++offset)
      best = std::min(best, {distance_with_base(base, offset), offset});
    page.print("   {:7}\n", best.second);
  }
}
