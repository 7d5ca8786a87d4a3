#include <fmt/format.h>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

// Row by row, through all sentences.
Array summed_up(const Array& dy, std::size_t max_seq_len) {
  Array dtable = zeros({max_seq_len, dy.shape(2)});
  for (std::size_t t = 0; t < dy.shape(1); ++t)
    for (std::size_t j = 0; j < dy.shape(2); ++j)
      for (std::size_t b = 0; b < dy.shape(0); ++b) dtable(t, j) += dy(b, t, j);
  return dtable;
}

// The forward pass, number by number.
Array added(const Array& x, const Array& table) {
  Array y = x;
  for (std::size_t b = 0; b < x.shape(0); ++b)
    for (std::size_t t = 0; t < x.shape(1); ++t)
      for (std::size_t j = 0; j < x.shape(2); ++j) y(b, t, j) += table(t, j);
  return y;
}

// Memory that was used before, as in a long run: what nobody sets to zero does
// not happen to be zero.
void leave_numbers_behind(std::size_t max_seq_len, std::size_t d_model) {
  const std::vector<Array> used(8, full({max_seq_len, d_model}, 1000));
}

std::string sizes(const Shape& dy, std::size_t max_seq_len) {
  return fmt::format("dy {}, max_seq_len = {}", to_string(dy), max_seq_len);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Array& dy, std::size_t max_seq_len) {
    leave_numbers_behind(max_seq_len, dy.shape(2));
    return answer.backward(dy, max_seq_len);
  };
  const auto compare = [&](const Shape& shape, std::size_t max_seq_len) {
    const Array dy = rng.normal(shape);
    examiner.equal(call(dy, max_seq_len), summed_up(dy, max_seq_len),
                   {sizes(shape, max_seq_len), {"row", "dimension"}});
  };

  examiner.part(Kind::shape, "has the shape of the table", [&] {
    const Shape shape = {2, 3, 4};
    examiner.same_shape(call(rng.normal(shape), 9), {9, 4}, sizes(shape, 9));
  });
  examiner.part(Kind::values, "adds what comes back from all sentences", [&] {
    compare({3, 4, 5}, 14);
    const std::size_t B = 2 + rng.below(3), T = 2 + rng.below(4);
    compare({B, T, 2 + rng.below(4)}, B * T + 1 + rng.below(4));
  });
  examiner.part(Kind::values, "begins anew with each call", [&] {
    for (int call_of_many = 0; call_of_many < 2; ++call_of_many)
      compare({2, 3, 4}, 8);
  });
  examiner.part(Kind::values, "leaves rows at zero that no word used", [&] {
    const Shape shape = {2, 3, 4};
    const Array dtable = call(rng.normal(shape), 8);
    examiner.same_shape(dtable, {8, 4}, sizes(shape, 8));
    examiner.equal(
        Array(xt::view(dtable, xt::range(3, 8))), zeros({5, 4}),
        {sizes(shape, 8) + ", counted from row 3", {"row", "dimension"}});
  });
  examiner.part(Kind::edge, "works for one sentence, word and dimension", [&] {
    compare({1, 3, 2}, 5);
    compare({3, 1, 2}, 4);
    compare({2, 3, 1}, 6);
  });
  examiner.part(Kind::edge, "works for many long sentences", [&] {
    compare({9, 40, 20}, 400);
  });
  examiner.part(Kind::edge, "fills the table to its last row", [&] {
    compare({3, 6, 2}, 6);
  });
  examiner.part(
      Kind::property, "gives out in all what came in, column by column", [&] {
        const Shape shape = {2, 5, 3};
        const Array dy = rng.normal(shape);
        const Array dtable = call(dy, 11);
        examiner.same_shape(dtable, {11, 3}, sizes(shape, 11));
        const Array out = xt::sum(dtable, {0});
        const Array in = xt::sum(dy, {0, 1});
        examiner.equal(
            out, in,
            {"the sum of all rows, against the sum of dy", {"dimension"}});
      });
  examiner.part(
      Kind::gradient, "is the slope that finite differences measure", [&] {
        const Shape shape = {3, 4, 2};
        const Array x = rng.normal(shape), dy = rng.normal(shape);
        const Array want = exercise::numeric_gradient(
            [&](const Array& table) { return added(x, table); },
            rng.normal({13, 2}), dy);
        examiner.equal(call(dy, 13), want,
                       {sizes(shape, 13), {"row", "dimension"}, 1e-6});
      });
}
