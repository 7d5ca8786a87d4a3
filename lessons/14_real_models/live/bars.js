// Names with bars and numbers, one below the other.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** Below `root`, {title}; then .show([{name, value, text, most}], largest), .clear(). */
  horloge.bars = function (root, options) {
    const rows = horloge.element("div", { class: "live-shares model-bars", role: "list", "aria-label": options.title });
    const box = horloge.element("div", { hidden: true },
      horloge.element("p", { class: "words-help", text: options.title }), rows);
    root.append(box);
    return {
      show(list, largest) {
        box.hidden = false;
        rows.replaceChildren(...list.map((one) => row(one, largest)));
      },
      clear() { box.hidden = true; },
    };
  };

  function row(one, largest) {
    const line = horloge.element("span", { class: "live-bar", "aria-hidden": "true" });
    line.style.width = `${Math.max(0, Math.min(100, (100 * one.value) / largest))}%`;
    return horloge.element("div", {
      role: "listitem", class: one.most ? "live-share live-share-most" : "live-share",
      title: String(one.value),
    }, horloge.element("span", { class: "live-share-name", text: one.name }),
    horloge.element("span", { class: "live-share-line" }, line),
    horloge.element("span", { text: one.text }));
  }
})();
