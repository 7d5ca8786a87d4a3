// The site as ./learn web serves it, and a browser to open it with. Both are started once, when the first
// test asks for them; the site only where all.js has not done so.
"use strict";
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const source = process.env.HORLOGE_SOURCE;
const build = process.env.HORLOGE_BUILD;
const program = path.join(build, "bin/learn_web");
const executablePath = process.env.HORLOGE_CHROMIUM;
const quiet = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the program; answers, once it says its address, {address, child, said()}. */
function start(args) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  return new Promise(function (done, failed) {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", function (text) {
        said += text;
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
        if (address) done({ address: address[0], child, said: () => said });
      });
    child.on("exit", () => failed(new Error("learn_web ended: " + said)));
  });
}

let server, browser;

/** The address of the site, and where its files are. */
async function site() {
  const given = process.env.HORLOGE_ADDRESS;
  if (!given) server = server || start([]);
  return { address: given || (await server).address, folder: path.join(build, "web/site"), source };
}

function open() {
  browser = browser || chromium.launch({ executablePath, args: quiet });
  return browser;
}

/** Ends both, and whatever of them was never started. */
async function close() {
  if (browser) await (await browser).close();
  if (server) (await server).child.kill("SIGINT");
}

/**
 * Calls `use(page, go)` with a page of an empty browser; `go(file)` opens a page of the site, or of another one at
 * `address`. Fails for any error on the console and any request that leaves the site. Without a service worker,
 * unless the options allow one: what a page asks for then passes by the test.
 */
async function withPage({ address, ...options }, use) {
  address = address || (await site()).address;
  const viewport = { width: 1280, height: 900 };
  const context = await (await open()).newContext({ viewport, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text() + " " + message.location().url));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", function (request) {
    const url = request.url();
    if (!url.startsWith(address) && !/^(file|data|blob):/.test(url)) complaints.push("asks for " + url);
  });
  page.on("response", (response) => response.status() >= 400 && complaints.push("is not there: " + response.url()));
  try {
    await use(page, (file) => page.goto(address + file));
    assert.deepStrictEqual(complaints, [], page.url());
  } finally {
    await context.close();
  }
}

/** The HTML files of the site, those of claims among them. */
async function pages() {
  const { folder } = await site();
  return fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html"));
}

/** The lessons: {topic, file, title, steps}, as their texts have them. */
function lessons() {
  const folder = path.join(source, "lessons");
  return fs
    .readdirSync(folder)
    .filter((topic) => /^\d\d_/.test(topic) && fs.existsSync(path.join(folder, topic, "README.md")))
    .map(function (topic) {
      const text = fs.readFileSync(path.join(folder, topic, "README.md"), "utf8").replace(/^```[^]*?^```/gm, "");
      return {
        topic,
        file: topic + ".html",
        title: /^# (.*)$/m.exec(text)[1],
        steps: text.match(/^## .*$/gm).map((line) => line.slice(3)),
      };
    });
}

module.exports = { build, close, lessons, pages, program, site, source, start, withPage };
