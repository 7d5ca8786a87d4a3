#include "course/web/assets.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/runner/own_folder.h"
#include "course/web/editor_script.h"
#include "course/web/packed.h"
#include "horloge/core/error.h"
#include "horloge/io/safetensors.h"
#include "horloge/text/json.h"

namespace fs = std::filesystem;

namespace web {
namespace {

void take_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error)
    throw horloge::FileError(
        fmt::format("{}: {}", from.string(), error.message()));
}

// The files of a folder that end so.
void copy_kind(const fs::path& from, const fs::path& to,
               const std::vector<std::string>& kinds) {
  if (!fs::is_directory(from)) return;
  for (const auto& file : fs::directory_iterator(from))
    for (const std::string& kind : kinds)
      if (file.path().extension() == kind) {
        runner::make_folder(to);
        take_file(file.path(), to / file.path().filename());
      }
}

// Of Debian's packages. Every browser takes the smallest kind of font. These
// are those that formulas are set in: none has script, Fraktur, sans serif or
// typewriter letters.
constexpr const char* fonts_of_formulas[] = {
    "AMS-Regular",   "Main-Bold",     "Main-Regular",  "Math-Italic",
    "Size1-Regular", "Size2-Regular", "Size3-Regular", "Size4-Regular"};

void copy_libraries(const fs::path& page) {
  const fs::path scripts = "/usr/share/javascript";
  const fs::path fonts = "/usr/share/fonts/truetype/katex";
  runner::make_folder(page / "katex/fonts");
  for (const char* file : {"katex.min.js", "katex.min.css"})
    take_file(scripts / "katex" / file, page / "katex" / file);
  for (const char* const font : fonts_of_formulas) {
    const std::string file = fmt::format("KaTeX_{}.woff2", font);
    take_file(fonts / file, page / "katex/fonts" / file);
  }
  take_file(scripts / "lunr/lunr.min.js", page / "lunr.min.js");
  take_file(scripts / "codemirror/lib/codemirror.css", page / "codemirror.css");
}

// The compiler and the checks, and where they are, which the page asks for; and
// the editor, which nobody needs without them.
void copy_answers(const fs::path& answers, const fs::path& folder) {
  nlohmann::json place;
  if (!answers.empty()) {
    std::error_code error;
    fs::copy(answers, folder / "answers", fs::copy_options::recursive, error);
    if (error)
      throw horloge::FileError(
          fmt::format("{}: {}", answers.string(), error.message()));
    const fs::path editor = folder / "page/codemirror.packed";
    runner::write_file(editor, packed(editor_script(), folder / "unpacked"));
    place = horloge::read_json(answers / "place.json", "pages");
    for (auto& [what, name] : place.items())
      name = "answers/" + name.get<std::string>();
  }
  runner::write_file(folder / "page/answers/place.js",
                     "window.horloge.answersPlace = " + place.dump() + ";\n");
}

// The small model of lesson 14. Half precision takes half the room, and moves
// the likelihood of a text by less than a thousandth of a nat a letter.
void copy_small_model(const fs::path& from, const fs::path& to) {
  runner::make_folder(to);
  for (const char* file : {"config.json", "tokenizer.json"})
    take_file(from / file, to / file);
  horloge::SafetensorsFile weights =
      horloge::read_safetensors(from / "model.safetensors");
  for (auto& [name, tensor] : weights.tensors)
    tensor =
        horloge::StoredTensor::from(tensor.to_array(), horloge::DType::F16);
  horloge::write_safetensors(to / "model.safetensors", weights);
}

}  // namespace

void copy_assets(const runner::Course& course, const Built& built,
                 const fs::path& folder) {
  const fs::path page = folder / "page";
  runner::make_folder(page);
  const fs::path source = course.root / "lib/course/web/page";
  copy_kind(source, page, {".css", ".js", ".svg"});
  for (const auto& part : fs::directory_iterator(source))
    copy_kind(part.path(), page / part.path().filename(), {".css", ".js"});
  copy_libraries(page);
  for (const auto& lesson : fs::directory_iterator(course.root / "lessons"))
    copy_kind(lesson.path() / "live",
              folder / "live" / lesson.path().filename(), {".js", ".css"});
  copy_small_model(course.root / "data/models/king_james",
                   folder / "live/king_james");
  for (const char* const file : {"live.js", "live.packed"})
    take_file(built.engine / file, folder / "live" / file);
  copy_answers(built.answers, folder);
}

}  // namespace web
