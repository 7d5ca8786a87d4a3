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
#include <xtensor/xsort.hpp>
#include <xtensor/xview.hpp>

#include "horloge/core/rng.h"
#include "steps.h"

using horloge::Array;
using horloge::HeatMap;
using horloge::Rng;
using stage::Page;
using xt::placeholders::_;

constexpr double pi = 3.14159265358979323846;

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

// Step: best_matrix
double left_over(const Array& rows) {
  using Doubles = xt::xarray<double>;
  const Doubles now = xt::view(rows, xt::range(0, -1));
  const Doubles next = xt::view(rows, xt::range(1, _));
  const Doubles matrix = std::get<0>(xt::linalg::lstsq(now, next));
  const Doubles missed = next - xt::linalg::dot(now, matrix);
  const Doubles step = next - now;
  return std::sqrt(xt::sum(missed * missed)() / xt::sum(step * step)());
}

Array with_a_one(const Array& rows) {
  const Array one = xt::ones<float>({rows.shape(0), std::size_t{1}});
  return xt::concatenate(xt::xtuple(rows, one), 1);
}

void best_matrix(Page& page) {
  const Array pe = position_rows(0, 1000, 8);
  const Array sines = xt::view(pe, xt::all(), xt::range(0, _, 2));
  for (const auto& [name, rows] : std::vector<std::pair<std::string, Array>>{
           {"index", index_code(1000)},
           {"index and a 1", with_a_one(index_code(1000))},
           {"binary digits and a 1", with_a_one(binary_table(1000, 10))},
           {"sines and a 1", with_a_one(sines)},
           {"sines and cosines", pe}})
    page.print("{:<22} {:5.1f} % of a step left over\n", name,
               100 * left_over(rows));
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

// Step: three_words_back
Array look_three_back(const Array& rows) {
  const std::size_t d_model = rows.shape(1);
  const Array Wq = xt::transpose(shift_matrix(-3, d_model));
  const Array q = 64 * xt::linalg::dot(rows, Wq);  // rows of t - 3
  return attention_weights(q, rows);               // the keys stay as they are
}

void three_words_back(Page& page) {
  HeatMap map;
  map.title = "where word t looks";
  map.x_label = "word s";
  map.y_label = "word t";
  map.values = look_three_back(position_rows(0, 20, 64));
  map.high = 1;
  page.show(map);
  for (const std::size_t first : {0, 1000, 100000}) {
    const Array w = look_three_back(position_rows(first, 200, 64));
    const Array weight = xt::diagonal(w, -3);
    std::size_t right = 0;
    for (std::size_t t = 3; t < 200; ++t)
      right += xt::argmax(xt::view(w, t))() == t - 3;
    page.print("from position {:6}: {} of 197 right, least weight {:.3f}\n",
               first, right, xt::amin(weight)());
  }
}

// Step: far_from_home
void far_from_home(Page& page) {
  page.print(
      "position    to the next   3 farther   10 farther   cosine of 3\n");
  for (const std::size_t t : {0, 16, 512, 5120, 100000}) {
    const Array here = position_row(double(t), 64);
    const auto other = [&](double k) {
      return position_row(double(t) + k, 64);
    };
    const Array three = other(3);
    page.print("{:8}   {:12.4f}   {:9.4f}   {:10.4f}   {:11.4f}\n", t,
               length(other(1) - here), length(three - here),
               length(other(10) - here), xt::sum(here * three)() / 32);
  }
}

// Step: new_directions
double between(double a, double b) {  // two directions, at most half a turn
  return std::acos(std::cos(a - b)) * 180 / pi;  // in degrees
}

double farthest_from_seen(double omega, std::size_t seen, std::size_t last) {
  double farthest = 0;
  for (std::size_t t = seen; t < last; ++t) {
    double nearest = 180;
    for (std::size_t s = 0; s < seen; ++s)
      nearest =
          std::min(nearest, between(omega * double(t), omega * double(s)));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

void new_directions(Page& page) {
  page.print("hand   wavelength   up to 24   up to 32   up to 64\n");
  for (std::size_t k = 0; k < 16; ++k) {
    const double omega = std::pow(10000, -2.0 * double(k) / 32);
    page.print("{:4}   {:10.1f}", k, 2 * pi / omega);
    for (const std::size_t last : {24, 32, 64})
      page.print("   {:7.1f}°", farthest_from_seen(omega, 16, last));
    page.print("\n");
  }
}

// End of steps
stage::StepCodes numpy_style_steps() {
  return {{"one_hand", one_hand},
          {"block_by_block", block_by_block},
          {"any_place_any_offset", any_place_any_offset},
          {"best_matrix", best_matrix},
          {"shifts_add_up", shifts_add_up},
          {"three_words_back", three_words_back},
          {"far_from_home", far_from_home},
          {"new_directions", new_directions}};
}
