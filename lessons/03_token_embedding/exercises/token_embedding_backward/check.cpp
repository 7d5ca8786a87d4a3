#include <fmt/format.h>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

// For each row, all places are gone through.
Array summed_up(const Ids& ids, const Array& dy, std::size_t vocab_size) {
  const std::size_t D = dy.shape().back();
  Array dE = zeros({vocab_size, D});
  for (std::size_t v = 0; v < vocab_size; ++v)
    for (std::size_t n = 0; n < ids.size(); ++n)
      if (ids.data()[n] == static_cast<std::int64_t>(v))
        for (std::size_t j = 0; j < D; ++j) dE(v, j) += dy.data()[n * D + j];
  return dE;
}

// The lookup, as a list of rows.
Array looked_up(const Ids& ids, const Array& matrix) {
  Array y = zeros({ids.size(), matrix.shape(1)});
  for (std::size_t n = 0; n < ids.size(); ++n)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      y(n, j) = matrix(ids.data()[n], j);
  return y;
}

Shape with_dimension(const Ids& ids, std::size_t d_model) {
  Shape shape = ids.shape();
  shape.push_back(d_model);
  return shape;
}

std::string sizes(const Ids& ids, const Array& dy, std::size_t vocab_size) {
  return fmt::format("ids {}, dy {}, vocab_size = {}", to_string(ids.shape()),
                     to_string(dy.shape()), vocab_size);
}

// Memory that was used before, as in a long run: what nobody sets to zero does
// not happen to be zero.
void leave_numbers_behind(std::size_t vocab_size, std::size_t d_model) {
  const std::vector<Array> used(8, full({vocab_size, d_model}, 1000));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  // Places that are not in order, ids that occur once, twice and three times.
  const Ids repeated = {{2, 5, 2, 1}, {5, 3, 2, 5}};
  const auto call = [&](const Ids& ids, const Array& dy, std::size_t V) {
    leave_numbers_behind(V, dy.shape().back());
    return answer.backward(ids, dy, V);
  };
  const auto compare = [&](const Ids& ids, std::size_t V, std::size_t D) {
    const Array dy = rng.normal(with_dimension(ids, D));
    examiner.equal(call(ids, dy, V), summed_up(ids, dy, V),
                   {sizes(ids, dy, V), {"row", "dimension"}, 1e-12});
  };

  examiner.part(Kind::shape, "has a row for each id of the vocabulary", [&] {
    for (const Ids& ids : {Ids{{1, 3, 2}, {2, 1, 2}}, Ids{2, 1, 2}}) {
      const Array dy = rng.normal(with_dimension(ids, 4));
      examiner.same_shape(call(ids, dy, 9), {9, 4}, sizes(ids, dy, 9));
    }
  });
  examiner.part(Kind::values, "adds what comes back from the places of an id",
                [&] {
                  compare(repeated, 9, 3);
                  const std::size_t B = 2 + rng.below(2);
                  const std::size_t T = 3 + rng.below(4);
                  const std::size_t V = B * T + rng.below(5);
                  compare(rng.integers({B, T}, 1, 5), V, 2 + rng.below(5));
                });
  examiner.part(
      Kind::values, "leaves the rows at zero whose ids do not occur", [&] {
        const Array dy = rng.normal(with_dimension(repeated, 3));
        const Array dE = call(repeated, dy, 9);
        examiner.same_shape(dE, {9, 3}, sizes(repeated, dy, 9));
        for (const std::size_t v : {0, 4, 6, 7, 8})
          examiner.equal(
              Array(xt::view(dE, v)), zeros({3}),
              {fmt::format("row {}, which does not occur", v), {"dimension"}});
      });
  examiner.part(Kind::values, "takes ids of any axes", [&] {
    for (const Shape& shape : {Shape{7}, {2, 3, 4}, {2, 1, 2, 3}})
      compare(rng.integers(shape, 1, 9), 30, 5);
  });
  examiner.part(Kind::edge, "works for a large vocabulary and for long texts",
                [&] {
                  compare({{65536, 200, 65536}, {65999, 256, 0}}, 66000, 2);
                  compare(rng.integers({3, 40}, 0, 50), 50, 33);
                });
  examiner.part(Kind::edge, "works for large gradients", [&] {
    const Array dy = 1e6 * rng.normal(with_dimension(repeated, 3));
    examiner.equal(call(repeated, dy, 9), summed_up(repeated, dy, 9),
                   {"dy a million times as large", {"row", "dimension"}});
  });
  examiner.part(Kind::values, "begins anew with each call", [&] {
    for (int call_of_many = 0; call_of_many < 2; ++call_of_many)
      compare(repeated, 9, 3);
  });
  examiner.part(Kind::edge, "works for one id, for d_model = 1 and for no id",
                [&] {
                  compare(Ids{1}, 3, 4);
                  compare(repeated, 8, 1);
                  compare(Ids::from_shape({0, 3}), 4, 2);
                });
  examiner.part(Kind::edge, "fills the first row and the last", [&] {
    compare({{0, 6, 3}, {6, 0, 2}}, 7, 2);
  });
  examiner.part(
      Kind::edge, "refuses a dy that does not belong to the ids", [&] {
        const Ids ids = {{1, 3, 2}, {2, 1, 2}};
        for (const Shape& shape : {Shape{2, 4, 5},
                                   {3, 2, 5},
                                   {4, 3, 5},
                                   {6, 5},
                                   {2, 1, 3, 5},
                                   {2, 3, 2, 5},
                                   {1, 3, 5},
                                   {2, 1, 5},
                                   {3, 5},
                                   {2, 3}})
          examiner.throws<ShapeError>(
              [&] {
                const Array dy = rng.normal(shape);
                examiner.same_shape(call(ids, dy, 7), {7, 5});
              },
              fmt::format("for ids (2, 3) and dy {}", to_string(shape)));
      });
  examiner.part(
      Kind::property, "gives out in all what came in, column by column", [&] {
        const Array dy = rng.normal(with_dimension(repeated, 4));
        const Array dE = call(repeated, dy, 8);
        examiner.same_shape(dE, {8, 4}, sizes(repeated, dy, 8));
        const Array out = xt::sum(dE, {0});
        const Array in = xt::sum(dy, {0, 1});
        examiner.equal(
            out, in,
            {"the sum of all rows, against the sum of dy", {"dimension"}});
      });
  examiner.part(
      Kind::gradient, "is the slope that finite differences measure", [&] {
        const Array dy = rng.normal(with_dimension(repeated, 3));
        Array list = dy;
        list.reshape({repeated.size(), 3});
        const Array want = exercise::numeric_gradient(
            [&](const Array& m) { return looked_up(repeated, m); },
            rng.normal({9, 3}), list);
        examiner.equal(call(repeated, dy, 9), want,
                       {sizes(repeated, dy, 9), {"row", "dimension"}, 1e-6});
      });
}
