// The questions of all lessons are answered by WebAssembly as natively:
//   node answers.js LESSONS LIVE FOLDER     LIVE is bin/live; FOLDER has live.js and live.packed
// What is asked stands beside the questions, in LESSONS/*/live/examples.jsonl. Every number is the same to
// 1e-5, or to as much of its size; what a training says, in which rounding grows, to 1e-4.
"use strict";

const { spawnSync } = require("child_process");
const fs = require("fs");
const path = require("path");

const [lessons, live, folder] = process.argv.slice(2);
const ask = path.join(__dirname, "../../../lessons/live/web/ask.js");

/** The end of what a program complains: node shows all of live.js before it. */
const last = (text) => text.trim().slice(-600);

/** What a program answers to these requests, a line each. */
function answers(program, parameters, requests) {
  const said = spawnSync(program, parameters, {
    input: requests.join("\n") + "\n",
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const lines = said.stdout.split("\n").filter((line) => line !== "");
  if (said.status !== 0 || lines.length !== requests.length)
    throw new Error(`${program}: ${lines.length} answers to ${requests.length}: ${last(said.stderr)}`);
  return lines.map((line) => JSON.parse(line));
}

/** Where two answers differ, in words; empty if nowhere. */
function difference(one, other, where, bound) {
  if (typeof one === "number" && typeof other === "number") {
    const near = Math.abs(one - other) <= bound * Math.max(1, Math.abs(one));
    return near ? "" : `${where} is ${one} natively, ${other} in WebAssembly`;
  }
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object")
    return one === other ? "" : `${where} is ${JSON.stringify(one)}, ${JSON.stringify(other)}`;
  const keys = Object.keys(one);
  if (keys.join() !== Object.keys(other).join()) return `${where} has other parts`;
  for (const key of keys) {
    const found = difference(one[key], other[key], `${where}.${key}`, bound);
    if (found) return found;
  }
  return "";
}

let failed = 0;
for (const lesson of fs.readdirSync(lessons)) {
  if (!fs.existsSync(path.join(lessons, lesson, "live/questions.cpp"))) continue;
  const file = path.join(lessons, lesson, "live/examples.jsonl");
  const requests = fs.readFileSync(file, "utf8").split("\n").filter((line) => line !== "");
  const natively = answers(live, [], requests);
  const here = answers(process.execPath, [ask, folder], requests);
  requests.forEach((request, i) => {
    const bound = /"run"/.test(request) ? 1e-4 : 1e-5;
    const found = difference(natively[i], here[i], "it", bound);
    if (found) {
      console.log(`${file}:${i + 1}: ${request}\n  ${found}`);
      ++failed;
    }
  });
  console.log(`${lesson}: ${requests.length} requests`);
}
process.exit(failed ? 1 : 0);
