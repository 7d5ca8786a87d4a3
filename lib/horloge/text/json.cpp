#include "horloge/text/json.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "horloge/text/json_events.h"

namespace horloge {
namespace {

constexpr std::size_t most_values = 5'000'000;

class TreeEvents : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;
  json root;

 private:
  void on_key(std::size_t, const std::string& key) override { key_ = key; }

  void on_value(std::size_t depth, Value value) override {
    if (++count_ > most_values) fail(fmt::format("may hold at most {} values", most_values));
    json& place = depth == 0 ? root : next_place();
    place = tree_of(std::move(value));
    if (place.is_structured()) open_.push_back(&place);
  }

  void on_end(std::size_t) override { open_.pop_back(); }

  json& next_place() {
    json& around = *open_.back();
    return around.is_array() ? around.emplace_back(nullptr) : around[key_];
  }

  static json tree_of(Value value) {
    switch (value.kind) {
      case Kind::null:
        return nullptr;
      case Kind::truth:
        return value.natural == 1;
      case Kind::integer:
        return value.integer;
      case Kind::natural:
        return value.natural;
      case Kind::floating:
        return value.floating;
      case Kind::text:
        return std::move(value.text);
      case Kind::object:
        return json::object();
      case Kind::array:
        return json::array();
    }
    return nullptr;
  }

  std::vector<json*> open_;  // what the next value stands in, outermost first
  std::string key_;
  std::size_t count_ = 0;
};

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::string& where) {
  TreeEvents events(where);
  events.read(text);
  return std::move(events.root);
}

nlohmann::json read_json(const std::filesystem::path& path, const char* who) {
  const Bytes text = map_file(path, who, longest_text_file);
  return parse_json(text.view, fmt::format("[{}] {}: ", who, path.string()));
}

}  // namespace horloge
