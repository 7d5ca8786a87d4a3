// The bench's toy loses in WebAssembly as it does with PyTorch, to 1e-4 over 50 steps:
//   node losses.js TRAIN_STEP FILE
"use strict";

const { spawnSync } = require("child_process");
const fs = require("fs");

const [program, file] = process.argv.slice(2);
const numbers = (text) => text.split("\n").filter((line) => /^[0-9]/.test(line)).map(Number);

// Some versions of node have a fetch that this version of emscripten takes for a browser's.
const said = spawnSync(process.execPath, ["--no-experimental-fetch", program], { encoding: "utf8" });
const losses = numbers(said.stdout);
const wanted = numbers(fs.readFileSync(file, "utf8"));
const far = wanted.findIndex((loss, i) => !(Math.abs(loss - losses[i]) <= 1e-4));
if (wanted.length !== 50 || losses.length !== 50 || far >= 0) {
  console.log(`step ${far}: ${losses[far]}, not ${wanted[far]}; ${losses.length} steps`);
  console.log(said.stderr);
  process.exit(1);
}
console.log(said.stderr.trim());
