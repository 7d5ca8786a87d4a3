// A number that is typed; one that will not do is said so, and changes nothing.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, min, max, step, value, onChange}. A step of 1, the default, takes whole numbers only. */
  horloge.control.number = function (options) {
    const step = options.step === undefined ? 1 : options.step;
    const input = horloge.element("input", {
      type: "number", min: options.min, max: options.max, step, inputmode: "decimal",
    });
    const wrong = horloge.element("span", { class: "control-wrong", "aria-live": "polite" });
    let value = options.value === undefined ? options.min : options.value;
    input.value = value;
    input.addEventListener("input", () => {
      const typed = Number(input.value);
      const fits = input.value.trim() !== "" && Number.isFinite(typed) &&
        !(typed < options.min) && !(typed > options.max) &&
        (step !== 1 || Number.isInteger(typed));
      wrong.textContent = fits ? "" : horloge.text(
        step === 1 ? "controls.whole_number" : "controls.number",
        { min: options.min, max: options.max });
      input.setAttribute("aria-invalid", String(!fits));
      if (!fits) return;
      value = typed;
      if (options.onChange) options.onChange(value);
    });
    return {
      element: horloge.labelled("number", options.label, input, wrong),
      get value() { return value; },
      set value(one) {
        input.value = value = one;
        wrong.textContent = "";
        input.setAttribute("aria-invalid", "false");
      },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  };
})();
