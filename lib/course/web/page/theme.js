// Dark and light: as the system has it, until the reader chooses.
(function () {
  "use strict";
  const button = document.querySelector("button.theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  /** From the system's to the other one, to its opposite, and back to the system's. */
  function next() {
    const other = system.matches ? "light" : "dark";
    if (!root.dataset.theme) return other;
    if (root.dataset.theme !== other) return "system";
    return system.matches ? "dark" : "light";
  }

  /** The button says what it would change to; figures are told. */
  function show() {
    button.textContent = horloge.text("theme." + next());
    document.dispatchEvent(new CustomEvent("horloge:theme"));
  }

  button.title = horloge.text("nav.theme");
  button.hidden = false;
  button.addEventListener("click", function () {
    const theme = next();
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    horloge.store.set("theme", theme);
    show();
  });
  system.addEventListener("change", show);
  show();
})();
