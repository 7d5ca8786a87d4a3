#include <fmt/format.h>

#include <cmath>

#include "exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// The formula, read slowly.
Array by_the_paper(std::size_t max_seq_len, std::size_t d_model) {
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t i = 0; 2 * i < d_model; ++i) {
      const double divisor = std::pow(
          10000, 2 * static_cast<double>(i) / static_cast<double>(d_model));
      pe(pos, 2 * i) = std::sin(static_cast<double>(pos) / divisor);
      pe(pos, 2 * i + 1) = std::cos(static_cast<double>(pos) / divisor);
    }
  return pe;
}

About at(std::size_t max_seq_len, std::size_t d_model) {
  return {fmt::format("max_seq_len = {}, d_model = {}", max_seq_len, d_model),
          {"position", "dimension"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  const auto compare = [&](std::size_t max_seq_len, std::size_t d_model) {
    examiner.equal(answer.table(max_seq_len, d_model),
                   by_the_paper(max_seq_len, d_model),
                   at(max_seq_len, d_model));
  };
  examiner.part(Kind::shape, "has a row for each position", [&] {
    examiner.same_shape(answer.table(7, 6), {7, 6},
                        "max_seq_len = 7, d_model = 6");
  });
  examiner.part(Kind::values, "has the values of the formula", [&] {
    compare(6, 8);
    const std::size_t max_seq_len = 5 + examiner.rng().below(40);
    compare(max_seq_len, 2 * (2 + examiner.rng().below(20)));
  });
  examiner.part(Kind::edge, "works for one position, and for one pair", [&] {
    compare(1, 6);
    compare(9, 2);
  });
  examiner.part(Kind::edge, "refuses an odd d_model", [&] {
    examiner.throws<ValueError>([&] { answer.table(4, 5); }, "for d_model = 5");
  });
  examiner.part(Kind::edge, "is exact at position 100,000", [&] {
    const Array pe = answer.table(100001, 4);
    const Array last = xt::view(pe, 100000);
    Array want = zeros({4});
    for (std::size_t i = 0; i < 2; ++i) {
      want(2 * i) = std::sin(100000 / std::pow(100.0, i));
      want(2 * i + 1) = std::cos(100000 / std::pow(100.0, i));
    }
    examiner.equal(last, want, {"position 100000, d_model = 4", {"dimension"}});
  });
  examiner.part(
      Kind::property, "has the same distance for the same offset", [&] {
        const Array pe = answer.table(60, 16);
        const auto distance = [&](std::size_t a, std::size_t b) {
          const Array difference = xt::view(pe, a) - xt::view(pe, b);
          return std::sqrt(double(xt::sum(difference * difference)()));
        };
        const std::size_t offset = 1 + examiner.rng().below(9);
        for (const std::size_t start : {0, 7, 31, 50})
          examiner.equal(distance(start, start + offset),
                         distance(1, 1 + offset),
                         {fmt::format("from position {} to {}, against 1 to {}",
                                      start, start + offset, 1 + offset)});
      });
  examiner.no_gradient("the table is made of constants");
}
