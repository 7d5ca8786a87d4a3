// A plot as SVG: two axes, what is drawn between them, and where they put a number.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const letters = 12; // pixels: the height of a label
  const title = 12.5;
  const gap = 8; // between an axis, its labels and its title
  const widest = 130; // of a label
  const edge = 4;

  const part = horloge.svg;

  const measure = document.createElement("canvas").getContext("2d");
  /** Labels are in the page's font; it may not be there yet, so that they have some room. */
  function takeFont() {
    const font = getComputedStyle(document.documentElement).getPropertyValue("--plain").trim() || "sans-serif";
    measure.font = `${letters}px ${font}`;
  }

  /** Pixels of a label. */
  const widthOf = (text) => measure.measureText(text).width;

  function cut(text) {
    let short = text;
    while (short && widthOf(short) > widest) short = short.slice(0, -1);
    return short === text ? text : short.trimEnd() + "…";
  }

  /** 1, 2 or 5 times a power of ten: about `count` of them are from low to high. */
  function stepOf(low, high, count) {
    const rough = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const [ten, five, two] = [50, 10, 2].map(Math.sqrt);
    const times = rough / power;
    return power * (times >= ten ? 10 : times >= five ? 5 : times >= two ? 2 : 1);
  }

  function decimals(value, step) {
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    if (digits > 6 || Math.abs(value) >= 1e9) return horloge.numberText(value);
    const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return value.toLocaleString("en", exact).replace("-", "−").replace(/^−(?=[0.]*$)/, "");
  }

  /** The numbers of an axis {span, nice, count}: {at(number), ticks: [{at, text}]}; `place` puts a share of it. */
  function numbers(axis, place) {
    let [low, high] = axis.span;
    const step = stepOf(low, high, axis.count);
    if (axis.nice) [low, high] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
    const at = (value) => place((value - low) / (high - low));
    const ticks = [];
    const slack = 1e-9;
    for (let i = Math.ceil(low / step - slack); i <= high / step + slack; ++i)
      ticks.push({ at: at(i * step), text: decimals(i * step, step) });
    return { at, ticks };
  }

  /** The cells of an axis {cells, labelled, names}, each as wide as the others. */
  function cells(axis, place) {
    const at = (i) => place((i + 0.5) / axis.cells);
    const name = (i) => (axis.names && axis.names.length ? cut(axis.names[i]) : String(i));
    return { at, ticks: axis.labelled.map((i) => ({ at: at(i), text: name(i) })) };
  }

  const scaleOf = (axis, place) => (axis.span ? numbers : cells)(axis, place);

  /** Of labels that touch every other one goes, until none does. */
  function apart(ticks, axis, width) {
    const left = (tick) => {
      const half = widthOf(tick.text) / 2;
      return axis.flush ? Math.min(Math.max(tick.at, half), width - half) : tick.at;
    };
    let shown = ticks.map((tick) => ({ ...tick, middle: left(tick) }));
    const room = (a, b) => (widthOf(a.text) + widthOf(b.text)) / 2 + 4;
    while (shown.some((tick, i) => i > 0 && tick.middle - shown[i - 1].middle < room(shown[i - 1], tick)))
      shown = shown.filter((_, i) => i % 2 === 0);
    return shown;
  }

  const text = (words, attributes) => part("text", attributes, words);

  function bottomAxis(axis, { ticks }, width, height) {
    const upright = axis.upright;
    const below = height + (axis.bare ? 0 : 4) + 4;
    const shown = upright || !axis.span ? ticks.map((tick) => ({ ...tick, middle: tick.at })) : apart(ticks, axis, width);
    const labels = shown.map((tick) => upright
      ? text(tick.text, { transform: `translate(${tick.middle},${below + 4}) rotate(-60)`, "text-anchor": "end", dy: "0.3em" })
      : text(tick.text, { x: tick.middle, y: below + letters * 0.8, "text-anchor": "middle" }));
    const longest = Math.max(0, ...ticks.map((tick) => widthOf(tick.text)));
    const under = below + (upright ? longest * Math.sin(Math.PI / 3) + 10 : letters);
    const parts = [part("g", { class: "role-axis-label" }, ...labels)];
    if (axis.grid)
      parts.unshift(part("path", { class: "plot-grid", d: ticks.map((tick) => `M${tick.at},0v${height}`).join("") }));
    if (!axis.bare)
      parts.push(part("path", { class: "plot-axis", d: `M0,${height}h${width}` +
        ticks.map((tick) => `M${tick.at},${height}v4`).join("") }));
    if (axis.title)
      parts.push(text(axis.title, { class: "plot-title", x: width / 2, y: under + gap + title * 0.8, "text-anchor": "middle" }));
    const last = shown.at(-1);
    const beyond = last && !upright ? Math.max(0, last.middle + widthOf(last.text) / 2 - width) : 0;
    return { parts, size: under - height + (axis.title ? gap + title : 0), beyond };
  }

  function leftAxis(axis, { ticks }, width, height) {
    const labels = ticks.map((tick) => text(tick.text, { x: -gap, y: tick.at, dy: "0.33em", "text-anchor": "end" }));
    const labelled = gap + Math.max(0, ...ticks.map((tick) => widthOf(tick.text)));
    const parts = [part("g", { class: "role-axis-label" }, ...labels)];
    if (axis.grid)
      parts.unshift(part("path", { class: "plot-grid", d: ticks.map((tick) => `M0,${tick.at}h${width}`).join("") }));
    if (axis.title)
      parts.push(text(axis.title, { class: "plot-title", "text-anchor": "middle",
        transform: `translate(${-labelled - gap},${height / 2}) rotate(-90)` }));
    return { parts, size: labelled + (axis.title ? gap + title : 0) };
  }

  /** What colours mean {low, high, length, scale}: a strip with its ends and its middle. */
  function strip({ low, high, length, scale }, top) {
    // No gradient of SVG's, which would be gone with the figure that has its id.
    const ramp = horloge.element("div", { class: "plot-ramp" });
    ramp.style.backgroundImage = `linear-gradient(to right, ${scale.colours})`;
    const label = (value, share, anchor) =>
      text(horloge.numberText(Number(value.toPrecision(3))), { x: share * length, y: top + 10 + 2 + letters, "text-anchor": anchor });
    return part("g", {}, part("foreignObject", { y: top, width: length, height: 10 }, ramp),
      part("g", { class: "role-legend-label" },
        label(low, 0, "start"), label((low + high) / 2, 0.5, "middle"), label(high, 1, "end")));
  }

  /**
   * Draws a plot into an element: {width, height, x, y, clip, colours, marks}. An axis has `span` [low, high] or
   * `cells`; marks({x, y}) answers SVG elements, where x and y put a number at a pixel.
   */
  horloge.plot = function (element, { width, height, x, y, clip, colours, marks }) {
    takeFont();
    const across = scaleOf(x, (share) => share * width);
    const down = scaleOf(y, (share) => (y.span ? 1 - share : share) * height);
    const left = leftAxis(y, down, width, height);
    const bottom = bottomAxis(x, across, width, height);
    const drawn = marks({ x: across.at, y: down.at });
    const inside = clip ? [part("svg", { width, height }, ...drawn)] : drawn;
    const top = Math.ceil(letters / 2) + edge;
    const start = Math.ceil(left.size) + edge;
    const whole = start + width + Math.max(edge, Math.ceil(bottom.beyond) + 2);
    const legend = colours ? [strip(colours, height + bottom.size + 14)] : [];
    const tall = top + height + Math.ceil(bottom.size) + edge + (colours ? 14 + 10 + 4 + letters : 0);
    element.append(part("svg", { class: "plot-svg", width: whole, height: tall, viewBox: `0 0 ${whole} ${tall}` },
      part("g", { transform: `translate(${start},${top})` }, ...bottom.parts, ...left.parts, ...inside, ...legend)));
    return { left: start, top, width, height, x: across.at, y: down.at };
  };

  /** A curve through points [[x, y] or null, where it breaks]; with stairs it goes on level to the next. */
  horloge.curveMark = function (points, { colour, dash, width = 2, stairs }) {
    let d = "";
    let before = null;
    for (const point of points) {
      if (point) d += before ? (stairs ? `H${point[0]}V${point[1]}` : `L${point}`) : `M${point}`;
      before = point;
    }
    return part("g", { class: "mark-line" }, part("path", { d, fill: "none", stroke: colour, "stroke-width": width,
      "stroke-linejoin": "round", ...(dash ? { "stroke-dasharray": dash.join(" ") } : {}) }));
  };

  /** Shapes of that area at places [{at: [x, y], look}], with the paper's colour around them. */
  horloge.shapeMarks = (places, area) => {
    const size = Math.sqrt(area / 50); // that of a circle in a legend
    return part("g", { class: "mark-symbol", "stroke-width": area / 60 }, ...places.map(({ at, look }) => part("path", {
      d: look.shape, fill: look.colour, transform: `translate(${at}) scale(${size}) translate(-11,-6)`,
    })));
  };
})();
