// Answers requests as bin/live does, by WebAssembly under node: one a line on standard input, its answer a
// line on standard output.
//   node lessons/live/web/ask.js FOLDER <requests     FOLDER has live.js and live.wasm
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");

const folder = path.resolve(process.argv[2]);
const horlogeLive = require(path.join(folder, "live.js"));

async function main() {
  const module = await horlogeLive({ wasmBinary: fs.readFileSync(path.join(folder, "live.wasm")) });
  const ask = (request) => module.ccall("horloge_answer", "string", ["string"], [request]);
  for await (const line of readline.createInterface({ input: process.stdin }))
    if (line !== "") process.stdout.write(ask(line) + "\n");
}

main();
