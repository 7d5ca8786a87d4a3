// Curves over a common axis.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.figureKinds = horloge.figureKinds || {};

  const dotted = 24; // a curve of no more points shows them

  const nameOf = (line, i) => line.name || horloge.text("figure.curve", { n: i + 1 });

  /** All x of all curves, ascending. */
  function places(figure) {
    return [...new Set(figure.lines.flatMap((line) => line.x.map(horloge.numberOf)))]
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
  }

  /** Each curve's number at an x: [curve, y]; what has none there is left out. */
  function valuesAt(figure, x) {
    return figure.lines
      .map((line, i) => [i, line.y[line.x.indexOf(x)]])
      .filter(([, y]) => y !== undefined);
  }

  const points = (figure) =>
    figure.lines.flatMap((line, curve) =>
      line.x.map((x, i) => {
        const y = horloge.numberOf(line.y[i]);
        return { curve, x: horloge.numberOf(x), y: Number.isFinite(y) ? y : null };
      }));

  const isFixed = (figure) => (figure.y_low || 0) < (figure.y_high || 0);
  const isBeyond = (figure, y) => isFixed(figure) && (y < (figure.y_low || 0) || y > figure.y_high);

  /** What changes where the axes stay: the points, and the ends of both axes. */
  function contents(figure) {
    const all = points(figure);
    const values = all.map((point) => point.y).filter((y) => y !== null);
    const data = {};
    figure.lines.forEach((_, curve) => (data[`curve${curve}`] = all.filter((point) => point.curve === curve)));
    return {
      data,
      signals: {
        x_span: horloge.spanOf(places(figure), 0, 0),
        y_span: horloge.spanOf(values, figure.y_low || 0, figure.y_high || 0),
        beyond: values.some((y) => isBeyond(figure, y)),
      },
    };
  }

  /** All that stays with the axes. */
  const frame = (figure) => JSON.stringify([
    figure.x_label, figure.y_label, figure.y_low, figure.y_high, figure.stairs,
    figure.lines.map((line) => [line.name, line.x.length <= dotted]),
  ]);

  function lineMarks(figure, curve) {
    const look = horloge.series(curve);
    const position = { x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" } };
    const marks = [{
      type: "line",
      from: { data: `curve${curve}` },
      encode: {
        update: {
          ...position,
          defined: { signal: "isValid(datum.y)" },
          interpolate: { value: figure.stairs ? "step-after" : "linear" },
          stroke: { value: look.colour }, strokeWidth: { value: 2 }, strokeDash: { value: look.dash },
          strokeJoin: { value: "round" },
        },
      },
    }];
    if (figure.lines[curve].x.length <= dotted)
      marks.push({
        type: "symbol",
        from: { data: `curve${curve}` },
        encode: {
          update: {
            ...position,
            opacity: { signal: "isValid(datum.y) ? 1 : 0" },
            shape: { value: look.shape }, size: { value: 42 }, fill: { value: look.colour },
            stroke: { value: "var(--paper)" }, strokeWidth: { value: 1 },
          },
        },
      });
    return marks;
  }

  horloge.figureKinds.lines = {
    isEmpty: (figure) => places(figure).length === 0,

    spec(figure, width) {
      const { signals, data } = contents(figure);
      const plotWidth = Math.max(Math.min(width, 680) - 70, 180);
      return horloge.plotSpec({
        width: plotWidth,
        height: Math.max(200, Math.min(300, plotWidth * 0.52)),
        signals: Object.entries(signals).map(([name, value]) => ({ name, value })),
        data: Object.entries(data).map(([name, values]) => ({ name, values })),
        scales: [
          { name: "x", type: "linear", zero: false, range: "width", domain: { signal: "x_span" } },
          { name: "y", type: "linear", zero: false, nice: !isFixed(figure), range: "height", domain: { signal: "y_span" } },
        ],
        axes: [
          { orient: "bottom", scale: "x", title: figure.x_label || null, tickCount: Math.ceil(plotWidth / 90), labelFlush: true, labelOverlap: true },
          { orient: "left", scale: "y", title: figure.y_label || null, tickCount: 5, grid: true, domain: false, ticks: false },
        ],
        marks: [{
          type: "group",
          encode: { update: { width: { signal: "width" }, height: { signal: "height" }, clip: { signal: "beyond" } } },
          marks: figure.lines.flatMap((_, curve) => lineMarks(figure, curve)),
        }],
      });
    },

    /** Other numbers under the axes that are there; false if they do not fit. */
    refresh(plot, figure, before) {
      if (frame(figure) !== frame(before)) return false;
      plot.refresh(contents(figure));
      return true;
    },

    legend: (figure) =>
      figure.lines.length > 1 || figure.lines.some((line) => line.name)
        ? figure.lines.map((line, i) => ({ text: nameOf(line, i), n: i, line: true, dot: line.x.length <= dotted }))
        : [],

    /** A place is the index of an x. */
    at(figure, plot, x, y) {
      if (x < -8 || x > plot.width + 8 || y < 0 || y > plot.height) return null;
      const all = places(figure);
      const scale = plot.scale("x");
      let best = 0;
      all.forEach((place, i) => {
        if (Math.abs(scale(place) - x) < Math.abs(scale(all[best]) - x)) best = i;
      });
      return best;
    },

    first: () => 0,

    move(figure, place, key) {
      const last = places(figure).length - 1;
      if (key === "Home") return 0;
      if (key === "End") return last;
      return Math.min(Math.max(place + (key === "ArrowRight" || key === "ArrowUp" ? 1 : -1), 0), last);
    },

    describe(figure, place) {
      const x = places(figure)[place];
      const values = valuesAt(figure, x);
      return {
        value: `${figure.x_label || "x"} ${horloge.numberText(x)}`,
        series: values.map(([curve, y]) => ({ n: curve, name: nameOf(figure.lines[curve], curve), value: horloge.numberText(y), line: true })),
        names: [],
      };
    },

    mark(figure, plot, place) {
      const x = places(figure)[place];
      const across = plot.scale("x")(x);
      const dots = valuesAt(figure, x)
        .map(([curve, y]) => [across, plot.scale("y")(horloge.numberOf(y)), curve])
        .filter(([, y]) => y >= -1 && y <= plot.height + 1);
      return { rule: across, dots, x: across, y: 0 };
    },

    table(figure) {
      const all = places(figure);
      return {
        size: all.length * (figure.lines.length + 1),
        head: [figure.x_label || "x", ...figure.lines.map(nameOf)],
        rows: all.map((x) => [x, ...figure.lines.map((line) => {
          const at = line.x.indexOf(x);
          return at < 0 ? "" : line.y[at];
        })]),
      };
    },
  };
})();
