// Whatever the bytes are, the reader of safetensors files answers or throws a FileError, and what
// it answers survives being written and read again. No file is another one's beginning.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "horloge/core/error.h"
#include "horloge/io/safetensors.h"
#include "horloge/io/safetensors_json.h"

namespace horloge {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void convert(const StoredTensor& tensor) {
  if (is_float(tensor.dtype())) {
    const Array x = tensor.to_array();
    require(x.shape() == tensor.shape() && tensor.to_doubles().size() == x.size());
    require(StoredTensor::from(x, tensor.dtype()).bytes().size() == tensor.bytes().size());
    return;
  }
  try {
    if (is_integer(tensor.dtype()))
      require(StoredTensor::from(tensor.to_ids(), tensor.dtype()) == tensor);
    else
      require(StoredTensor::from(tensor.to_mask()) == tensor);
  } catch (const ValueError&) {  // a U64 that no id can be, a byte that no mask has
  }
}

bool refused(const std::string& bytes) {
  try {
    parse_safetensors(own_bytes(bytes));
    return false;
  } catch (const FileError&) {
    return true;
  }
}

void read(const std::string& bytes) {
  try {
    const SafetensorsFile file = parse_safetensors(own_bytes(bytes));
    for (const auto& entry : file.tensors) convert(entry.second);
    const SafetensorsFile back = parse_safetensors(own_bytes(format_safetensors(file)));
    require(back.tensors == file.tensors && back.metadata == file.metadata);
    require(refused(bytes.substr(0, bytes.size() - 1)) && refused(bytes + 'x'));
  } catch (const FileError&) {
  }
}

// A mutation seldom keeps the length of the header right, so it is also tried with one that is.
std::string with_right_length(std::string bytes) {
  const std::size_t end = bytes.rfind('}');
  if (end == std::string::npos || end < 8) return bytes;
  const std::uint64_t length = end + 1 - 8;
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

void read_index(const std::string& bytes) {
  try {
    detail::parse_shard_index(bytes, "");
  } catch (const FileError&) {
  }
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  horloge::read(bytes);
  horloge::read(horloge::with_right_length(bytes));
  horloge::read_index(bytes);
  return 0;
}
