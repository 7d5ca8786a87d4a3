// Makes of an exercise's folder the header that its check is compiled with:
//   expand_mistakes FOLDER HEADER

#include <fstream>
#include <iostream>
#include <stdexcept>

#include "course/mistakes/expansion.h"

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("expand_mistakes FOLDER HEADER");
  const mistakes::Expansion all = mistakes::expand(argv[1]);
  std::ofstream out(argv[2], std::ios::binary);
  if (!(out << all.header).flush())
    throw std::runtime_error(std::string(argv[2]) + ": cannot be written");
  return 0;
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
