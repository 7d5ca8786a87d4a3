#include <fmt/ranges.h>

#include "course/exercise/exam.h"

namespace {

struct Case {
  Shape dy;
  Ids starts;
  std::size_t max_seq_len;

  std::string text() const {
    return fmt::format("dy {}, starts [{}], max_seq_len = {}", to_string(dy),
                       fmt::join(starts.begin(), starts.end(), ", "),
                       max_seq_len);
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Case& in, const Array& dy) {
    return answer.shifted_positions_backward(dy, in.starts, in.max_seq_len);
  };
  const auto wanted = [](const Case& in, const Array& dy) {
    return right_answer().shifted_positions_backward(dy, in.starts,
                                                     in.max_seq_len);
  };
  const auto compare = [&](const Case& in, const std::string& what = "") {
    const Array dy = rng.normal(in.dy);
    examiner.equal(call(in, dy), wanted(in, dy),
                   {in.text() + what, {"row", "dimension"}});
  };

  examiner.shape("has the shape of the table", [&] {
    const Case in{{2, 3, 4}, Ids{1, 4}, 9};
    examiner.same_shape(call(in, rng.normal(in.dy)), {9, 4}, in.text());
  });
  examiner.values("adds each gradient to the row of its word", [&] {
    compare({{3, 4, 5}, Ids{2, 0, 5}, 14});
    compare({{4, 3, 2}, Ids{6, 5, 1, 7}, 11});
    const std::size_t B = 3 + rng.below(3), T = 2 + rng.below(4);
    compare({{B, T, 2 + rng.below(4)}, rng.integers({B}, 0, 8), T + 9});
  });
  examiner.values("is the plain sum where all begin at 0", [&] {
    compare({{3, 4, 5}, Ids{0, 0, 0}, 8});
  });
  examiner.values("adds up where all begin at the same position", [&] {
    compare({{3, 4, 2}, Ids{5, 5, 5}, 12});
  });
  examiner.values("keeps sentences apart that share no row", [&] {
    compare({{3, 2, 4}, Ids{8, 0, 4}, 12});
  });
  examiner.values("works where all sizes are the same", [&] {
    compare({{4, 4, 4}, Ids{0, 3, 1, 2}, 8});
    compare({{3, 3, 3}, Ids{2, 0, 1}, 6});
    compare({{3, 2, 3}, Ids{1, 0, 1}, 3});
  });
  examiner.edge("works for one sentence, word and dimension", [&] {
    compare({{1, 3, 2}, Ids{2}, 7});
    compare({{3, 1, 2}, Ids{1, 3, 1}, 4});
    compare({{2, 3, 1}, Ids{3, 1}, 7});
  });
  examiner.edge("works for no sentence, and for no word", [&] {
    compare({{0, 3, 2}, Ids::from_shape({0}), 5});
    compare({{2, 0, 3}, Ids{1, 4}, 4});
  });
  examiner.edge("works for many long sentences", [&] {
    compare({{9, 40, 20}, rng.integers({9}, 0, 301), 400});
  });
  examiner.edge("uses the table to its last row", [&] {
    compare({{2, 3, 2}, Ids{4, 0}, 7});
    compare({{2, 6, 2}, Ids{0, 0}, 6});
    compare({{1, 1, 2}, Ids{0}, 1});
  });
  examiner.edge("keeps what is small, in proportion", [&] {
    const Case in{{3, 4, 2}, Ids{2, 0, 5}, 10};
    const Array dy = rng.normal(in.dy);
    const Array got = 1e12 * call(in, 1e-12 * dy);
    examiner.equal(got, wanted(in, dy),
                   {in.text() + ", dtable times 1e12", {"row", "dimension"}});
  });
  examiner.edge("refuses words past the end of the table", [&] {
    // 2^32, which an int takes for 0; less in a browser, where a size has half
    // the digits.
    const std::int64_t far = std::int64_t{1}
                             << std::numeric_limits<std::size_t>::digits / 2;
    for (const Case& in :
         {Case{{2, 3, 4}, Ids{0, 6}, 8}, Case{{2, 3, 4}, Ids{8, 0}, 8},
          Case{{1, 5, 2}, Ids{0}, 4}, Case{{2, 3, 2}, Ids{0, far}, 8}})
      examiner.throws<IndexError>([&] { call(in, rng.normal(in.dy)); },
                                  "for " + in.text());
  });
  examiner.edge("refuses a start below 0", [&] {
    for (const Case& in :
         {Case{{2, 3, 4}, Ids{0, -1}, 8}, Case{{2, 3, 4}, Ids{-3, 0}, 8},
          Case{{1, 2, 2}, Ids{-8}, 8}})
      examiner.throws<IndexError>([&] { call(in, rng.normal(in.dy)); },
                                  "for " + in.text());
  });
  examiner.property("gives out in all what came in, column by column", [&] {
    const Case in{{3, 5, 3}, Ids{6, 2, 3}, 13};
    const Array dy = rng.normal(in.dy);
    const Array dtable = call(in, dy);
    examiner.same_shape(dtable, {13, 3}, in.text());
    const Array out = xt::sum(dtable, {0});
    const Array all = xt::sum(dy, {0, 1});
    examiner.equal(
        out, all,
        {"the sum of all rows, against the sum of dy", {"dimension"}});
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Case in{{3, 4, 2}, Ids{3, 0, 2}, 9};
    const Array x = rng.normal(in.dy), dy = rng.normal(in.dy);
    // The way forward.
    const auto added = [&](const Array& table) {
      Array y = x;
      for (std::size_t b = 0; b < 3; ++b) {
        const auto first = std::size_t(in.starts(b));
        xt::view(y, b) += xt::view(table, xt::range(first, first + 4));
      }
      return y;
    };
    const Array want =
        exercise::numeric_gradient(added, rng.normal({9, 2}), dy);
    examiner.equal(call(in, dy), want, {in.text(), {"row", "dimension"}, 1e-6});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one{{2, 3, 4}, Ids{1, 4}, 8};
    const Case two{{2, 3, 4}, Ids{5, 0}, 8};
    const Case three{{3, 2, 5}, Ids{0, 1, 2}, 6};
    for (const Case* in : {&one, &two, &three, &one})
      compare(*in, ", one call of several");
  });
}
