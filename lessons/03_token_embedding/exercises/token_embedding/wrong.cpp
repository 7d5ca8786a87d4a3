#include <algorithm>
#include <functional>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;
using Padding = std::optional<std::int64_t>;

namespace {

// The row for an id, and what becomes of dy (N, D): the gradient (V, D).
using RowOf = std::function<std::int64_t(std::int64_t id, std::int64_t V)>;
using Back = std::function<Array(const Ids& ids, const Array& dy, Array zero)>;

std::int64_t same_row(std::int64_t id, std::int64_t) { return id; }
std::int64_t row_before(std::int64_t id, std::int64_t V) {
  return (id + V - 1) % V;
}
std::int64_t wrapped(std::int64_t id, std::int64_t V) {
  return (id % V + V) % V;
}

Array rows_of(const Tensor& table, const Ids& ids, const RowOf& row_of) {
  const std::size_t V = table.shape()[0];
  const std::size_t D = table.shape()[1];
  Shape shape = ids.shape();
  shape.push_back(D);
  Array y = zeros(shape);
  for (std::size_t n = 0; n < ids.size(); ++n)
    for (std::size_t j = 0; j < D; ++j)
      y.data()[n * D + j] =
          table.array()(row_of(ids.data()[n], static_cast<std::int64_t>(V)), j);
  return y;
}

// Adds dy times factor(id) to the row of each id.
Back scattered(const RowOf& row_of,
               const std::function<real(std::int64_t id)>& factor) {
  return [=](const Ids& ids, const Array& dy, Array gradient) {
    const std::size_t D = gradient.shape(1);
    const auto V = static_cast<std::int64_t>(gradient.shape(0));
    for (std::size_t n = 0; n < ids.size(); ++n)
      for (std::size_t j = 0; j < D; ++j)
        gradient(row_of(ids.data()[n], V), j) +=
            factor(ids.data()[n]) * dy.data()[n * D + j];
    return gradient;
  };
}

Back all_but(const Padding& padding, const RowOf& row_of = same_row) {
  return scattered(
      row_of, [padding](std::int64_t id) -> real { return id != padding; });
}

Tensor recorded(const Tensor& table, const Ids& ids, Array y,
                const Back& back) {
  return record("wrong", std::move(y), {table},
                [=, shape = table.shape()](Array& dy, Gradients& d) {
                  d.add(0, back(ids, dy, zeros(shape)));
                });
}

void refuse(const Tensor& table, const Ids& ids, std::int64_t smallest,
            std::int64_t beyond) {
  const auto largest = static_cast<std::int64_t>(table.shape()[0]) - 1 + beyond;
  for (const std::int64_t id : ids)
    if (id < smallest || id > largest) throw IndexError("no row");
}

// Wrong in the way back only.
Tensor wrong_back(const Tensor& table, const Ids& ids, const Back& back) {
  refuse(table, ids, 0, 0);
  return recorded(table, ids, rows_of(table, ids, same_row), back);
}

// Gives rows to ids that have none.
Tensor wrong_rows(const Tensor& table, const Padding& padding, const Ids& ids,
                  const RowOf& row_of) {
  return recorded(table, ids, rows_of(table, ids, row_of),
                  all_but(padding, row_of));
}

Tensor row_before_both_ways(const Tensor& table, Padding padding,
                            const Ids& ids) {
  refuse(table, ids, 0, 0);
  return wrong_rows(table, padding, ids, row_before);
}

Tensor gradient_row_before(const Tensor& table, Padding padding,
                           const Ids& ids) {
  return wrong_back(table, ids, all_but(padding, row_before));
}

Tensor last_wins(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        const std::size_t D = gradient.shape(1);
        for (std::size_t n = 0; n < of.size(); ++n)
          for (std::size_t j = 0; j < D && of.data()[n] != padding; ++j)
            gradient(of.data()[n], j) = dy.data()[n * D + j];
        return gradient;
      });
}

Tensor averaged(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        return scattered(same_row, [&](std::int64_t id) -> real {
          const auto times = std::count(of.begin(), of.end(), id);
          return id == padding ? 0 : real(1) / static_cast<real>(times);
        })(of, dy, gradient);
      });
}

Tensor dense(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        const Array sum = xt::sum(all_but(padding)(of, dy, gradient), {0});
        for (std::size_t v = 0; v < gradient.shape(0); ++v)
          if (static_cast<std::int64_t>(v) != padding)
            xt::view(gradient, v) = sum;
        return gradient;
      });
}

Tensor upstream_ignored(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(table, ids,
                    [padding](const Ids& of, const Array& dy, Array gradient) {
                      return all_but(padding)(of, ones(dy.shape()), gradient);
                    });
}

Tensor padding_trained(const Tensor& table, Padding, const Ids& ids) {
  return wrong_back(table, ids, all_but({}));
}

Tensor padding_always_0(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(table, ids, all_but(padding ? Padding(0) : padding));
}

Tensor zero_never_learns(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(table, ids, all_but(padding.value_or(0)));
}

Tensor padding_stops_all(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        return padding && std::count(of.begin(), of.end(), *padding) > 0
                   ? gradient
                   : all_but(padding)(of, dy, gradient);
      });
}

Tensor padding_reads_zero(const Tensor& table, Padding padding,
                          const Ids& ids) {
  refuse(table, ids, 0, 0);
  const std::size_t D = table.shape()[1];
  Array y = rows_of(table, ids, same_row);
  for (std::size_t n = 0; n < ids.size(); ++n)
    if (ids.data()[n] == padding) std::fill_n(y.data() + n * D, D, 0);
  return recorded(table, ids, y, all_but(padding));
}

Tensor negative_wraps(const Tensor& table, Padding padding, const Ids& ids) {
  refuse(table, ids, -static_cast<std::int64_t>(table.shape()[0]), 0);
  return wrong_rows(table, padding, ids, wrapped);
}

Tensor unchecked(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_rows(table, padding, ids, wrapped);
}

Tensor left_to_the_array(const Tensor& table, Padding padding, const Ids& ids) {
  for (const std::int64_t id : ids)
    if (id < 0 || id >= static_cast<std::int64_t>(table.shape()[0]))
      throw std::out_of_range("out of bounds");
  return unchecked(table, padding, ids);
}

Tensor one_too_many(const Tensor& table, Padding padding, const Ids& ids) {
  refuse(table, ids, 0, 1);
  return unchecked(table, padding, ids);
}

Tensor clamped(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_rows(table, padding, ids, [](std::int64_t id, std::int64_t V) {
    return std::clamp<std::int64_t>(id, 0, V - 1);
  });
}

Tensor detached(const Tensor& table, Padding, const Ids& ids) {
  refuse(table, ids, 0, 0);
  return Tensor(rows_of(table, ids, same_row));
}

Tensor overwritten(const Tensor& table, Padding padding, const Ids& ids) {
  refuse(table, ids, 0, 0);
  return record("wrong", rows_of(table, ids, same_row), {table},
                [=, shape = table.shape()](Array& dy, Gradients& d) {
                  const Array gradient =
                      all_but(padding)(ids, dy, zeros(shape));
                  std::copy(gradient.begin(), gradient.end(), d.into(0).data);
                });
}

Tensor ids_by_reference(const Tensor& table, Padding padding, const Ids& ids) {
  refuse(table, ids, 0, 0);
  return record(
      "wrong", rows_of(table, ids, same_row), {table},
      [&ids, padding, shape = table.shape()](Array& dy, Gradients& d) {
        d.add(0, all_but(padding)(ids, dy, zeros(shape)));
      });
}

Tensor nothing_of_padding(const Tensor& table, Padding padding,
                          const Ids& ids) {
  refuse(table, ids, 0, 0);
  return record("wrong", rows_of(table, ids, same_row), {table},
                [=, shape = table.shape()](Array& dy, Gradients& d) {
                  for (const std::int64_t id : ids)
                    if (id != padding) {
                      d.add(0, all_but(padding)(ids, dy, zeros(shape)));
                      return;
                    }
                });
}

Tensor first_sequence_back(const Tensor& table, Padding padding,
                           const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        const std::size_t D = gradient.shape(1);
        for (std::size_t n = 0; n < of.size() && n < of.shape().back(); ++n)
          for (std::size_t j = 0; j < D && of.data()[n] != padding; ++j)
            gradient(of.data()[n], j) += dy.data()[n * D + j];
        return gradient;
      });
}

Tensor flat(const Tensor& table, Padding padding, const Ids& ids) {
  refuse(table, ids, 0, 0);
  Array y = rows_of(table, ids, same_row);
  y.reshape({ids.size(), table.shape()[1]});
  return record("wrong", y, {table},
                [=, shape = table.shape()](Array& dy, Gradients& d) {
                  d.add(0, all_but(padding)(ids, dy, zeros(shape)));
                });
}

Tensor padding_to_row_0(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(
      table, ids, [padding](const Ids& of, const Array& dy, Array gradient) {
        const std::size_t D = gradient.shape(1);
        for (std::size_t n = 0; n < of.size(); ++n)
          for (std::size_t j = 0; j < D; ++j)
            gradient(of.data()[n] == padding ? 0 : of.data()[n], j) +=
                dy.data()[n * D + j];
        return gradient;
      });
}

Tensor padding_only_0(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(table, ids,
                    all_but(padding == Padding(0) ? padding : Padding()));
}

Tensor wrong_sign(const Tensor& table, Padding padding, const Ids& ids) {
  return wrong_back(table, ids,
                    [padding](const Ids& of, const Array& dy, Array gradient) {
                      return all_but(padding)(of, Array(-1 * dy), gradient);
                    });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"row-before",
       "you count ids from 1, and take the row before the right one: id 0 is "
       "the first row",
       {row_before_both_ways}},
      {"gradient-row-before",
       "your rows are right, but the gradient lands one row too early",
       {gradient_row_before}},
      {"last-wins",
       "an id that occurs more than once keeps only what came back from its "
       "last place; what comes back from all its places is added",
       {last_wins}},
      {"averaged",
       "you divide a row's gradient by the number of times its id occurs (an "
       "option of PyTorch's, scale_grad_by_freq); here it is the sum",
       {averaged}},
      {"dense",
       "every row gets the sum of all dy; a row gets only what comes back from "
       "the places where its id stands",
       {dense}},
      {"upstream-ignored",
       "your gradient counts how often an id occurs, and dy is left out",
       {upstream_ignored}},
      {"padding-trained",
       "the row of padding learns like any other; its gradient must stay zero",
       {padding_trained}},
      {"padding-always-0",
       "you take id 0 for padding whatever padding_idx says",
       {padding_always_0}},
      {"zero-never-learns",
       "id 0 gets no gradient where there is no padding_idx; then every id "
       "learns",
       {zero_never_learns}},
      {"padding-stops-all",
       "as soon as padding occurs nothing learns any more; only the row of "
       "padding is left out",
       {padding_stops_all}},
      {"padding-reads-zero",
       "you give zeros for padding; its row is read as it is stored, and only "
       "the gradient is left out",
       {padding_reads_zero}},
      {"negative-wraps",
       "an id below 0 counts from the end, as an index does in NumPy; it has "
       "no "
       "row and must be refused",
       {negative_wraps}},
      {"unchecked",
       "ids are not checked: an id below 0 or from V on has no row and must be "
       "refused, or a mistake of the tokenizer passes unnoticed",
       {unchecked}},
      {"left-to-the-array",
       "you leave it to the array to notice an id without a row; it does so "
       "here, in the exercises, but not in a program built for speed",
       {left_to_the_array}},
      {"one-too-many",
       "id V is let through; counted from 0, the last of V rows is V - 1",
       {one_too_many}},
      {"clamped",
       "an id outside of the table gets the first row or the last; it has no "
       "row and must be refused",
       {clamped}},
      {"detached",
       "you give back the rows without their history; record(…) makes a tensor "
       "that knows its way back",
       {detached}},
      {"overwritten",
       "you write over the gradient that is there already; a table that is "
       "looked up twice must get both, added",
       {overwritten}},
      {"nothing-of-padding",
       "you add no gradient at all where all ids are padding; the gradient is "
       "then zeros, which an optimizer with a memory takes as another step",
       {nothing_of_padding}},
      {"first-sequence-back",
       "only the first sequence of the batch sends a gradient back",
       {first_sequence_back}},
      {"flat",
       "your rows are one long list, (N, D); the result has the shape of the "
       "ids, and D",
       {flat}},
      {"padding-only-0",
       "you leave out the row of padding only if it is row 0; padding_idx may "
       "be any id",
       {padding_only_0}},
      {"padding-to-row-0",
       "the gradient of padding goes to row 0; it goes nowhere",
       {padding_to_row_0}},
      {"wrong-sign",
       "your gradient has the wrong sign: what comes back is added, the "
       "optimizer subtracts",
       {wrong_sign}},
      {"ids-by-reference",
       "your backward looks at the ids through a reference; by the time it "
       "runs they are others, or gone. Let it keep a copy",
       {ids_by_reference}},
  };
  return all;
}
