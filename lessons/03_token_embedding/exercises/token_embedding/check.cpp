#include "course/exercise/exam.h"

using Padding = std::optional<std::int64_t>;

namespace {

Shape with_dimension(const Ids& ids, std::size_t d_model) {
  Shape shape = ids.shape();
  shape.push_back(d_model);
  return shape;
}

Array wanted(const Ids& ids, const Array& table) {
  return right_answer().token_embedding(Tensor(table), {}, ids).array();
}

Array wanted_gradient(const Ids& ids, const Padding& padding, const Array& dy,
                      std::size_t V) {
  const Tensor table(zeros({V, dy.shape().back()}), true);
  right_answer().token_embedding(table, padding, ids).backward(dy);
  return table.grad();
}

std::string sizes(const Ids& ids, const Shape& table, const Padding& padding) {
  const std::string text =
      fmt::format("ids {}, table {}", to_string(ids.shape()), to_string(table));
  return padding ? fmt::format("{}, padding_idx = {}", text, *padding) : text;
}

// Whether a gradient can be sent back through a result.
bool goes_back(Examiner& examiner, const Tensor& y, const Shape& want) {
  examiner.same_shape(y.array(), want);
  examiner.holds(y.requires_grad(),
                 "the result remembers nothing of how it was made, so no "
                 "gradient can flow back: make it by record(…)");
  return y.requires_grad();
}

// Sends dy back through it; whether it reaches the table.
bool reaches(Examiner& examiner, const Tensor& table, const Tensor& y,
             const Array& dy) {
  if (!goes_back(examiner, y, dy.shape())) return false;
  y.backward(dy);
  examiner.holds(table.has_grad(), "no gradient reaches the table");
  return table.has_grad();
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  // Ids that occur once, twice and three times.
  const Ids repeated = {{2, 5, 2, 1}, {5, 3, 0, 5}};
  const Padding none;
  const auto compare = [&](const Ids& ids, const Array& table,
                           const Padding& padding) {
    examiner.equal(answer.token_embedding(Tensor(table), padding, ids).array(),
                   wanted(ids, table),
                   {sizes(ids, table.shape(), padding),
                    {"sequence", "position", "dimension"},
                    1e-15});
  };
  const auto compare_gradient = [&](const Tensor& table, const Array& want,
                                    const std::string& text) {
    examiner.equal(
        table.grad(), want,
        {"the gradient of the table; " + text, {"row", "dimension"}});
  };
  const auto compare_backward = [&](const Ids& ids, const Padding& padding,
                                    std::size_t V = 9, std::size_t D = 3,
                                    double factor = 1) {
    const Tensor table(rng.normal({V, D}), true);
    const Array dy = factor * rng.normal(with_dimension(ids, D));
    const Tensor y = answer.token_embedding(table, padding, ids);
    if (reaches(examiner, table, y, dy))
      compare_gradient(table, wanted_gradient(ids, padding, dy, V),
                       sizes(ids, table.shape(), padding));
  };

  examiner.shape("has the shape of the ids, and d_model", [&] {
    const Tensor table(rng.normal({6, 4}));
    for (const Ids& ids : {Ids{{1, 3, 2}, {2, 1, 2}}, Ids{2, 1, 2, 4}})
      examiner.same_shape(answer.token_embedding(table, none, ids).array(),
                          with_dimension(ids, 4),
                          sizes(ids, table.shape(), none));
  });
  examiner.values("has the row of each id", [&] {
    compare({{1, 3, 2}, {4, 1, 5}}, rng.normal({8, 3}), none);
    const std::size_t V = 4 + rng.below(9);
    const Shape shape = {1 + rng.below(3), 1 + rng.below(6)};
    compare(rng.integers(shape, 1, std::int64_t(V) - 1),
            rng.normal({V, 1 + rng.below(5)}), none);
  });
  examiner.values("takes ids of any axes", [&] {
    for (const Shape& shape : {Shape{5}, {2, 3, 4}, {2, 1, 2, 3}})
      compare(rng.integers(shape, 1, 24), rng.normal({25, 7}), none);
  });
  examiner.edge("works for a large vocabulary", [&] {
    compare({{65536, 200, 32768}, {65998, 256, 65537}}, rng.normal({66000, 2}),
            none);
  });
  examiner.values("reads the row of padding as it is stored", [&] {
    compare({{1, 3, 2}, {4, 1, 2}}, rng.normal({8, 3}), 2);
    const Array stored = rng.normal({8, 3});
    const Tensor table{Array(stored)};
    answer.token_embedding(table, 2, {{1, 3, 2}, {4, 1, 2}});
    examiner.equal(
        table.array(), stored,
        {"the table after a lookup, padding_idx = 2", {"row", "dimension"}});
  });
  examiner.edge("works where sizes are the same", [&] {
    compare({{1, 2, 2}, {3, 1, 2}, {2, 3, 1}}, rng.normal({5, 3}), none);
    compare({{1, 2, 2, 4}, {3, 1, 4, 2}}, rng.normal({6, 4}), 2);
    compare({2, 4, 1, 3}, rng.normal({5, 5}), none);
  });
  examiner.edge("copies small numbers and zeros as they are", [&] {
    Array table = 1e-9 * rng.normal({5, 3});
    xt::view(table, 2) = 0;
    const Ids ids = {{1, 3, 2}, {2, 2, 1}};
    examiner.equal(
        Array(1e9 * answer.token_embedding(Tensor(table), none, ids).array()),
        Array(1e9 * wanted(ids, table)),
        {"1e9 times the rows; a table (5, 3) of the size 1e-9",
         {"sequence", "position", "dimension"}});
  });
  examiner.edge("works for one id, and for no id at all", [&] {
    compare(Ids{1}, rng.normal({3, 4}), none);
    compare(Ids::from_shape({0, 3}), rng.normal({4, 5}), none);
    compare(Ids::from_shape({2, 0}), rng.normal({4, 5}), none);
  });
  examiner.edge("takes the first id and the last", [&] {
    compare({{0, 5}, {5, 0}}, rng.normal({6, 2}), none);
  });
  const auto refuses = [&](std::int64_t id, const auto& look_at) {
    const Tensor table(rng.normal({6, 3}));
    for (const std::size_t n : {3, 0, 1, 2}) {
      Ids ids = {{1, 2}, {3, 4}};
      ids.data()[n] = id;
      examiner.throws<IndexError>(
          [&] { look_at(answer.token_embedding(table, none, ids).array()); },
          fmt::format("for id {} at ({}, {}) and a table (6, 3)", id, n / 2,
                      n % 2));
    }
  };
  examiner.edge("refuses an id below 0", [&] {
    for (const std::int64_t id : {-1, -2})
      refuses(id, [&](const Array& y) { examiner.same_shape(y, {2, 2, 3}); });
  });
  examiner.edge("refuses an id from V on", [&] {
    for (const std::int64_t id : {6, 7, 13}) refuses(id, [](const Array&) {});
    // Those that are small again where they are not kept in 64 bits.
    refuses(4294967297, [](const Array&) {});
    refuses(65537, [](const Array&) {});
    refuses(258, [](const Array&) {});
  });
  examiner.property("teaches nothing to a row that was not looked up", [&] {
    const Tensor table(rng.normal({9, 3}), true);
    const Array dy = rng.normal(with_dimension(repeated, 3));
    const Tensor y = answer.token_embedding(table, none, repeated);
    if (!reaches(examiner, table, y, dy)) return;
    examiner.same_shape(table.grad(), {9, 3});
    for (const std::size_t v : {4, 6, 7, 8})
      examiner.equal(
          Array(xt::view(table.grad(), v)), zeros({3}),
          {fmt::format("the gradient of row {}, whose id does not occur", v),
           {"dimension"}});
  });
  examiner.gradient("adds the gradients of an id's positions", [&] {
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          return answer.token_embedding(in[0], none, repeated);
        },
        [&](const std::vector<Array>& in) { return wanted(repeated, in[0]); },
        {rng.normal({9, 3})}, {"the table"});
  });
  examiner.gradient("has a gradient for ids of any axes", [&] {
    for (const Shape& shape : {Shape{7}, {2, 3, 4}, {2, 1, 2, 3}})
      compare_backward(rng.integers(shape, 1, 20), none, 25, 7);
    compare_backward({{65536, 200, 65536}, {65999, 256, 0}}, none, 66000, 2);
    compare_backward(repeated, none, 9, 3, 1e6);  // dy a million times as large
  });
  examiner.gradient("has a gradient where sizes are the same", [&] {
    compare_backward({{1, 2, 2}, {3, 1, 2}, {2, 3, 1}}, none, 5, 3);
    compare_backward({{1, 2, 2, 0}, {3, 1, 0, 2}}, none, 4, 4);
    compare_backward({{1, 2}, {2, 1}}, none, 3, 2);
  });
  examiner.gradient("keeps small gradients, call after call", [&] {
    // In units of their size; the first sizes come again at the end.
    for (const std::size_t D : {3, 5, 3}) {
      const Tensor table(rng.normal({9, D}), true);
      const Array dy = rng.normal(with_dimension(repeated, D));
      const Tensor y = answer.token_embedding(table, none, repeated);
      if (!reaches(examiner, table, y, 1e-9 * dy)) return;
      examiner.equal(Array(1e9 * table.grad()),
                     wanted_gradient(repeated, none, dy, 9),
                     {"1e9 times the gradient; dy of the size 1e-9; " +
                          sizes(repeated, table.shape(), none),
                      {"row", "dimension"}});
    }
  });
  examiner.gradient("gives no gradient to the row of padding", [&] {
    for (const std::int64_t padding : {5, 0, 7})
      compare_backward(repeated, padding);
  });
  examiner.gradient("gives zeros, not nothing, where all is padding", [&] {
    compare_backward({{4, 4, 4}, {4, 4, 4}}, 4);
    compare_backward(Ids{2}, 2, 5, 3);
  });
  examiner.gradient("adds to what another lookup has left", [&] {
    const Tensor table(rng.normal({9, 3}), true);
    const Ids others = {{1, 1, 3, 8}, {2, 4, 5, 5}};
    const Array dy = rng.normal(with_dimension(repeated, 3));
    const Tensor a = answer.token_embedding(table, none, repeated);
    const Tensor b = answer.token_embedding(table, none, others);
    if (!goes_back(examiner, a, dy.shape()) ||
        !goes_back(examiner, b, dy.shape()) ||
        !reaches(examiner, table, a + b, dy))
      return;
    compare_gradient(
        table,
        wanted_gradient(repeated, none, dy, 9) +
            wanted_gradient(others, none, dy, 9),
        "two lookups in one table, and only then backward: each must know its "
        "own ids and its own dy");
  });
  examiner.gradient("keeps the ids until they are needed", [&] {
    const Tensor table(rng.normal({9, 3}), true);
    Ids ids = repeated;
    const Array dy = rng.normal(with_dimension(ids, 3));
    const Tensor y = answer.token_embedding(table, none, ids);
    ids.fill(4);  // the next batch
    if (reaches(examiner, table, y, dy))
      compare_gradient(table, wanted_gradient(repeated, none, dy, 9),
                       "ids changed between forward and backward");
  });
  const Array table = rng.normal({6, 4}), like_it = rng.normal({6, 4});
  const Array larger = rng.normal({9, 5});
  const Ids ids = {{1, 3, 2}, {4, 1, 2}}, others = {{2, 2, 4}, {1, 5, 5}};
  const auto rows = [&](const Array& of, const Ids& at) {
    return answer.token_embedding(Tensor(of), none, at).array();
  };
  begins_anew(examiner, rows, {table, ids}, {like_it, ids}, {larger, ids});
  // Forward and backward of each call before the next.
  const auto gradient = [&](const Array& of, const Ids& at) -> Array {
    const Tensor weight(of, true);
    const Tensor y = answer.token_embedding(weight, none, at);
    if (!y.requires_grad()) return Array(zeros({1}));
    y.backward(Array(y.array() + 1));
    return weight.has_grad() ? weight.grad() : Array(zeros({1}));
  };
  begins_anew(examiner, gradient, {table, ids}, {table, others}, {larger, ids});
}
