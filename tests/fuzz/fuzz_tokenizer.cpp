// Whatever a tokenizer.json holds, loading it gives a tokenizer or a FileError of bounded length
// that is valid UTF-8 and holds nothing that a terminal would obey. A tokenizer cuts a text into
// ids that it can spell again, as valid UTF-8, or throws one of the library's errors.

#include <cstdint>
#include <string>

#include "any_tokenizer.h"

namespace horloge {
namespace {

void load(const std::string& bytes) try {
  encode_and_decode(parse_tokenizer(bytes, "FILE"),
                    " The cats'  caf\u00e9 e\u0301\n\u4e2d\u6587 12\U0001f600<s>[MASK]\x01 ab ");
} catch (const FileError& e) {
  require_fit_for_screen(e.what());
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  horloge::load({reinterpret_cast<const char*>(data), size});
  return 0;
}
