#include "course/exercise/exam.h"

namespace {

std::string sizes(const Ids& ids, const Array& matrix) {
  std::string list;
  for (std::size_t t = 0; t < ids.size() && t < 12; ++t)
    list += fmt::format("{}{}", t == 0 ? "" : ", ", ids(t));
  if (ids.size() > 12) list += fmt::format(", ..., {} in all", ids.size());
  return fmt::format("T = {}, V = {}, D = {}, ids {{{}}}", ids.size(),
                     matrix.shape(0), matrix.shape(1), list);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = answer.bag_of_words, right = right_answer().bag_of_words;
  const auto compare = [&](const Ids& ids, const Array& matrix) {
    examiner.equal(call(ids, matrix), right(ids, matrix),
                   {sizes(ids, matrix), {"dimension"}, 1e-12});
  };

  examiner.shape("has d_model numbers", [&] {
    const Ids ids = {2, 0, 3};
    const Array matrix = rng.normal({5, 8});
    examiner.same_shape(call(ids, matrix), {8}, sizes(ids, matrix));
  });
  examiner.values("adds up the rows of the words", [&] {
    compare({2, 0, 3, 1}, rng.normal({5, 8}));
    compare({4, 3, 1}, rng.normal({7, 3}));
    const std::size_t T = 3 + rng.below(4);
    compare(rng.integers({T}, 1, 5), rng.normal({8, 2 + rng.below(5)}));
  });
  examiner.values("counts a word twice that stands there twice", [&] {
    compare({3, 1, 3, 2, 1, 3}, rng.normal({6, 4}));
  });
  examiner.values("tells words, rows and columns apart", [&] {
    compare({2, 0, 3, 2}, rng.normal({5, 4}));     // T = D
    compare({2, 0, 3}, rng.normal({4, 4}));        // V = D
    compare({2, 0, 3, 1, 1}, rng.normal({5, 3}));  // T = V
    compare({2, 0, 2}, rng.normal({3, 3}));        // T = V = D
    compare({1, 1, 1, 1}, rng.normal({4, 2}));
  });
  examiner.edge("knows the first row and the last", [&] {
    compare({0, 5}, rng.normal({6, 4}));
    compare({5, 0, 0}, rng.normal({6, 4}));
  });
  examiner.edge("works for one word and for one dimension", [&] {
    compare({2}, rng.normal({4, 3}));
    compare({2, 1, 2}, rng.normal({4, 1}));
  });
  examiner.edge("works for a long text and for many words", [&] {
    compare(rng.integers({300}, 0, 40), rng.normal({40, 33}));
    compare({32999, 200, 32768, 200}, rng.normal({33000, 2}));
  });
  examiner.edge("is exact for small numbers and large ones", [&] {
    const Ids ids = {2, 0, 3, 2};
    for (const double size : {1e-12, 1e9}) {
      const Array matrix = size * rng.normal({5, 3});
      examiner.equal(Array(call(ids, matrix) / size),
                     Array(right(ids, matrix) / size),
                     {fmt::format("{}, of numbers near {:g}; the bag over {:g}",
                                  sizes(ids, matrix), size, size),
                      {"dimension"},
                      1e-12});
    }
  });
  examiner.edge("gives zeros for a sentence without words", [&] {
    compare(Ids::from_shape({0}), rng.normal({4, 3}));
    compare(Ids::from_shape({0}), rng.normal({1, 1}));
  });
  examiner.property("is the same in any order", [&] {
    const Ids ids = {4, 1, 3, 1, 2};
    const Array matrix = rng.normal({6, 5});
    const Array bag = call(ids, matrix);
    examiner.same_shape(bag, {5}, sizes(ids, matrix));
    for (int i = 0; i < 5; ++i) {
      const std::vector<std::size_t> order = rng.permutation(5);
      Ids other = ids;
      for (std::size_t t = 0; t < 5; ++t) other(t) = ids(order[t]);
      examiner.equal(
          call(other, matrix), bag,
          {sizes(ids, matrix) + ", in another order", {"dimension"}});
    }
  });
  examiner.property("adds up, sentence by sentence", [&] {
    const Ids first = {1, 3}, second = {2, 3, 4}, both = {1, 3, 2, 3, 4};
    const Array matrix = rng.normal({6, 5});
    const Array one = call(first, matrix), other = call(second, matrix);
    examiner.same_shape(one, {5}, sizes(first, matrix));
    examiner.same_shape(other, {5}, sizes(second, matrix));
    examiner.equal(
        call(both, matrix), Array(one + other),
        {"the bag of two sentences in a row, against the sum of both bags",
         {"dimension"}});
  });
  begins_anew(examiner, call, {Ids{2, 0, 3}, rng.normal({5, 4})},
              {Ids{2, 0, 3}, rng.normal({5, 4})},
              {Ids{4, 2, 0, 1}, rng.normal({5, 2})});
  examiner.no_gradient("gradients are the subject of the next lesson");
}
