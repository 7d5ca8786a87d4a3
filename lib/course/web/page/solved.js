// Exercises that are solved have a mark wherever they are named.
(function () {
  "use strict";
  const pattern = /^exercise_(\w+)\.html$/;
  for (const link of document.querySelectorAll('a[href^="exercise_"]')) {
    const match = pattern.exec(link.getAttribute("href"));
    const state = match && horloge.store.record("exercise." + match[1]);
    if (!state || !state.solved) continue;
    link.classList.add("is-solved");
    const heard = document.createElement("span");
    heard.className = "only-heard";
    heard.textContent = " " + horloge.text("exercise.is_solved");
    link.append(heard);
  }
})();
