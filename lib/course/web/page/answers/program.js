// The program that checks answers and puts verdicts into words, in a worker.
(function () {
  "use strict";

  /** A fresh one; `hear` gets each line that it prints. */
  globalThis.horlogeProgram = async function (folder, hear) {
    const [glue, wasm] = await Promise.all([
      horlogeUnpacked(folder + "answers.js.packed"),
      horlogeUnpacked(folder + "answers.packed"),
    ]);
    const script = URL.createObjectURL(new Blob([glue], { type: "text/javascript" }));
    importScripts(script);
    URL.revokeObjectURL(script);
    return horlogeAnswers({ wasmBinary: wasm, noExitRuntime: true, print: hear, printErr: hear });
  };
})();
