#include "course/live/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "horloge/core/error.h"

namespace live {
namespace {

const Json& argument(const Json& with, const char* name) {
  if (!with.contains(name))
    throw horloge::ValueError(fmt::format("{} is missing", name));
  return with[name];
}

[[noreturn]] void refuse(const char* name, const std::string& rule,
                         const Json& is) {
  constexpr std::size_t most = 60;
  std::string shown = is.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (shown.size() > most) shown = fmt::format("a {}", is.type_name());
  throw horloge::ValueError(
      fmt::format("{} must be {}, is {}", name, rule, shown));
}

// 0.1F is 0.1, not 0.10000000149011612.
Json shortest(horloge::real number) {
  if (!std::isfinite(number)) return nullptr;
  return std::strtod(fmt::format("{}", number).c_str(), nullptr);
}
Json shortest(std::int64_t number) { return number; }

template <class Numbers>
Json nested(const Numbers& array, std::size_t axis, std::size_t& next) {
  if (axis == array.dimension()) return shortest(array.data()[next++]);
  Json list = Json::array();
  for (std::size_t i = 0; i < array.shape(axis); ++i)
    list.push_back(nested(array, axis + 1, next));
  return list;
}

}  // namespace

std::size_t whole_number(const Json& with, const char* name, std::size_t low,
                         std::size_t high) {
  const Json& given = argument(with, name);
  const bool fits = given.is_number() && given.get<double>() >= double(low) &&
                    given.get<double>() <= double(high) &&
                    std::floor(given.get<double>()) == given.get<double>();
  if (!fits)
    refuse(name, fmt::format("a whole number from {} to {}", low, high), given);
  return given.get<std::size_t>();
}

double number(const Json& with, const char* name, double low, double high) {
  const Json& given = argument(with, name);
  if (!given.is_number() || !(given.get<double>() >= low) ||
      !(given.get<double>() <= high))
    refuse(name, fmt::format("a number from {} to {}", low, high), given);
  return given.get<double>();
}

bool truth(const Json& with, const char* name) {
  const Json& given = argument(with, name);
  if (!given.is_boolean()) refuse(name, "true or false", given);
  return given.get<bool>();
}

std::string text(const Json& with, const char* name) {
  const Json& given = argument(with, name);
  if (!given.is_string()) refuse(name, "a text", given);
  return given.get<std::string>();
}

std::string choice(const Json& with, const char* name,
                   const std::vector<std::string>& names) {
  const Json& given = argument(with, name);
  const bool known =
      given.is_string() && std::find(names.begin(), names.end(),
                                     given.get<std::string>()) != names.end();
  if (!known)
    refuse(name, fmt::format("one of {}", fmt::join(names, ", ")), given);
  return given.get<std::string>();
}

std::vector<double> numbers(const Json& with, const char* name,
                            std::size_t most) {
  const Json& given = argument(with, name);
  const bool fits =
      given.is_array() && given.size() <= most &&
      std::all_of(given.begin(), given.end(),
                  [](const Json& each) { return each.is_number(); });
  if (!fits)
    refuse(name, fmt::format("a list of at most {} numbers", most), given);
  return given.get<std::vector<double>>();
}

horloge::Array matrix(const Json& with, const char* name, std::size_t most) {
  const Json& given = argument(with, name);
  const std::string rule =
      fmt::format("rows of numbers, all of one length, at most {}", most);
  if (!given.is_array() || given.empty() || !given[0].is_array() ||
      given.size() * given[0].size() > most)
    refuse(name, rule, given);
  const std::size_t M = given.size(), N = given[0].size();
  horloge::Array matrix = horloge::Array::from_shape({M, N});
  for (std::size_t i = 0; i < M; ++i) {
    if (!given[i].is_array() || given[i].size() != N) refuse(name, rule, given);
    for (std::size_t j = 0; j < N; ++j) {
      if (!given[i][j].is_number()) refuse(name, rule, given);
      matrix(i, j) = given[i][j].get<horloge::real>();
    }
  }
  return matrix;
}

Json to_json(const horloge::Array& array) {
  std::size_t next = 0;
  return nested(array, 0, next);
}

Json to_json(const horloge::Ids& ids) {
  std::size_t next = 0;
  return nested(ids, 0, next);
}

}  // namespace live
