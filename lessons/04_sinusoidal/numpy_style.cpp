// The sinusoidal table from scratch on arrays, as one would write it with
// NumPy.

#include "numpy_style.h"

#include "course/stage/lesson.h"

using xt::placeholders::_;

// Step: one_position
void one_position(Page& page) {
  const int pos = 3, d_model = 8;
  for (int dim = 0; dim < d_model; ++dim) {
    const int i = dim / 2;  // two dimensions to a pair
    const double divisor = std::pow(10000, 2.0 * i / d_model);
    const double angle = pos / divisor;
    const bool even = dim % 2 == 0;
    const double entry = even ? std::sin(angle) : std::cos(angle);
    // Fold: prints the formula with these numbers
    const std::string wave = even ? "sin" : "cos";
    page.print("dim {}   i = {}   {}({} / {:4.0f}) = {}({:.4f}) = {:7.4f}\n",
               dim, i, wave, pos, divisor, wave, angle, entry);
    // End fold
  }
}

// Step: whole_table
Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 != 0)
    throw horloge::ValueError("[sinusoidal_table] d_model must be even");
  using Doubles = xt::xarray<double>;
  const Doubles pos = xt::arange<double>(0, max_seq_len).reshape({-1, 1});
  const Doubles exponent = xt::arange<double>(0, d_model, 2) / d_model;
  const Doubles angle = pos / xt::pow(10000.0, exponent);  // (T, D/2)

  Array pe = Array::from_shape({max_seq_len, d_model});
  xt::view(pe, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe;  // (T, D)
}

// Fold: prints four rows
void whole_table(Page& page) {
  const Array pe = sinusoidal_table(10, 8);
  page.print("{} positions, {} dimensions\n", pe.shape(0), pe.shape(1));
  for (const std::size_t pos : {0, 1, 2, 3}) {
    page.print("PE[{}] =", pos);
    for (std::size_t j = 0; j < 8; ++j) page.print(" {:7.4f}", pe(pos, j));
    page.print("\n");
  }
}

// Step: fast_and_slow
void fast_and_slow(Page& page) {
  const Array pe = sinusoidal_table(101, 8);  // (T, D)
  // Fold: prints dimensions 0 and 6
  page.print(" pos   dim 0, sin(pos)   dim 6, sin(pos / 1000)\n");
  for (const std::size_t pos : {0, 1, 2, 3, 10, 100})
    page.print("{:4}   {:15.4f}   {:22.6f}\n", pos, pe(pos, 0), pe(pos, 6));
  // End fold
}

// Step: bounded
void bounded(Page& page) {
  page.print("positions  largest      mean    std dev    sines  cosines\n");
  for (const std::size_t max_seq_len : {100, 1000, 10000}) {
    const Array pe = sinusoidal_table(max_seq_len, 128);
    const Array sines = xt::view(pe, xt::all(), xt::range(0, _, 2));
    const Array cosines = xt::view(pe, xt::all(), xt::range(1, _, 2));
    // Fold: prints the means and the standard deviation
    page.print("{:9}  {:7.3f}  {:.6f}   {:.6f}  {:7.4f}  {:7.4f}\n",
               max_seq_len, xt::amax(xt::abs(pe))(), xt::mean<double>(pe)(),
               xt::stddev<double>(pe)(), xt::mean<double>(sines)(),
               xt::mean<double>(cosines)());
    // End fold
  }
  // Fold: compares the lengths of two rows
  const Array pe = sinusoidal_table(1000, 128);
  const Array squares = xt::sum(pe * pe, {1});
  const float more = squares(700) - squares(3);
  page.came_out(std::abs(more) < 1e-3F ? "as long"
                : more > 0             ? "longer"
                                       : "shorter");
  // End fold
}

// Step: rows_for_a_batch
Ids position_ids(std::size_t batch_size, std::size_t seq_len) {
  const Ids row = xt::arange<std::int64_t>(0, seq_len);
  return xt::broadcast(row, {batch_size, seq_len});  // (B, T)
}

Array look_up(const Array& table, const Ids& positions) {
  const std::size_t B = positions.shape(0), T = positions.shape(1);
  Array rows = Array::from_shape({B, T, table.shape(1)});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t)
      xt::view(rows, b, t) = xt::view(table, positions(b, t));
  return rows;  // (B, T, D)
}

// Fold: prints what the rows are like
void rows_for_a_batch(Page& page) {
  const Array pe = sinusoidal_table(100, 128);
  const Ids ids = position_ids(4, 10);
  const Array rows = look_up(pe, ids);
  page.print("ids ({}, {}), the last row:", ids.shape(0), ids.shape(1));
  for (std::size_t t = 0; t < 10; ++t) page.print(" {}", ids(3, t));
  page.print("\nrows ({}, {}, {})\n", rows.shape(0), rows.shape(1),
             rows.shape(2));

  const double mean = xt::mean<double>(rows)();
  const double n = double(rows.size());
  const double variance = xt::variance<double>(rows)() * n / (n - 1);
  page.print("mean {:.6f}, std dev {:.6f}, min {:.6f}, max {:.6f}\n", mean,
             std::sqrt(variance), xt::amin(rows)(), xt::amax(rows)());

  const Array first = xt::view(pe, xt::range(0, 10), xt::all());  // (T, D)
  page.print("largest difference from the first 10 rows, broadcast: {}\n",
             xt::amax(xt::abs(rows - first))());

  Mask words =
      Mask::from_shape({1, 5});  // two positions of padding, three words
  for (std::size_t t = 0; t < 5; ++t) words(0, t) = t >= 2;
  page.print("positions of . . le chat dort:");
  for (const std::int64_t pos : positions_of_words(words))
    page.print(" {}", pos);
  page.print("\n");
}
