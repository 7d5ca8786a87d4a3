// Names of curves and groups, each with its colour, dash and shape.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const paths = {
    "circle": "M11,0m-4,6a4,4 0 1 0 8,0a4,4 0 1 0 -8,0",
    "square": "M7.5,2.5h7v7h-7z",
    "triangle-up": "M11,1.5l4.8,8.5h-9.6z",
    "diamond": "M11,1l4,5l-4,5l-4,-5z",
    "cross": "M9.5,1.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "triangle-down": "M11,10.5l4.8,-8.5h-9.6z",
    "triangle-right": "M15.5,6l-8.5,4.8v-9.6z",
    "triangle-left": "M6.5,6l8.5,4.8v-9.6z",
  };

  /** A small picture of how the n-th curve or group is drawn. */
  horloge.swatch = function ({ n, line, dot }) {
    const look = horloge.series(n);
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    const put = (tag, attributes) => {
      const part = document.createElementNS(space, tag);
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
      svg.append(part);
    };
    svg.setAttribute("class", "figure-swatch");
    svg.setAttribute("viewBox", "0 0 22 12");
    svg.setAttribute("aria-hidden", "true");
    if (line) put("path", { d: "M0,6h22", stroke: look.colour, "stroke-width": 2, "stroke-dasharray": look.dash.join(" ") });
    if (dot) put("path", { d: paths[look.shape], fill: look.colour });
    return svg;
  };

  /** A list of entries {text, n, line, dot}. */
  horloge.figureLegend = (entries) =>
    horloge.element("ul", { class: "figure-legend" }, ...entries.map((entry) =>
      horloge.element("li", {}, horloge.swatch(entry), horloge.element("span", { text: entry.text }))));
})();
