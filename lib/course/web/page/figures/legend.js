// Names of curves and groups, each with its colour, dash and shape.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** A small picture of how the n-th curve or group is drawn. */
  horloge.swatch = function ({ n, line, dot }) {
    const look = horloge.series(n);
    const svg = horloge.svg("svg", { class: "figure-swatch", viewBox: "0 0 22 12", "aria-hidden": "true" });
    if (line)
      svg.append(horloge.svg("path", { d: "M0,6h22", stroke: look.colour, "stroke-width": 2, "stroke-dasharray": look.dash.join(" ") }));
    if (dot) svg.append(horloge.svg("path", { d: look.shape, fill: look.colour }));
    return svg;
  };

  /** A list of entries {text, n, line, dot}. */
  horloge.figureLegend = (entries) =>
    horloge.element("ul", { class: "figure-legend" }, ...entries.map((entry) =>
      horloge.element("li", {}, horloge.swatch(entry), horloge.element("span", { text: entry.text }))));
})();
