#pragma once

#include <cstddef>
#include <vector>

namespace live {

/// A file that lessons read, as it is below /data.
struct DataFile {
  const char* name;
  const unsigned char* bytes;
  std::size_t size;
};

/// Those that were compiled in.
std::vector<DataFile> data_files();

}  // namespace live
