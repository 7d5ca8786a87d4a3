#include "course/exercise/exam.h"

namespace {

struct Case {
  Ids ids;
  Array matrix, positions;

  About about(const std::string& more = "") const {
    return {fmt::format("ids {}, matrix {}, positions {}{}",
                        to_string(ids.shape()), to_string(matrix.shape()),
                        to_string(positions.shape()), more),
            {"sentence", "word", "dimension"}};
  }
};

Array embedded(const Answer& answer, const Case& c) {
  return answer.input_embedding(c.ids, c.matrix, c.positions);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto random_case = [&](const Ids& ids, std::size_t V, std::size_t D,
                               std::size_t max_seq_len) -> Case {
    return {ids, rng.normal({V, D}), rng.normal({max_seq_len, D})};
  };
  const auto compare = [&](const Ids& ids, std::size_t V, std::size_t D,
                           std::size_t max_seq_len) {
    const Case c = random_case(ids, V, D, max_seq_len);
    examiner.equal(embedded(answer, c), embedded(right_answer(), c), c.about());
  };
  const auto refuses = [&](const Ids& ids, std::size_t max_seq_len,
                           const std::string& when) {
    const Case c = random_case(ids, 4, 3, max_seq_len);
    const Shape shape = {ids.shape(0), ids.shape(1), 3};
    examiner.throws<IndexError>(
        [&] { examiner.same_shape(embedded(answer, c), shape); }, when);
  };

  examiner.shape("has a vector for each word of each sentence", [&] {
    const Case c = random_case(rng.integers({2, 3}, 0, 5), 5, 6, 9);
    examiner.same_shape(embedded(answer, c), {2, 3, 6}, c.about().sizes);
  });
  examiner.values("adds scaled words and their positions", [&] {
    const Ids ids = {{3, 1, 6, 2, 0}, {5, 4, 3, 3, 1}, {2, 0, 6, 5, 5}};
    compare(ids, 7, 6, 17);
    const std::size_t B = 2 + rng.below(3), T = 2 + rng.below(5);
    const std::size_t V = 5 + rng.below(6), D = 5 + rng.below(3);
    compare(rng.integers({B, T}, 0, std::int64_t(V)), V, D, B * T + V + 1);
  });
  examiner.edge("works where sizes are alike", [&] {
    compare(rng.integers({4, 4}, 0, 4), 4, 4, 4);
    compare(rng.integers({3, 5}, 0, 3), 3, 3, 5);
    compare(rng.integers({2, 6}, 0, 9), 9, 6, 8);
  });
  examiner.edge("works for very small numbers", [&] {
    const Case c = random_case(rng.integers({2, 4}, 0, 5), 5, 6, 7);
    const Case small = {c.ids, 1e-12 * c.matrix, 1e-12 * c.positions};
    examiner.equal(1e12 * embedded(answer, small), embedded(right_answer(), c),
                   c.about(", numbers of about 1e-12, compared a million "
                           "million times as large"));
  });
  examiner.edge("works for one word, and in one dimension", [&] {
    compare(rng.integers({1, 1}, 0, 4), 4, 3, 6);
    compare(Ids{{1, 2, 0}, {0, 0, 3}}, 4, 1, 8);
  });
  examiner.edge("works for no sentence, and for no words", [&] {
    compare(Ids::from_shape({0, 3}), 4, 5, 6);
    compare(Ids::from_shape({2, 0}), 4, 5, 6);
  });
  examiner.edge("works for long sentences and many words", [&] {
    compare(rng.integers({3, 40}, 0, 300), 300, 20, 200);
  });
  examiner.edge("uses matrix and positions to their last rows", [&] {
    compare(Ids{{3, 0, 1, 3, 2}, {0, 3, 3, 1, 0}}, 4, 3, 5);
  });
  examiner.edge("refuses ids that have no row", [&] {
    // An int takes the last one for 1.
    for (const std::int64_t id : Ids{4, 7, -1, -9, 1000, 4294967297})
      for (std::size_t place = 0; place < 4; ++place) {
        Ids ids = {{0, 1}, {3, 2}};
        ids.data()[place] = id;
        refuses(ids, 5,
                fmt::format("for id {} at ({}, {}), with 4 rows in the matrix",
                            id, place / 2, place % 2));
      }
  });
  examiner.edge("refuses words past the last position", [&] {
    for (const std::size_t max_seq_len : {2, 1})
      refuses({{0, 1, 3}, {2, 2, 0}}, max_seq_len,
              fmt::format("for T = 3, with {} rows of positions", max_seq_len));
  });
  examiner.property("gives one word at two positions two vectors", [&] {
    const Case c = random_case({{1, 2, 1}, {0, 1, 1}}, 3, 4, 9);
    const Array x = embedded(answer, c);
    examiner.same_shape(x, {2, 3, 4}, c.about().sizes);
    examiner.equal(Array(xt::view(x, 0, 2) - xt::view(x, 0, 0)),
                   Array(xt::row(c.positions, 2) - xt::row(c.positions, 0)),
                   {"the same word at positions 2 and 0: what differs should "
                    "be the positions",
                    {"dimension"}});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    for (int call_of_many = 0; call_of_many < 2; ++call_of_many) {
      compare({{3, 1, 2}, {0, 2, 2}}, 4, 5, 6);
      compare({{5, 1, 2, 4}, {0, 2, 3, 3}, {0, 0, 1, 5}}, 6, 7, 9);
      compare({{2, 1}, {3, 0}}, 4, 3, 6);
    }
  });
  examiner.no_gradient(
      "both ways back are exercises of their own, in lessons 3 and 8");
}
