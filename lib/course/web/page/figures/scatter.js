// Points in the plane.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.figureKinds = horloge.figureKinds || {};

  const reach = 24; // pixels from a point that still mean it

  const groupOf = (figure, i) => (figure.groups ? figure.groups[i] : 0);
  const groupName = (figure, group) =>
    (figure.group_names || [])[group] || horloge.text("figure.group", { n: group + 1 });
  const place = (figure, i) => figure.points[i].map(horloge.numberOf);
  const isThere = (figure, i) => place(figure, i).every(Number.isFinite);

  /** The ends of both axes with a margin; of one length a pixel where circles are to stay round. */
  function spans(figure, width, height) {
    const spanned = [0, 1].map((axis) => {
      const [low, high] = horloge.spanOf(figure.points.filter((_, i) => isThere(figure, i)).map((point) => point[axis]), 0, 0);
      const margin = (high - low) * 0.05;
      return [low - margin, high + margin];
    });
    if (!figure.same_scale) return spanned;
    const sizes = [width, height];
    const unit = Math.max(...spanned.map(([low, high], axis) => (high - low) / sizes[axis]));
    return spanned.map(([low, high], axis) => {
      const middle = (low + high) / 2;
      return [middle - (unit * sizes[axis]) / 2, middle + (unit * sizes[axis]) / 2];
    });
  }

  const position = { x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" } };

  function symbols(count, width) {
    const size = Math.min(Math.max((width * width) / count / 6, 12), 60); // they leave room between them
    return {
      type: "symbol",
      from: { data: "points" },
      encode: {
        update: {
          ...position,
          shape: { field: "shape" }, fill: { field: "colour" }, stroke: { value: "var(--paper)" },
          strokeWidth: { value: size / 80 }, size: { value: size },
        },
      },
    };
  }

  // Names go beside their points where there is room, others are shown on hover.
  const names = {
    type: "text",
    from: { data: "named" },
    encode: {
      update: {
        ...position, dx: { field: "dx" }, align: { field: "align" }, baseline: { value: "middle" },
        text: { field: "name" }, fontSize: { value: 12 },
      },
    },
  };

  const sides = [{ align: "left", dx: 7 }, { align: "right", dx: -7 }]; // of a name: behind its point, before it

  /** Of the names those that cover neither a point nor another name, on the side that has room. */
  function withRoom(figure, points, domains, width, height) {
    if (!figure.names) return [];
    const pixels = points.map((point) => [
      ((point.x - domains[0][0]) / (domains[0][1] - domains[0][0])) * width,
      height - ((point.y - domains[1][0]) / (domains[1][1] - domains[1][0])) * height,
    ]);
    const taken = pixels.map(([x, y]) => [x - 4, y - 4, x + 4, y + 4]);
    const boxOf = (i, { dx }) => {
      const [x, y] = pixels[i];
      const far = Math.sign(dx) * (9 + points[i].name.length * 6.8);
      const near = Math.sign(dx) * 5;
      return [x + Math.min(near, far), y - 7, x + Math.max(near, far), y + 7];
    };
    const isFree = (i, box) => box[0] >= 0 && box[2] <= width + 4 && !taken.some((other, k) => k !== i &&
      box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
    return points.flatMap((point, i) => {
      const side = point.name && sides.find((one) => isFree(i, boxOf(i, one)));
      if (!side) return [];
      taken.push(boxOf(i, side));
      return [{ ...point, ...side }];
    });
  }

  /** Pixels of the plot itself. */
  function sizeOf(figure, width) {
    const across = Math.max(Math.min(width, 640) - 76, 180);
    return [across, figure.same_scale ? Math.min(across, 420) : Math.max(220, across * 0.65)];
  }

  /** What changes where the axes stay: the points, their names, and the ends of both axes. */
  function contents(figure, [width, height]) {
    const domains = spans(figure, width, height);
    const points = figure.points.flatMap((_, i) => {
      if (!isThere(figure, i)) return [];
      const [x, y] = place(figure, i);
      const look = horloge.series(groupOf(figure, i));
      return [{ i, x, y, name: (figure.names || [])[i] || "", colour: look.colour, shape: look.shape }];
    });
    return {
      data: { points, named: withRoom(figure, points, domains, width, height) },
      signals: { x_span: domains[0], y_span: domains[1] },
    };
  }

  /** All that stays with the axes. */
  const frame = (figure) => JSON.stringify([
    figure.x_label, figure.y_label, figure.same_scale, figure.joined, figure.points.length, figure.groups, figure.group_names,
  ]);

  horloge.figureKinds.scatter = {
    isEmpty: (figure) => !figure.points.some((_, i) => isThere(figure, i)),

    spec(figure, width) {
      const [plotWidth, height] = sizeOf(figure, width);
      const { signals, data } = contents(figure, [plotWidth, height]);
      const line = {
        type: "line",
        from: { data: "points" },
        encode: { update: { ...position, stroke: { value: "var(--quiet)" }, strokeWidth: { value: 1 } } },
      };
      const axis = (orient, scale, title) => ({
        orient, scale, title: title || null, grid: true, domain: false, ticks: false, tickCount: 5, labelOverlap: true,
      });
      return horloge.plotSpec({
        width: plotWidth,
        height,
        signals: Object.entries(signals).map(([name, value]) => ({ name, value })),
        data: Object.entries(data).map(([name, values]) => ({ name, values })),
        scales: [
          { name: "x", type: "linear", zero: false, range: "width", domain: { signal: "x_span" } },
          { name: "y", type: "linear", zero: false, range: "height", domain: { signal: "y_span" } },
        ],
        axes: [axis("bottom", "x", figure.x_label), axis("left", "y", figure.y_label)],
        marks: [...(figure.joined ? [line] : []), symbols(data.points.length, plotWidth), names],
      });
    },

    /** Other points under the axes that are there; false if they do not fit. */
    refresh(plot, figure, before) {
      if (frame(figure) !== frame(before)) return false;
      plot.refresh(contents(figure, [plot.width, plot.height]));
      return true;
    },

    legend: (figure) =>
      figure.groups ? [...new Set(figure.groups)].sort((a, b) => a - b)
        .map((group) => ({ text: groupName(figure, group), n: group, dot: true })) : [],

    /** A place is the index of a point. */
    at(figure, plot, x, y) {
      let best = null;
      let least = reach;
      figure.points.forEach((_, i) => {
        if (!isThere(figure, i)) return;
        const [a, b] = place(figure, i);
        const distance = Math.hypot(plot.scale("x")(a) - x, plot.scale("y")(b) - y);
        if (distance < least) [best, least] = [i, distance];
      });
      return best;
    },

    first: () => 0,

    move(figure, at, key) {
      const last = figure.points.length - 1;
      if (key === "Home") return 0;
      if (key === "End") return last;
      return Math.min(Math.max(at + (key === "ArrowRight" || key === "ArrowDown" ? 1 : -1), 0), last);
    },

    describe(figure, i) {
      const numbers = figure.points[i].map(horloge.numberText);
      const name = (figure.names || [])[i];
      const text = [0, 1].map((axis) => `${[figure.x_label || "x", figure.y_label || "y"][axis]} ${numbers[axis]}`);
      return {
        value: name || horloge.text("figure.point", { n: i }),
        names: [...(figure.groups ? [groupName(figure, figure.groups[i])] : []), ...text],
      };
    },

    mark(figure, plot, i) {
      const [a, b] = place(figure, i);
      const x = plot.scale("x")(a);
      const y = plot.scale("y")(b);
      return Number.isFinite(x + y) ? { rings: [[x, y]], x: x + 6, y } : { x: 0, y: 0 };
    },

    table: (figure) => ({
      size: figure.points.length * (2 + (figure.names ? 1 : 0) + (figure.groups ? 1 : 0)),
      head: [
        ...(figure.names ? [horloge.text("figure.name")] : []), figure.x_label || "x", figure.y_label || "y",
        ...(figure.groups ? [horloge.text("figure.group_head")] : []),
      ],
      rows: figure.points.map((point, i) => [
        ...(figure.names ? [figure.names[i]] : []), ...point,
        ...(figure.groups ? [groupName(figure, figure.groups[i])] : []),
      ]),
    }),
  };
})();
