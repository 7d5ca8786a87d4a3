// Formulas, set where they stand. Those of a step wait until it is shown, or until there is nothing else to do:
// some lessons have 80, which a telephone sets in half a second.
(function () {
  "use strict";
  const waiting = new Set(window.katex ? document.querySelectorAll("x-equation") : []);

  function set(element) {
    if (!waiting.delete(element)) return;
    const display = element.getAttribute("type") === "display";
    katex.render(element.textContent, element, { displayMode: display, throwOnError: false });
    if (display) element.tabIndex = 0;
  }

  /** Sets what a part of the page has. */
  horloge.setFormulas = (part) => part.querySelectorAll("x-equation").forEach(set);

  const later = window.requestIdleCallback || ((next) => setTimeout(next, 50));
  function setSome() {
    [...waiting].slice(0, 5).forEach(set);
    if (waiting.size > 0) later(setSome);
  }

  for (const element of waiting) if (!element.closest(".step")) set(element);
  addEventListener("load", () => later(setSome));
  addEventListener("beforeprint", () => horloge.setFormulas(document));
})();
