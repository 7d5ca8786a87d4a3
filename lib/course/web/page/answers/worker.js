// A worker of an answer's check: what it says, or how it ended.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const script = document.currentScript.src;

  /**
   * Starts one of the workers in the folder answers. `hear(data)` gets what it says, `broken(reason)` is called
   * where it cannot go on.
   */
  horloge.answerWorker = function (file, hear, broken) {
    const worker = new Worker(new URL("answers/" + file, script));
    worker.onmessage = (event) => hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      broken(event.message || file);
    };
    return worker;
  };
})();
