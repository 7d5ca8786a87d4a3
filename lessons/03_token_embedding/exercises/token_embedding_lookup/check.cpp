#include "course/exercise/exam.h"

namespace {

std::string sizes(const Ids& ids, const Array& matrix) {
  return fmt::format("ids {}, matrix {}", to_string(ids.shape()),
                     to_string(matrix.shape()));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  // The first id and the last one come later.
  const auto inner_ids = [&](const Shape& shape, std::int64_t vocab_size) {
    return rng.integers(shape, 1, vocab_size - 1);
  };
  const auto compare = [&](const Ids& ids, const Array& matrix) {
    examiner.equal(
        answer.token_embedding_lookup(ids, matrix),
        right_answer().token_embedding_lookup(ids, matrix),
        {sizes(ids, matrix), {"sequence", "position", "dimension"}, 1e-15});
  };

  examiner.shape("has the shape of the ids, and d_model", [&] {
    const Array matrix = rng.normal({5, 8});
    for (const Shape& shape : {Shape{2, 3}, Shape{4}, Shape{2, 1, 3}}) {
      const Ids ids = inner_ids(shape, 5);
      Shape want = shape;
      want.push_back(8);
      examiner.same_shape(answer.token_embedding_lookup(ids, matrix), want,
                          sizes(ids, matrix));
    }
  });
  examiner.values("has the row of each id", [&] {
    // So many rows that the n-th position has one, and as many columns.
    const std::size_t B = 2 + rng.below(2);
    const std::size_t T = 2 + rng.below(4);
    const std::size_t V = B * T + 1 + rng.below(5);
    compare(inner_ids({B, T}, std::int64_t(V)),
            rng.normal({V, V + rng.below(4)}));
    compare({{1, 3, 2}, {4, 1, 5}}, rng.normal({8, 8}));
  });
  examiner.values("takes ids of any axes", [&] {
    for (const Shape& shape : {Shape{5}, {2, 3, 4}, {2, 1, 2, 3}})
      compare(inner_ids(shape, 25), rng.normal({25, 7}));
  });
  examiner.edge("works for a large vocabulary", [&] {
    compare({{65536, 200, 32768}, {65998, 256, 65537}}, rng.normal({66000, 2}));
  });
  examiner.edge("works where sizes are the same", [&] {
    compare({{1, 2, 2}, {3, 1, 2}, {2, 3, 1}}, rng.normal({5, 3}));
    compare({{1, 2, 2, 4}, {3, 1, 4, 2}}, rng.normal({6, 4}));
    compare({2, 4, 1, 3}, rng.normal({5, 4}));
    compare({{1, 2}, {2, 1}}, rng.normal({4, 2}));
  });
  examiner.edge("copies small numbers and zeros as they are", [&] {
    Array matrix = 1e-9 * rng.normal({5, 3});
    xt::view(matrix, 2) = 0;
    const Ids ids = {{1, 3, 2}, {2, 2, 1}};
    examiner.equal(
        Array(1e9 * answer.token_embedding_lookup(ids, matrix)),
        Array(1e9 * right_answer().token_embedding_lookup(ids, matrix)),
        {"1e9 times the rows; a matrix (5, 3) of the size 1e-9",
         {"sequence", "position", "dimension"}});
  });
  examiner.edge("works for one id, for d_model = 1 and for no id", [&] {
    compare(Ids{1}, rng.normal({3, 4}));
    compare({{2, 1}, {1, 1}}, rng.normal({4, 1}));
    compare(Ids::from_shape({0, 3}), rng.normal({4, 5}));
    compare(Ids::from_shape({2, 0}), rng.normal({4, 5}));
    compare(Ids::from_shape({0}), rng.normal({3, 2}));
  });
  examiner.edge("takes the first id and the last", [&] {
    const Array matrix = rng.normal({6, 6});
    for (const std::int64_t id : {0, 5}) {
      try {
        compare(Ids{id}, matrix);
      } catch (const IndexError&) {
        examiner.holds(false, fmt::format("id {} is refused, but it has a row: "
                                          "a matrix (6, 6) has rows 0 to 5",
                                          id));
      }
    }
  });
  const auto refuses = [&](std::int64_t id, const auto& look_at) {
    const Array matrix = rng.normal({6, 6});
    for (const std::size_t n : {3, 0, 1, 2}) {
      Ids ids = {{1, 2}, {3, 4}};
      ids.data()[n] = id;
      examiner.throws<IndexError>(
          [&] { look_at(answer.token_embedding_lookup(ids, matrix)); },
          fmt::format("for id {} at ({}, {}) and a matrix (6, 6)", id, n / 2,
                      n % 2));
    }
  };
  examiner.edge("refuses an id below 0", [&] {
    for (const std::int64_t id : {-1, -2}) {
      refuses(id, [&](const Array& y) { examiner.same_shape(y, {2, 2, 6}); });
      const Array matrix = rng.normal({6, 6});
      const Array from_the_end =
          right_answer().token_embedding_lookup(Ids{6 + id}, matrix);
      try {
        const Array y = answer.token_embedding_lookup(Ids{id}, matrix);
        examiner.holds(y != from_the_end,
                       fmt::format("id {} counts from the end", id));
      } catch (const IndexError&) {  // which is right
      }
    }
  });
  examiner.edge("refuses an id from V on", [&] {
    for (const std::int64_t id : {6, 7, 13}) refuses(id, [](const Array&) {});
    // Those that are small again where they are not kept in 64 bits.
    refuses(4294967297, [](const Array&) {});
    refuses(65537, [](const Array&) {});
    refuses(258, [](const Array&) {});
  });
  examiner.property(
      "has the same row for the same id, wherever it stands", [&] {
        const Array matrix = rng.normal({9, 9});
        const Ids ids = {{1, 5, 7, 2}, {5, 3, 4, 5}};
        const Array y = answer.token_embedding_lookup(ids, matrix);
        examiner.same_shape(y, {2, 4, 9}, sizes(ids, matrix));
        const Array row = xt::view(y, 0, 1);
        for (const std::size_t t : {0, 3})
          examiner.equal(
              Array(xt::view(y, 1, t)), row,
              {fmt::format("id 5 at (1, {}) against id 5 at (0, 1)", t),
               {"dimension"}});
      });
  const Array matrix = rng.normal({6, 4}), like_it = rng.normal({6, 4});
  const Array larger = rng.normal({9, 5});
  const Ids ids = {{1, 3, 2}, {4, 1, 2}};
  begins_anew(examiner, answer.token_embedding_lookup, {ids, matrix},
              {ids, like_it}, {ids, larger});
  examiner.no_gradient("arrays do not remember how they were made");
}
