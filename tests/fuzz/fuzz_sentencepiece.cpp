// Whatever a tokenizer.model or spiece.model holds, loading it gives a tokenizer or a FileError
// that a screen may show. The first byte says which of the two it is; the text that the tokenizer
// is tried with is in the fuzzer.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>

#include "any_tokenizer.h"

namespace horloge {
namespace {

// A folder of this process, and gone with it.
struct OwnFolder {
  OwnFolder() { std::filesystem::create_directories(path); }
  ~OwnFolder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("fuzz_sentencepiece." + std::to_string(getpid()));
};

void load(const std::string& name, const std::string& bytes) {
  static const OwnFolder folder;
  const std::filesystem::path file = folder.path / name;
  std::ofstream(file, std::ios::binary) << bytes;
  try {
    encode_and_decode(load_tokenizer(folder.path),
                      " the  cats caf\u00e9\n\u4e2d 12</s><extra_id_0>");
  } catch (const FileError& e) {
    require_fit_for_screen(e.what());
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!bytes.empty())
    horloge::load(bytes[0] % 2 == 0 ? "tokenizer.model" : "spiece.model", bytes.substr(1));
  return 0;
}
