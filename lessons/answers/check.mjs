// Checks an answer as the page does, under node; prints the report's events, one a line.
//   node lessons/answers/check.mjs BUILD CLANG TOPIC NAME ANSWER.cpp [SEED]
// BUILD is ./build's folder with headers.json, CLANG the folder of the package @yowasp/clang. The times of
// all steps go to standard error. Ends with 0 if the answer passes, 1 if not, 2 if it does not compile.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compiler } from "./compile.mjs";

const [build, clang, topic, name, file, seed = "1"] = process.argv.slice(2);
const id = topic.slice(0, 3) + name;
const read = (...parts) => new Uint8Array(readFileSync(path.join(...parts)));

console.log = console.error;  // the compiler tells there how much of it is read

let last = performance.now();
function lap(what) {
  const now = performance.now();
  console.error(`${what}: ${((now - last) / 1000).toFixed(2)} s`);
  last = now;
}

const llvm = await import(path.resolve(clang, "gen/bundle.js"));
const pch = path.join(build, "headers.pch");
const tool = compiler(llvm, JSON.parse(readFileSync(path.join(build, "headers.json"), "utf8")),
  existsSync(pch) ? read(pch) : null);
if (!existsSync(pch)) {
  writeFileSync(pch, await tool.precompile());
  lap("headers precompiled");
}

const factory = createRequire(import.meta.url)(path.resolve(build, "answers.js"));
const program = await factory({ wasmBinary: read(build, "answers.wasm"), noExitRuntime: true });
lap("check loaded");
const source = readFileSync(file, "utf8");
const compiled = await tool.compile(source, name + ".cpp", topic);
lap("compiled");
if (!compiled.object) {
  process.stdout.write(program.ccall("horloge_diagnose", "string", ["string", "string", "string"],
    [compiled.messages, name + ".cpp", source]) + "\n");
  process.exit(2);
}
const linked = await tool.link(compiled.object, read(build, "entries", id + ".o"));
lap("linked");
if (!linked.module) {
  process.stdout.write(linked.messages);
  process.exit(2);
}

program.FS.writeFile("/answer.wasm", linked.module);
program.FS.writeFile("/check.wasm", read(build, "checks", id + ".wasm"));
program.FS.writeFile("/report", "");
const status = program.ccall("horloge_check", "number", ["string", "string", "string", "string"],
  ["/check.wasm", "/answer.wasm", seed, "/report"]);
process.stdout.write(program.FS.readFile("/report", { encoding: "utf8" }));
lap("checked");
process.exit(status);
