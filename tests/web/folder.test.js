// ./learn web itself: the folder that it writes, links in it, and the server.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { program, pages, site, start, withPage } = require("./browser.js");

/** A folder that is gone when the test is over. */
function scratch(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

const learnWeb = (...args) => spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });

test("all links stay in the folder, and lead to what is there", async function () {
  const { folder } = await site();
  const anchors = new Map();
  const textOf = (file) => fs.readFileSync(path.join(folder, file), "utf8");
  const files = await pages();
  for (const file of files) anchors.set(file, new Set([...textOf(file).matchAll(/ id="([^"]*)"/g)].map((m) => m[1])));
  for (const file of files)
    for (const [, link] of textOf(file).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^https:/.test(link)) continue;
      const [name, anchor] = link.split("#");
      const to = name ? path.join(path.dirname(file), name) : file;
      assert.ok(fs.existsSync(path.join(folder, to)), `${file}: ${link}`);
      if (anchor) assert.ok(anchors.get(to).has(decodeURIComponent(anchor)), `${file}: ${link}`);
    }
});

test("a second site takes the place of the first, and of nothing else", function (t) {
  const folder = scratch(t);
  const out = path.join(folder, "course");
  for (let i = 0; i < 2; ++i) {
    const { status, stdout, stderr } = learnWeb("--out", out);
    assert.strictEqual(status, 0, stderr);
    assert.match(stdout, /index\.html is the first/);
    assert.ok(fs.existsSync(path.join(out, "index.html")));
  }
  assert.deepStrictEqual(fs.readdirSync(folder), ["course"]);
  fs.writeFileSync(path.join(folder, "mine.txt"), "mine");
  const refused = learnWeb("--out", folder);
  assert.strictEqual(refused.status, 2);
  assert.match(refused.stderr, /has other things in it/);
  assert.strictEqual(fs.readFileSync(path.join(folder, "mine.txt"), "utf8"), "mine");
  assert.strictEqual(learnWeb("--out", path.join(folder, "mine.txt")).status, 2);
  assert.strictEqual(learnWeb("--port", "0").status, 2);
});

test("with its address a site has canonical links, a sitemap, and a page for what is missing", function (t) {
  const out = path.join(scratch(t), "course");
  const { status, stderr } = learnWeb("--out", out, "--url", "https://example.org/course");
  assert.strictEqual(status, 0, stderr);
  const textOf = (file) => fs.readFileSync(path.join(out, file), "utf8");
  const lesson = textOf("04_sinusoidal.html");
  const place = "https://example.org/course/04_sinusoidal.html";
  assert.ok(lesson.includes(`<link rel="canonical" href="${place}">`));
  assert.ok(lesson.includes(`<meta property="og:url" content="${place}">`));
  assert.match(lesson, /<meta property="og:title" content="Lesson 4: A clock with many hands · Horloge">/);
  const listed = [...textOf("sitemap.xml").matchAll(/<loc>https:\/\/example\.org\/course\/(.*?)<\/loc>/g)].map(([, file]) => file || "index.html");
  const files = fs.readdirSync(out, { recursive: true }).filter((file) => file.endsWith(".html") && file !== "404.html");
  assert.deepStrictEqual(listed.sort(), files.sort());
  assert.doesNotMatch(textOf("404.html"), /canonical/);
  for (const [, link] of textOf("404.html").matchAll(/(?:href|src)="([^"#]+)"/g))
    if (!link.startsWith("https:")) assert.ok(fs.existsSync(path.join(out, link.replace(/^\/course\//, "/"))) && link.startsWith("/course/"), link);
  for (const wrong of ["example.org", "https://example.org/", 'https://example.org/"><script>', ""])
    assert.strictEqual(learnWeb("--out", out, "--url", wrong).status, 2, wrong);
  assert.strictEqual(learnWeb("--url", "https://example.org").status, 2);
});

test("every page says in a sentence what it is; without an address none is made up", async function () {
  const { folder } = await site();
  for (const file of await pages()) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    assert.doesNotMatch(text, /rel="canonical"|property="og:/, file);
    if (file !== "404.html") assert.match(text, /<meta name="description" content="[^"]{10,}">/, file);
  }
  assert.ok(!fs.existsSync(path.join(folder, "sitemap.xml")));
});

test("what the search reads is below 225 KB", async function () {
  const { folder } = await site();
  const bytes = fs.statSync(path.join(folder, "page/spots.js")).size;
  assert.ok(bytes < 225e3, `${bytes} bytes`);
});

test("the whole site is below 5 MB", async function () {
  const { folder } = await site();
  let bytes = 0;
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = fs.statSync(path.join(folder, name));
    if (file.isFile()) bytes += file.size;  // a folder has none of its own
  }
  assert.ok(bytes < 5e6, `${bytes} bytes`);
});

test("opened from a file, a lesson is read as ever", async function () {
  const { folder } = await site();
  await withPage({}, async function (page) {
    await page.goto("file://" + folder + "/04_sinusoidal.html");
    await page.keyboard.press("j");
    assert.strictEqual(await page.locator(".step:visible h2").innerText(), "The whole table");
    assert.ok(await page.locator(".katex").count());
    await page.keyboard.press("/");
    await page.locator("dialog.search input").fill("staircase");
    await page.waitForSelector(".results a");
  });
});

test("served with the right types; Ctrl-C ends it with a word", async function () {
  const { address, child, said } = await start([]);
  const type = async (file) => (await fetch(address + file)).headers.get("content-type");
  assert.match(await type("index.html"), /^text\/html/);
  assert.match(await type("page/style.css"), /^text\/css/);
  assert.match(await type("page/katex/fonts/KaTeX_Main-Regular.woff2"), /^font\/woff2/);
  assert.match(await type("sw.js"), /^text\/javascript/);
  assert.strictEqual(await type("course.webmanifest"), "application/manifest+json");
  assert.strictEqual((await fetch(address + "../../CMakeCache.txt")).status, 404);
  child.removeAllListeners("exit");
  const ended = new Promise((done) => child.on("close", done));
  child.kill("SIGINT");
  assert.strictEqual(await ended, 0);
  assert.match(said(), /The course is closed/);
});

test("a port that is taken is named", async function () {
  const port = new URL((await site()).address).port;
  const { status, stderr } = learnWeb("--port", port);
  assert.strictEqual(status, 1);
  assert.match(stderr, new RegExp(`port ${port} is taken`));
});
