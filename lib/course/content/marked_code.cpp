#include "course/content/marked_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace content {

std::string marked_code(std::string_view source, std::string_view mark,
                        std::string_view name) {
  const std::string begin = fmt::format("\n// {}: {}\n", mark, name);
  const std::size_t start = source.find(begin);
  if (start == std::string_view::npos)
    throw std::runtime_error(
        fmt::format("[lesson] no line says // {}: {}", mark, name));
  const std::string_view rest = source.substr(start + begin.size());
  const std::size_t end = std::min(rest.find(fmt::format("\n// {}: ", mark)),
                                   rest.find("\n// End of "));
  std::string code(rest.substr(0, end));
  code.erase(code.find_last_not_of('\n') + 1);
  return code + "\n";
}

std::string step_code(std::string_view source, std::string_view name) {
  return marked_code(source, "Step", name);
}

}  // namespace content
