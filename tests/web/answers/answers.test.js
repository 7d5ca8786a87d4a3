// horloge.answers and its workers: an answer is compiled, linked and checked as natively. HORLOGE_ANSWERS names
// the folder that lessons/answers/pack.mjs filled, HORLOGE_CLANG that of the compiler's package, HORLOGE_BUILD the
// native build.
"use strict";

const assert = require("node:assert");
const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const test = require("node:test");
const { openPage } = require("./page.js");

const lessons = path.join(__dirname, "../../../lessons");
const { HORLOGE_ANSWERS: built, HORLOGE_CLANG: clang, HORLOGE_BUILD: build } = process.env;
const table = "04_sinusoidal/exercises/sinusoidal_table";
const seed = 7;

/** An exercise's task, whose solution stands in it. */
function solution(folder) {
  return fs.readFileSync(path.join(lessons, folder, "task.cpp"), "utf8");
}

/** The solution after some lines of somebody's own. */
const before = (lines) => solution(table).replace("// solution", lines + "\n  // solution");

/** What the native check reports of an answer, compiled as ./learn check does. */
function nativeEvents(topic, id, source) {
  const exercises = path.join(build, "exercises");
  const tool = JSON.parse(fs.readFileSync(path.join(exercises, "answers.json"), "utf8"));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge_answer_"));
  const [file, object, library] = ["cpp", "o", "so"].map((kind) => path.join(folder, `${id.slice(3)}.${kind}`));
  fs.writeFileSync(file, source);
  const header = path.join(tool.headers, "quick/answer_headers.h");
  const include = ["-I" + path.join(lessons, topic), "-include", header];
  execFileSync(tool.compiler, [...tool.flags, ...include, ...tool.quick, "-c", file, "-o", object]);
  const parts = [object, ...tool.link, path.join(exercises, `entries/${id}.o`), tool.library];
  execFileSync(tool.compiler, [...parts, "-Wl,-rpath," + path.dirname(tool.library), "-o", library]);
  const program = path.join(build, "bin/check_" + id);
  const run = spawnSync(program, [library, "--seed", String(seed)], { encoding: "utf8" });
  fs.rmSync(folder, { recursive: true });
  return run.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

const page = openPage(built, clang);
test.after(() => page.close());

/** The result of a check; what the page made becomes what this script would make. */
async function check(source, id = "04_sinusoidal_table", options = {}) {
  const result = await page.answers.check(id, source, { seed, ...options }).result;
  return JSON.parse(JSON.stringify(result));
}

/** What the page reports is what the program reports natively; the verdict as the page words it. */
async function sameAsNatively(folder, change) {
  const [topic, , name] = folder.split("/");
  const id = topic.slice(0, 3) + name;
  const source = change(solution(folder));
  const result = await check(source, id);
  assert.strictEqual(result.outcome, "checked", JSON.stringify(result));
  const plain = (events) => events.map((event) => ({ ...event, message: event.message?.replace(/, \S+\.cpp:\d+$/, "") }));
  assert.deepStrictEqual(plain(result.events), plain(nativeEvents(topic, id, source)));
  return page.answers.verdict({ exercise: name, file: name + ".cpp", source, result, seconds: 1, reread: "" });
}

/** [folder, what the solution has, what a wrong answer has in its place]: each is a known mistake. */
const exercises = [
  [table, "xt::pow(10000.0", "xt::pow(1000.0"],
  ["10_alibi/exercises/head_slopes", "exp2(-max_bias", "exp2(max_bias"],
  ["12_transformer/exercises/cross_entropy_backward", "(p - (right ? 1 : 0))", "((right ? 1 : 0) - p)"],
];

for (const [folder, right, wrong] of exercises) {
  test(folder + ": the solution passes", async () => {
    assert.strictEqual((await sameAsNatively(folder, (text) => text)).outcome, "passed");
  });
  test(folder + ": the stub fails by name", async () => {
    const stub = (text) => text.replace(/( *)\/\/ solution[^]*?\/\/ end/g, '$1todo("mine");');
    assert.strictEqual((await sameAsNatively(folder, stub)).outcome, "unwritten");
  });
  test(folder + ": a wrong answer is named", async () => {
    const verdict = await sameAsNatively(folder, (text) => text.replace(right, wrong));
    assert.strictEqual(verdict.outcome, "failed");
    assert.notStrictEqual(verdict.mistake, "");
  });
}

test("the stages are told in their order", async () => {
  const stages = [];
  await check(solution(table), undefined, {
    onProgress: ({ stage }) => stages.at(-1) !== stage && stages.push(stage),
  });
  assert.deepStrictEqual(stages, ["compile", "link", "check"]);
});

test("what does not compile has its line", async () => {
  const source = before("  int x = nobody_knows;");
  const result = await check(source);
  assert.strictEqual(result.outcome, "compiled-not");
  const line = 1 + source.slice(0, source.indexOf("nobody_knows")).split("\n").length - 1;
  assert.match(result.log, new RegExp(`^sinusoidal_table.cpp:${line}:13: error: `));
});

test("a function that nobody wrote is named", async () => {
  const result = await check("int forgotten(double);\n" + before("  (void)forgotten(1.5);"));
  assert.strictEqual(result.log, "sinusoidal_table.cpp: undefined reference to `forgotten(double)'\n");
});

test("an endless loop is ended, and the next check is as any", async () => {
  const result = await check(before("  for (volatile int i = 0;;) i = i + 1;"));
  assert.strictEqual(result.outcome + " " + result.why, "ended time");
  assert.strictEqual(result.events[0].event, "begin");
  assert.strictEqual((await check(solution(table))).outcome, "checked");
});

test("a crash is told by its signal, and what was printed before", async () => {
  const aborted = await check(before('  std::printf("so far\\n");\n  std::abort();'));
  assert.deepStrictEqual([aborted.why, aborted.signal], ["crash", "SIGABRT"]);
  assert.match(aborted.printed, /^so far\n/);
  const endless = await check(
    "int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1) % 7; }\n" + before("  std::printf(\"%d\", deep(1));"),
  );
  assert.deepStrictEqual(endless.events.at(-1), { event: "stack overflow" });
});

test("a check that is cancelled ends at once", async () => {
  const running = page.answers.check("04_sinusoidal_table", solution(table), { seed });
  setTimeout(running.cancel, 10);
  const result = await running.result;
  assert.strictEqual(result.outcome + " " + result.why, "ended cancel");
});

test("where it cannot be had, a sentence says why", async () => {
  assert.strictEqual(openPage("", clang).answers.unavailable(), "answers.not_built");
  assert.strictEqual(openPage(built, clang, "file:").answers.unavailable(), "answers.file");
  assert.strictEqual(page.answers.unavailable("04_sinusoidal_table"), "");
  assert.strictEqual(page.answers.unavailable("15_ring_all_reduce"), "answers.threads");
  await assert.rejects(check("", "15_ring_all_reduce"), { message: "answers.threads" });
});
