// ./learn web --pdf: the whole course on paper.
"use strict";
const assert = require("node:assert");
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { lessons, program, source } = require("./browser.js");

const toPdf = (file, env = process.env) => spawnSync(program, ["--pdf", file], { encoding: "utf8", env, timeout: 600_000 });
const from = (tool, ...args) => execFileSync(tool, args, { encoding: "utf8", maxBuffer: 1 << 28 });
/** Letters and digits alone: a page breaks lines, and has ligatures; Chinese is in another font, if in any. */
const plain = (text) => text.normalize("NFKC").replace(/[^\p{Script=Latin}\p{Script=Greek}\p{N}]/gu, "");
const words = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#39": "'" };
const textOf = (xml) => xml.replace(/<[^>]*>/g, "").replace(/&([^;]*);/g, (mark, name) => words[name] || mark);

function scratch(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

const edges = [428, 808]; // right of both columns of the contents, where the numbers end

/** The lines of the contents: what they say, the number behind it, and the page that the link leads to. */
function contentsOf(file) {
  const lines = [];
  let title = "";
  const links = /left="(\d+)" width="(\d+)"[^>]*><a href="[^"]*#(\d+)">(.*?)<\/a>/g;
  for (const [, left, width, to, xml] of from("pdftohtml", "-xml", "-i", "-stdout", file).matchAll(links)) {
    const text = textOf(xml).trim();
    const atEdge = edges.some((edge) => Math.abs(Number(left) + Number(width) - edge) <= 3);
    if (!/^\d+$/.test(text) || !atEdge) {
      title += text + " ";
      continue;
    }
    lines.push({ title: title.trim(), number: Number(text), to: Number(to) });
    if (title === "Papers ") return lines; // links of the pages come behind them
    title = "";
  }
  return lines;
}

test("the book has all lessons, exercises and claims, where its contents say", function (t) {
  const folder = scratch(t);
  const file = path.join(folder, "course.pdf");
  fs.writeFileSync(file, "%PDF-1.4, an older one");
  const { status, stderr, stdout } = toPdf(file);
  assert.strictEqual(status, 0, stderr);
  assert.match(stdout, /^The course is in .*course\.pdf\.$/m);
  assert.deepStrictEqual(fs.readdirSync(folder), ["course.pdf"]);
  const bytes = fs.statSync(file).size;
  assert.ok(bytes > 2e6 && bytes <= 20e6, `${bytes} bytes`);

  const pages = from("pdftotext", file, "-").split("\f").slice(0, -1);
  assert.ok(pages.length > 400 && pages.length < 900, `${pages.length} pages`);
  pages.forEach((text, i) => assert.match(text, new RegExp(`^${i + 1}$`, "m"), `page ${i + 1} has no number`));

  const contents = contentsOf(file);
  for (const { title, number, to } of contents) {
    assert.strictEqual(number, to, title);
    const shown = plain(title.replace(/^(Aside: |\d+\. )/, ""));
    assert.ok(plain(pages[to - 1]).includes(shown), `${title} is not on page ${to}`);
  }
  const listed = contents.map((one) => plain(one.title));
  let at = 0;
  for (const { title, topic, steps } of lessons()) {
    at = listed.indexOf(plain(`Lesson ${parseInt(topic, 10)}: ${title}`), at);
    assert.ok(at >= 0, title);
    assert.ok(contents[at + steps.length].to <= contents[at + steps.length + 1].to, title);
    at += steps.length;
    const last = plain(steps.at(-1));
    assert.strictEqual(listed[at], last, `${title}: ${steps.length} steps`);
  }
  for (const { topic } of lessons()) {
    const exercises = path.join(source, "lessons", topic, "exercises");
    for (const name of fs.existsSync(exercises) ? fs.readdirSync(exercises) : [])
      if (fs.existsSync(path.join(exercises, name, "check.cpp"))) assert.ok(listed.includes(plain(name)), name);
  }
  assert.ok(contents.some((one) => one.title.startsWith("65. ")), "claim 65");
});

test("a wrong file is refused before anything is printed", function (t) {
  const folder = scratch(t);
  fs.writeFileSync(path.join(folder, "mine.txt"), "mine");
  const wrong = [
    [folder, /--pdf has to be a file/],
    [path.join(folder, "new") + "/", /--pdf has to be a file/],
    ["", /--pdf has to be a file/],
    [path.join(folder, "nowhere/course.pdf"), /--pdf has no folder .*nowhere/],
    [path.join(folder, "mine.txt"), /mine\.txt, which is no PDF/],
    ["/proc/course.pdf", /--pdf cannot be written in \/proc: /],
  ];
  for (const [file, says] of wrong) {
    const { status, stderr } = toPdf(file);
    assert.strictEqual(status, 2, file);
    assert.match(stderr, says);
    assert.strictEqual(stderr.trim().split("\n").length, 1, stderr);
  }
  const { status, stderr } = toPdf(path.join(folder, "course.pdf"), { ...process.env, PATH: "" });
  assert.strictEqual(status, 2);
  assert.match(stderr, /needs Chromium, which is not installed: apt-get install chromium/);
  assert.deepStrictEqual(fs.readdirSync(folder), ["mine.txt"]);
});
