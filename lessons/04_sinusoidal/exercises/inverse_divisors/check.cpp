#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

// By division, as the paper writes it.
Array one_over_power(std::size_t d_model) {
  Array inverse = zeros({d_model / 2});
  for (std::size_t i = 0; i < inverse.size(); ++i)
    inverse(i) = 1 / std::pow(10000, 2 * static_cast<double>(i) /
                                         static_cast<double>(d_model));
  return inverse;
}

std::string size(std::size_t d_model) {
  return fmt::format("d_model = {}", d_model);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  const auto compare = [&](std::size_t d_model) {
    // The last ones are near 1e-4, so the bound is far below that.
    examiner.equal(answer.inverse(d_model), one_over_power(d_model),
                   {size(d_model), {"i ="}, 1e-12});
  };
  examiner.part(Kind::shape, "has a number for each pair of dimensions", [&] {
    examiner.same_shape(answer.inverse(10), {5}, size(10));
  });
  examiner.part(Kind::values, "has the values of 1 / 10000^(2i / d_model)",
                [&] {
                  compare(8);
                  compare(512);
                  compare(4096);
                  compare(2 * (3 + examiner.rng().below(60)));
                });
  examiner.part(Kind::edge, "is 1 alone for d_model = 2", [&] { compare(2); });
  examiner.part(Kind::edge, "refuses an odd d_model", [&] {
    for (const std::size_t d_model : {7, 1, 65, 4097})
      examiner.throws<ValueError>([&] { answer.inverse(d_model); },
                                  "for " + size(d_model));
  });
  examiner.part(Kind::property, "shrinks by the same factor each time", [&] {
    const std::size_t d_model = 2 * (4 + examiner.rng().below(30));
    const Array inverse = answer.inverse(d_model);
    examiner.same_shape(inverse, {d_model / 2}, size(d_model));
    const double factor = std::pow(10000, -2.0 / static_cast<double>(d_model));
    for (std::size_t i = 0; i + 1 < inverse.size(); ++i)
      examiner.equal(inverse(i + 1), inverse(i) * factor,
                     {fmt::format("number {} from number {}, {}", i + 1, i,
                                  size(d_model))});
  });
  examiner.no_gradient("the divisors are constants");
}
