#pragma once

// Modules that are right but for one mistake.

#include <cmath>
#include <functional>
#include <map>
#include <memory>

#include "answer.h"

namespace learned_modules {

using namespace horloge;

using Add = std::function<Tensor(const Tensor& table, const Tensor& x,
                                 std::size_t offset)>;

// Registers as the right answer does; only what is added differs.
inline Positions with_parameter(const Tensor& table, const Add& add) {
  return {[=](const Tensor& x, std::size_t offset) {
            return add(table, x, offset);
          },
          {{"weight", table}},
          {}};
}

inline void refuse_long(const Tensor& table, const Tensor& x,
                        std::size_t offset) {
  if (offset + x.shape()[1] > table.shape()[0])
    throw IndexError("past the table");
}

// The rows of such places, one for each word of each sentence.
inline Tensor looked_up(
    const Tensor& table, const Tensor& x,
    const std::function<std::size_t(std::size_t b, std::size_t t)>& place) {
  Ids places = Ids::from_shape({x.shape()[0], x.shape()[1]});
  for (std::size_t b = 0; b < places.shape(0); ++b)
    for (std::size_t t = 0; t < places.shape(1); ++t)
      places(b, t) = static_cast<std::int64_t>(place(b, t));
  return embedding(places, table);
}

inline Tensor rows_of(const Tensor& table, const Tensor& x,
                      std::size_t offset) {
  return looked_up(table, x,
                   [=](std::size_t, std::size_t t) { return offset + t; });
}

inline Tensor right(const Tensor& table, const Tensor& x, std::size_t offset) {
  refuse_long(table, x, offset);
  return x + rows_of(table, x, offset);
}

inline Tensor clipped(const Tensor& table, const Tensor& x,
                      std::size_t offset) {
  const auto begin = static_cast<std::ptrdiff_t>(offset);
  const auto end = static_cast<std::ptrdiff_t>(offset + x.shape()[1]);
  return x + slice(table, {{begin, end, 1}});
}

// Mistakes with what is kept and what is trained.

inline Positions table_detached(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        return right(w.detach(), x, offset);
      });
}

inline Positions x_detached(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        return right(w, x.detach(), offset);
      });
}

inline Positions all_detached(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        return right(w, x, offset).detach();
      });
}

inline Positions buffer_not_parameter(const Tensor& table) {
  const Tensor own(table.array());
  Positions module = with_parameter(own, right);
  std::swap(module.parameters, module.buffers);
  return module;
}

inline Positions not_registered(const Tensor& table) {
  Positions module = with_parameter(table, right);
  module.parameters.clear();
  return module;
}

inline Positions copied(const Tensor& table) {
  return with_parameter(Tensor(table.array(), true), right);
}

inline Positions values_from_before(const Tensor& table) {
  Positions module = with_parameter(table, right);
  module.add = with_parameter(table * real(1), right).add;
  return module;
}

inline Positions in_place(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& t, const Tensor& x, std::size_t offset) {
        const Tensor y = right(t, x, offset);
        if (y.requires_grad()) return y;  // where it is not allowed
        Tensor z = x;
        z.mutable_array() = y.array();
        return z;
      });
}

inline Positions scaled(const Tensor& table) {
  return with_parameter(table, [](const Tensor& w, const Tensor& x,
                                  std::size_t offset) {
    refuse_long(w, x, offset);
    return x + rows_of(w, x, offset) * real(std::sqrt(double(x.shape()[2])));
  });
}

inline Positions another_error(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        if (x.shape()[1] > w.shape()[0] || offset > w.shape()[0] - x.shape()[1])
          throw ValueError("past the table");
        return right(w, x, offset);
      });
}

inline Positions no_words_refused(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        if (offset >= w.shape()[0]) throw IndexError("past the table");
        return right(w, x, offset);
      });
}

inline Positions offset_checked_alone(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        if (offset >= w.shape()[0] && x.shape()[1] > 0)
          throw IndexError("past the table");
        return clipped(w, x, offset);
      });
}

inline Positions first_table(const Tensor& table) {
  static const Tensor first = table;
  Positions module = with_parameter(table, right);
  module.add = [](const Tensor& x, std::size_t offset) {
    return right(first, x, offset);
  };
  return module;
}

inline Positions also_a_buffer(const Tensor& table) {
  Positions module = with_parameter(table, right);
  module.buffers = {{"table", Tensor(table.array())}};
  return module;
}

inline Positions other_name(const Tensor& table) {
  Positions module = with_parameter(table, right);
  module.parameters[0].name = "table";
  return module;
}

// The rows of an offset and a length, looked up once and kept.
inline Positions rows_kept(const Tensor& table) {
  using Key = std::pair<std::size_t, std::size_t>;
  const auto kept = std::make_shared<std::map<Key, Tensor>>();
  return with_parameter(
      table, [kept](const Tensor& w, const Tensor& x, std::size_t offset) {
        refuse_long(w, x, offset);
        const Key key{offset, x.shape()[1]};
        if (kept->count(key) == 0) {
          const auto begin = static_cast<std::ptrdiff_t>(offset);
          const auto end = begin + static_cast<std::ptrdiff_t>(key.second);
          kept->emplace(key, slice(w, {{begin, end, 1}}));
        }
        return x + kept->at(key);
      });
}

}  // namespace learned_modules
