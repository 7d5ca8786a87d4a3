// From t to t + φ: one matrix for all positions, from scratch on arrays.

#include "numpy_style.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include "horloge/core/rng.h"
#include "steps.h"

using horloge::Array;
using horloge::HeatMap;
using horloge::Rng;
using stage::Page;

double length(const Array& row) {
  return std::sqrt(xt::sum<double>(row * row)());
}

double largest_difference(const Array& a, const Array& b) {
  return xt::amax(xt::abs(a - b))();
}

Array position_rows(std::size_t first, std::size_t seq_len,
                    std::size_t d_model) {
  Array rows = Array::from_shape({seq_len, d_model});
  for (std::size_t t = 0; t < seq_len; ++t)
    xt::view(rows, t) = position_row(double(first + t), d_model);
  return rows;
}

// Step: one_hand
void one_hand(Page& page) {
  const double omega = 1, t = 5, phi = 3;
  const double s = std::sin(omega * t), c = std::cos(omega * t);
  const double m = std::cos(omega * phi), n = std::sin(omega * phi);
  page.print("sin(8) = {:7.4f}   cos(3) sin(5) + sin(3) cos(5) = {:7.4f}\n",
             std::sin(omega * (t + phi)), m * s + n * c);
  page.print("cos(8) = {:7.4f}  -sin(3) sin(5) + cos(3) cos(5) = {:7.4f}\n",
             std::cos(omega * (t + phi)), -n * s + m * c);

  const double slip = m * s + n * c * std::sin(omega * (t + phi));
  page.print("the first with a factor sin(8) too many: {:.4f}\n", slip);
}

// Step: block_by_block
Array position_row(double t, std::size_t d_model) {
  Array row = Array::from_shape({d_model});
  for (std::size_t i = 0; i < d_model; i += 2) {
    const double omega = std::pow(10000, -double(i) / double(d_model));
    row(i) = float(std::sin(omega * t));
    row(i + 1) = float(std::cos(omega * t));
  }
  return row;  // (D)
}

Array shift_matrix(double phi, std::size_t d_model) {
  Array M = xt::zeros<float>({d_model, d_model});
  for (std::size_t i = 0; i < d_model; i += 2) {
    const double omega = std::pow(10000, -double(i) / double(d_model));
    M(i, i) = M(i + 1, i + 1) = float(std::cos(omega * phi));
    M(i, i + 1) = float(std::sin(omega * phi));
    M(i + 1, i) = -M(i, i + 1);
  }
  return M;  // (D, D)
}

void block_by_block(Page& page) {
  const Array M = shift_matrix(3, 8);
  const Array from = position_row(5, 8);
  const Array there = xt::linalg::dot(M, from);
  for (const auto& [name, row] : std::vector<std::pair<std::string, Array>>{
           {"PE(5)", from},
           {"M(3) PE(5)", there},
           {"PE(8)", position_row(8, 8)}}) {
    page.print("{:<10}", name);
    for (const float number : row) page.print(" {:7.4f}", number);
    page.print("\n");
  }
  HeatMap map;
  map.title = "M(3)";
  map.values = M;
  map.low = -1;
  map.high = 1;
  page.show(map);
}

// Step: any_place_any_offset
void any_place_any_offset(Page& page) {
  Rng rng(page.seed() + 3);
  for (const std::size_t d_model : {8, 32, 64}) {
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
      const double t = 5000 * rng.uniform();
      const double phi = 1000 * rng.uniform() - 500;
      const Array there =
          xt::linalg::dot(shift_matrix(phi, d_model), position_row(t, d_model));
      worst = std::max(
          worst, largest_difference(there, position_row(t + phi, d_model)));
    }
    page.print("d_model {:3}: largest difference {:.1e}\n", d_model, worst);
  }
}

// Step: shifts_add_up
void shifts_add_up(Page& page) {
  const auto M = [](double phi) { return shift_matrix(phi, 64); };
  const Array one = xt::eye<float>(64);
  page.print("M(5) M(7)     and M(12)   {:.1e}\n",
             largest_difference(xt::linalg::dot(M(5), M(7)), M(12)));
  page.print("M(7) M(5)     and M(12)   {:.1e}\n",
             largest_difference(xt::linalg::dot(M(7), M(5)), M(12)));
  page.print("M(5)^T        and M(-5)   {:.1e}\n",
             largest_difference(xt::transpose(M(5)), M(-5)));
  page.print(
      "M(5)^T M(5)   and M(0)    {:.1e}\n",
      largest_difference(xt::linalg::dot(xt::transpose(M(5)), M(5)), M(0)));
  page.print("M(0)          and 1       {:.1e}\n",
             largest_difference(M(0), one));
}

// End of steps
stage::StepCodes numpy_style_steps() {
  return {{"one_hand", one_hand},
          {"block_by_block", block_by_block},
          {"any_place_any_offset", any_place_any_offset},
          {"shifts_add_up", shifts_add_up}};
}
