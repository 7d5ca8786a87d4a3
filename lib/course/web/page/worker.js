// The library at work: requests come in as texts of JSON, and answers go out, one after the other. It is
// loaded with the first request.
"use strict";

const place = "../live/";
let library = null;

/** The library, once it is there. It comes packed, in a third of its size. */
async function load() {
  importScripts(place + "live.js");
  const packed = await fetch(place + "live.packed");
  if (!packed.ok) throw new Error("live.packed: " + packed.status);
  const wasm = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return horlogeLive({ wasmBinary: await new Response(wasm).arrayBuffer() });
}

/** Answers one request; what cannot be answered at all is "failed", with the reason. */
async function answer({ id, request }) {
  try {
    library = library || load();
    const module = await library;
    const text = module.ccall("horloge_answer", "string", ["string"], [request]);
    postMessage({ id, text });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}

onmessage = (event) => answer(event.data);
