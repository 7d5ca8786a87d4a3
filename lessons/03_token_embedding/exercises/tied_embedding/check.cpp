#include "course/exercise/exam.h"

namespace {

Array rows(const Answer& of, const Ids& ids, const Array& table) {
  return of.tied_embedding(Tensor(table)).embed(ids).array();
}

Array scores(const Answer& of, const Array& x, const Array& table) {
  return of.tied_embedding(Tensor(table)).scores(Tensor(x)).array();
}

const NamedTensor* find(const BothEnds& ends, const std::string& name) {
  for (const NamedTensor& parameter : ends.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

// Other numbers in a parameter, as when a model is loaded.
void load(const NamedTensor& parameter, const Array& numbers) {
  Tensor tensor = parameter.tensor;
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_array().begin());
}

std::string sizes(const Shape& input, const char* name, const Array& table) {
  return fmt::format("{} {}, table {}", name, to_string(input),
                     to_string(table.shape()));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare_rows = [&](const Ids& ids, const Array& table) {
    examiner.equal(rows(answer, ids, table), rows(right_answer(), ids, table),
                   {sizes(ids.shape(), "ids", table)});
  };
  const auto compare_scores = [&](const Array& x, const Array& table) {
    examiner.equal(scores(answer, x, table), scores(right_answer(), x, table),
                   {sizes(x.shape(), "x", table) + "; the bias is 0 at first"});
  };

  examiner.shape("has a row for each id, a score for each word", [&] {
    const Array table = rng.normal({7, 3});
    const BothEnds ends = answer.tied_embedding(Tensor(table));
    examiner.same_shape(ends.embed({{1, 2}, {4, 6}}).array(), {2, 2, 3},
                        "ids (2, 2), table (7, 3)");
    examiner.same_shape(ends.scores(Tensor(rng.normal({2, 4, 3}))).array(),
                        {2, 4, 7}, "x (2, 4, 3), table (7, 3)");
  });
  examiner.property("has a weight and a bias, and no more", [&] {
    const Array table = rng.normal({6, 4});
    const BothEnds ends = answer.tied_embedding(Tensor(table));
    std::string names;
    for (const NamedTensor& parameter : ends.parameters)
      names += (names.empty() ? "" : ", ") + parameter.name;
    examiner.holds(
        ends.parameters.size() == 2 && find(ends, "weight") &&
            find(ends, "bias"),
        fmt::format("register two parameters, weight and bias; yours: {}",
                    names.empty() ? "none" : names));
    examiner.equal(10 * double(ends.parameters.size()), 20,
                   {"ten times the number of parameters"});
    if (const NamedTensor* bias = find(ends, "bias"))
      examiner.equal(bias->tensor.array(), zeros({6}),
                     {"the bias at first", {"word"}});
    if (const NamedTensor* weight = find(ends, "weight"))
      examiner.equal(weight->tensor.array(), table,
                     {"the weight, against the table", {"row", "dimension"}});
  });
  examiner.values("embeds: the row of each id", [&] {
    compare_rows({{1, 3, 2}, {4, 1, 5}}, rng.normal({8, 3}));
    compare_rows({0, 4, 4}, rng.normal({5, 9}));
  });
  examiner.values("scores: a dot product with each row", [&] {
    compare_scores(rng.normal({2, 5, 3}), rng.normal({8, 3}));
    compare_scores(rng.normal({3, 6}), rng.normal({4, 6}));
    const std::size_t D = 2 + rng.below(6);
    compare_scores(rng.normal({2, D}), rng.normal({3 + rng.below(6), D}));
  });
  examiner.edge("works for as many words as dimensions", [&] {
    compare_rows({{1, 3, 2}, {0, 1, 2}}, rng.normal({4, 4}));
    compare_scores(rng.normal({2, 4, 4}), rng.normal({4, 4}));
    compare_scores(rng.normal({3, 3}), rng.normal({3, 3}));
  });
  examiner.edge("works for one word, and for one dimension", [&] {
    compare_rows(Ids{0}, rng.normal({1, 5}));
    compare_scores(rng.normal({1, 5}), rng.normal({1, 5}));
    compare_rows({{2, 0}}, rng.normal({4, 1}));
    compare_scores(rng.normal({2, 3, 1}), rng.normal({4, 1}));
  });
  examiner.edge("works for any axes in front, and for no word", [&] {
    const Array table = rng.normal({6, 3});
    Ids ids = {{1, 3, 0}, {5, 2, 2}};
    compare_rows(ids.reshape({2, 1, 3}), table);
    compare_rows(Ids::from_shape({0}), table);
    compare_scores(rng.normal({2, 1, 2, 3}), table);
    compare_scores(rng.normal({3}), table);
    compare_scores(rng.normal({2, 0, 3}), table);
  });
  examiner.edge("works for small numbers", [&] {
    const Array table = rng.normal({6, 3}), x = rng.normal({2, 3});
    const BothEnds ends = answer.tied_embedding(Tensor(Array(1e-8 * table)));
    examiner.equal(Array(1e8 * ends.embed({4, 2}).array()),
                   rows(right_answer(), {4, 2}, table),
                   {"rows of a table of the size 1e-8, in units of that size"});
    examiner.equal(
        Array(1e8 * ends.scores(Tensor(x)).array()),
        scores(right_answer(), x, table),
        {"scores of a table of the size 1e-8, in units of that size"});
  });
  examiner.property("reads what is in its parameters, at both ends", [&] {
    const BothEnds ends = answer.tied_embedding(Tensor(rng.normal({6, 4})));
    const NamedTensor* const weight = find(ends, "weight");
    const NamedTensor* const bias = find(ends, "bias");
    examiner.holds(weight && bias, "weight and bias are not both registered");
    if (!weight || !bias) return;
    const Array numbers = rng.normal({6, 4}), b = rng.normal({6});
    const Array x = rng.normal({2, 3, 4});
    examiner.same_shape(weight->tensor.array(), {6, 4});
    examiner.same_shape(bias->tensor.array(), {6});
    load(*weight, numbers);
    load(*bias, b);
    const Ids ids = {{5, 0}, {2, 3}};
    examiner.equal(ends.embed(ids).array(), rows(right_answer(), ids, numbers),
                   {"rows, after other numbers were loaded"});
    examiner.equal(ends.scores(Tensor(x)).array(),
                   scores(right_answer(), x, numbers) + b,
                   {"scores, after other numbers were loaded"});
  });
  examiner.gradient("learns at the beginning", [&] {
    const Ids ids = {{2, 5, 2}, {1, 5, 5}};
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          return answer.tied_embedding(in[0]).embed(ids);
        },
        [&](const std::vector<Array>& in) {
          return rows(right_answer(), ids, in[0]);
        },
        {rng.normal({7, 3})}, {"the table"});
  });
  examiner.gradient("learns at the end", [&] {
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          return answer.tied_embedding(in[1]).scores(in[0]);
        },
        [&](const std::vector<Array>& in) {
          return scores(right_answer(), in[0], in[1]);
        },
        {rng.normal({2, 4, 3}), rng.normal({7, 3})}, {"x", "the table"});
  });
  examiner.gradient("adds the gradients of both ends", [&] {
    const Ids ids = {{2, 5}, {1, 5}};
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          const BothEnds ends = answer.tied_embedding(in[0]);
          return ends.scores(ends.embed(ids));
        },
        [&](const std::vector<Array>& in) {
          return scores(right_answer(), rows(right_answer(), ids, in[0]),
                        in[0]);
        },
        {rng.normal({7, 3})}, {"the table"});
  });
  examiner.gradient("teaches the bias", [&] {
    const BothEnds ends =
        answer.tied_embedding(Tensor(rng.normal({6, 4}), true));
    const NamedTensor* const bias = find(ends, "bias");
    examiner.holds(bias != nullptr, "no parameter is called bias");
    if (bias == nullptr) return;
    const Tensor s = ends.scores(Tensor(rng.normal({3, 4})));
    examiner.same_shape(s.array(), {3, 6});
    const Array dy = rng.normal({3, 6});
    s.backward(dy);
    examiner.holds(bias->tensor.has_grad(), "no gradient reaches the bias");
    if (bias->tensor.has_grad())
      examiner.equal(bias->tensor.grad(), Array(xt::sum(dy, {0})),
                     {"the gradient of the bias", {"word"}});
  });
  const auto at_both = [&](const Array& table) -> Array {
    const BothEnds ends = answer.tied_embedding(Tensor(table));
    return ends.scores(ends.embed({1, 4})).array();
  };
  begins_anew(examiner, at_both, rng.normal({5, 3}), rng.normal({5, 3}),
              rng.normal({9, 7}));
}
