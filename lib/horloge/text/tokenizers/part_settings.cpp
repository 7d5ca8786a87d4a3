#include "horloge/text/tokenizers/part_settings.h"

#include <fmt/format.h>

#include <utility>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"

namespace horloge {

using nlohmann::json;

namespace {

// As an error quotes it: not all of a vocabulary.
std::string quoted(const json& value) {
  if (value.is_object()) return "{…}";
  if (value.is_array()) return "[…]";
  return excerpt(value.dump());
}

}  // namespace

void fail_to_load(const std::string& where, const std::string& what) {
  throw FileError(fmt::format("[load_tokenizer] {}: {}", where, what));
}

PartSettings::PartSettings(const json& values, std::string where, std::string name)
    : values_(&values), where_(std::move(where)), name_(std::move(name)) {
  if (!values.is_object())
    fail_to_load(where_, (name_.empty() ? "it" : name_) + " must be a JSON object");
}

std::string PartSettings::path(const std::string& key) const {
  return name_.empty() ? key : name_ + "." + key;
}

void PartSettings::fail(const std::string& key, const std::string& what) const {
  fail_to_load(where_, path(excerpt(key)) + " " + what);
}

void PartSettings::refuse(const char* key) const {
  fail(key, fmt::format("= {} is not supported", quoted(value(key))));
}

const json* PartSettings::find(const char* key) const {
  asked_.insert(key);
  const auto found = values_->find(key);
  return found == values_->end() || found->is_null() ? nullptr : &*found;
}

const json& PartSettings::value(const char* key) const {
  const json* const found = find(key);
  if (found == nullptr) fail(key, "is missing");
  return *found;
}

bool PartSettings::flag(const char* key, bool fallback) const {
  const json* const found = find(key);
  if (found == nullptr) return fallback;
  if (!found->is_boolean()) fail(key, "must be true or false, is " + quoted(*found));
  return found->get<bool>();
}

std::string PartSettings::text(const char* key) const {
  const json& found = value(key);
  if (!found.is_string()) fail(key, "must be a text, is " + quoted(found));
  return found.get<std::string>();
}

std::string PartSettings::text(const char* key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

std::size_t PartSettings::size(const char* key, std::size_t fallback) const {
  const json* const found = find(key);
  if (found == nullptr) return fallback;
  if (!found->is_number_unsigned()) fail(key, "must be a natural number, is " + quoted(*found));
  return found->get<std::size_t>();
}

std::int64_t PartSettings::id(const char* key) const {
  const json& found = value(key);
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() > INT32_MAX)
    fail(key, "must be an id, is " + quoted(found));
  return found.get<std::int64_t>();
}

std::optional<PartSettings> PartSettings::part(const char* key) const {
  const json* const found = find(key);
  if (found == nullptr) return std::nullopt;
  return PartSettings(*found, where_, path(key));
}

std::vector<PartSettings> PartSettings::parts(const char* key) const {
  const json& list = value(key);
  if (!list.is_array()) fail(key, "must be a list, is " + quoted(list));
  std::vector<PartSettings> parts;
  for (const json& entry : list)
    parts.emplace_back(entry, where_, fmt::format("{}[{}]", path(key), parts.size()));
  return parts;
}

void PartSettings::ignore(std::initializer_list<const char*> keys) const {
  asked_.insert(keys.begin(), keys.end());
}

void PartSettings::finish() const {
  for (const auto& [key, value] : values_->items())
    if (!value.is_null() && asked_.count(key) == 0)
      fail(key, fmt::format("= {} is not supported", quoted(value)));
}

}  // namespace horloge
