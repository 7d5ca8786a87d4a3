// Dark and light: as the system has it, until the reader chooses.
(function () {
  "use strict";
  const button = document.querySelector("button.theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  }

  /** The button says what it would change to; figures are told. */
  function show() {
    button.textContent = horloge.text(isDark() ? "theme.light" : "theme.dark");
    document.dispatchEvent(new CustomEvent("horloge:theme"));
  }

  button.title = horloge.text("nav.theme");
  button.hidden = false;
  button.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    horloge.store.set("theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
})();
