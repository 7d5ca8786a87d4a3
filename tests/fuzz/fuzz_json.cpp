// Whatever the bytes are, the reader of JSON answers or throws a FileError of bounded length that
// is valid UTF-8 and holds nothing that a terminal would obey. What it answers is what the JSON
// library makes of it.

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_plain(const std::string& text) {
  utf8_characters(text, "fuzz");
  require(escape_controls(text) == text);
}

void read(const std::string& bytes) {
  try {
    require(parse_json(bytes, "") == nlohmann::json::parse(bytes));
  } catch (const FileError& e) {
    const std::string sentence = e.what();
    require_plain(sentence);
    require(sentence.size() < 2000);
  }
}

void show(const std::string& bytes) {
  require_plain(escape_controls(bytes));
  require_plain(excerpt(bytes, bytes.size() / 2));
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  horloge::read(bytes);
  horloge::show(bytes);
  return 0;
}
