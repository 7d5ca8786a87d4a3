#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

double frequency(std::size_t pair, std::size_t d_model) {
  return 1 / std::pow(10000, 2 * static_cast<double>(pair) /
                                 static_cast<double>(d_model));
}

// Entry by entry, from what the lesson says about row and column.
double entry(std::size_t row, std::size_t column, double phi,
             std::size_t d_model) {
  if (row / 2 != column / 2) return 0;
  const double angle = phi * frequency(row / 2, d_model);
  if (row == column) return std::cos(angle);
  return row < column ? std::sin(angle) : -std::sin(angle);
}

Array by_the_lesson(double phi, std::size_t d_model) {
  Array M = zeros({d_model, d_model});
  for (std::size_t row = 0; row < d_model; ++row)
    for (std::size_t column = 0; column < d_model; ++column)
      M(row, column) = entry(row, column, phi, d_model);
  return M;
}

Array code_of(double t, std::size_t d_model) {
  Array code = zeros({d_model});
  for (std::size_t i = 0; 2 * i < d_model; ++i) {
    code(2 * i) = std::sin(t * frequency(i, d_model));
    code(2 * i + 1) = std::cos(t * frequency(i, d_model));
  }
  return code;
}

// a (N, N) times b (N, …)
Array product(const Array& a, const Array& b) {
  const std::size_t N = a.shape(0), columns = b.size() / N;
  Array c = zeros(b.shape());
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t j = 0; j < columns; ++j)
        c.data()[i * columns + j] += a(i, k) * b.data()[k * columns + j];
  return c;
}

std::string sizes(double phi, std::size_t d_model) {
  return fmt::format("phi = {:.6g}, d_model = {}", phi, d_model);
}

// Memory that was used before, as in a long run.
void leave_numbers_behind(std::size_t d_model) {
  const Array used = 777 * ones({d_model, d_model});
  const std::vector<Array> all(4, used);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto shift = [&](double phi, std::size_t d_model) {
    leave_numbers_behind(d_model);
    return answer.shift(phi, d_model);
  };
  const auto square = [&](double phi, std::size_t d_model) {
    const Array M = shift(phi, d_model);
    examiner.same_shape(M, {d_model, d_model}, sizes(phi, d_model));
    return M;
  };
  const auto compare = [&](double phi, std::size_t d_model) {
    examiner.equal(shift(phi, d_model), by_the_lesson(phi, d_model),
                   {sizes(phi, d_model), {"row", "column"}});
  };
  examiner.part(Kind::shape, "is square, d_model by d_model",
                [&] { square(3, 6); });
  examiner.part(Kind::values, "has a rotation for each pair", [&] {
    compare(3, 8);
    compare(1 + 9 * rng.uniform(), 2 * (3 + rng.below(8)));
  });
  examiner.part(Kind::values, "works for steps back and parts of a step", [&] {
    compare(-3, 6);
    compare(0.25, 6);
    compare(-20 * rng.uniform(), 10);
    compare(0.1 * rng.uniform(), 4);
  });
  examiner.part(Kind::edge, "works for a single pair", [&] { compare(2, 2); });
  examiner.part(Kind::edge, "changes nothing for phi = 0",
                [&] { compare(0, 8); });
  examiner.part(Kind::edge, "works for a d_model of 64",
                [&] { compare(5, 64); });
  examiner.part(Kind::edge, "is exact for 100,000 positions", [&] {
    compare(100000, 4);
    compare(-100000, 4);
  });
  examiner.part(Kind::edge, "refuses an odd d_model", [&] {
    for (const auto& [phi, d_model] :
         {std::pair<double, std::size_t>{2, 5}, {0, 5}, {1, 1}, {-3, 15}})
      examiner.throws<ValueError>([&, p = phi, d = d_model] { shift(p, d); },
                                  "for " + sizes(phi, d_model));
  });
  examiner.part(Kind::property, "takes the code of t to that of t + phi", [&] {
    const std::size_t d_model = 8;
    const double phi = 1 + static_cast<double>(rng.below(9));
    const Array M = square(phi, d_model);
    for (const double t : {0.0, 5.0, 5000 * rng.uniform()})
      examiner.equal(product(M, code_of(t, d_model)), code_of(t + phi, d_model),
                     {fmt::format("M({}) times the code of t = {:.6g}, "
                                  "d_model = {}",
                                  phi, t, d_model),
                      {"dimension"}});
  });
  examiner.part(Kind::property, "adds up: two shifts are one by the sum", [&] {
    const double first = 10 * rng.uniform(), second = -6 * rng.uniform();
    const Array a = square(first, 6);
    const Array b = square(second, 6);
    const About about{fmt::format("M({0:.6g}) times M({1:.6g}) against "
                                  "M({0:.6g} + {1:.6g}), d_model = 6",
                                  first, second),
                      {"row", "column"}};
    examiner.equal(product(a, b), by_the_lesson(first + second, 6), about);
  });
  examiner.no_gradient("phi is given, and nothing in the matrix is learned");
}
