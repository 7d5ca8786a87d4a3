#include "course/web/assets.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "course/runner/own_folder.h"
#include "course/web/bundles.h"
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

// Of Debian's packages. Every browser takes the smallest kind of font. These
// are those that formulas are set in: none has script, Fraktur, sans serif or
// typewriter letters.
constexpr const char* fonts_of_formulas[] = {
    "AMS-Regular",   "Main-Bold",     "Main-Regular",  "Math-Italic",
    "Size1-Regular", "Size2-Regular", "Size3-Regular", "Size4-Regular"};

constexpr const char* scripts = "/usr/share/javascript";

void copy_libraries(const fs::path& page) {
  const fs::path fonts = "/usr/share/fonts/truetype/katex";
  runner::make_folder(page / "katex/fonts");
  take_file(fs::path(scripts) / "katex/katex.min.js",
            page / "katex/katex.min.js");
  for (const char* const font : fonts_of_formulas) {
    const std::string file = fmt::format("KaTeX_{}.woff2", font);
    take_file(fonts / file, page / "katex/fonts" / file);
  }
}

// Its fonts are beside it there.
std::string katex_style() {
  std::string style =
      runner::read_text(fs::path(scripts) / "katex/katex.min.css");
  const std::string from = "url(fonts/", to = "url(katex/fonts/";
  for (std::size_t at = style.find(from); at != std::string::npos;
       at = style.find(from, at + to.size()))
    style.replace(at, from.size(), to);
  return style;
}

// What the first check of a reader fetches: the compiler and what all checks
// share; of the files in folders below it takes one or two small ones.
double megabytes_of(const fs::path& answers, const nlohmann::json& place) {
  std::uintmax_t bytes = 0;
  for (const auto& part : place)
    for (const auto& file :
         fs::directory_iterator(answers / part.get<std::string>()))
      if (file.is_regular_file()) bytes += file.file_size();
  return std::round(static_cast<double>(bytes) / 1e6);
}

// The compiler and the checks, and where they are, which the page asks for; and
// the editor, which nobody needs without them.
// Returns the script that says where.
std::string copy_answers(const fs::path& answers, const fs::path& folder) {
  nlohmann::json place;
  if (!answers.empty()) {
    std::error_code error;
    fs::copy(answers, folder / "answers", fs::copy_options::recursive, error);
    if (error)
      throw horloge::FileError(
          fmt::format("{}: {}", answers.string(), error.message()));
    const fs::path editor = folder / "page/codemirror.packed";
    runner::write_file(editor, packed(editor_script()));
    place = horloge::read_json(answers / "place.json", "pages");
    const double megabytes = megabytes_of(answers, place);
    for (auto& [what, name] : place.items())
      name = "answers/" + name.get<std::string>();
    place["megabytes"] = megabytes;
  }
  return "window.horloge.answersPlace = " + place.dump() + ";\n";
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

// What is loaded by itself: before all others, or by a worker.
constexpr const char* files_alone[] = {"early.js",
                                       "icon.svg",
                                       "worker.js",
                                       "answers/check_worker.js",
                                       "answers/compile_worker.js",
                                       "answers/compiler.js",
                                       "answers/packed.js",
                                       "answers/program.js"};

void write_live(const fs::path& from, const fs::path& to) {
  for (const char* const kind : {".css", ".js"}) {
    const std::string text = bundle_of(from, kind);
    if (text.empty()) continue;
    runner::make_folder(to);
    runner::write_file(to / fmt::format("widgets{}", kind), text);
  }
}

}  // namespace

void copy_assets(const runner::Course& course, const Built& built,
                 std::map<std::string, std::string> made,
                 const fs::path& folder) {
  const fs::path page = folder / "page";
  const fs::path source = course.root / "lib/course/web/page";
  runner::make_folder(page / "answers");
  for (const char* const file : files_alone)
    take_file(source / file, page / file);
  take_file(course.root / "LICENSE", folder / "licence.txt");
  copy_libraries(page);
  made["katex.min.css"] = katex_style();
  made["codemirror.css"] =
      runner::read_text(fs::path(scripts) / "codemirror/lib/codemirror.css");
  made["answers/place.js"] = copy_answers(built.answers, folder);
  write_bundles(source, made, page);
  for (const auto& lesson : fs::directory_iterator(course.root / "lessons"))
    write_live(lesson.path() / "live",
               folder / "live" / lesson.path().filename());
  copy_small_model(course.root / "data/models/king_james",
                   folder / "live/king_james");
  for (const char* const file : {"live.js", "live.packed"})
    take_file(built.engine / file, folder / "live" / file);
}

}  // namespace web
