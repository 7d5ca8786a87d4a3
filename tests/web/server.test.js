// ./learn web itself: the server. Each start of it writes the site anew.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const test = require("node:test");
const { program, site, start } = require("./browser.js");

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
  const { status, stderr } = spawnSync(program, ["--port", port], { encoding: "utf8", timeout: 60_000 });
  assert.strictEqual(status, 1);
  assert.match(stderr, new RegExp(`port ${port} is taken`));
});
