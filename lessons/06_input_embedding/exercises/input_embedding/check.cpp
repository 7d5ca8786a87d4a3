#include <initializer_list>

#include "course/exercise/exam.h"

namespace {

// Number by number.
Array one_by_one(const Ids& ids, const Array& matrix, const Array& positions) {
  const std::size_t D = matrix.shape(1);
  Array x = zeros({ids.shape(0), ids.shape(1), D});
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 0; t < ids.shape(1); ++t)
      for (std::size_t j = 0; j < D; ++j)
        x(b, t, j) =
            std::sqrt(double(D)) * matrix(ids(b, t), j) + positions(t, j);
  return x;
}

About about(const Ids& ids, const Array& matrix, const Array& positions) {
  return {fmt::format("ids {}, matrix {}, positions {}", to_string(ids.shape()),
                      to_string(matrix.shape()), to_string(positions.shape())),
          {"sentence", "word", "dimension"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Ids& ids, std::size_t V, std::size_t D,
                           std::size_t max_seq_len) {
    const Array matrix = rng.normal({V, D});
    const Array positions = rng.normal({max_seq_len, D});
    examiner.equal(answer.input_embedding(ids, matrix, positions),
                   one_by_one(ids, matrix, positions),
                   about(ids, matrix, positions));
  };
  const auto refuses = [&](const Ids& ids, std::size_t max_seq_len,
                           const std::string& when) {
    const Array matrix = rng.normal({4, 3});
    const Array positions = rng.normal({max_seq_len, 3});
    examiner.throws<IndexError>(
        [&] {
          examiner.same_shape(answer.input_embedding(ids, matrix, positions),
                              {ids.shape(0), ids.shape(1), 3});
        },
        when);
  };

  examiner.shape("has a vector for each word of each sentence", [&] {
    const Ids ids = rng.integers({2, 3}, 0, 5);
    const Array matrix = rng.normal({5, 6});
    const Array positions = rng.normal({9, 6});
    examiner.same_shape(answer.input_embedding(ids, matrix, positions),
                        {2, 3, 6}, about(ids, matrix, positions).sizes);
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
    const Ids ids = rng.integers({2, 4}, 0, 5);
    const Array matrix = rng.normal({5, 6}), positions = rng.normal({7, 6});
    About where = about(ids, matrix, positions);
    where.sizes +=
        ", numbers of about 1e-12, compared a million million times as large";
    examiner.equal(
        1e12 * answer.input_embedding(ids, 1e-12 * matrix, 1e-12 * positions),
        one_by_one(ids, matrix, positions), where);
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
    for (const std::int64_t id : std::initializer_list<std::int64_t>{
             4, 7, -1, -9, 1000, 4294967297})  // an int takes that for 1
      for (std::size_t place = 0; place < 4; ++place) {
        Ids ids = {{0, 1}, {3, 2}};
        ids.data()[place] = id;
        refuses(ids, 5,
                fmt::format("for id {} at ({}, {}), with 4 rows in the matrix",
                            id, place / 2, place % 2));
      }
  });
  examiner.edge("refuses words past the last position", [&] {
    for (const int max_seq_len : {2, 1})
      refuses(Ids{{0, 1, 3}, {2, 2, 0}}, std::size_t(max_seq_len),
              fmt::format("for T = 3, with {} rows of positions", max_seq_len));
  });
  examiner.property("gives one word at two positions two vectors", [&] {
    const Array matrix = rng.normal({3, 4}), positions = rng.normal({9, 4});
    const Ids ids = {{1, 2, 1}, {0, 1, 1}};
    const Array x = answer.input_embedding(ids, matrix, positions);
    examiner.same_shape(x, {2, 3, 4}, about(ids, matrix, positions).sizes);
    const Array difference = xt::view(x, 0, 2) - xt::view(x, 0, 0);
    const Array want = xt::row(positions, 2) - xt::row(positions, 0);
    examiner.equal(difference, want,
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
