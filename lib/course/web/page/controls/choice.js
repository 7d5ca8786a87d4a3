// One of several: buttons side by side where they are few, else a list.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};
  const few = 4;

  /** {label, choices: ["a", …] or [{value, text}, …], value, onChange, list: true for a list}. */
  horloge.control.choice = function (options) {
    const choices = options.choices.map((one) =>
      typeof one === "object" ? one : { value: one, text: String(one) });
    const asList = options.list === undefined ? choices.length > few : options.list;
    return (asList ? list : buttons)(options, choices);
  };

  function list(options, choices) {
    const input = horloge.element("select", {},
      ...choices.map((one, i) => horloge.element("option", { value: i, text: one.text })));
    const write = (value) => { input.selectedIndex = place(choices, value); };
    input.addEventListener("change", () => {
      if (options.onChange) options.onChange(choices[input.selectedIndex].value);
    });
    write(options.value === undefined ? choices[0].value : options.value);
    return {
      element: horloge.labelled("choice", options.label, input),
      get value() { return choices[input.selectedIndex].value; },
      set value(value) { write(value); },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  }

  function buttons(options, choices) {
    const name = horloge.newId("choice");
    const inputs = choices.map((one, i) => horloge.element("input",
      { type: "radio", name, value: i, id: `${name}-${i}` }));
    const element = horloge.element("fieldset", { class: "control control-choice" },
      horloge.element("legend", { text: options.label }),
      horloge.element("div", { class: "control-buttons" },
        ...choices.flatMap((one, i) =>
          [inputs[i], horloge.element("label", { for: inputs[i].id, text: one.text })])));
    const read = () => choices[Math.max(0, inputs.findIndex((input) => input.checked))].value;
    const write = (value) => { inputs[place(choices, value)].checked = true; };
    for (const input of inputs)
      input.addEventListener("change", () => {
        if (options.onChange) options.onChange(read());
      });
    write(options.value === undefined ? choices[0].value : options.value);
    return {
      element,
      get value() { return read(); },
      set value(value) { write(value); },
      get disabled() { return element.disabled; },
      set disabled(off) { element.disabled = off; },
    };
  }

  function place(choices, value) {
    return Math.max(0, choices.findIndex((one) => one.value === value));
  }
})();
