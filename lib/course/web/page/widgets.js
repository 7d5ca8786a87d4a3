// Figures are drawn and widgets started when they come into sight.
(function () {
  "use strict";

  /** The values of a heat map come as whole numbers of a unit. */
  function unpacked(figure) {
    if (!figure || !figure.unit) return figure;
    const values = figure.values.map((row) => row.map((n) => Number((n * figure.unit).toPrecision(4))));
    return { ...figure, values };
  }

  /** A figure of the lesson, from its data; as in the terminal where it cannot be drawn. */
  function draw(element) {
    const figure = unpacked(horloge.data(element, "data"));
    if (!figure || !horloge.figure) return;
    const place = document.createElement("div");
    place.className = "picture";
    element.prepend(place);
    horloge.figure(place, figure);
    element.querySelector("details.drawn").open = false;
  }

  /** A table that can be sorted, instead of the printed one. */
  function sort(element) {
    const table = horloge.data(element, "data");
    if (!table || !horloge.sortable) return;
    horloge.sortable(element, table);
    element.parentElement.querySelector("details.drawn").open = false;
  }

  /** A widget says in one sentence why it is not there. */
  function refuse(element, sentence) {
    const text = document.createElement("p");
    text.className = "sentence";
    text.textContent = sentence;
    element.replaceChildren(text);
  }

  function start(element) {
    const widget = horloge.widgets.get(element.dataset.live);
    if (location.protocol === "file:") return refuse(element, horloge.text("live.file"));
    if (!widget) return refuse(element, horloge.text("live.none"));
    widget(element, JSON.parse(element.dataset.options || "{}"));
  }

  const waiting = new Set();
  function begin(element) {
    if (!waiting.delete(element)) return;
    if (element.classList.contains("figure")) draw(element);
    else if (element.classList.contains("sortable")) sort(element);
    else start(element);
  }

  const near = new IntersectionObserver(
    function (entries) {
      for (const entry of entries) if (entry.isIntersecting) begin(entry.target);
    },
    { rootMargin: "300px" },
  );
  // The scripts of a lesson's own widgets come behind this one.
  document.addEventListener("DOMContentLoaded", function () {
    for (const element of document.querySelectorAll(".figure, .sortable, .live")) {
      waiting.add(element);
      near.observe(element);
    }
  });
  addEventListener("beforeprint", function () {
    for (const element of [...waiting]) if (element.matches(".figure, .sortable, .whole .live")) begin(element);
  });
})();
