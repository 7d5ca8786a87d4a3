#include "course/learn/become.h"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

namespace learn {

void become(const runner::Course& course, const std::string& program,
            std::vector<std::string> arguments) {
  std::string path = course.build / "bin" / program;
  std::vector<char*> words{path.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(path.c_str(), words.data());
  throw std::runtime_error(
      fmt::format("{} is not built yet; ./learn builds it", path));
}

}  // namespace learn
