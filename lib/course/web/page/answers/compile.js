// The compiler in its worker, which stays from check to check: what it has loaded, and what it knows of its own
// code by then, make the next answer quick.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const longest = 120; // seconds for one answer, as natively; for the first one the compiler comes on top

  let worker = null;
  let asked = 0;
  const waiting = new Map();

  function end() {
    if (worker) worker.terminate();
    worker = null;
  }

  function refuse(reason) {
    end();
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function hear({ id, progress, module, log, failed }) {
    const question = waiting.get(id);
    if (failed !== undefined) return refuse(failed);
    if (!question) return;
    if (progress) return question.tell(progress);
    waiting.delete(id);
    question.resolve({ module, log });
  }

  /** Ends the worker if an answer keeps it too long. */
  function watch(id) {
    const question = waiting.get(id);
    let timer = 0;
    const tell = question.tell;
    question.tell = (progress) => {
      if (progress.stage === "compile" && !timer)
        timer = setTimeout(() => waiting.has(id) && question.late(), longest * 1000);
      tell(progress);
    };
    question.late = () => {
      waiting.delete(id);
      question.resolve({ log: "fatal error: the compiler took more than two minutes\n" });
      refuse("ended");
    };
    return () => clearTimeout(timer);
  }

  /**
   * Compiles an answer: {module} or {log}. Without a source the compiler is only made ready. `tell` hears
   * {stage, done, all}. Answers come in the order in which they were asked for.
   */
  horloge.compileAnswer = function (place, exercise, source, tell) {
    worker = worker || horloge.answerWorker("compile_worker.js", hear, refuse);
    const id = ++asked;
    const made = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, tell }));
    const unwatch = watch(id);
    worker.postMessage({ id, place, exercise, source });
    return made.finally(unwatch);
  };
})();
