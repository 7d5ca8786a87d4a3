#include "golden/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "horloge/core/error.h"

namespace horloge::golden {
namespace {

// Python writes infinities and NaN bare, which JSON does not know. They stand where a value begins.
std::string quote_non_finite(const std::string& text) {
  std::string quoted;
  bool value_begins = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const std::string word : {"-Infinity", "Infinity", "NaN"})
      if (value_begins && text.compare(i, word.size(), word) == 0) {
        quoted += '"' + word + '"';
        i += word.size();
      }
    if (i == text.size()) break;
    quoted += text[i];
    const std::string before_values = ":[,";
    if (text[i] != ' ') value_begins = before_values.find(text[i]) != std::string::npos;
  }
  return quoted;
}

nlohmann::json parse(const std::string& text) {
  auto values = nlohmann::json::parse(text, nullptr, false);
  if (values.is_discarded()) values = nlohmann::json::parse(quote_non_finite(text), nullptr, false);
  if (!values.is_object())
    throw ValueError(fmt::format("[golden] the config must be a JSON object, got {}", text));
  return values;
}

template <class T>
T convert(const nlohmann::json& value, const std::string& key, const char* wanted) {
  try {
    return value.get<T>();
  } catch (const nlohmann::json::exception&) {
    throw ValueError(
        fmt::format("[golden] setting \"{}\" must be {}, got {}", key, wanted, value.dump()));
  }
}

// JSON has no infinity; a setting that is one is written as text, and so is many a plain number.
double to_number(const nlohmann::json& value, const std::string& key) {
  if (!value.is_string()) return convert<double>(value, key, "a number");
  const std::string text = value;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0')
    throw ValueError(
        fmt::format("[golden] setting \"{}\" must be a number, got \"{}\"", key, text));
  return number;
}

std::ptrdiff_t to_integer(const nlohmann::json& value, const std::string& key) {
  const double number = to_number(value, key);
  const auto integer = static_cast<std::ptrdiff_t>(number);
  if (static_cast<double>(integer) != number)
    throw ValueError(
        fmt::format("[golden] setting \"{}\" must be an integer, got {}", key, value.dump()));
  return integer;
}

}  // namespace

Settings::Settings(const std::string& json) : values_(parse(json)) {}

Settings::Settings(nlohmann::json object) : values_(std::move(object)) {}

bool Settings::has(const std::string& key) const {
  read_.insert(key);
  return values_.contains(key) && !values_.at(key).is_null();
}

const nlohmann::json& Settings::at(const std::string& key) const {
  if (!has(key)) throw ValueError(fmt::format("[golden] the config has no setting \"{}\"", key));
  return values_.at(key);
}

double Settings::number(const std::string& key) const { return to_number(at(key), key); }

double Settings::number(const std::string& key, double fallback) const {
  return has(key) ? number(key) : fallback;
}

std::ptrdiff_t Settings::integer(const std::string& key) const { return to_integer(at(key), key); }

std::ptrdiff_t Settings::integer(const std::string& key, std::ptrdiff_t fallback) const {
  return has(key) ? integer(key) : fallback;
}

bool Settings::flag(const std::string& key, bool fallback) const {
  if (!has(key)) return fallback;
  const auto& value = at(key);
  return value.is_number() ? value != 0 : convert<bool>(value, key, "true or false");
}

std::string Settings::text(const std::string& key) const {
  return convert<std::string>(at(key), key, "text");
}

std::string Settings::text(const std::string& key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

std::vector<std::ptrdiff_t> Settings::integers(const std::string& key) const {
  const auto& value = at(key);
  if (!value.is_array()) return {to_integer(value, key)};
  std::vector<std::ptrdiff_t> out;
  for (const auto& entry : value) out.push_back(to_integer(entry, key));
  return out;
}

Settings Settings::group(const std::string& key) const {
  const auto& value = at(key);
  if (!value.is_object())
    throw ValueError(
        fmt::format("[golden] setting \"{}\" must be an object, got {}", key, value.dump()));
  return Settings(value);
}

std::string Settings::dump() const {
  for (const auto& [key, value] : values_.items()) read_.insert(key);
  return values_.dump();
}

void Settings::describes(std::initializer_list<const char*> keys) const {
  read_.insert(keys.begin(), keys.end());
}

std::vector<std::string> Settings::unread() const {
  std::vector<std::string> names;
  for (const auto& [key, value] : values_.items())
    if (read_.count(key) == 0) names.push_back(key);
  return names;
}

std::optional<double> number_in_name(const std::string& name, const std::string& prefix) {
  if (name.size() <= prefix.size() || name.compare(0, prefix.size(), prefix) != 0) return {};
  std::string digits = name.substr(prefix.size());
  std::replace(digits.begin(), digits.end(), 'p', '.');
  char* end = nullptr;
  const double number = std::strtod(digits.c_str(), &end);
  if (*end != '\0') return {};
  return number;
}

}  // namespace horloge::golden
