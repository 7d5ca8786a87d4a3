#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/names.h"
#include "support/temporary_folder.h"

namespace horloge::test {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  EXPECT_TRUE(out.flush()) << path;
}

}  // namespace horloge::test
