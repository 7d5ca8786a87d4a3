#include "course/exercise/exam.h"

namespace {

// Builds the rows at `start` and at `start + offset`, and measures: the answer
// claims that their distance is the same from wherever one starts.
double measured(std::size_t start, std::size_t offset, std::size_t d_model) {
  double squares = 0;
  for (std::size_t i = 0; 2 * i < d_model; ++i) {
    const double divisor = std::pow(10000, 2 * double(i) / double(d_model));
    const double here = double(start) / divisor;
    const double there = double(start + offset) / divisor;
    squares += std::pow(std::sin(there) - std::sin(here), 2) +
               std::pow(std::cos(there) - std::cos(here), 2);
  }
  return std::sqrt(squares);
}

std::string sizes(std::size_t offset, std::size_t d_model) {
  return fmt::format("offset = {}, d_model = {}", offset, d_model);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t offset, std::size_t d_model,
                           std::size_t start = 0) {
    examiner.equal(answer.offset_distance(offset, d_model),
                   measured(start, offset, d_model),
                   {fmt::format("{}, measured from position {}",
                                sizes(offset, d_model), start)});
  };
  examiner.shape("is a number, and not below zero", [&] {
    for (const std::size_t offset : {1, 6, 44}) {
      const double distance = answer.offset_distance(offset, 8);
      examiner.equal(distance, std::abs(distance), {sizes(offset, 8)});
    }
  });
  examiner.values("is the distance of two rows", [&] {
    compare(1, 64);
    compare(100, 8);
    compare(2 + rng.below(60), 2 * (3 + rng.below(20)));
  });
  examiner.edge("is 0 for the same position", [&] {
    compare(0, 16);
    compare(0, 2);
  });
  examiner.edge("works for a single pair", [&] {
    compare(1, 2);
    compare(3, 2);
    compare(710, 2);
  });
  examiner.edge("works for a d_model of 512", [&] {
    compare(7, 512);
    compare(512, 512);
  });
  examiner.edge("works for large offsets", [&] {
    compare(100000, 6);
    compare(70000, 8);       // more than 16 bits hold
    compare(3000000000, 2);  // no int holds so many
  });
  examiner.edge("refuses an odd d_model", [&] {
    for (const auto& [offset, d_model] :
         {std::pair<std::size_t, std::size_t>{3, 5}, {0, 5}, {2, 1}, {9, 63}})
      examiner.throws<ValueError>(
          [&, o = offset, d = d_model] { answer.offset_distance(o, d); },
          "for " + sizes(offset, d_model));
  });
  examiner.property("is the same from wherever one starts", [&] {
    const std::size_t offset = 1 + rng.below(30);
    for (const std::size_t start : {0, 7, 512, 20000})
      compare(offset, 16, start);
  });
  examiner.property("goes up and down as the offset grows", [&] {
    for (const auto& [far, near] : {std::pair{6, 5}, {100, 50}}) {
      const double of_far = answer.offset_distance(std::size_t(far), 64);
      const double of_near = answer.offset_distance(std::size_t(near), 64);
      examiner.equal(of_far, measured(0, std::size_t(far), 64),
                     {sizes(std::size_t(far), 64)});
      examiner.holds(
          of_far < of_near,
          fmt::format("offset {} is nearer than offset {} for d_model = 64: "
                      "the fast hands have come round again",
                      far, near));
    }
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    for (const auto& [offset, d_model] :
         {std::pair<std::size_t, std::size_t>{3, 8}, {5, 24}, {9, 8}, {3, 8}})
      compare(offset, d_model);
  });
  examiner.no_gradient("offset and d_model are whole numbers");
}
