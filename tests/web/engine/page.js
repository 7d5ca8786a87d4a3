// A page without a browser: worker.js and engine.js as they are, with a worker made of a thread of node.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");

const page = path.join(__dirname, "../../../lib/course/web/page");

/** In the thread: what a worker of a browser finds around itself. */
function beWorker({ script, folder }) {
  globalThis.onmessage = null;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.importScripts = (file) => {
    const factory = require(path.join(folder, path.basename(file)));
    globalThis.horlogeLive = factory;
  };
  globalThis.fetch = async (file) =>
    new Response(fs.readFileSync(path.join(folder, path.basename(file))));
  vm.runInThisContext(fs.readFileSync(script, "utf8"), script);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
}

/** A new page, whose library stands in a folder: the global horloge of its scripts. */
function openPage(folder, protocol = "http:") {
  const started = [];
  class BrowserWorker {
    constructor(url) {
      const script = path.join(page, path.basename(url.pathname));
      this.thread = new Worker(__filename, { workerData: { script, folder } });
      this.thread.on("message", (data) => this.onmessage({ data }));
      this.thread.on("error", (error) =>
        this.onerror({ message: error.message, preventDefault() {} }),
      );
      started.push(this);
    }
    postMessage(message) {
      this.thread.postMessage(message);
    }
    terminate() {
      this.thread.terminate();
    }
  }
  const horloge = { text: (name, parts) => name + (parts ? " " + JSON.stringify(parts) : "") };
  const window = { horloge, Worker: BrowserWorker, DecompressionStream };
  vm.runInNewContext(fs.readFileSync(path.join(page, "engine.js"), "utf8"), {
    window,
    location: { protocol },
    document: { currentScript: { src: protocol + "//site/page/engine.js" } },
    Worker: BrowserWorker,
    WebAssembly,
    URL,
  });
  horloge.workers = started;
  horloge.close = () => started.forEach((worker) => worker.terminate());
  return horloge;
}

if (isMainThread) module.exports = { openPage };
else beWorker(workerData);
