// Checks an answer as the page does, under node; prints the report's events, one a line.
//   node lessons/answers/check.mjs BUILD CLANG ID ANSWER.cpp [SEED]
// BUILD is ./build's folder after pack.mjs, CLANG the folder of the package @yowasp/clang, ID 04_sinusoidal_table.
// The times of all steps go to standard error. Ends with 0 if the answer passes, 1 if not, 2 if it does not
// compile.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const [build, clang, id, file, seed = "1"] = process.argv.slice(2);
const place = JSON.parse(readFileSync(path.join(build, "site/place.json"), "utf8"));
const site = path.join(build, "site", place.folder);
const read = (...parts) => new Uint8Array(readFileSync(path.join(...parts)));

let last = performance.now();
function lap(what) {
  const now = performance.now();
  console.error(`${what}: ${((now - last) / 1000).toFixed(2)} s`);
  last = now;
}

await import(fileURLToPath(new URL("../../lib/course/web/page/answers/compiler.js", import.meta.url)));
const llvm = await import(path.resolve(clang, "gen/bundle.js"));
const headers = JSON.parse(readFileSync(path.join(build, "headers.json"), "utf8"));
const symbols = new Set(JSON.parse(gunzipSync(read(site, "symbols.packed"))));
const tool = horlogeCompiler({ llvm, headers, pch: read(build, "headers.pch"), symbols });
const factory = createRequire(import.meta.url)(path.resolve(build, "answers.js"));
const program = await factory({ wasmBinary: read(build, "answers.wasm"), noExitRuntime: true });
lap("loaded");

const compiled = await tool.compile(id, readFileSync(file, "utf8"));
lap("compiled");
const linked = compiled.object ? await tool.link(id, compiled.object, read(build, "entries", id + ".o")) : compiled;
if (!linked.module) {
  process.stdout.write(linked.messages);
  process.exit(2);
}
lap("linked");

program.FS.writeFile("/answer.wasm", linked.module);
program.FS.writeFile("/check.wasm", read(build, "checks", id + ".wasm"));
program.FS.writeFile("/report", "");
const texts = ["/check.wasm", "/answer.wasm", seed, "/report"];
const status = program.ccall("horloge_check", "number", ["string", "string", "string", "string"], texts);
process.stdout.write(program.FS.readFile("/report", { encoding: "utf8" }));
lap("checked");
process.exit(status);
