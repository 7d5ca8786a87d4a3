// A page without a browser, as in ../engine: the scripts of page/answers as they are, with workers made of
// threads of node.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const vm = require("vm");
const { pathToFileURL } = require("url");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

const scripts = path.join(__dirname, "../../../lib/course/web/page/answers");

/** In the thread: what a worker of a browser finds around itself. */
function beWorker({ script }) {
  const blobs = [];
  globalThis.onmessage = null;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.fetch = async (url) => new Response(fs.readFileSync(new URL(url)));
  globalThis.Blob = class {
    constructor(parts) {
      this.parts = parts;
    }
  };
  URL.createObjectURL = (blob) => "blob:" + (blobs.push(blob) - 1);
  URL.revokeObjectURL = () => {};
  globalThis.importScripts = (...files) => files.forEach(load);

  // The check's program, which comes as a blob, is a module to node.
  function load(file) {
    if (!file.startsWith("blob:")) return require(path.join(scripts, file));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge_answers_"));
    const copy = path.join(folder, "answers.js");
    fs.writeFileSync(copy, Buffer.concat(blobs[Number(file.slice(5))].parts));
    globalThis.horlogeAnswers = require(copy);
    fs.rmSync(folder, { recursive: true });
  }
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
  require(script);
}

/** A page of a site with the checks of the folder `built`, and clang's package: the global horloge. */
function openPage(built, clang, protocol = "http:") {
  const started = [];
  class BrowserWorker {
    constructor(url) {
      this.thread = new Worker(__filename, { workerData: { script: path.join(scripts, path.basename(url.pathname)) } });
      this.thread.on("message", (data) => this.onmessage && this.onmessage({ data }));
      this.thread.on("error", (error) => this.onerror({ message: error.message, preventDefault() {} }));
      started.push(this);
    }
    postMessage(message) {
      this.thread.postMessage(message);
    }
    terminate() {
      this.onmessage = null; // what is on its way does not arrive
      this.thread.terminate();
    }
  }
  const horloge = { text: (name, parts) => name + (parts ? " " + JSON.stringify(parts) : "") };
  if (built) {
    const { folder } = JSON.parse(fs.readFileSync(path.join(built, "site/place.json"), "utf8"));
    horloge.answersPlace = {
      clang: pathToFileURL(path.join(clang, "gen")).href,
      folder: pathToFileURL(path.join(built, "site", folder)).href,
    };
  }
  const window = { horloge, Worker: BrowserWorker, DecompressionStream };
  const around = {
    window,
    Worker: BrowserWorker,
    location: { protocol },
    document: { currentScript: { src: "http://site/page/answers/x.js" }, baseURI: "http://site/" },
    WebAssembly,
    URL,
    setTimeout,
    clearTimeout,
  };
  for (const file of ["worker.js", "compile.js", "answers.js"])
    vm.runInNewContext(fs.readFileSync(path.join(scripts, file), "utf8"), around, { filename: file });
  horloge.workers = started;
  horloge.close = () => started.forEach((worker) => worker.terminate());
  return horloge;
}

if (isMainThread) module.exports = { openPage };
else beWorker(workerData);
