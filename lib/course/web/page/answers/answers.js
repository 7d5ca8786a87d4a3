// Checks answers in the page: compiles them, and runs the check that the terminal runs, in a worker that can be
// ended.
//   horloge.answers.unavailable("04_sinusoidal_table")              why not, in a sentence; empty if it can
//   horloge.answers.check("04_sinusoidal_table", source, options)   {cancel(), result}
//   horloge.answers.verdict(request)                                a promise of the verdict; both are objects, as
//                                                                   course/runner/verdict_json.h has them
//   horloge.answers.megabytes()                                     what the first check loads; 0 if not known
// Options: `seed` (any without it) and `onProgress({stage, done, all})`, where stage is compiler, headers,
// compile, link or check. The result is a promise of one of
//   {outcome: "compiled-not", log}                        what the compiler says
//   {outcome: "checked", events, printed, seed}           what the check reported, and the answer printed
//   {outcome: "ended", why, events, printed, seed, …}     why: "cancel", "time", "flood" or "crash", with the
//                                                         signal or status that a program would have ended with
// and rejects with an Error whose message is a sentence.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const seconds = 10; // by the clock, as natively
  const flood = 1 << 24; // bytes that an answer may print
  const threads = ["15_clip_pieces", "15_mean_of_parts", "15_ring_all_reduce"]; // their ranks are threads
  const kept = 1 << 20; // of which the first are shown

  /** Where the compiler and the checks are: {clang, folder} as addresses; null where the site has none. */
  function place() {
    const names = horloge.answersPlace;
    if (!names) return null;
    const address = (name) => new URL(name + "/", document.baseURI).href;
    return { clang: address(names.clang), folder: address(names.folder) };
  }

  function unavailable(exercise) {
    if (!place()) return horloge.text("answers.not_built");
    if (location.protocol === "file:") return horloge.text("answers.file");
    const has = (...what) => what.every((name) => typeof name === "function");
    if (typeof WebAssembly !== "object" || !has(window.Worker, window.DecompressionStream))
      return horloge.text("answers.none");
    return threads.includes(exercise) ? horloge.text("answers.threads") : "";
  }

  /** A check in a worker of its own, which is loaded while the answer is compiled. */
  function startCheck(where, exercise) {
    const run = { events: [], printed: "", size: 0 };
    let finish, ready, timer;
    run.end = new Promise((resolve) => (finish = resolve));
    run.ready = new Promise((resolve) => (ready = resolve));
    run.stop = (end) => {
      clearTimeout(timer);
      worker.terminate();
      ready();
      finish(end);
    };
    const hear = (data) => {
      if (data.ready) ready();
      if (data.event) run.events.push(data.event);
      if (data.end) run.stop(data.end);
      if (data.printed === undefined) return;
      run.size += data.printed.length;
      if (run.printed.length < kept) run.printed = (run.printed + data.printed).slice(0, kept);
      if (run.size > flood) run.stop({ why: "flood" });
    };
    const worker = horloge.answerWorker("check_worker.js", hear, (failed) => run.stop({ failed }));
    worker.postMessage({ place: where, exercise });
    run.begin = (module, seed) => {
      worker.postMessage({ module, seed });
      timer = setTimeout(() => run.stop({ why: "time" }), seconds * 1000);
    };
    return run;
  }

  /** What came of it, from how its worker ended. */
  function resultOf(run, end, seed) {
    const result = { outcome: "ended", events: run.events, printed: run.printed, seed };
    if (end.failed) throw new Error(horloge.text("answers.failed", { reason: end.failed }));
    if (end.why) return { ...result, why: end.why };
    if (run.events.some((event) => event.event === "verdict")) return { ...result, outcome: "checked" };
    if (end.overflow) run.events.push({ event: "stack overflow" });
    return { ...result, why: "crash", signal: end.signal, status: end.status };
  }

  async function compileAndRun(where, exercise, source, { seed, tell, run, ended }) {
    const compiling = horloge.compileAnswer(where, exercise, source, tell).catch((error) => {
      throw new Error(horloge.text("answers.failed", { reason: error.message }));
    });
    const compiled = await Promise.race([compiling, ended]);
    if (compiled.log !== undefined) {
      run.stop({});
      return { outcome: "compiled-not", log: compiled.log };
    }
    if (compiled.module) {
      await run.ready;
      tell({ stage: "check", done: 0, all: 1 });
      run.begin(compiled.module, seed);
    }
    return resultOf(run, await run.end, seed);
  }

  function check(exercise, source, options = {}) {
    const sentence = unavailable(exercise);
    if (sentence) return { cancel() {}, result: Promise.reject(new Error(sentence)) };
    const seed = options.seed || 1 + Math.floor(Math.random() * 9999); // short enough to type
    const where = place();
    const run = startCheck(where, exercise);
    let cancelled = false;
    const tell = (progress) => !cancelled && options.onProgress && options.onProgress(progress);
    const ended = run.end.then((end) => ({ end }));
    const result = compileAndRun(where, exercise, source, { seed, tell, run, ended }).finally(() => run.stop({}));
    return {
      /** Ends the check at once; the compiler comes to its end unheard. */
      cancel() {
        cancelled = true;
        run.stop({ why: "cancel" });
      },
      result,
    };
  }

  const verdict = async (request) => JSON.parse(await horloge.judgeAnswer(place(), JSON.stringify(request)));

  const megabytes = () => (horloge.answersPlace && horloge.answersPlace.megabytes) || 0;

  horloge.answers = { unavailable, check, verdict, megabytes };
})();
