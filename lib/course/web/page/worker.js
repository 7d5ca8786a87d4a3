// The library at work: requests come in as texts of JSON, and answers go out, one after the other. It is
// loaded with the first request.
"use strict";

const place = "../live/";
const data = "/data/";
let library = null;
let last = Promise.resolve(); // what came before is done first
let unread = ""; // why a file that was given could not be read

/** The library, once it is there. It comes packed, in a third of its size. */
async function load() {
  importScripts(place + "live.js");
  const packed = await fetch(place + "live.packed");
  if (!packed.ok) throw new Error("live.packed: " + packed.status);
  const wasm = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return horlogeLive({ wasmBinary: await new Response(wasm).arrayBuffer() });
}

/** The same each time. */
function there() {
  library = library || load();
  return library;
}

/** Keeps a file for the library, in memory; without bytes there is none of that name any more. */
async function keep({ path, bytes }) {
  try {
    const { FS } = await there();
    const file = data + path;
    if (FS.analyzePath(file).exists) FS.unlink(file);
    if (!bytes) return;
    const content = new Uint8Array(await new Response(bytes).arrayBuffer());
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, content, { canOwn: true });
  } catch (error) {
    unread = `${path}: ${error.message || error}`;
  }
}

/** Answers one request; what cannot be answered at all is "failed", with the reason. */
async function answer({ id, request }) {
  try {
    const module = await there();
    if (unread) throw unread;
    const text = module.ccall("horloge_answer", "string", ["string"], [request]);
    postMessage({ id, text });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}

onmessage = (event) => {
  const { data: message } = event;
  last = last.then(() => ("path" in message ? keep(message) : answer(message)));
};
