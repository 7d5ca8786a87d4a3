// Formulas, set where they stand.
(function () {
  "use strict";
  for (const element of document.querySelectorAll("x-equation")) {
    const display = element.getAttribute("type") === "display";
    const formula = element.textContent;
    katex.render(formula, element, { displayMode: display, throwOnError: false });
    if (display) element.tabIndex = 0;
  }
})();
