#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

Array centred(const Array& x) {
  Array y = x;
  for (std::size_t j = 0; j < x.shape(1); ++j) {
    double sum = 0;
    for (std::size_t n = 0; n < x.shape(0); ++n) sum += x(n, j);
    for (std::size_t n = 0; n < x.shape(0); ++n)
      y(n, j) -= sum / static_cast<double>(x.shape(0));
  }
  return y;
}

// a <- R^T a R for the rotation R of axes p and q that makes a(p, q) zero, and
// v <- v R.
void rotate(Array& a, Array& v, std::size_t p, std::size_t q) {
  const double angle = std::atan2(2 * a(p, q), a(p, p) - a(q, q)) / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](real& x, real& y) {
    const double x_before = x;
    x = c * x_before + s * y;
    y = c * y - s * x_before;
  };
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(a(i, p), a(i, q));
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(a(p, i), a(q, i));
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(v(i, p), v(i, q));
}

// Principal components by Jacobi's method: the matrix of covariances is turned
// until it is diagonal.
Array by_rotations(const Array& x, std::size_t components) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  const Array points = centred(x);
  Array a = zeros({D, D}), v = zeros({D, D});
  for (std::size_t i = 0; i < D; ++i) {
    v(i, i) = 1;
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t n = 0; n < N; ++n)
        a(i, j) += points(n, i) * points(n, j);
  }
  for (int sweep = 0; sweep < 20; ++sweep)
    for (std::size_t p = 0; p < D; ++p)
      for (std::size_t q = p + 1; q < D; ++q) rotate(a, v, p, q);

  std::vector<std::size_t> order(D);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return a(i, i) > a(j, j); });
  Array y = zeros({N, components});
  for (std::size_t k = 0; k < components; ++k) {
    double farthest = 0;
    for (std::size_t n = 0; n < N; ++n) {
      for (std::size_t j = 0; j < D; ++j)
        y(n, k) += points(n, j) * v(j, order[k]);
      if (std::fabs(y(n, k)) > std::fabs(farthest)) farthest = y(n, k);
    }
    for (std::size_t n = 0; n < N && farthest < 0; ++n) y(n, k) = -y(n, k);
  }
  return y;
}

// Points away from 0, whose columns spread differently.
Array points(Rng& rng, std::size_t N, std::size_t D) {
  Array x = rng.normal({N, D});
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t n = 0; n < N; ++n)
      x(n, j) = (1 + 0.7 * double((3 * j + 1) % D)) * x(n, j) + 2 - double(j);
  return x;
}

About about(const Array& x, std::size_t components) {
  return {fmt::format("N = {}, D = {}, components = {}", x.shape(0), x.shape(1),
                      components),
          {"point", "component"},
          1e-7};
}

double distance(const Array& x, std::size_t i, std::size_t j) {
  double squares = 0;
  for (std::size_t k = 0; k < x.shape(1); ++k)
    squares += (x(i, k) - x(j, k)) * (x(i, k) - x(j, k));
  return std::sqrt(squares);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t N, std::size_t D,
                           std::size_t components) {
    const Array x = points(rng, N, D);
    examiner.equal(answer.project(x, components), by_rotations(x, components),
                   about(x, components));
  };

  examiner.part(Kind::shape, "has a row for each point", [&] {
    const Array x = points(rng, 7, 4);
    examiner.same_shape(answer.project(x, 2), {7, 2}, about(x, 2).sizes);
  });
  examiner.part(Kind::values, "sees points along their widest directions", [&] {
    compare(9, 5, 2);
    compare(12, 6, 4);
    compare(8 + rng.below(8), 4 + rng.below(4), 3);
  });
  examiner.part(Kind::edge, "works for one component, and for one column", [&] {
    compare(6, 4, 1);
    compare(5, 1, 1);
  });
  examiner.part(Kind::edge, "works for more dimensions than points", [&] {
    compare(5, 8, 2);
    compare(4, 7, 3);
  });
  examiner.part(Kind::edge, "gives all components, if asked", [&] {
    compare(9, 4, 4);
    compare(5, 5, 5);
  });
  examiner.part(Kind::edge, "refuses more components than min(N, D)", [&] {
    for (const Shape& shape : {Shape{6, 3}, Shape{3, 6}}) {
      const Array x = points(rng, shape[0], shape[1]);
      examiner.throws<ValueError>([&] { answer.project(x, 4); },
                                  "for " + about(x, 4).sizes);
    }
  });
  examiner.part(Kind::property, "stays the same if all points move", [&] {
    const Array x = points(rng, 8, 4);
    const Array there = x + 3 * rng.normal({4});
    About where = about(x, 3);
    where.sizes += ", all points moved by one vector";
    examiner.equal(answer.project(there, 3), by_rotations(x, 3), where);
  });
  examiner.part(
      Kind::property, "keeps all distances, with all components", [&] {
        const Array x = points(rng, 7, 3);
        const Array y = answer.project(x, 3);
        examiner.same_shape(y, {7, 3}, about(x, 3).sizes);
        for (std::size_t i = 1; i < 7; ++i)
          examiner.equal(distance(y, 0, i), distance(x, 0, i),
                         {fmt::format("the distance of points 0 and {}", i)});
      });
  examiner.no_gradient("a picture is looked at, not trained");
}
