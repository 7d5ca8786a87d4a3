// A line of text.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, value, placeholder, suggestions: ["…"], onChange, onEnter}. */
  horloge.control.text = function (options) {
    const input = horloge.element("input", {
      type: "text", autocomplete: "off", spellcheck: "false", placeholder: options.placeholder,
    });
    input.value = options.value || "";
    input.addEventListener("input", () => {
      if (options.onChange) options.onChange(input.value);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && options.onEnter) options.onEnter(input.value);
    });
    let list;
    if (options.suggestions) {
      list = horloge.element("datalist", { id: horloge.newId("suggestions") },
        ...options.suggestions.map((one) => horloge.element("option", { value: one })));
      input.setAttribute("list", list.id);
    }
    return {
      element: horloge.labelled("text", options.label, input, list),
      get value() { return input.value; },
      set value(value) { input.value = value; },
      get disabled() { return input.disabled; },
      set disabled(off) { input.disabled = off; },
    };
  };
})();
