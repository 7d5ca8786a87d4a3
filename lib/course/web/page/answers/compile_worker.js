// Compiles and links answers, one after the other, and puts verdicts into words. What that takes is loaded with
// the first request and stays.
"use strict";

importScripts("packed.js", "program.js", "compiler.js");
const fetchAsIs = fetch;
let tool = null;
let words = null;

/**
 * The compiler's package asks for its parts as they stand in it. Here they come packed; what it brings along
 * as headers and libraries of another system is left out.
 */
async function loadPackage(clang, tell) {
  globalThis.fetch = async (input, options) => {
    const url = String(input);
    if (url.endsWith(".tar")) return new Response(new Uint8Array(1024)); // one with nothing in it
    if (!url.startsWith(clang) || !url.endsWith(".wasm")) return fetchAsIs(input, options);
    const big = url.endsWith("llvm.core.wasm");
    const bytes = await horlogePacked(url.replace(/wasm$/, "packed"), big ? tell : null);
    return new Response(bytes, { headers: { "content-type": "application/wasm" } });
  };
  const llvm = await import(clang + "bundle.js");
  await llvm.runLLVM(["llvm-ar", "--version"], {}, { stdout() {}, stderr() {}, fetchProgress() {} });
  return llvm;
}

const json = async (url) => JSON.parse(new TextDecoder().decode(await horlogeUnpacked(url)));

async function load({ clang, folder }, tell) {
  const llvm = await loadPackage(clang, (done, all) => tell("compiler", done, all));
  const [headers, symbols] = await Promise.all([json(folder + "headers.packed"), json(folder + "symbols.packed")]);
  const pch = await horlogeUnpacked(folder + "pch.packed", (done, all) => tell("headers", done, all));
  return horlogeCompiler({ llvm, headers, pch, symbols: new Set(symbols) });
}

/** {module} or {log}. */
async function make({ place, exercise, source }, tell) {
  tool = tool || load(place, tell);
  const compiler = await tool;
  tell("compile", 0, 1);
  const compiled = await compiler.compile(exercise, source);
  if (!compiled.object) return { log: compiled.messages };
  tell("link", 0, 1);
  const entry = await horlogeUnpacked(`${place.folder}entries/${exercise}.packed`);
  const linked = await compiler.link(exercise, compiled.object, entry);
  return linked.module ? { module: linked.module } : { log: linked.messages };
}

/** The verdict on a result, from the C++ that the terminal's verdict is from. */
async function judge({ place, verdict }) {
  words = words || horlogeProgram(place.folder, () => {});
  const program = await words;
  return { verdict: program.ccall("horloge_verdict", "string", ["string"], [verdict]) };
}

onmessage = async ({ data }) => {
  const { id } = data;
  const tell = (stage, done, all) => postMessage({ id, progress: { stage, done, all } });
  try {
    postMessage({ id, ...(await (data.verdict === undefined ? make(data, tell) : judge(data))) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};
