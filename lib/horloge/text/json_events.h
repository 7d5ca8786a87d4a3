#pragma once

// What all readers of JSON have in common.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace horloge {

/// Reads a JSON text that may hold anything. The parser reports one event after another and builds
/// no tree, so memory stays in proportion to what is kept, and deep nesting costs only a counter.
/// An event is a value (a scalar, or the beginning of an object or array), a key, or an end.
///
/// FileError, whose text begins with `where`, for a text that is not UTF-8 or not JSON, for more
/// than 127 levels of nesting, and for a number beyond the largest double.
class JsonEvents : private nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonEvents(std::string where) : where_(std::move(where)) {}
  JsonEvents(const JsonEvents&) = delete;
  JsonEvents& operator=(const JsonEvents&) = delete;

  void read(std::string_view text);

 protected:
  using json = nlohmann::json;
  ~JsonEvents() override = default;

  enum class Kind { null, truth, integer, natural, floating, text, object, array };

  struct Value {
    Kind kind;
    std::string text{};         ///< of a text
    std::uint64_t natural = 0;  ///< of a natural number; 1 if true
    std::int64_t integer = 0;   ///< of a negative number
    double floating = 0;        ///< of any other one
  };

  // `depth` is the number of objects and arrays around the value or the key; at an end, the one
  // that ends is counted.
  virtual void on_value(std::size_t depth, Value value) = 0;
  virtual void on_key(std::size_t depth, const std::string& key) = 0;
  virtual void on_end(std::size_t /*depth*/) {}

  [[noreturn]] void fail(const std::string& what) const;
  void require(bool holds, const char* what) const {
    if (!holds) fail(what);
  }

 private:
  bool scalar(Value value);
  bool open(Kind kind);
  bool close();

  bool null() override { return scalar({Kind::null}); }
  bool boolean(bool b) override { return scalar({Kind::truth, {}, b ? 1U : 0U}); }
  bool number_integer(json::number_integer_t n) override {
    return scalar({Kind::integer, {}, 0, n});
  }
  bool number_unsigned(json::number_unsigned_t n) override {
    return scalar({Kind::natural, {}, n});
  }
  bool number_float(json::number_float_t x, const std::string&) override {
    return scalar({Kind::floating, {}, 0, 0, x});
  }
  bool string(std::string& text) override { return scalar({Kind::text, std::move(text)}); }
  bool binary(json::binary_t&) override { return false; }  // JSON has none
  bool start_object(std::size_t) override { return open(Kind::object); }
  bool key(std::string& name) override;
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Kind::array); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string& token,
                   const json::exception& error) override;

  std::string where_;
  std::string last_key_;
  std::size_t depth_ = 0;
};

}  // namespace horloge
