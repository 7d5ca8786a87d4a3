// How far apart the rows of the table are.

#include <algorithm>
#include <cmath>
#include <vector>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include "numpy_style.h"
#include "steps.h"

using horloge::Array;
using horloge::HeatMap;
using horloge::Lines;
using stage::Page;

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
}

// Step: offset_is_all
double squared_distance(std::size_t offset, std::size_t i,
                        std::size_t d_model) {
  const double w = std::pow(10000, -2.0 * double(i) / double(d_model));
  return 2 - 2 * std::cos(double(offset) * w);
}

double distance_of_offset(std::size_t offset, std::size_t d_model) {
  double sum = 0;
  for (std::size_t i = 0; i < d_model / 2; ++i)
    sum += squared_distance(offset, i, d_model);
  return std::sqrt(sum);
}

void offset_is_all(Page& page) {
  const Array pe = sinusoidal_table(1000, 64);
  page.print("offset   formula   worst difference over all positions\n");
  for (const std::size_t offset : {1, 2, 3, 10, 100}) {
    const double formula = distance_of_offset(offset, 64);
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
    line.y.push_back(distance_of_offset(offset, 64));
  }
  Lines curve;
  curve.title = "d_model 64";
  curve.x_label = "offset";
  curve.y_label = "distance";
  curve.lines = {line};
  page.show(curve);
  for (const std::size_t offset : {5, 6, 50, 100})
    page.print("offset {:3}: {:.4f}\n", offset, line.y[offset]);
}

// Step: who_contributes
void who_contributes(Page& page) {
  page.print("offset   pairs 0-3   4-7   8-15   16-31\n");
  for (const std::size_t offset : {1, 10, 100, 1000, 10000}) {
    const double all = std::pow(distance_of_offset(offset, 64), 2);
    std::vector<double> share(4);
    for (std::size_t i = 0; i < 32; ++i)
      share[i < 4    ? 0
            : i < 8  ? 1
            : i < 16 ? 2
                     : 3] += 100 * squared_distance(offset, i, 64) / all;
    page.print("{:6}   {:7.0f} %{:4.0f} %{:5.0f} %{:6.0f} %\n", offset,
               share[0], share[1], share[2], share[3]);
  }
}

// Step: dot_products
void dot_products(Page& page) {
  const Array pe = sinusoidal_table(64, 64);
  const Array dots = xt::linalg::dot(pe, xt::transpose(pe));  // (T, T)
  HeatMap map;
  map.title = "row p times row q";
  map.x_label = "q";
  map.y_label = "p";
  map.values = dots;
  page.show(map);
  page.print("p, q =  7,  7: {:.3f}\n", dots(7, 7));
  page.print("p, q = 10, 13: {:.3f}\n", dots(10, 13));
  page.print("p, q = 50, 53: {:.3f}\n", dots(50, 53));
  page.print("p, q = 13, 10: {:.3f}\n", dots(13, 10));
}

// Step: never_twice
struct Nearest {
  double distance;
  std::size_t offset;
};

Nearest nearest(std::size_t positions, std::size_t pairs, std::size_t d_model) {
  Nearest nearest = {1e9, 0};
  for (std::size_t offset = 1; offset < positions; ++offset) {
    double sum = 0;
    for (std::size_t i = 0; i < pairs; ++i)
      sum += squared_distance(offset, i, d_model);
    nearest = std::sqrt(sum) < nearest.distance
                  ? Nearest{std::sqrt(sum), offset}
                  : nearest;
  }
  return nearest;
}

void never_twice(Page& page) {
  for (const std::size_t pairs : {1, 2, 4, 8, 32}) {
    const auto [distance, offset] = nearest(10000, pairs, 64);
    page.print("d_model 64, {:2} of 32 pairs: {:.6f}, {} positions apart\n",
               pairs, distance, offset);
  }
  const auto [distance, offset] = nearest(100000, 4, 8);
  page.print("d_model  8, all 4 pairs, 100,000 positions: {:.6f}, {} apart\n",
             distance, offset);
}

// End of steps
stage::StepCodes distance_steps() {
  return {
      {"neighbours", neighbours},         {"offset_is_all", offset_is_all},
      {"distance_curve", distance_curve}, {"who_contributes", who_contributes},
      {"dot_products", dot_products},     {"never_twice", never_twice}};
}
