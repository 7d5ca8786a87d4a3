// What a site needs to check answers, from what ./build has made:
//   node lessons/answers/pack.mjs BUILD CLANG
// BUILD is ./build's folder, CLANG that of the npm package @yowasp/clang. Writes BUILD/site: a folder for the
// compiler, one for the checks, each with a name of its own for other content, so that a browser never takes
// a part of one build with a part of another, and place.json, which names both. What is there stays.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { headers } from "./headers.mjs";

const [built, clang] = process.argv.slice(2).map((folder) => path.resolve(folder));
const site = path.join(built, "site");
const compilerFile = fileURLToPath(new URL("../../lib/course/web/page/answers/compiler.js", import.meta.url));
const version = JSON.parse(readFileSync(path.join(clang, "package.json"), "utf8")).version;

const key = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex").slice(0, 16);

/** All at once or not at all: whoever ends this leaves no half of a folder. */
function makeFolder(name, fill) {
  const folder = path.join(site, name);
  if (existsSync(folder)) return;
  const part = folder + ".part";
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  fill((file, bytes) => {
    mkdirSync(path.dirname(path.join(part, file)), { recursive: true });
    writeFileSync(path.join(part, file), gzipSync(bytes, { level: 9 }));
  }, part);
  renameSync(part, folder);
}

/** The headers, precompiled by the compiler that the page has. It takes most of a minute, so it is kept. */
async function precompiled(text) {
  const file = path.join(built, "headers.pch");
  const made = key(text, readFileSync(compilerFile), version);
  const is = file + ".key";
  if (existsSync(file) && existsSync(is) && readFileSync(is, "utf8") === made) return readFileSync(file);
  await import(compilerFile);
  const llvm = await import(path.join(clang, "gen/bundle.js"));
  writeFileSync(file, await horlogeCompiler({ llvm, headers: JSON.parse(text) }).precompile());
  writeFileSync(is, made);
  return readFileSync(file);
}

/** The names of what an answer may call: functions of C++ and of LAPACK. */
function symbols() {
  const program = new WebAssembly.Module(readFileSync(path.join(built, "answers.wasm")));
  const names = WebAssembly.Module.exports(program).map((symbol) => symbol.name);
  return JSON.stringify(names.filter((name) => /^_Z|^[a-z]\w*_$/.test(name)));
}

/** [name in the site, bytes] of each file of the checks. */
function checkFiles(text, pch) {
  const files = [["headers", text], ["pch", pch], ["symbols", symbols()]];
  for (const [name, file] of [["answers.js", "answers.js"], ["answers", "answers.wasm"]])
    files.push([name, readFileSync(path.join(built, file))]);
  for (const folder of ["checks", "entries"])
    for (const file of readdirSync(path.join(built, folder)).sort())
      files.push([`${folder}/${path.parse(file).name}`, readFileSync(path.join(built, folder, file))]);
  return files;
}

const text = JSON.stringify(headers(built));
writeFileSync(path.join(built, "headers.json"), text);
const files = checkFiles(text, await precompiled(text));
const names = { clang: "clang-" + version, folder: key(...files.flat()) };

makeFolder(names.clang, (add, folder) => {
  const from = path.join(clang, "gen");
  for (const file of readdirSync(from))
    if (file.endsWith(".wasm")) add(file.replace(/wasm$/, "packed"), readFileSync(path.join(from, file)));
  copyFileSync(path.join(from, "bundle.js"), path.join(folder, "bundle.js"));
  copyFileSync(path.join(clang, "README.md"), path.join(folder, "README.md"));
});
makeFolder(names.folder, (add) => files.forEach(([name, bytes]) => add(name + ".packed", bytes)));
for (const other of readdirSync(site))
  if (!Object.values(names).includes(other)) rmSync(path.join(site, other), { recursive: true });
writeFileSync(path.join(site, "place.json"), JSON.stringify(names) + "\n");
