#include "course/exercise/exam.h"

namespace {

std::string sizes(const Shape& x, const Shape& table) {
  return fmt::format("x {}, table {}", to_string(x), to_string(table));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare_these = [&](const Array& x, const Array& table,
                                 const std::string& what = "") {
    examiner.equal(answer.add_learned_positions(x, table),
                   right_answer().add_learned_positions(x, table),
                   {sizes(x.shape(), table.shape()) + what,
                    {"sentence", "word", "dimension"}});
  };
  const auto compare = [&](const Shape& shape, std::size_t max_seq_len) {
    const Array x = rng.normal(shape);
    compare_these(x, rng.normal({max_seq_len, shape[2]}));
  };

  examiner.shape("keeps the shape of x", [&] {
    const Shape x = {2, 3, 4}, table = {8, 4};
    examiner.same_shape(
        answer.add_learned_positions(rng.normal(x), rng.normal(table)), x,
        sizes(x, table));
  });
  examiner.values("adds row t to the word at position t", [&] {
    compare({3, 4, 5}, 15);
    const std::size_t B = 2 + rng.below(3), T = 2 + rng.below(5);
    compare({B, T, 2 + rng.below(6)}, B * T + 1 + rng.below(4));
  });
  examiner.values("works where all sizes are the same", [&] {
    compare({3, 3, 3}, 3);
    compare({4, 4, 4}, 6);
    compare({2, 5, 2}, 5);
  });
  examiner.edge("keeps rows that are small, in proportion", [&] {
    const Array table = rng.normal({6, 4}, 0, 1e-12);
    const Array x = zeros({2, 3, 4});
    examiner.equal(1e12 * answer.add_learned_positions(x, table),
                   1e12 * right_answer().add_learned_positions(x, table),
                   {"x zeros (2, 3, 4), table (6, 4), y times 1e12",
                    {"sentence", "word", "dimension"}});
  });
  examiner.edge("works for one word, and in one dimension", [&] {
    compare({2, 1, 4}, 6);
    compare({2, 3, 1}, 7);
  });
  examiner.edge("works for one sentence, and for many long ones", [&] {
    compare({1, 5, 3}, 9);
    compare({9, 40, 20}, 400);
    compare({1, 600, 2}, 700);
  });
  examiner.edge("works for no sentence, and for no word", [&] {
    compare({0, 3, 4}, 5);
    compare({2, 0, 4}, 5);
  });
  examiner.edge("uses the table to its last row", [&] {
    compare({2, 6, 3}, 6);
    compare({1, 1, 2}, 1);
  });
  examiner.edge("refuses words past the end of the table", [&] {
    for (const std::size_t max_seq_len : {4, 3, 2, 1, 600}) {
      const std::size_t T = max_seq_len == 600 ? 601 : 5;
      const Shape x = {2, T, 3}, table = {max_seq_len, 3};
      examiner.throws<IndexError>(
          [&] {
            const Array y =
                answer.add_learned_positions(rng.normal(x), rng.normal(table));
            examiner.same_shape(y, x);
          },
          "for " + sizes(x, table));
    }
  });
  examiner.property(
      "lets a row change its own position only, in all sentences", [&] {
        const Shape shape = {3, 4, 2};
        const Array x = rng.normal(shape);
        Array table = rng.normal({13, 2});
        const Array before = answer.add_learned_positions(x, table);
        const std::size_t place = 1 + rng.below(3);
        const Array change = rng.normal({2});
        xt::view(table, place) += change;
        const Array after = answer.add_learned_positions(x, table);
        const std::string where = sizes(shape, table.shape());
        examiner.same_shape(before, shape, where);
        examiner.same_shape(after, shape, where);
        Array want = zeros(shape);
        xt::view(want, xt::all(), place) = change;
        examiner.equal(after - before, want,
                       {fmt::format("by how much y changes with row {}", place),
                        {"sentence", "word", "dimension"}});
      });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Array x = rng.normal({2, 3, 4}), other_x = rng.normal({2, 3, 4});
    const Array table = rng.normal({5, 4}), other = rng.normal({5, 4});
    const Array long_x = rng.normal({1, 5, 2}), wide = rng.normal({6, 2});
    for (const auto& [words, rows] :
         {std::pair{x, table}, {other_x, other}, {long_x, wide}, {x, table}})
      compare_these(words, rows, ", one call of several");
  });
  examiner.no_gradient(
      "the way back is an exercise of its own, shifted_positions_backward");
}
