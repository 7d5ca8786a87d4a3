// A number that is moved along a line, its value beside it.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, min, max, step, value, onChange, format}, or `values`: the numbers to choose from. */
  horloge.control.slider = function (options) {
    const values = options.values;
    const format = options.format || String;
    const step = options.step || 1;
    const input = horloge.element("input", {
      type: "range",
      min: values ? 0 : options.min,
      max: values ? values.length - 1 : options.max,
      step: values ? 1 : step,
    });
    const shown = horloge.element("output", { class: "control-value" });
    const read = () => (values ? values[Number(input.value)] : Number(input.value));
    const show = () => {
      shown.textContent = format(read());
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    const write = (value) => {
      input.value = values ? nearest(values, value) : value;
      show();
    };
    input.addEventListener("input", () => {
      show();
      if (options.onChange) options.onChange(read());
    });
    const element = horloge.labelled("slider", options.label, input, shown);
    shown.htmlFor = input.id;
    write(options.value === undefined ? (values ? values[0] : options.min) : options.value);
    return {
      element,
      input,
      get value() { return read(); },
      set value(value) { write(value); },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  };

  function nearest(values, value) {
    let best = 0;
    values.forEach((one, i) => {
      if (Math.abs(one - value) < Math.abs(values[best] - value)) best = i;
    });
    return best;
  }
})();
