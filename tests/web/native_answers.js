// Answers checked by the native programs, and their verdicts: what a page hears where the site has a compiler.
"use strict";
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const zlib = require("node:zlib");
const { build, source } = require("./browser.js");

/** The folder of an exercise, "04_sinusoidal_table". */
function folderOf(id) {
  const lessons = path.join(source, "lessons");
  const topic = fs.readdirSync(lessons).find((one) => one.startsWith(id.slice(0, 3)));
  return path.join(lessons, topic, "exercises", id.slice(3));
}

const read = (folder, name) => fs.readFileSync(path.join(folder, name), "utf8");

/** The solution, without its marks. */
function solutionOf(id) {
  return read(folderOf(id), "task.cpp").replace(/^ *\/\/ (solution(: .*)?|end)\n/gm, "");
}

/** Compiles as ./learn does; {log} if it does not. */
function compile(id, text, folder) {
  const settings = JSON.parse(read(path.join(build, "exercises"), "answers.json"));
  const file = id.slice(3) + ".cpp";
  const library = path.join(folder, "answer.so");
  fs.writeFileSync(path.join(folder, file), text);
  const lesson = path.dirname(path.dirname(folderOf(id)));
  const headers = path.join(settings.headers, "quick/answer_headers.h");
  const entry = path.join(build, "exercises/entries", id + ".o");
  const include = ["-I" + lesson, "-include", fs.existsSync(headers + ".gch") ? headers : "course/exercise/exercise.h"];
  const compiled = spawnSync(
    settings.compiler,
    [...settings.flags, ...include, ...settings.quick, file, ...settings.link, entry, settings.library, "-o", library],
    { cwd: folder, encoding: "utf8" },
  );
  return compiled.status === 0 ? { library } : { log: compiled.stderr };
}

/** What horloge.answers.check() would give for this source. */
function check(id, text, seed) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  try {
    const { library, log } = compile(id, text, folder);
    if (!library) return { outcome: "compiled-not", log };
    const program = path.join(build, "bin", "check_" + id);
    const run = spawnSync(program, [library, "--seed", String(seed), "--report", "3"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const events = run.output[3].trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    return { outcome: "checked", events, printed: run.stdout, seed };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What horloge.answers.verdict() would give. */
function verdict(request) {
  const input = JSON.stringify(request) + "\n";
  const said = spawnSync(path.join(build, "bin/web_verdict"), { input, encoding: "utf8" });
  return JSON.parse(said.stdout);
}

/** What a site with a compiler has for its editor. */
function editorPacked() {
  const folder = "/usr/share/javascript/codemirror";
  const files = ["lib/codemirror.js", "mode/clike/clike.js"];
  return zlib.gzipSync(files.map((file) => read(folder, file) + "\n").join(""));
}

/** Puts these instead of a compiler in the page. A source that says "for ever" never ends. */
async function standIn(page, { unavailable = "" } = {}) {
  await page.route("**/page/codemirror.packed", (route) => route.fulfill({ body: editorPacked() }));
  await page.exposeFunction("nativeCheck", check);
  await page.exposeFunction("nativeVerdict", verdict);
  await page.addInitScript(function (sentence) {
    function run(id, text, { onProgress }) {
      let cancel;
      const ended = new Promise((done) => (cancel = () => done({ outcome: "ended", why: "cancel", events: [] })));
      onProgress({ stage: "compiler", done: 3, all: 12 });
      const never = new Promise(() => {});
      const result = text.includes("for ever") ? never : window.nativeCheck(id, text, 7);
      onProgress({ stage: "compile", done: 0, all: 1 });
      return { cancel, result: Promise.race([ended, result]) };
    }
    const verdict = (request) => window.nativeVerdict(request);
    const answers = { unavailable: () => sentence, check: run, verdict, megabytes: () => 31 };
    // The page's own takes no place of this.
    window.horloge = Object.defineProperty({}, "answers", { get: () => answers, set() {}, enumerable: true });
  }, unavailable);
}

module.exports = { check, editorPacked, folderOf, solutionOf, standIn };
