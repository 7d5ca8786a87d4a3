// Before anything is painted: the theme that was chosen, and that scripts run.
(function () {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripts");
  // Until then the first step alone is laid out. A script that shows another one, or all, says so earlier.
  addEventListener("load", () => root.classList.add("ready"));
  try {
    const theme = JSON.parse(localStorage.getItem("horloge.theme"));
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  } catch (error) {
    // Nothing is kept in this browser: the system's theme it is.
  }
})();
