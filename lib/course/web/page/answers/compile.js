// The compiler in its worker, which stays from check to check: what it has loaded, and what the browser has made
// of its code by then, make the next answer quick.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const longest = 120; // seconds for one answer, as natively; for the first one what is loaded comes on top
  const too_long = "fatal error: the compiler took too much time\n";

  let worker = null;
  let asked = 0;
  const waiting = new Map();

  /** Ends the worker; the next request finds a fresh one. Requests that wait are refused. */
  function end(reason) {
    if (worker) worker.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function hear({ id, progress, failed, ...answer }) {
    const request = waiting.get(id);
    if (failed !== undefined) return end(failed);
    if (!request) return;
    if (progress) return request.tell(progress);
    waiting.delete(id);
    request.resolve(answer);
  }

  function ask(request, tell) {
    worker = worker || horloge.answerWorker("compile_worker.js", hear, end);
    const id = ++asked;
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, tell }));
    worker.postMessage({ id, ...request });
    return { id, answer };
  }

  /**
   * Compiles an answer: {module} or {log}. `tell` hears {stage, done, all}. Answers come in the order in which
   * they were asked for.
   */
  horloge.compileAnswer = function (place, exercise, source, tell) {
    let timer = 0;
    const late = () => {
      const request = waiting.get(id);
      if (!request) return;
      waiting.delete(id);
      request.resolve({ log: too_long });
      end(too_long);
    };
    const { id, answer } = ask({ place, exercise, source }, (progress) => {
      if (progress.stage === "compile") timer = setTimeout(late, longest * 1000);
      tell(progress);
    });
    return answer.finally(() => clearTimeout(timer));
  };

  /** The verdict on a result: a text of JSON for another. */
  horloge.judgeAnswer = (place, verdict) => ask({ place, verdict }, () => {}).answer.then((answer) => answer.verdict);
})();
