// Runs the files that are named, or all *.test.js: each in a process and a browser of its own, as many at once as
// there are processors. One server does for all.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after } = require("node:test");
const browser = require("./browser.js");

/** What writes the site anew runs first and alone; next the course on paper, which takes longest. */
const first = ["server.test.js", "pdf.test.js"];

/**
 * Answers, once a file has ended, whether all its tests passed. What it says is printed then, in one piece; one
 * that is alone says it at once.
 */
function run(file, address, alone) {
  const env = { ...process.env, HORLOGE_ADDRESS: address };
  const out = alone ? "inherit" : "pipe";
  const child = spawn(process.execPath, [__filename, file], { env, stdio: ["ignore", out, "inherit"] });
  let said = "";
  if (!alone) child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise(function (done) {
    child.on("close", function (status) {
      process.stdout.write(`# ${file}\n${said}`);
      done(status === 0);
    });
  });
}

async function runAll(files) {
  const { address } = await browser.site();
  const failed = [];
  const one = async (file) => (await run(file, address, files.length === 1)) || failed.push(file);
  const waiting = [...first.filter((file) => files.includes(file)), ...files.filter((file) => !first.includes(file))];
  if (waiting[0] === first[0]) await one(waiting.shift());
  const worker = async function () {
    while (waiting.length > 0) await one(waiting.shift());
  };
  await Promise.all(os.cpus().map(worker));
  await browser.close();
  console.log(failed.length > 0 ? "# failed: " + failed.join(" ") : `# passed: all of ${files.length} files`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

const named = process.argv.slice(2);
if (process.env.HORLOGE_ADDRESS) {
  require(path.resolve(__dirname, named[0]));
  after(browser.close);
} else {
  runAll(named.length > 0 ? named : fs.readdirSync(__dirname).filter((file) => file.endsWith(".test.js")));
}
