// Makes of an exercise's folder the headers that its check is compiled with:
//   expand_mistakes FOLDER OUT
// OUT/your_answer.h and OUT/mistakes.h. A header that is there and says the
// same stays as it is: nothing is compiled for it.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "course/mistakes/expansion.h"

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (text == std::string{std::istreambuf_iterator<char>(in), {}}) return;
  std::ofstream out(path, std::ios::binary);
  if (!(out << text).flush())
    throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("expand_mistakes FOLDER OUT");
  const mistakes::Expansion all = mistakes::expand(argv[1]);
  const std::filesystem::path out = argv[2];
  write(out / "your_answer.h", all.answer);
  write(out / "mistakes.h", all.mistakes);
  return 0;
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
