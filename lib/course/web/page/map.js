// The map of the course shows what was read, and where to go on.
(function () {
  "use strict";
  for (const lesson of document.querySelectorAll(".lessons .lesson")) {
    const read = horloge.store.list("read." + lesson.dataset.lesson).length;
    const n = Number(lesson.dataset.steps);
    if (read === 0) continue;
    const name = read >= n ? "map.all_read" : "map.read";
    lesson.querySelector(".far").textContent = horloge.text(name, { read, n });
    lesson.style.setProperty("--read", Math.min(1, read / n));
    lesson.classList.add("begun");
  }
  /** An address that names something folded opens it. */
  function unfold() {
    const place = document.getElementById(location.hash.slice(1));
    if (place && place.matches("details")) place.open = true;
  }
  unfold();
  addEventListener("hashchange", unfold);

  const last = horloge.store.record("last");
  const button = document.querySelector(".start .button");
  const place = document.querySelector(`.lessons [data-lesson="${CSS.escape(last.topic)}"]`);
  if (!button || !place) return;
  place.querySelector(".open").setAttribute("aria-current", "true");
  button.href = last.topic + ".html#" + last.id;
  const n = parseInt(last.topic, 10);
  button.textContent = horloge.text("map.go_on", { n, title: last.title });
})();
