// From pos to pos + k: one matrix for all positions, from scratch on arrays.

#include "numpy_style.h"

#include <utility>

#include "course/stage/lesson.h"

using horloge::HeatMap;

double length(const Array& row) {
  return std::sqrt(xt::sum<double>(row * row)());
}

Array position_rows(std::size_t first, std::size_t seq_len,
                    std::size_t d_model) {
  Array rows = Array::from_shape({seq_len, d_model});
  for (std::size_t t = 0; t < seq_len; ++t)
    xt::view(rows, t) = position_row(double(first + t), d_model);
  return rows;
}

// Exercises, in the plainest way.

Array shift_rows(const Array& rows, double k) {
  return xt::linalg::dot(rows, xt::transpose(shift_matrix(k, rows.shape(1))));
}

double offset_distance(std::size_t offset, std::size_t d_model) {
  return length(position_row(double(offset), d_model) -
                position_row(0, d_model));
}

// Step: one_hand
void one_hand(Page& page) {
  const double omega = 1, pos = 5, k = 3;
  const double s = std::sin(omega * pos), c = std::cos(omega * pos);
  const double m = std::cos(omega * k), n = std::sin(omega * k);
  const double new_sine = m * s + n * c;
  const double new_cosine = -n * s + m * c;
  // Fold: prints them beside sin(8) and cos(8)
  page.print("sin(8) = {:7.4f}   cos(3) sin(5) + sin(3) cos(5) = {:7.4f}\n",
             std::sin(omega * (pos + k)), new_sine);
  page.print("cos(8) = {:7.4f}  -sin(3) sin(5) + cos(3) cos(5) = {:7.4f}\n",
             std::cos(omega * (pos + k)), new_cosine);
  // End fold
}

// Step: block_by_block
// Fold: position_row, the formula of lesson 4
Array position_row(double pos, std::size_t d_model) {
  Array row = Array::from_shape({d_model});
  for (std::size_t j = 0; j < d_model; j += 2) {  // j is 2i
    const double omega = std::pow(10000, -double(j) / double(d_model));
    row(j) = float(std::sin(omega * pos));
    row(j + 1) = float(std::cos(omega * pos));
  }
  return row;  // (D)
}

// End fold
Array shift_matrix(double k, std::size_t d_model) {
  Array M = xt::zeros<float>({d_model, d_model});
  for (std::size_t j = 0; j < d_model; j += 2) {  // j is 2i
    const double omega = std::pow(10000, -double(j) / double(d_model));
    M(j, j) = M(j + 1, j + 1) = float(std::cos(omega * k));
    M(j, j + 1) = float(std::sin(omega * k));
    M(j + 1, j) = -M(j, j + 1);
  }
  return M;  // (D, D)
}

// Fold: moves PE(5) on by 3, and draws M(3)
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
    for (int n = 0; n < 1000; ++n) {
      const double pos = 5000 * rng.uniform();
      const double k = 1000 * rng.uniform() - 500;
      const Array there =
          xt::linalg::dot(shift_matrix(k, d_model), position_row(pos, d_model));
      const Array want = position_row(pos + k, d_model);
      worst = std::max(worst, largest_difference(there, want));
    }
    page.print("d_model {:3}: largest difference {:.1e}\n", d_model, worst);
  }
}

// Step: shifts_add_up
void shifts_add_up(Page& page) {
  using xt::transpose;
  using xt::linalg::dot;
  const auto M = [](double k) { return shift_matrix(k, 64); };
  const std::vector<std::pair<Array, Array>> equal = {
      {dot(M(5), M(7)), M(12)},
      {dot(M(7), M(5)), M(12)},
      {transpose(M(5)), M(-5)},
      {dot(transpose(M(5)), M(5)), M(0)},
      {M(0), xt::eye<float>(64)}};
  // Fold: prints the largest differences
  const std::vector<std::string> names = {
      "M(5) M(7)     and M(12)", "M(7) M(5)     and M(12)",
      "M(5)^T        and M(-5)", "M(5)^T M(5)   and M(0) ",
      "M(0)          and 1    "};
  for (std::size_t n = 0; n < names.size(); ++n)
    page.print("{}   {:.1e}\n", names[n],
               largest_difference(equal[n].first, equal[n].second));
  // End fold
}
