// Whatever the bytes are, the reader of npy files answers or throws a FileError, and what it
// answers survives being written and read again. No file is another one's beginning.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "horloge/core/error.h"
#include "horloge/io/npy.h"

namespace horloge {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool refused(const std::string& bytes) {
  try {
    parse_npy(own_bytes(bytes));
    return false;
  } catch (const FileError&) {
    return true;
  }
}

void read(const std::string& bytes) {
  try {
    const StoredTensor tensor = parse_npy(own_bytes(bytes));
    require(parse_npy(own_bytes(format_npy(tensor))) == tensor);
    require(refused(bytes.substr(0, bytes.size() - 1)) && refused(bytes + 'x'));
    if (is_float(tensor.dtype())) require(tensor.to_array().shape() == tensor.shape());
    if (tensor.dtype() == DType::I16) require(tensor.to_ids().size() == tensor.size());
  } catch (const FileError&) {
  }
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  horloge::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
