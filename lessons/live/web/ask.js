// Answers requests as bin/live does, by WebAssembly under node: one a line on standard input, its answer a
// line on standard output.
//   node lessons/live/web/ask.js FOLDER <requests     FOLDER has live.js and live.packed
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const { gunzipSync } = require("zlib");

const folder = path.resolve(process.argv[2]);
const horlogeLive = require(path.join(folder, "live.js"));

const model = path.join(__dirname, "../../../data/models/king_james");

/** The files of the lesson's small model, as a page gives them. */
function giveModel({ FS }) {
  FS.mkdirTree("/data/models/king_james");
  for (const file of fs.readdirSync(model))
    FS.writeFile("/data/models/king_james/" + file, fs.readFileSync(path.join(model, file)));
}

async function main() {
  const wasmBinary = gunzipSync(fs.readFileSync(path.join(folder, "live.packed")));
  const module = await horlogeLive({ wasmBinary });
  giveModel(module);
  const ask = (request) => module.ccall("horloge_answer", "string", ["string"], [request]);
  for await (const line of readline.createInterface({ input: process.stdin }))
    if (line !== "") process.stdout.write(ask(line) + "\n");
}

main();
