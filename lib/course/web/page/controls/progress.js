// How far long work has come, in a line.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label}; then .set(done, all, "what it says beside it"). */
  horloge.control.progress = function (options) {
    const bar = horloge.element("progress", { max: 1, value: 0, id: horloge.newId("progress") });
    const says = horloge.element("span", { class: "control-value" });
    return {
      element: horloge.labelled("progress", options.label, bar, says),
      set(done, all, text) {
        bar.max = all || 1;
        bar.value = done;
        says.textContent = text || "";
      },
      get value() { return bar.value; },
      set value(done) { bar.value = done; },
    };
  };
})();
