#include "scratch.h"

#include <fstream>
#include <stdexcept>

namespace fs = std::filesystem;

runner::Session Scratch::session(std::size_t width) const {
  stage::Terminal terminal;
  terminal.width = terminal.columns = width;
  return {course_, runner::Progress(course_.own_folder() / "progress.json"), terminal};
}

void Scratch::save(const std::string& text, const std::string& name) const {
  fs::create_directories(file(name).parent_path());
  std::ofstream(file(name), std::ios::binary) << text;
}

runner::Verdict Scratch::check(const std::string& name) const {
  return runner::check_answer(course_, runner::Compiler(course_), exercise(name),
                              exercise(name).file, 1);
}

std::vector<std::string> Scratch::left_behind() const {
  std::vector<std::string> names;
  const fs::path build = course_.own_folder() / "build";
  if (!fs::exists(build)) return names;
  for (const auto& entry : fs::directory_iterator(build)) names.push_back(entry.path().filename());
  return names;
}

std::string right_table() {
  return R"(// The sinusoidal table.

#include "exercises/sinusoidal_table/answer.h"

using namespace horloge;
using xt::placeholders::_;

Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 != 0)
    throw ValueError("[sinusoidal_table] d_model must be even");
  const Array position =
      xt::arange<real>(0, max_seq_len).reshape({-1, 1});  // (T, 1)
  const Array pair = xt::arange<real>(0, d_model, 2);     // (D/2), 2i
  const Array angle = position / xt::pow(real(10000), pair / real(d_model));
  Array pe = Array::from_shape({max_seq_len, d_model});
  xt::view(pe, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe;
}
)";
}

std::string table_with(const std::string& body) {
  return "#include \"exercises/sinusoidal_table/answer.h\"\n"
         "\n"
         "using namespace horloge;\n"
         "\n"
         "Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model) {\n" +
         body + "\n}\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the text has no " + from);
  return text.replace(at, from.size(), to);
}
