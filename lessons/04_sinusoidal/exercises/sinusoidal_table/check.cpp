#include "course/exercise/exam.h"

namespace {

// Of any two rows so far apart: only the offset counts.
double distance_of(std::size_t offset, std::size_t d_model) {
  double squares = 0;
  for (std::size_t i = 0; 2 * i < d_model; ++i)
    squares +=
        2 - 2 * std::cos(double(offset) *
                         std::pow(10000, -2.0 * double(i) / double(d_model)));
  return std::sqrt(squares);
}

About at(std::size_t max_seq_len, std::size_t d_model) {
  return {fmt::format("max_seq_len = {}, d_model = {}", max_seq_len, d_model),
          {"position", "dimension"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  const auto compare = [&](std::size_t max_seq_len, std::size_t d_model) {
    examiner.equal(answer.sinusoidal_table(max_seq_len, d_model),
                   right_answer().sinusoidal_table(max_seq_len, d_model),
                   at(max_seq_len, d_model));
  };
  examiner.shape("has a row for each position", [&] {
    examiner.same_shape(answer.sinusoidal_table(7, 6), {7, 6},
                        "max_seq_len = 7, d_model = 6");
  });
  examiner.values("has the values of the formula", [&] {
    compare(6, 8);
    const std::size_t max_seq_len = 5 + examiner.rng().below(40);
    compare(max_seq_len, 2 * (2 + examiner.rng().below(20)));
  });
  examiner.values("has the values of wide tables, and of long ones", [&] {
    compare(4, 512);
    compare(3000, 10);
  });
  examiner.edge("works for one position, one pair, and none", [&] {
    compare(1, 6);
    compare(9, 2);
    compare(0, 4);
  });
  examiner.edge("works for as many positions as dimensions", [&] {
    compare(6, 6);
    compare(2, 2);
  });
  examiner.edge("has as many rows as are asked for, each time", [&] {
    compare(8, 6);
    compare(3, 6);   // after a longer one
    compare(12, 6);  // after a shorter one
    compare(8, 10);
    compare(20, 4);
    compare(8, 6);
  });
  examiner.edge("is exact where numbers are small", [&] {
    // The last sine of a wide table, in units of its size.
    const Array pe = answer.sinusoidal_table(4, 4096);
    examiner.same_shape(pe, {4, 4096}, "max_seq_len = 4, d_model = 4096");
    const Array got = xt::view(pe, xt::all(), 4094) * 10000;
    const Array want =
        xt::view(right_answer().sinusoidal_table(4, 4096), xt::all(), 4094) *
        10000;
    examiner.equal(
        got, want,
        {"10000 times dimension 4094, d_model = 4096", {"position"}});
  });
  examiner.edge("refuses an odd d_model", [&] {
    for (const std::size_t d_model : {5, 1, 33, 511})
      examiner.throws<ValueError>([&] { answer.sinusoidal_table(4, d_model); },
                                  fmt::format("for d_model = {}", d_model));
  });
  examiner.edge("is exact at position 100,000", [&] {
    const Array pe = answer.sinusoidal_table(100001, 4);
    examiner.same_shape(pe, {100001, 4}, "max_seq_len = 100001, d_model = 4");
    for (const std::size_t pos : {100000, 99999, 65537, 30000}) {
      const auto t = double(pos);
      const Array row = xt::view(pe, pos);
      const Array want = {std::sin(t), std::cos(t), std::sin(t / 100),
                          std::cos(t / 100)};
      examiner.equal(
          row, want,
          {fmt::format("position {}, d_model = 4", pos), {"dimension"}});
    }
  });
  examiner.property("has the same distance for the same offset", [&] {
    const std::size_t d_model = 16;
    const Array pe = answer.sinusoidal_table(60, d_model);
    examiner.same_shape(pe, {60, d_model}, "max_seq_len = 60, d_model = 16");
    const std::size_t offset = 1 + examiner.rng().below(9);
    for (const std::size_t start : {0, 7, 31, 50}) {
      const Array difference =
          xt::view(pe, start + offset) - xt::view(pe, start);
      const double distance = std::sqrt(xt::sum(difference * difference)());
      examiner.equal(distance, distance_of(offset, d_model),
                     {fmt::format("the distance of positions {} and {}", start,
                                  start + offset)});
    }
  });
  begins_anew(examiner, answer.sinusoidal_table, {8, 6}, {12, 6}, {5, 10});
  examiner.no_gradient("the table is made of constants");
}
