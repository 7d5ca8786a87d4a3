// A line that says what came out; read aloud when it changes.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label}; then .value = "sentence", or .wrong(error) for what went wrong. */
  horloge.control.result = function (options) {
    const says = horloge.element("p", {
      class: "control-result", role: "status", "aria-live": "polite", "aria-label": options.label,
    });
    return {
      element: says,
      get value() { return says.textContent; },
      set value(text) {
        says.classList.remove("control-result-wrong");
        if (says.textContent !== text) says.textContent = text;
      },
      wrong(error) {
        says.classList.add("control-result-wrong");
        says.textContent = error instanceof Error ? error.message : String(error);
      },
    };
  };
})();
