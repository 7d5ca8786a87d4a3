// What a page asks the library: horloge.ask, answered by a worker, so that the page never stands still.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const script = document.currentScript.src;

  let worker = null;
  let asked = 0;
  let current = null; // what the worker is at
  let waiting = []; // what it has not been given yet
  const files = new Map(); // what every worker is given: bytes by their paths

  /** Why the library cannot answer here, in a sentence; empty where it can. */
  horloge.unavailable = function () {
    if (location.protocol === "file:") return horloge.text("engine.file");
    const has = (...what) => what.every((name) => typeof name === "function");
    if (typeof WebAssembly !== "object" || !has(window.Worker, window.DecompressionStream))
      return horloge.text("engine.none");
    return "";
  };

  /** Whether a question waits for its answer. */
  horloge.isAsked = () => current !== null || waiting.length > 0;

  /** Ends the worker; the next question finds a fresh one. */
  function end() {
    if (worker) worker.terminate();
    worker = null;
  }

  /** Everything that waits for an answer gets this sentence instead. */
  function refuse(sentence) {
    const all = current ? [current, ...waiting] : waiting;
    current = null;
    waiting = [];
    for (const question of all) question.reject(new Error(sentence));
  }

  /** The worker has answered, or could not: then it is of no use any more. */
  function answered({ id, text, failed }) {
    if (!current || current.id !== id) return;
    if (failed !== undefined) {
      end();
      return refuse(horloge.text("engine.failed", { reason: failed }));
    }
    const { resolve, reject, dropped } = current;
    current = null;
    next();
    const said = JSON.parse(text);
    if (dropped) return;
    if ("error" in said) reject(new Error(said.error));
    else resolve(said.answer);
  }

  function start() {
    worker = new Worker(new URL("worker.js", script));
    worker.onmessage = (event) => answered(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      refuse(horloge.text("engine.failed", { reason: event.message || "worker.js" }));
    };
    for (const [path, bytes] of files) worker.postMessage({ path, bytes });
  }

  /** Gives the worker what has waited longest. */
  function next() {
    if (current || waiting.length === 0) return;
    if (!worker) start();
    current = waiting.shift();
    worker.postMessage({ id: current.id, request: current.request });
  }

  /** Of one key only the newest is wanted; older ones are never answered. */
  function drop(key) {
    waiting = waiting.filter((question) => question.latest !== key);
    if (current && current.latest === key) current.dropped = true;
  }

  /**
   * Asks the library: horloge.ask("clock.hands", {position: 7}) is a promise of the answer, and rejects with
   * an Error whose message is a sentence. With {latest: key} older questions of that key are dropped.
   */
  horloge.ask = function (name, parts, options) {
    const sentence = horloge.unavailable();
    if (sentence) return Promise.reject(new Error(sentence));
    const latest = options && options.latest;
    if (latest !== undefined) drop(latest);
    return new Promise((resolve, reject) => {
      const request = JSON.stringify({ ask: name, with: parts || {} });
      waiting.push({ id: ++asked, request, latest, resolve, reject });
      next();
    });
  };

  /**
   * Gives the library a file, below its data: horloge.give("models/own/config.json", file). The bytes are a Blob,
   * which a File is, too: nothing is copied until a worker reads it, and a worker that is started anew gets it
   * again. Without bytes the file is taken away.
   */
  horloge.give = function (path, bytes) {
    if (bytes) files.set(path, bytes);
    else files.delete(path);
    if (worker) worker.postMessage({ path, bytes });
  };

  /** Ends work that takes too long. What was asked is refused; training runs that began are gone. */
  horloge.restart = function () {
    end();
    refuse(horloge.text("engine.ended"));
  };
})();
