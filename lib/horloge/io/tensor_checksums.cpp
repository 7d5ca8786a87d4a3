#include "horloge/io/tensor_checksums.h"

#include <fmt/format.h>

#include "horloge/core/crc32.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

std::string key_of(const std::string& name) { return "crc32." + name; }

std::string checksum_of(const StoredTensor& tensor) {
  Crc32 crc;
  crc.add(name_of(tensor.dtype()));
  crc.add(to_string(tensor.shape()));
  crc.add(tensor.bytes());
  return fmt::format("{:08x}", crc.value());
}

}  // namespace

void add_checksums(SafetensorsFile& file) {
  for (const auto& [name, tensor] : file.tensors) file.metadata[key_of(name)] = checksum_of(tensor);
}

void check_checksums(const SafetensorsFile& file, const std::string& where) {
  for (const auto& [name, tensor] : file.tensors) {
    const auto written = file.metadata.find(key_of(name));
    if (written == file.metadata.end()) continue;
    if (const std::string found = checksum_of(tensor); found != written->second)
      throw FileError(fmt::format(
          "{}tensor \"{}\" is damaged: its checksum is {}, and the file says {}; take another copy "
          "of the file (or write it anew, if another program has changed the tensor on purpose)",
          where, excerpt(name), found, excerpt(written->second)));
  }
}

}  // namespace horloge
