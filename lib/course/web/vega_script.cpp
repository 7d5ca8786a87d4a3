#include "course/web/vega_script.h"

#include <fmt/format.h>

#include "course/web/package_script.h"

namespace web {
namespace {

constexpr const char* folder = "/usr/share/javascript/vega";

// Each after those that it needs. The rest of Vega (maps, trees, forces, clouds
// of words) is left out, and so is d3, whose parts are within.
constexpr const char* vega_parts[] = {"vega-util",
                                      "vega-time",
                                      "vega-format",
                                      "vega-loader",
                                      "vega-dataflow",
                                      "vega-statistics",
                                      "vega-canvas",
                                      "vega-scale",
                                      "vega-scenegraph",
                                      "vega-event-selector",
                                      "vega-expression",
                                      "vega-selection",
                                      "vega-functions",
                                      "vega-runtime",
                                      "vega-parser",
                                      "vega-transforms",
                                      "vega-view-transforms",
                                      "vega-encode",
                                      "vega-interpreter",
                                      "vega-view"};

// Without a loader of modules each part would take the place of the one before.
constexpr const char* opening =
    R"(// Vega, https://vega.github.io, BSD 3-clause licence.
(function () {
"use strict";
var vega = (window.vega = {}), parts = {}, part;
function define(needs, make) {
  var made = (parts[part] = {});
  make.apply(null, needs.map(function (name) {
    if (name === "exports") return made;
    return parts[name === "vega-selections" ? "vega-selection" : name];
  }));
  Object.assign(vega, made);
}
define.amd = true;
)";
constexpr const char* closing = R"(
Object.assign(vega.transforms, parts["vega-transforms"], parts["vega-view-transforms"],
  parts["vega-encode"]);
})();
)";

std::string part_of_vega(const std::string& name) {
  const std::string text =
      package_script(fmt::format("{}/{}.min.js", folder, name),
                     "Figures are drawn", "libjs-vega");
  return text.substr(0, text.rfind("\n//# sourceMappingURL"));
}

}  // namespace

std::string vega_script() {
  std::string script = opening;
  for (const char* name : vega_parts)
    script += fmt::format("part = \"{}\";\n{}\n", name, part_of_vega(name));
  return script + closing;
}

}  // namespace web
