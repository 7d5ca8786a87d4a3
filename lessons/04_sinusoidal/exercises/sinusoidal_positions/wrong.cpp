#include <functional>

#include "course/exercise/exam.h"
#include "horloge/nn/position/sinusoidal.h"

using namespace horloge;

namespace {

Array table_of(std::size_t rows, std::size_t d_model, double base) {
  SinusoidOptions options;
  options.base = base;
  return sinusoidal_table(rows, d_model, options);
}

Tensor rows_of(const Array& table, std::size_t first, std::size_t count) {
  if (first + count > table.shape(0)) throw IndexError("past the table");
  return Tensor(Array(xt::view(table, xt::range(first, first + count))));
}

// Registers as the right answer does; only what is added differs.
using Add = std::function<Tensor(const Array& table, const Tensor& x,
                                 std::size_t offset)>;
Positions with_buffer(const Array& table, const Add& add) {
  return {[=](const Tensor& x, std::size_t offset) {
            return add(table, x, offset);
          },
          {},
          {{"pe", Tensor(table)}}};
}

Tensor right(const Array& table, const Tensor& x, std::size_t offset) {
  return x + rows_of(table, offset, x.shape()[1]);
}

Positions base_hard_coded(std::size_t max_seq_len, std::size_t d_model,
                          double) {
  return with_buffer(table_of(max_seq_len, d_model, 10000), right);
}

Positions parameter_not_buffer(std::size_t max_seq_len, std::size_t d_model,
                               double base) {
  Positions module = with_buffer(table_of(max_seq_len, d_model, base), right);
  std::swap(module.parameters, module.buffers);
  return module;
}

Positions not_registered(std::size_t max_seq_len, std::size_t d_model,
                         double base) {
  Positions module = with_buffer(table_of(max_seq_len, d_model, base), right);
  module.buffers.clear();
  return module;
}

Positions another(std::size_t max_seq_len, std::size_t d_model, double base,
                  const Add& add) {
  return with_buffer(table_of(max_seq_len, d_model, base), add);
}

Positions offset_ignored(std::size_t max_seq_len, std::size_t d_model,
                         double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   rows_of(table, offset, x.shape()[1]);
                   return x + rows_of(table, 0, x.shape()[1]);
                 });
}

// Neither in the sum nor where a position past the table is refused.
Positions offset_unused(std::size_t max_seq_len, std::size_t d_model,
                        double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t) {
                   return x + rows_of(table, 0, x.shape()[1]);
                 });
}

Positions starts_at_1(std::size_t max_seq_len, std::size_t d_model,
                      double base) {
  const Array longer = table_of(max_seq_len + 1, d_model, base);
  return with_buffer(
      longer, [](const Array& table, const Tensor& x, std::size_t offset) {
        return x + rows_of(table, offset + 1, x.shape()[1]);
      });
}

Positions multiplied(std::size_t max_seq_len, std::size_t d_model,
                     double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   return x * rows_of(table, offset, x.shape()[1]);
                 });
}

Positions rows_alone(std::size_t max_seq_len, std::size_t d_model,
                     double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   return x * Tensor(real(0)) +
                          rows_of(table, offset, x.shape()[1]);
                 });
}

Positions returns_x(std::size_t max_seq_len, std::size_t d_model, double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   rows_of(table, offset, x.shape()[1]);
                   return x * Tensor(real(1));
                 });
}

Positions first_sentence(std::size_t max_seq_len, std::size_t d_model,
                         double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   Array added = zeros(x.shape());
                   if (x.shape()[0] > 0)
                     xt::view(added, 0) =
                         rows_of(table, offset, x.shape()[1]).array();
                   return x + Tensor(added);
                 });
}

Positions batch_as_position(std::size_t max_seq_len, std::size_t d_model,
                            double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   rows_of(table, offset, x.shape()[1]);
                   const std::size_t B = x.shape()[0];
                   Array added = rows_of(table, 0, B).array();
                   added.reshape({B, 1, x.shape()[2]});
                   return x + Tensor(added);
                 });
}

Positions detached(std::size_t max_seq_len, std::size_t d_model, double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   return right(table, x.detach(), offset);
                 });
}

Positions no_error(std::size_t max_seq_len, std::size_t d_model, double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   Array added = zeros({x.shape()[1], x.shape()[2]});
                   for (std::size_t t = 0; t < x.shape()[1]; ++t)
                     xt::view(added, t) = xt::view(
                         table, std::min(offset + t, table.shape(0) - 1));
                   return x + Tensor(added);
                 });
}

Positions both_registered(std::size_t max_seq_len, std::size_t d_model,
                          double base) {
  Positions module = with_buffer(table_of(max_seq_len, d_model, base), right);
  module.parameters = module.buffers;
  return module;
}

Positions wraps(std::size_t max_seq_len, std::size_t d_model, double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   Array added = zeros({x.shape()[1], x.shape()[2]});
                   for (std::size_t t = 0; t < x.shape()[1]; ++t)
                     xt::view(added, t) =
                         xt::view(table, (offset + t) % table.shape(0));
                   return x + Tensor(added);
                 });
}

// Left to slice, which gives as many rows as there are.
Positions left_to_slice(std::size_t max_seq_len, std::size_t d_model,
                        double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   const auto begin = static_cast<std::ptrdiff_t>(offset);
                   const auto end =
                       static_cast<std::ptrdiff_t>(offset + x.shape()[1]);
                   return x + slice(Tensor(table), {{begin, end, 1}});
                 });
}

Positions offset_checked(std::size_t max_seq_len, std::size_t d_model,
                         double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   if (offset >= table.shape(0)) throw IndexError("past");
                   const auto begin = static_cast<std::ptrdiff_t>(offset);
                   const auto end =
                       static_cast<std::ptrdiff_t>(offset + x.shape()[1]);
                   return x + slice(Tensor(table), {{begin, end, 1}});
                 });
}

Positions other_name(std::size_t max_seq_len, std::size_t d_model,
                     double base) {
  Positions module = with_buffer(table_of(max_seq_len, d_model, base), right);
  module.buffers[0].name = "table";
  return module;
}

Positions buffer_with_gradient(std::size_t max_seq_len, std::size_t d_model,
                               double base) {
  Positions module = with_buffer(table_of(max_seq_len, d_model, base), right);
  module.buffers[0].tensor.set_requires_grad(true);
  return module;
}

Positions in_place(std::size_t max_seq_len, std::size_t d_model, double base) {
  return another(max_seq_len, d_model, base,
                 [](const Array& table, const Tensor& x, std::size_t offset) {
                   const Tensor rows = rows_of(table, offset, x.shape()[1]);
                   Tensor y = x;
                   y.mutable_array() += rows.array();
                   return y;
                 });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"base-hard-coded",
       "the base is always 10000; it is an argument here",
       {base_hard_coded}},
      {"parameter-not-buffer",
       "the table is a parameter, and would be trained; register it with "
       "buffer(…)",
       {parameter_not_buffer}},
      {"not-registered",
       "the table is kept in a member alone; without buffer(…) it is not saved "
       "with the model",
       {not_registered}},
      {"both-registered",
       "the table is registered twice, as a buffer and as a parameter; as a "
       "parameter it would be trained",
       {both_registered}},
      {"other-name", "your buffer has another name than pe", {other_name}},
      {"wraps",
       "a position past the table begins again at row 0; it should be refused",
       {wraps}},
      {"left-to-slice",
       "you leave it to slice, which gives only the rows that are there; a "
       "position past the table should be refused with an IndexError",
       {left_to_slice}},
      {"offset-checked",
       "you check where the first word stands, and not the last one: offset + "
       "T must not exceed the rows of pe",
       {offset_checked}},
      {"buffer-with-gradient",
       "the buffer requires a gradient; nothing trains a table of constants",
       {buffer_with_gradient}},
      {"in-place",
       "you change x itself: a copy of a Tensor has the same numbers, and "
       "whoever gave x has other ones now. Make a new tensor of the sum",
       {in_place}},
      {"offset-ignored",
       "you always add the rows from 0 on; the first word has position offset",
       {offset_ignored}},
      {"offset-unused",
       "your code makes no use of offset: the first word has position offset, "
       "and the last one offset + T - 1, which may be past the table",
       {offset_unused}},
      {"starts-at-1",
       "the first word gets row 1; without an offset it is row 0",
       {starts_at_1}},
      {"multiplied",
       "you multiply with the rows; they are added",
       {multiplied}},
      {"rows-alone",
       "you give the rows back, without the words: x is missing in the sum",
       {rows_alone}},
      {"returns-x", "x comes back as it was: nothing is added", {returns_x}},
      {"first-sentence",
       "only the first sentence of the batch gets its positions",
       {first_sentence}},
      {"batch-as-position",
       "you took the batch axis for the position: x is (B, T, D), and "
       "positions "
       "run along T",
       {batch_as_position}},
      {"detached",
       "the history of x is cut off, so nothing before this module could learn",
       {detached}},
      {"no-error",
       "a position past the table gets the last row; it should be refused",
       {no_error}},
  };
  return all;
}
