// What M(k) is good for, which other codes have such a matrix, and how far it
// carries.

#include <utility>

#include "binary.h"
#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "simple_codes.h"

using horloge::HeatMap;
using xt::placeholders::_;

constexpr double pi = 3.14159265358979323846;

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

// Fold: the codes, with a constant 1 beside them or without
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

// Step: three_words_back
Array look_three_back(const Array& rows) {
  const Array q = 64 * shift_rows(rows, -3);  // M(-3) PE(t) for each t
  return attention_weights(q, rows);          // the keys stay as they are
}

// Fold: draws the weights, and counts who looks three back
void three_words_back(Page& page) {
  HeatMap map;
  map.title = "where word t looks";
  map.x_label = "word s";
  map.y_label = "word t";
  map.values = look_three_back(position_rows(0, 16, 64));
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
  for (const std::size_t pos : {0, 16, 512, 5120, 100000}) {
    const Array here = position_row(double(pos), 64);
    const auto away = [&](double k) {
      return length(position_row(double(pos) + k, 64) - here);
    };
    const Array three = position_row(double(pos) + 3, 64);
    page.print("{:8}   {:12.4f}   {:9.4f}   {:10.4f}   {:11.4f}\n", pos,
               away(1), away(3), away(10), xt::sum(here * three)() / 32);
  }
  page.print("from k alone {:10.4f}   {:9.4f}   {:10.4f}\n",
             offset_distance(1, 64), offset_distance(3, 64),
             offset_distance(10, 64));
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

// Fold: prints it for each hand
void new_directions(Page& page) {
  page.print("hand   wavelength   up to 24   up to 32   up to 64\n");
  for (std::size_t i = 0; i < 16; ++i) {
    const double omega = std::pow(10000, -2.0 * double(i) / 32);
    page.print("{:4}   {:10.1f}", i, 2 * pi / omega);
    for (const std::size_t last : {24, 32, 64})
      page.print("   {:7.1f}°", farthest_from_seen(omega, 16, last));
    page.print("\n");
  }
}
