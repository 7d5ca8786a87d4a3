#include "horloge/io/dtype.h"

#include <array>

namespace horloge {
namespace {

enum class Kind { truth, integer, floating };

struct Entry {
  std::string_view name;
  std::size_t bytes;
  Kind kind;
};

// One row for each DType, in its order.
constexpr std::array<Entry, 15> table{{{"BOOL", 1, Kind::truth},
                                       {"U8", 1, Kind::integer},
                                       {"I8", 1, Kind::integer},
                                       {"F8_E5M2", 1, Kind::floating},
                                       {"F8_E4M3", 1, Kind::floating},
                                       {"I16", 2, Kind::integer},
                                       {"U16", 2, Kind::integer},
                                       {"F16", 2, Kind::floating},
                                       {"BF16", 2, Kind::floating},
                                       {"I32", 4, Kind::integer},
                                       {"U32", 4, Kind::integer},
                                       {"F32", 4, Kind::floating},
                                       {"F64", 8, Kind::floating},
                                       {"I64", 8, Kind::integer},
                                       {"U64", 8, Kind::integer}}};
static_assert(table.size() == static_cast<std::size_t>(DType::U64) + 1);

const Entry& entry(DType dtype) { return table[static_cast<std::size_t>(dtype)]; }

}  // namespace

std::size_t byte_size(DType dtype) { return entry(dtype).bytes; }

std::string_view name_of(DType dtype) { return entry(dtype).name; }

std::optional<DType> parse_dtype(std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].name == name) return static_cast<DType>(i);
  return std::nullopt;
}

bool is_float(DType dtype) { return entry(dtype).kind == Kind::floating; }

bool is_integer(DType dtype) { return entry(dtype).kind == Kind::integer; }

}  // namespace horloge
