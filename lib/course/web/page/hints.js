// Hints one at a time: the next is offered when the one before was opened, also when the page is opened again.
(function () {
  "use strict";
  const hints = [...document.querySelectorAll("details.hint")];
  if (hints.length === 0) return;
  const key = "exercise." + horloge.data(document, "exercise").id;
  const kept = () => horloge.store.record(key);

  const seen = () => (Number.isInteger(kept().hints) ? kept().hints : 0);

  function offer() {
    hints.forEach((hint, i) => (hint.hidden = i > Math.max(0, seen())));
  }

  hints.forEach(function (hint, i) {
    hint.addEventListener("toggle", function () {
      if (hint.open && i >= seen()) horloge.store.set(key, { ...kept(), hints: i + 1 });
      offer();
    });
  });
  offer();
})();
