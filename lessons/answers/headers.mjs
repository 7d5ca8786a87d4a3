// The headers that an answer can include, for the compiler in the page. They are emscripten's, xtensor's and the
// course's own, found by asking em++ what exercise.h and the exercises' answer.h include.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Where a file stands in the page: machine, third party and the course side by side. */
function place(file, built) {
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
function needed(lines, built) {
  const source = path.join(built, "all_headers.cpp");
  writeFileSync(source, lines.map((line) => `#include "${line}"\n`).join(""));
  const flags = [
    "-std=c++17", "-DHORLOGE_DOUBLE", "-DFMT_HEADER_ONLY", "-DXTENSOR_USE_FLENS_BLAS", "-fexceptions",
    "-I" + path.join(built, "headers"), "-I" + path.join(root, "lib"), "-I" + path.join(root, "lessons"),
  ];
  const rule = execFileSync("em++", [...flags, "-M", source], { encoding: "utf8", maxBuffer: 1 << 26 });
  return rule.replace(/^[^:]*:/, "").replaceAll("\\\n", " ").split(/(?<!\\)\s+/)
    .map((file) => file.replaceAll("\\ ", " ")).filter((file) => file && file !== source);
}

/** Standard headers that an answer may include beyond those of exercise.h. */
const more = ["bitset", "deque", "fstream", "iomanip", "iostream", "list", "map", "queue", "random", "set", "stack",
  "sstream", "chrono", "complex", "limits", "numeric", "optional", "tuple", "unordered_map", "unordered_set", "variant",
  "fmt/format.h"];

/** Files of a folder of the course that end in .h, as they stand in the page. */
function courseHeaders(folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith(".h")).map((name) => `${folder}/${name}`);
}

/** The compiler's files know no "..": "../common/rank.h" becomes "common/rank.h", below lessons/. */
function withoutDots(file, text) {
  return text.replace(/^#include "(\.\.\/[^"]+)"/gm, (line, to) => {
    const from = path.posix.relative("lessons", path.posix.join(path.posix.dirname(file), to));
    return `#include "${from}"`;
  });
}

/** {path: text} of all of them; `built` is ./build's folder. Paths are relative: the compiler's own begin with /. */
export function headers(built) {
  const files = {};
  for (const file of needed(["course/exercise/exercise.h", ...more], built)) {
    const to = place(path.normalize(file), built);
    if (!to) throw new Error("nobody knows where this header belongs: " + file);
    files[to] = patched(to, readFileSync(file, "utf8"));
  }
  const folders = readdirSync(path.join(root, "lessons"))
    .map((topic) => `lessons/${topic}/exercises`)
    .filter((folder) => existsSync(path.join(root, folder)));
  const rooms = ["core", "kernels", "autograd", "ops", "nn", "train"].map((room) => "lib/horloge/" + room);
  for (const file of [...rooms, "lessons/common", ...folders].flatMap(courseHeaders))
    files[file] = withoutDots(file, readFileSync(path.join(root, file), "utf8"));
  return files;
}
