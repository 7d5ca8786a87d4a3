#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "horloge/core/shape.h"

namespace horloge::golden {

/// The settings of a case, and a record of which of them anybody has read. A setting that is null
/// counts as absent. Without a fallback an absent one is a ValueError that names it.
class Settings {
 public:
  Settings() = default;
  explicit Settings(const std::string& json);
  explicit Settings(nlohmann::json object);

  bool has(const std::string& key) const;
  const nlohmann::json& at(const std::string& key) const;

  double number(const std::string& key) const;
  double number(const std::string& key, double fallback) const;
  std::ptrdiff_t integer(const std::string& key) const;
  std::ptrdiff_t integer(const std::string& key, std::ptrdiff_t fallback) const;
  bool flag(const std::string& key, bool fallback) const;
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& fallback) const;
  /// A list of integers; a single one counts as a list of one.
  std::vector<std::ptrdiff_t> integers(const std::string& key) const;
  Settings group(const std::string& key) const;
  /// All of them as JSON, for code that reads configs itself; counts as having read them.
  std::string dump() const;

  /// Marks settings that only repeat what the arrays of the case show.
  void describes(std::initializer_list<const char*> keys) const;

  std::vector<std::string> unread() const;

 private:
  nlohmann::json values_ = nlohmann::json::object();
  mutable std::set<std::string> read_;
};

/// The number that a name carries behind a prefix, with p for the point: 0.01 in
/// `leaky_relu_0p01` behind `leaky_relu_`. Nothing if the name is not of this form.
std::optional<double> number_in_name(const std::string& name, const std::string& prefix);

}  // namespace horloge::golden
