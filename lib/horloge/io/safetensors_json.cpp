#include "horloge/io/safetensors_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json_events.h"

namespace horloge::detail {
namespace {

constexpr const char* metadata_key = "__metadata__";

// { NAME: { "dtype": …, "shape": […], "data_offsets": [begin, end] }, …,
//   "__metadata__": { KEY: TEXT, … } }
class HeaderEvents : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;
  SafetensorsHeader header;

 private:
  // Unknown fields may hold anything: the reference reader skips them.
  enum Field { dtype, shape, offsets, unknown };

  void on_key(std::size_t depth, const std::string& key) override {
    if (depth == 1) {
      name_ = key;
      in_metadata_ = key == metadata_key;
      if (!names_.insert(key).second) fail_here("the name appears twice");
    } else if (depth == 2 && in_metadata_) {
      metadata_entry_ = key;
    } else if (depth == 2) {
      field_ = key == "dtype"          ? dtype
               : key == "shape"        ? shape
               : key == "data_offsets" ? offsets
                                       : unknown;
      if (field_ != unknown && std::exchange(seen_[field_], true))
        fail_here(fmt::format("\"{}\" appears twice", key));
    }
  }

  void on_value(std::size_t depth, Value value) override {
    if (depth == 0) {
      require(value.kind == Kind::object, "the header must be a JSON object");
    } else if (depth == 1) {
      if (value.kind != Kind::object) fail_here("must be described by a JSON object");
      std::fill(std::begin(seen_), std::end(seen_), false);
      bounds_.clear();
      if (!in_metadata_) header.tensors.emplace_back().name = name_;
    } else if (in_metadata_) {
      if (value.kind != Kind::text) fail_here("metadata must map strings to strings");
      if (!header.metadata.emplace(metadata_entry_, std::move(value.text)).second)
        fail_here(fmt::format("\"{}\" appears twice", excerpt(metadata_entry_)));
    } else if (field_ != unknown) {
      on_field(depth, value);
    }
  }

  void on_field(std::size_t depth, const Value& value) {
    TensorInfo& info = header.tensors.back();
    if (field_ == dtype) {
      if (value.kind != Kind::text) fail_here("\"dtype\" must be a string");
      const std::optional<DType> known = parse_dtype(value.text);
      if (!known) fail_here(fmt::format("dtype \"{}\" is not known", excerpt(value.text)));
      info.dtype = *known;
    } else if (depth == 2) {
      if (value.kind != Kind::array)
        fail_here(field_ == shape ? "\"shape\" must be an array"
                                  : "\"data_offsets\" must be an array");
    } else if (value.kind != Kind::natural) {
      fail_here(field_ == shape ? "\"shape\" must hold unsigned 64-bit integers"
                                : "\"data_offsets\" must hold unsigned 64-bit integers");
    } else if (field_ == shape) {
      info.shape.push_back(value.natural);
    } else {
      bounds_.push_back(value.natural);
      if (bounds_.size() > 2) fail_here("\"data_offsets\" must hold two numbers, has more");
    }
  }

  void on_end(std::size_t depth) override {
    if (depth != 2 || in_metadata_) return;
    if (!seen_[dtype]) fail_here("\"dtype\" is missing");
    if (!seen_[shape]) fail_here("\"shape\" is missing");
    if (!seen_[offsets]) fail_here("\"data_offsets\" is missing");
    if (bounds_.size() != 2)
      fail_here(fmt::format("\"data_offsets\" must hold two numbers, has {}", bounds_.size()));
    header.tensors.back().begin = bounds_[0];
    header.tensors.back().end = bounds_[1];
  }

  [[noreturn]] void fail_here(const std::string& what) const {
    fail(in_metadata_ ? fmt::format("{}: {}", metadata_key, what)
                      : fmt::format("tensor \"{}\": {}", excerpt(name_), what));
  }

  std::set<std::string> names_;
  std::string name_;
  std::string metadata_entry_;
  bool in_metadata_ = false;
  Field field_ = unknown;
  bool seen_[3] = {};
  std::vector<std::uint64_t> bounds_;
};

// { "metadata": …, "weight_map": { NAME: FILE, … } }
class IndexEvents : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;
  std::map<std::string, std::string> weight_map;
  bool found = false;

 private:
  void on_key(std::size_t depth, const std::string& key) override {
    if (depth == 1) {
      in_map_ = key == "weight_map";
      if (in_map_ && std::exchange(found, true)) fail("\"weight_map\" appears twice");
    } else if (in_map_) {
      name_ = key;
    }
  }

  void on_value(std::size_t depth, Value value) override {
    if (depth == 0) {
      require(value.kind == Kind::object, "the index must be a JSON object");
    } else if (in_map_ && depth == 1) {
      require(value.kind == Kind::object, "\"weight_map\" must be a JSON object");
    } else if (in_map_) {
      if (value.kind != Kind::text)
        fail(fmt::format("tensor \"{}\": its file name must be a string", excerpt(name_)));
      if (!weight_map.emplace(name_, std::move(value.text)).second)
        fail(fmt::format("tensor \"{}\": the name appears twice", excerpt(name_)));
    }
  }

  std::string name_;
  bool in_map_ = false;
};

std::string quoted(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw ValueError("[safetensors] names and metadata must be valid UTF-8: " + excerpt(text));
  }
}

}  // namespace

SafetensorsHeader parse_header(std::string_view text, const std::string& where) {
  HeaderEvents events(where);
  events.read(text);
  return std::move(events.header);
}

std::string format_header(const SafetensorsHeader& header) {
  std::string text = "{";
  const auto comma = [&] { return text.size() > 1 ? "," : ""; };
  if (!header.metadata.empty()) {
    std::string entries;
    for (const auto& [key, value] : header.metadata)
      entries += (entries.empty() ? "" : ",") + quoted(key) + ":" + quoted(value);
    text += fmt::format("\"{}\":{{{}}}", metadata_key, entries);
  }
  for (const TensorInfo& info : header.tensors) {
    if (info.name == metadata_key)
      throw ValueError(fmt::format(
          "[safetensors] no tensor can be called {}: the format reserves that name", metadata_key));
    std::string shape;
    for (const std::size_t size : info.shape)
      shape += (shape.empty() ? "" : ",") + std::to_string(size);
    text += fmt::format(R"({}{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", comma(),
                        quoted(info.name), name_of(info.dtype), shape, info.begin, info.end);
  }
  return text + "}";
}

std::map<std::string, std::string> parse_shard_index(std::string_view text,
                                                     const std::string& where) {
  IndexEvents events(where);
  events.read(text);
  if (!events.found) throw FileError(where + "\"weight_map\" is missing");
  return std::move(events.weight_map);
}

}  // namespace horloge::detail
