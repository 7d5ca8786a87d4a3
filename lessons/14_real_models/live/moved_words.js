// A text that is typed, and its words, which are brought into another order.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const cut = (line) => line.trim().split(/\s+/);

  /** Below `root`, {label, value, onChange}; then .typed, the text, and .moved, its words in the order that they
   *  have now, or "" where that is as typed. */
  horloge.movedWords = function (root, options) {
    const controls = horloge.controls(root);
    const typed = controls.text({ label: options.label, value: options.value, onChange: () => {
      words.value = cut(typed.value);
      options.onChange();
    } });
    const words = controls.words({ label: text("words"), value: cut(options.value),
      onChange: options.onChange });
    controls.button({ label: text("as_typed"), onClick: () => {
      words.value = cut(typed.value);
      options.onChange();
    } });
    return {
      get typed() { return typed.value; },
      get moved() {
        const now = words.value.join(" ");
        return now === cut(typed.value).join(" ") ? "" : now;
      },
    };
  };
})();
