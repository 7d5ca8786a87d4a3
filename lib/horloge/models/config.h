#pragma once

// What a checkpoint says of its architecture: config.json.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "horloge/core/error.h"

namespace horloge {

/// A setting's name, or the several names that it has had: the first that is there counts.
class ConfigKey {
 public:
  ConfigKey(const char* name) : names{name} {}
  ConfigKey(std::initializer_list<const char*> all) : names(all.begin(), all.end()) {}
  std::vector<std::string> names;
};

/// The settings of a checkpoint. A setting that is null counts as absent. Errors are ValueErrors
/// that name the file, the key and the value.
///
/// Every question is remembered, so that finish() can refuse a setting that nobody has asked about:
/// a model that is computed differently from what its config says is worse than none.
class Config {
 public:
  /// FileError for a file that is missing or holds no JSON object.
  static Config read(const std::filesystem::path& path);
  /// The same from a text; `where` stands for the file in errors.
  static Config parse(const std::string& text, const std::string& where = "config");

  /// Whether the setting is there, and is not null.
  bool has(const ConfigKey& key) const;
  /// Whether it is there, if only to say null.
  bool mentions(const ConfigKey& key) const;

  std::size_t size(const ConfigKey& key) const;  ///< a natural number, not 0
  std::size_t size(const ConfigKey& key, std::size_t fallback) const;
  double number(const ConfigKey& key) const;
  double number(const ConfigKey& key, double fallback) const;
  bool flag(const ConfigKey& key, bool fallback) const;
  std::string text(const ConfigKey& key) const;
  std::string text(const ConfigKey& key, const std::string& fallback) const;
  /// A list; a single one counts as a list of one, an absent setting as none.
  std::vector<std::string> texts(const ConfigKey& key) const;
  std::vector<std::int64_t> ids(const ConfigKey& key) const;
  std::vector<bool> flags(const ConfigKey& key) const;

  std::vector<double> list_of_numbers(const ConfigKey& key) const;

  /// The settings within a setting, with a finish() of their own.
  Config group(const ConfigKey& key) const;
  /// All settings that are numbers, and true as 1. Counts as having read them.
  std::map<std::string, double> numbers() const;

  /// ValueError unless a switch is off (or absent), or on.
  void require(const ConfigKey& key, bool value) const;
  /// `[load_pretrained] FILE: KEY = VALUE is not supported; WHY`
  [[noreturn]] void refuse(const ConfigKey& key, const std::string& why) const;
  /// The same of a whole group.
  [[noreturn]] void refuse_group(const std::string& why) const;
  /// `[load_pretrained] FILE: WHAT`
  [[noreturn]] void fail(const std::string& what) const;
  /// The same with what another part of the library has to say, of a group after its name.
  [[noreturn]] void fail(const Error& e) const;

  /// Marks settings that change no number that a model computes.
  void ignore(const std::vector<std::string>& keys) const;
  /// ValueError for a setting that is on, and that nobody has read or ignored.
  void finish() const;

  const std::string& where() const;

  /// All of it as JSON.
  std::string dump() const;

 private:
  struct State;
  explicit Config(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace horloge
