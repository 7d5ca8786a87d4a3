#include <fmt/format.h>

#include <cmath>

#include "common/exercises/principal_axes.h"
#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// The points along the directions, each column with its number farthest from 0
// above it.
Array by_rotations(const Array& x, std::size_t components) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  const jacobi::PrincipalAxes axes = jacobi::principal_axes(x);
  Array y = zeros({N, components});
  for (std::size_t k = 0; k < components; ++k) {
    double farthest = 0;
    for (std::size_t n = 0; n < N; ++n) {
      for (std::size_t j = 0; j < D; ++j)
        y(n, k) += axes.centred(n, j) * axes.directions(j, k);
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
  examiner.part(Kind::edge, "works for many points and components",
                [&] { compare(40, 9, 9); });
  examiner.part(Kind::edge, "works for points close together", [&] {
    const Array x = points(rng, 7, 3) / 1000;
    About where = about(x, 3);
    where.sizes += ", all within hundredths";
    examiner.equal(answer.project(x, 3), by_rotations(x, 3), where);
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
