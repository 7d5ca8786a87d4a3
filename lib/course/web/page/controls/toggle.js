// Something that is on or off.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, value, onChange}. */
  horloge.control.toggle = function (options) {
    const input = horloge.element("input", { type: "checkbox", id: horloge.newId("toggle") });
    input.checked = Boolean(options.value);
    input.addEventListener("change", () => {
      if (options.onChange) options.onChange(input.checked);
    });
    return {
      element: horloge.element("div", { class: "control control-toggle" }, input,
        horloge.element("label", { for: input.id, text: options.label })),
      get value() { return input.checked; },
      set value(value) { input.checked = value; },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  };
})();
