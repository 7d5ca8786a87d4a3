// What the worker calls: a request in, an answer out, both texts of JSON.

#include <filesystem>
#include <fstream>
#include <string>

#include "course/live/answer.h"
#include "data_files.h"

namespace live {

Questions all_questions();

namespace {

// The browser has no files; these are kept in memory under their names.
Questions begin() {
  for (const DataFile& file : data_files()) {
    const auto path = std::filesystem::path(HORLOGE_DATA_DIR) / file.name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.bytes),
               static_cast<std::streamsize>(file.size));
  }
  return all_questions();
}

}  // namespace
}  // namespace live

/// The answer stays where it is until the next call.
extern "C" const char* horloge_answer(const char* request) {
  static const live::Questions questions = live::begin();
  static std::string answer;
  answer = live::answer(questions, request);
  return answer.c_str();
}
