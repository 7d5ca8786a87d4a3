// The headers that an answer can include, as one file for the compiler in the page:
//   node lessons/answers/headers.mjs OUT BUILD     writes OUT, a JSON object {path: text}; BUILD is ./build's
// They are emscripten's, xtensor's and the course's own, found by asking em++ what exercise.h and the
// exercises' answer.h include. Paths are relative, for the compiler's own files stand under usr/.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../..");
const [out, built] = process.argv.slice(2);

/** What the compiler is given, and em++ here: the same folders. */
const flags = [
  "-std=c++17", "-DHORLOGE_DOUBLE", "-DFMT_HEADER_ONLY", "-DXTENSOR_USE_FLENS_BLAS", "-fexceptions",
  "-I" + path.join(built, "headers"), "-I" + path.join(root, "lib"), "-I" + path.join(root, "lessons"),
];

/** Where a file stands in the page: machine, third party and the course side by side. */
function place(file) {
  for (const [from, to] of [
    [path.join(built, "headers"), "inc"],
    [path.join(root, "lib"), "lib"],
    [path.join(root, "lessons"), "lessons"],
    ["/usr/share/emscripten/cache/sysroot/include", "sys"],
  ])
    if (file.startsWith(from + "/")) return to + file.slice(from.length);
  const own = /\/clang\/[^/]+\/include\/(.*)$/.exec(file);
  return own ? "own/" + own[1] : null;
}

/** clang of today reads two of xtensor's templates as two meanings of std::array; std::array says it. */
const patches = {
  "inc/xtensor/xexpression_traits.hpp": [
    "template <template <class, std::size_t> class S, class X, std::size_t N>",
    (part) => part.replace("S<X, N>", "std::array<X, N>"),
    "template <class X, std::size_t N>",
  ],
  "inc/xtensor/xutils.hpp": [
    "template <class X, template <class, std::size_t> class C, class T, std::size_t N>",
    (part) => part.replaceAll("C<T, N>", "std::array<T, N>").replaceAll("C<X, N>", "std::array<X, N>"),
    "template <class X, class T, std::size_t N>",
  ],
};

function patched(file, text) {
  if (!(file in patches)) return text;
  const [before, change, after] = patches[file];
  const at = text.indexOf(before);
  if (at < 0) throw new Error(file + " is not the one that is known: " + before);
  const end = at + 400;
  return text.slice(0, at) + after + change(text.slice(at + before.length, end)) + text.slice(end);
}

/** All files that these lines need. */
function needed(lines) {
  const folder = mkdtempSync(path.join(tmpdir(), "horloge_headers_"));
  const source = path.join(folder, "all.cpp");
  writeFileSync(source, lines.map((line) => `#include "${line}"\n`).join(""));
  const rule = execFileSync("em++", [...flags, "-M", source], { encoding: "utf8", maxBuffer: 1 << 26 });
  return rule.replace(/^[^:]*:/, "").replaceAll("\\\n", " ").split(/\s+/).filter((file) => file && file !== source);
}

/** Standard headers that an answer may include beyond those of exercise.h. */
const more = ["bitset", "deque", "fstream", "iomanip", "iostream", "list", "map", "queue", "random", "set", "stack",
  "sstream", "chrono", "complex", "limits", "numeric", "optional", "tuple", "unordered_map", "unordered_set", "variant",
  "xtensor/xio.hpp", "xtensor/xrandom.hpp", "xtensor/xadapt.hpp", "xtensor/xtensor.hpp", "xtensor/xnorm.hpp",
  "xtensor/xmanipulation.hpp", "xtensor/xindex_view.hpp", "xtensor/xmasked_view.hpp", "fmt/format.h"];

const files = {};
for (const file of needed(["course/exercise/exercise.h", ...more])) {
  const to = place(path.normalize(file));
  if (!to) throw new Error("nobody knows where this header belongs: " + file);
  files[to] = patched(to, readFileSync(file, "utf8"));
}
for (const topic of readdirSync(path.join(root, "lessons"))) {
  const folder = path.join(root, "lessons", topic, "exercises");
  if (!existsSync(folder)) continue;
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith(".h"))
      files[`lessons/${topic}/exercises/${name}`] = readFileSync(path.join(folder, name), "utf8");
}
for (const name of readdirSync(path.join(root, "lessons/common")))
  if (name.endsWith(".h")) files["lessons/common/" + name] = readFileSync(path.join(root, "lessons/common", name), "utf8");
writeFileSync(out, JSON.stringify(files));
console.error(`${Object.keys(files).length} headers, ${Math.round(JSON.stringify(files).length / 1000)} kB`);
