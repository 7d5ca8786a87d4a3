#include "course/web/editor_script.h"

#include "course/web/package_script.h"

namespace web {
namespace {

std::string part_of_codemirror(const std::string& name) {
  return package_script("/usr/share/javascript/codemirror/" + name,
                        "Answers are written", "libjs-codemirror") +
         "\n";
}

}  // namespace

std::string editor_script() {
  return part_of_codemirror("lib/codemirror.js") +
         part_of_codemirror("mode/clike/clike.js");
}

}  // namespace web
