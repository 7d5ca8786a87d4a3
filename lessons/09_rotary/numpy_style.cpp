// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <complex>

#include "course/stage/lesson.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/sinusoidal.h"

using horloge::HeatMap;
using horloge::positions_from;
using horloge::Scatter;
using horloge::sinusoidal_table;
using xt::placeholders::_;

// Step: added_or_turned
// Fold: prints the score at four positions, added and turned
void added_or_turned(Page& page) {
  Rng rng(page.seed() + 1);
  const Array q = rng.normal({1, 64}), k = rng.normal({1, 64});
  const Array code = sinusoidal_table(5006, 64);
  page.print("query at   key at      added     turned\n");
  for (const std::size_t key : {0, 7, 100, 5000}) {
    const std::size_t query = key + 5;
    const double added =
        dot(q + xt::view(code, query), k + xt::view(code, key));
    const double turned = dot(rotate(q, {std::int64_t(query)}, frequencies(64)),
                              rotate(k, {std::int64_t(key)}, frequencies(64)));
    page.print("{:8}   {:6}   {:8.4f}   {:8.4f}\n", query, key, added, turned);
  }
}

// Step: two_columns
// A vector of two columns, turned.   (2) -> (2)
Array turn(const Array& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Array{real(c * v(0) - s * v(1)), real(s * v(0) + c * v(1))};
}

void two_columns(Page& page) {
  const Array q = {2, 1}, k = {1, 1.5};
  const double omega = 0.4;
  // Fold: prints scores of these two, turned to some positions
  page.print("query at   key at   offset    score\n");
  for (const auto& [m, n] : {std::pair{3, 0},
                             {5, 2},
                             {103, 100},
                             {1003, 1000},
                             {2, 0},
                             {102, 100},
                             {0, 3},
                             {100, 103}}) {
    const double score = dot(turn(q, m * omega), turn(k, n * omega));
    page.print("{:8}   {:6}   {:6}   {:6.3f}\n", m, n, m - n, score);
  }
  // End fold
}

// Step: complex_numbers
void complex_numbers(Page& page) {
  using C = std::complex<double>;
  const C q = {2, 1}, k = {1, 1.5};
  const double omega = 0.4;
  const auto at = [&](C x, double place) {
    return x * std::polar(1.0, place * omega);
  };
  const C both = at(q, 103) * std::conj(at(k, 100));
  const C offset = q * std::conj(k) * std::polar(1.0, 3 * omega);
  // Fold: prints the real parts, and draws both numbers at the positions 0 to 9
  page.print("turned to 103 and 100:  {:.3f}\n", both.real());
  page.print("from the offset alone:  {:.3f}\n", offset.real());
  Scatter plane;
  plane.title = "a query and a key, turned to the positions 0 to 9";
  plane.points = Array::from_shape({20, 2});
  plane.same_scale = true;
  plane.group_names = {"query", "key"};
  for (std::size_t i = 0; i < 20; ++i) {
    const C x = at(i < 10 ? q : k, double(i % 10));
    plane.points(i, 0) = real(x.real());
    plane.points(i, 1) = real(x.imag());
    plane.names.push_back(std::to_string(i % 10));
    plane.groups.push_back(i / 10);
  }
  page.show(plane);
  // End fold
}

// Step: many_pairs
Doubles frequencies(std::size_t K, double base) {
  const Doubles j = xt::arange<double>(double(K / 2));
  return xt::pow(base, -2 * j / double(K));
}

Array rotate(const Array& x, const Ids& positions, const Doubles& omega) {
  const Doubles column = xt::view(positions, xt::all(), xt::newaxis());
  const Doubles angle = column * omega;  // (T, K/2)
  const Array c = xt::cos(angle), s = xt::sin(angle);

  const Array even = xt::view(x, xt::all(), xt::range(0, _, 2));
  const Array odd = xt::view(x, xt::all(), xt::range(1, _, 2));
  Array y = x;
  xt::view(y, xt::all(), xt::range(0, _, 2)) = even * c - odd * s;
  xt::view(y, xt::all(), xt::range(1, _, 2)) = even * s + odd * c;
  return y;
}

// Fold: turns the row 1 0 1 0 1 0 1 0 to the positions 0 to 3
void many_pairs(Page& page) {
  const Array row = {1, 0, 1, 0, 1, 0, 1, 0};
  const Array turned =
      rotate(everywhere(row, 4), positions_from(0, 4), frequencies(8));
  page.print(
      "position   pair 0         pair 1         pair 2         pair 3\n");
  for (std::size_t t = 0; t < 4; ++t) {
    page.print("{:8}", t);
    for (std::size_t j = 0; j < 4; ++j)
      page.print("  {:6.3f} {:6.3f}", turned(t, 2 * j), turned(t, 2 * j + 1));
    page.print("\n");
  }
}

// Step: only_the_offset
// Fold: score_map, all positions with all; and along_diagonals
HeatMap score_map(const std::string& title, const Array& scores) {
  HeatMap map;
  map.title = title;
  map.x_label = "key at";
  map.y_label = "query at";
  map.values = scores;
  return map;
}

double along_diagonals(const Array& scores) {
  double most = 0;
  const auto T = std::ptrdiff_t(scores.shape(0));
  for (std::ptrdiff_t k = 1 - T; k < T; ++k) {
    const Array diagonal = xt::diagonal(scores, k);
    most = std::max<double>(most, xt::amax(diagonal)() - xt::amin(diagonal)());
  }
  return most;
}

// End fold
void only_the_offset(Page& page) {
  constexpr std::size_t T = 12, K = 64;
  Rng rng(page.seed() + 1);
  const Array q =
      everywhere(rng.normal({K}), T);  // one query, at each position
  const Array k = everywhere(rng.normal({K}), T);
  const Array code = sinusoidal_table(T, K);
  const Ids places = positions_from(0, T);
  const Doubles omega = frequencies(K);

  const Array keys = rotate(k, places, omega);
  const Array added = xt::linalg::dot(q + code, xt::transpose(k + code));
  const Array turned =
      xt::linalg::dot(rotate(q, places, omega), xt::transpose(keys));
  // Fold: draws both, and prints some numbers
  page.show(score_map("added", added));
  page.show(score_map("turned", turned));
  page.print("along a diagonal the scores differ by up to\n");
  page.print("  added {:8.4f}\n  turned {:7.4f}\n", along_diagonals(added),
             along_diagonals(turned));
  page.print("turned, key 5 before: {:7.3f}   5 after: {:7.3f}\n", turned(6, 1),
             turned(6, 11));
}

// End of steps
Array everywhere(const Array& row, std::size_t T) {
  return xt::broadcast(row, {T, row.size()});
}

double dot(const Array& a, const Array& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += double(a.data()[i]) * double(b.data()[i]);
  return sum;
}
