// Hints one at a time: the next is offered when the one before was opened.
(function () {
  "use strict";
  const hints = [...document.querySelectorAll("details.hint")];
  hints.forEach(function (hint, i) {
    hint.hidden = i > 0;
    hint.addEventListener("toggle", function () {
      if (hint.open && hints[i + 1]) hints[i + 1].hidden = false;
    });
  });
})();
