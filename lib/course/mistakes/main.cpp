// Makes of an exercise's folder the header that its check is compiled with:
//   expand_mistakes FOLDER HEADER
// A header that is there and says the same stays as it is: nothing is compiled
// for it.

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "course/mistakes/expansion.h"

namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("expand_mistakes FOLDER HEADER");
  const mistakes::Expansion all = mistakes::expand(argv[1]);
  if (text_of(argv[2]) == all.header) return 0;
  std::ofstream out(argv[2], std::ios::binary);
  if (!(out << all.header).flush())
    throw std::runtime_error(std::string(argv[2]) + ": cannot be written");
  return 0;
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
