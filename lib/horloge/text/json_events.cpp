#include "horloge/text/json_events.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

constexpr std::size_t deepest = 127;  // the limit of the reference reader of safetensors

}  // namespace

void JsonEvents::read(std::string_view text) {
  // The parser would take a zero byte for the end, whatever comes after it.
  if (const std::size_t zero = text.find('\0'); zero != text.npos)
    fail(fmt::format("must be valid JSON; at byte {}: a zero byte", zero + 1));
  json::sax_parse(text.begin(), text.end(), static_cast<nlohmann::json_sax<nlohmann::json>*>(this));
}

void JsonEvents::fail(const std::string& what) const { throw FileError(where_ + what); }

bool JsonEvents::scalar(Value value) {
  on_value(depth_, std::move(value));
  return true;
}

bool JsonEvents::open(Kind kind) {
  if (depth_ == deepest) fail(fmt::format("JSON may be nested at most {} levels deep", deepest));
  on_value(depth_++, {kind});
  return true;
}

bool JsonEvents::close() {
  on_end(depth_--);
  return true;
}

bool JsonEvents::key(std::string& name) {
  last_key_ = name;
  on_key(depth_, name);
  return true;
}

bool JsonEvents::parse_error(std::size_t position, const std::string& token,
                             const json::exception& error) {
  const bool too_large = dynamic_cast<const json::out_of_range*>(&error) != nullptr;
  const std::string why =
      too_large ? fmt::format("{} is beyond the largest number, {:.1e}", excerpt(token),
                              std::numeric_limits<double>::max())
                : excerpt(without_who(error.what()), 300);  // it may quote a text of any length
  const std::string after =
      last_key_.empty() ? "" : fmt::format(", at or after \"{}\"", excerpt(last_key_));
  fail(fmt::format("must be valid JSON; at byte {}{}: {}", position, after, why));
}

}  // namespace horloge
