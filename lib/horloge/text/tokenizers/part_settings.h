#pragma once

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace horloge {

/// One part of a tokenizer.json, such as its pre_tokenizer, and the settings in it. A setting that
/// is null counts as absent. Every question is remembered, so that finish() can refuse a setting
/// that nobody has asked about: other ids than the model was trained with are worse than none.
/// Errors are FileErrors that name the file and the key: `[load_tokenizer] FILE: decoder.type …`.
class PartSettings {
 public:
  /// `where` stands for the file, `name` for the part: "decoder.decoders[1]".
  PartSettings(const nlohmann::json& values, std::string where, std::string name = "");

  bool has(const char* key) const { return find(key) != nullptr; }
  bool flag(const char* key, bool fallback) const;
  std::string text(const char* key) const;
  std::string text(const char* key, const std::string& fallback) const;
  std::size_t size(const char* key, std::size_t fallback) const;
  std::int64_t id(const char* key) const;

  /// The value itself; FileError if it is absent.
  const nlohmann::json& value(const char* key) const;
  /// A part within this one; none if it is absent.
  std::optional<PartSettings> part(const char* key) const;
  /// A list of parts.
  std::vector<PartSettings> parts(const char* key) const;

  /// Marks settings that change no id.
  void ignore(std::initializer_list<const char*> keys) const;
  /// FileError for a setting that nobody has asked about, and that is not null.
  void finish() const;

  /// `[load_tokenizer] FILE: PART.KEY WHAT`
  [[noreturn]] void fail(const std::string& key, const std::string& what) const;
  /// The same for a value that is not known here, which it names.
  [[noreturn]] void refuse(const char* key) const;

  const std::string& where() const { return where_; }

 private:
  const nlohmann::json* find(const char* key) const;
  std::string path(const std::string& key) const;

  const nlohmann::json* values_;
  std::string where_, name_;
  mutable std::set<std::string> asked_;
};

/// FileError `[load_tokenizer] WHERE: WHAT`
[[noreturn]] void fail_to_load(const std::string& where, const std::string& what);

}  // namespace horloge
