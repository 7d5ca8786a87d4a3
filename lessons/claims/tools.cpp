#include "tools.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>

#include "horloge/core/error.h"
#include "horloge/core/xtensor.h"

using horloge::Array;

double divisor(std::size_t i, std::size_t d_model, double base) {
  return std::pow(base, 2.0 * double(i) / double(d_model));
}

double wavelength(std::size_t i, std::size_t d_model) {
  return 2 * M_PI * divisor(i, d_model);
}

Doubles code_row(double pos, std::size_t d_model, double base) {
  Doubles row = Doubles::from_shape({d_model});
  for (std::size_t i = 0; i < d_model / 2; ++i) {
    row(2 * i) = std::sin(pos / divisor(i, d_model, base));
    row(2 * i + 1) = std::cos(pos / divisor(i, d_model, base));
  }
  return row;
}

Doubles code_rows(std::size_t n, std::size_t d_model) {
  Doubles rows = Doubles::from_shape({n, d_model});
  for (std::size_t t = 0; t < n; ++t)
    xt::view(rows, t) = code_row(double(t), d_model);
  return rows;
}

double distance(const Doubles& a, const Doubles& b) {
  return std::sqrt(xt::sum(xt::square(a - b))());
}

double largest_difference(const Doubles& a, const Doubles& b) {
  return xt::amax(xt::abs(a - b))();
}

double offset_distance(double offset, std::size_t d_model, double base) {
  double squares = 0;
  for (std::size_t i = 0; i < d_model / 2; ++i)
    squares += 2 - 2 * std::cos(offset / divisor(i, d_model, base));
  return std::sqrt(squares);
}

double nearest_two(std::size_t n, std::size_t d_model, double base) {
  double least = INFINITY;
  std::vector<double> divisors;
  for (std::size_t i = 0; i < d_model / 2; ++i)
    divisors.push_back(divisor(i, d_model, base));
  for (std::size_t k = 1; k < n; ++k) {
    double squares = 0;
    for (const double by : divisors)
      squares += 2 - 2 * std::cos(double(k) / by);
    least = std::min(least, squares);
  }
  return std::sqrt(least);
}

Doubles shift(double k, std::size_t d_model) {
  Doubles M = xt::zeros<double>({d_model, d_model});
  for (std::size_t i = 0; i < d_model / 2; ++i) {
    const double angle = k / divisor(i, d_model);
    M(2 * i, 2 * i) = M(2 * i + 1, 2 * i + 1) = std::cos(angle);
    M(2 * i, 2 * i + 1) = std::sin(angle);
    M(2 * i + 1, 2 * i) = -std::sin(angle);
  }
  return M;
}

double spread(const std::vector<double>& numbers) {
  const auto [least, most] =
      std::minmax_element(numbers.begin(), numbers.end());
  return *most - *least;
}

double equivariance_gap(const OnWords& f, const Array& x) {
  const auto order = horloge::Rng(3).permutation(x.shape(0));
  const Array after = xt::view(f(x), xt::keep(order), xt::all());
  const Array before = f(Array(xt::view(x, xt::keep(order), xt::all())));
  return xt::amax(xt::abs(before - after))();
}

Array attend(const horloge::MultiHeadAttention& attention, const Array& query,
             const Array& key, const Array& value,
             const horloge::AttentionMasks& masks) {
  const auto batch_of_one = [](const Array& x) {
    Array y = x;
    y.reshape({1, x.shape(0), x.shape(1)});
    return horloge::Tensor(y);
  };
  return xt::view(attention(batch_of_one(query), batch_of_one(key),
                            batch_of_one(value), masks)
                      .array(),
                  0);
}

std::vector<double> stored_numbers(const std::string& file,
                                   const std::string& heading,
                                   const std::string& row) {
  std::ifstream in(HORLOGE_DATA_DIR "/../lessons/" + file);
  bool below = heading.empty();
  for (std::string line; std::getline(in, line);) {
    if (line == heading) below = true;
    const std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    if (!below || line.compare(at, row.size(), row) != 0) continue;
    for (char& c : line)
      if (std::isdigit(static_cast<unsigned char>(c)) == 0 && c != '.') c = ' ';
    std::istringstream numbers(line.substr(at + row.size()));
    std::vector<double> all;
    for (double number = 0; numbers >> number;) all.push_back(number);
    return all;
  }
  throw horloge::FileError("[stored_numbers] " + file + " has no row " + row);
}
