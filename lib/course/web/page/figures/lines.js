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

  const isFixed = (figure) => (figure.y_low || 0) < (figure.y_high || 0);
  const isBeyond = (figure, y) => isFixed(figure) && (y < (figure.y_low || 0) || y > figure.y_high);

  /** A curve in pixels, and its points where they are few. */
  function lineMarks(figure, curve, { x, y }) {
    const line = figure.lines[curve];
    const look = horloge.series(curve);
    const points = line.x.map((place, i) => {
      const value = horloge.numberOf(line.y[i]);
      return Number.isFinite(value) ? [x(horloge.numberOf(place)), y(value)] : null;
    });
    const marks = [horloge.curveMark(points, { ...look, stairs: figure.stairs })];
    if (points.length <= dotted) marks.push(horloge.shapeMarks(points.filter(Boolean).map((at) => ({ at, look })), 42));
    return marks;
  }

  horloge.figureKinds.lines = {
    isEmpty: (figure) => places(figure).length === 0,

    draw(element, figure, room) {
      const width = Math.max(Math.min(room, 680) - 70, 180);
      const values = figure.lines.flatMap((line) => line.y.map(horloge.numberOf)).filter(Number.isFinite);
      return horloge.plot(element, {
        width,
        height: Math.max(200, Math.min(300, width * 0.52)),
        x: { span: horloge.spanOf(places(figure), 0, 0), title: figure.x_label, count: Math.ceil(width / 90), flush: true },
        y: { span: horloge.spanOf(values, figure.y_low || 0, figure.y_high || 0), nice: !isFixed(figure),
          title: figure.y_label, count: 5, grid: true },
        clip: values.some((y) => isBeyond(figure, y)),
        marks: (at) => figure.lines.flatMap((_, curve) => lineMarks(figure, curve, at)),
      });
    },

    legend: (figure) =>
      figure.lines.length > 1 || figure.lines.some((line) => line.name)
        ? figure.lines.map((line, i) => ({ text: nameOf(line, i), n: i, line: true, dot: line.x.length <= dotted }))
        : [],

    /** A place is the index of an x. */
    at(figure, plot, x, y) {
      if (x < -8 || x > plot.width + 8 || y < 0 || y > plot.height) return null;
      const all = places(figure);
      let best = 0;
      all.forEach((place, i) => {
        if (Math.abs(plot.x(place) - x) < Math.abs(plot.x(all[best]) - x)) best = i;
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
      const across = plot.x(x);
      const dots = valuesAt(figure, x)
        .map(([curve, y]) => [across, plot.y(horloge.numberOf(y)), curve])
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
