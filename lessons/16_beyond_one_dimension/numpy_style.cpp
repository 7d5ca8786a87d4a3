// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <array>
#include <set>

#include "course/stage/lesson.h"
#include "exercises/turn_mixed/answer.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/sinusoidal.h"
#include "pictures.h"

using namespace horloge;

// Step: a_picture_in_a_row
// Fold: draws a 4, and cuts it into 16 patches of 4 by 4 pixels
constexpr std::array<const char*, 16> four = {
    "                ", "          ##    ", "         ###    ",
    "        ####    ", "       ## ##    ", "      ##  ##    ",
    "     ##   ##    ", "    ##    ##    ", "   ##     ##    ",
    "  ############  ", "  ############  ", "          ##    ",
    "          ##    ", "          ##    ", "          ##    ",
    "                "};

Array patches_of_four() {
  Array patches = zeros({16, patch_pixels});
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      if (four[row][column] == '#')
        patches(row / patch_size * 4 + column / patch_size,
                row % patch_size * patch_size + column % patch_size) = 1;
  return patches;
}

// End fold
// Every patch asks all others; what they say is averaged.
Array what_attention_says(const Array& x, const Array& W) {
  const Array q = xt::linalg::dot(x, W);
  const Array powers = xt::exp(xt::linalg::dot(q, xt::transpose(x)));
  const Array sums = xt::sum(powers, {1}, xt::keep_dims);
  const Array weights = powers / sums;
  return xt::mean(xt::linalg::dot(weights, x), {0});
}

// Fold: shuffles the patches, draws both, and compares what it says
void a_picture_in_a_row(Page& page) {
  Rng rng(page.seed() + 1);
  const Array patches = patches_of_four();
  Array shuffled = zeros(patches.shape());
  const auto order = rng.permutation(16);
  for (std::size_t t = 0; t < 16; ++t)
    xt::view(shuffled, t) = xt::view(patches, order[t]);
  HeatMap both;
  both.title = "a picture of 16 patches, and the same patches";
  both.values = zeros({16, 34});
  xt::view(both.values, xt::all(), xt::range(0, 16)) = put_together(patches, 4);
  xt::view(both.values, xt::all(), xt::range(18, 34)) =
      put_together(shuffled, 4);
  page.show(both);
  const Array W = rng.normal({patch_pixels, patch_pixels}, 0, 0.2);
  const double apart = largest_difference(what_attention_says(patches, W),
                                          what_attention_says(shuffled, W));
  page.print("what attention says of the two differs by up to {:.0e}\n", apart);
  page.came_out(apart > 0.1    ? "clearly"
                : apart > 1e-4 ? "a little"
                               : "not at all");
}

// Step: one_count
// The differences of counts that occur between patches of a square picture.
std::set<std::ptrdiff_t> count_differences(std::size_t side) {
  std::set<std::ptrdiff_t> all;
  for (std::size_t from = 0; from < side * side; ++from)
    for (std::size_t to = 0; to < side * side; ++to)
      all.insert(std::ptrdiff_t(to) - std::ptrdiff_t(from));
  return all;
}

// Fold: counts offsets, and draws what one code has in common with the others
HeatMap likeness(const std::string& title, const Array& code, std::size_t place,
                 std::size_t columns) {
  HeatMap map;
  map.title = title;
  map.x_label = "column";
  map.y_label = "row";
  map.values = zeros({code.shape(0) / columns, columns});
  double square = 0;
  for (std::size_t d = 0; d < code.shape(1); ++d)
    square += std::pow(double(code(place, d)), 2);
  for (std::size_t t = 0; t < code.shape(0); ++t)
    for (std::size_t d = 0; d < code.shape(1); ++d)
      map.values(t / columns, t % columns) +=
          code(place, d) * code(t, d) / real(square);
  return map;
}

void one_count(Page& page) {
  page.print("{:<18}{:>20}{:>24}\n", "patches", "offsets in two axes",
             "told apart by a count");
  for (const std::size_t side : {4, 8, 14, 16}) {
    const std::size_t offsets = (2 * side - 1) * (2 * side - 1);
    page.print("{:<18}{:>20}{:>24}\n", fmt::format("{} by {}", side, side),
               offsets, count_differences(side).size());
    if (side == 8) page.came_out(double(count_differences(side).size()));
  }
  page.show(likeness("one count: like row 3, column 3",
                     sinusoidal_table(64, 64), 27, 8));
}

// Step: two_halves
Array grid_code(const Ids& positions, std::size_t columns, std::size_t D,
                double spacing) {
  const std::size_t T = positions.size(), half = D / 2;
  Array code = Array::from_shape({T, D});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t i = 0; i < half / 2; ++i) {
      const double omega = std::pow(10000, -2 * double(i) / double(half));
      const auto place = std::size_t(positions(t));
      const double row = spacing * double(place / columns);
      const double column = spacing * double(place % columns);
      code(t, 2 * i) = real(std::sin(omega * row));
      code(t, 2 * i + 1) = real(std::cos(omega * row));
      code(t, half + 2 * i) = real(std::sin(omega * column));
      code(t, half + 2 * i + 1) = real(std::cos(omega * column));
    }
  return code;
}

// Fold: draws it, and compares pairs that stand alike
// How far the numbers of two pairs with the same offset differ at most.
double spread_by_offset(const Array& scores, std::size_t columns) {
  double most = 0;
  const std::size_t T = scores.shape(0);
  const auto score = [&](std::size_t i, std::size_t j, std::size_t by) {
    return double(scores(i + by, j + by));
  };
  for (const std::size_t by : {std::size_t{1}, columns})  // right, or down
    for (std::size_t i = 0; i + by < T; ++i)
      for (std::size_t j = 0; j + by < T; ++j)
        if (by == columns ||
            (i % columns + 1 < columns && j % columns + 1 < columns))
          most = std::max(most, std::abs(score(i, j, by) - score(i, j, 0)));
  return most;
}

void two_halves(Page& page) {
  const Array code = grid_code(positions_from(0, 64), 8, 64);
  const Array products = xt::linalg::dot(code, xt::transpose(code));
  page.show(likeness("two halves: like row 3, column 3", code, 27, 8));
  page.print("products from {:.1f} to {:.1f}; ", xt::amin(products)(),
             xt::amax(products)());
  page.print("with the same offset they differ by {:.0e}\n",
             spread_by_offset(products, 8));
}

// Step: turned_in_two_axes
Array grid_angles(const Ids& positions, std::size_t columns, std::size_t K,
                  double spacing, double base) {
  const std::size_t T = positions.size(), half = K / 4;
  Array angles = Array::from_shape({T, K / 2});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < half; ++j) {
      const double omega = spacing * std::pow(base, -double(j) / double(half));
      const auto place = std::size_t(positions(t));
      angles(t, j) = real(omega * double(place / columns));
      angles(t, half + j) = real(omega * double(place % columns));
    }
  return angles;
}

// Fold: turned, as in lesson 9; all scores of one query and one key
Array turned(const Array& x, const Array& angles) {
  Array y = x;
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < angles.shape(1); ++j) {
      const real c = std::cos(angles(t, j)), s = std::sin(angles(t, j));
      y(t, 2 * j) = c * x(t, 2 * j) - s * x(t, 2 * j + 1);
      y(t, 2 * j + 1) = s * x(t, 2 * j) + c * x(t, 2 * j + 1);
    }
  return y;
}

// Query and key are the same everywhere; only their places differ.
Array turned_scores(const Array& q, const Array& k, const Array& angles) {
  const Shape all = {angles.shape(0), q.size()};
  const Array queries = turned(xt::broadcast(q, all), angles);
  const Array keys = turned(xt::broadcast(k, all), angles);
  return xt::linalg::dot(queries, xt::transpose(keys));
}

void turned_in_two_axes(Page& page) {
  constexpr std::size_t K = 32;
  Rng rng(page.seed() + 1);
  const Array q = rng.normal({K}), k = rng.normal({K});
  const Array angles = grid_angles(positions_from(0, 64), 8, K);
  const Array scores = turned_scores(q, k, angles);
  HeatMap map = likeness("scores of a query at row 3, column 3", angles, 27, 8);
  for (std::size_t t = 0; t < 64; ++t) map.values(t / 8, t % 8) = scores(27, t);
  page.show(map);
  page.print("scores from {:.1f} to {:.1f}; ", xt::amin(scores)(),
             xt::amax(scores)());
  page.print("with the same offset they differ by {:.0e}\n",
             spread_by_offset(scores, 8));
}

// Step: mixed_directions
// Each pair has a direction of its own, evenly round half a turn.
Array mixed_speeds(std::size_t pairs) {
  Array speeds = Array::from_shape({pairs, 2});
  for (std::size_t j = 0; j < pairs; ++j) {
    const double omega = std::pow(100, -double(j) / double(pairs));
    const double direction = 5 * std::acos(-1.0) * double(j) / double(pairs);
    speeds(j, 0) = real(omega * std::cos(direction));
    speeds(j, 1) = real(omega * std::sin(direction));
  }
  return speeds;
}

// Fold: the scores of four offsets, axial and mixed
void mixed_directions(Page& page) {
  constexpr std::size_t K = 32;
  Rng rng(page.seed() + 1);
  const Array speeds = mixed_speeds(K / 2);
  Array places = Array::from_shape({4, 2});
  for (std::size_t t = 0; t < 4; ++t) {
    places(t, 0) = real(t / 2);
    places(t, 1) = real(t % 2);
  }
  const Array axial = grid_angles(positions_from(0, 4), 2, K);
  page.print("{:<12}{:>8}{:>8}{:>8}{:>8}{:>24}\n", "scores at", "0,0", "1,1",
             "0,1", "1,0", "first two - last two");
  for (int pair = 0; pair < 6; ++pair) {
    const Array q = rng.normal({1, K}), k = rng.normal({1, K});
    const Array keys = xt::broadcast(k, Shape{4, K});
    const Array turned_keys =
        pair % 2 == 0 ? turned(keys, axial) : turn_mixed(keys, places, speeds);
    const Array s = xt::linalg::dot(turned_keys, xt::transpose(q));
    page.print("{:<12}{:8.2f}{:8.2f}{:8.2f}{:8.2f}{:>24.2f}\n",
               pair % 2 == 0 ? "axial" : "mixed", s(0, 0), s(3, 0), s(1, 0),
               s(2, 0),
               std::abs(double(s(0, 0)) + s(3, 0) - s(1, 0) - s(2, 0)));
  }
}
