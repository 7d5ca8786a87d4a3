// Positions in binary digits, and what the hands of the clock do better.

#include "binary.h"

#include "course/stage/lesson.h"
#include "numpy_style.h"

using horloge::HeatMap;

constexpr double pi = 3.14159265358979323846;

// An exercise.
Array binary_table(std::size_t max_seq_len, std::size_t bits) {
  Array table = Array::from_shape({max_seq_len, bits});
  for (std::size_t t = 0; t < max_seq_len; ++t)
    for (std::size_t b = 0; b < bits; ++b) table(t, b) = float(t >> b & 1);
  return table;
}

// Step: counting_in_binary
std::string digits(const Array& bits) {  // as we write: the highest first
  std::string text;
  for (std::size_t b = bits.size(); b-- > 0;) text += bits(b) > 0 ? " 1" : " 0";
  return text;
}

Array flips(const Array& table, std::size_t last) {  // of each bit, 0 to last
  const Array before = xt::view(table, xt::range(0, last));
  const Array after = xt::view(table, xt::range(1, last + 1));
  return xt::sum(xt::abs(after - before), {0});
}

// Fold: prints 0 to 16 in four bits, and how often bits flip
void counting_in_binary(Page& page) {
  const Array four = binary_table(17, 4);
  for (std::size_t t = 0; t < 8; ++t)
    page.print("{:2}  {}        {:2}  {}\n", t, digits(xt::view(four, t)),
               t + 8, digits(xt::view(four, t + 8)));
  page.print("{:>26}  {}\n\n", 16, digits(xt::view(four, 16)));

  const Array table = binary_table(1001, 10);
  page.print("flips       bit 0  bit 1  bit 2  bit 3  …  bit 9\n");
  for (const std::size_t last : {8, 15, 1000}) {
    const Array of = flips(table, last);
    page.print("0 to {:4}  {:6} {:6} {:6} {:6}  …  {:5}\n", last, of(0), of(1),
               of(2), of(3), of(9));
  }
}

// Step: all_or_nothing
Array distances(const Array& rows) {
  const std::size_t T = rows.shape(0);
  Array table = Array::from_shape({T, T});
  for (std::size_t p = 0; p < T; ++p)
    for (std::size_t q = 0; q < T; ++q)
      table(p, q) = float(length(xt::view(rows, p) - xt::view(rows, q)));
  return table;  // (T, T)
}

// Fold: counts bits, and draws the distances of both codes
void all_or_nothing(Page& page) {
  const Array bits = binary_table(16, 4);
  for (const std::size_t other : {7, 9, 12, 0})
    page.print("8 and {:2} differ in {} of 4 bits\n", other,
               xt::sum(xt::abs(xt::view(bits, 8) - xt::view(bits, other)))());
  for (const std::string name : {"binary", "sinusoidal"}) {
    HeatMap map;
    map.title = name + ": the distance of positions p and q";
    map.x_label = "q";
    map.y_label = "p";
    const Array rows = name == "binary" ? bits : position_rows(0, 16, 64);
    map.values = distances(xt::view(rows, xt::range(4, 12)));
    for (int pos = 4; pos < 12; ++pos)
      map.row_names.push_back(std::to_string(pos));
    map.column_names = map.row_names;
    page.show(map);
  }
}

// Step: a_squared_wave
void a_squared_wave(Page& page) {
  const std::size_t T = 40, bits = 5;
  Array waves = Array::from_shape({T, bits});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t b = 0; b < bits; ++b) {
      const double wavelength = std::pow(2, b + 1);
      waves(t, b) = float(-std::sin(2 * pi * (double(t) + 0.5) / wavelength));
    }
  const Array table = binary_table(T, bits);
  const double wrong =
      xt::sum(xt::not_equal(table, xt::cast<float>(waves > 0)))();
  // Fold: counts the digits that differ, and draws both
  page.print("digits in the table     {:3}\n", table.size());
  page.print("not equal to wave > 0   {:3}\n", wrong);

  HeatMap map;
  map.x_label = "position";
  map.y_label = "bit";
  map.title = "binary digits";
  map.values = xt::transpose(2 * table - 1);
  page.show(map);
  map.title = "waves";
  map.values = xt::transpose(waves);
  page.show(map);
}

// Step: counting_in_tens
int sign_changes(double omega, std::size_t last) {  // of the sine, from 1 on
  int changes = 0;
  for (std::size_t pos = 1; pos < last; ++pos)
    changes += std::signbit(std::sin(omega * double(pos))) !=
               std::signbit(std::sin(omega * double(pos + 1)));
  return changes;
}

// Fold: prints them for d_model 8
void counting_in_tens(Page& page) {
  page.print("pair i   ω_i     wavelength   the sine changes sign\n");
  for (std::size_t i = 0; i < 4; ++i) {
    const double omega = std::pow(10000, -2.0 * double(i) / 8);
    page.print("{:6}   {:5.3f}   {:10.1f}   {:21}\n", i, omega, 2 * pi / omega,
               sign_changes(omega, 10000));
  }
}
