// Something that is done when it is pressed.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, onClick, main: true for the one that matters most}. Its value is its label. */
  horloge.control.button = function (options) {
    const input = horloge.element("button", {
      type: "button",
      class: options.main ? "control-button control-main" : "control-button",
      text: options.label,
      onclick: () => options.onClick && options.onClick(),
    });
    return {
      element: input,
      get value() { return input.textContent; },
      set value(label) { input.textContent = label; },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  };
})();
