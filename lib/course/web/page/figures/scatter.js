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

  // Names go beside their points where there is room, others are shown on hover.
  const sides = [{ align: "start", dx: 7 }, { align: "end", dx: -7 }]; // of a name: behind its point, before it

  /** Of the names those that cover neither a point nor another name, on the side that has room. */
  function withRoom(figure, points, pixels, width) {
    if (!figure.names) return [];
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
      return [{ i, ...side }];
    });
  }

  /** Pixels of the plot itself. */
  function sizeOf(figure, width) {
    const across = Math.max(Math.min(width, 640) - 76, 180);
    return [across, figure.same_scale ? Math.min(across, 420) : Math.max(220, across * 0.65)];
  }

  /** Those that are somewhere: {x, y, name, look}. */
  const pointsOf = (figure) => figure.points.flatMap((_, i) => {
    if (!isThere(figure, i)) return [];
    const [x, y] = place(figure, i);
    return [{ x, y, name: (figure.names || [])[i] || "", look: horloge.series(groupOf(figure, i)) }];
  });

  horloge.figureKinds.scatter = {
    isEmpty: (figure) => !figure.points.some((_, i) => isThere(figure, i)),

    draw(element, figure, room) {
      const [width, height] = sizeOf(figure, room);
      const domains = spans(figure, width, height);
      const points = pointsOf(figure);
      const area = Math.min(Math.max((width * width) / points.length / 6, 12), 60); // they leave room between them
      const [x, y] = domains.map((span, axis) =>
        ({ span, count: 5, grid: true, bare: true, title: [figure.x_label, figure.y_label][axis] }));
      return horloge.plot(element, { width, height, x, y, marks: (at) => {
        const pixels = points.map((point) => [at.x(point.x), at.y(point.y)]);
        const names = withRoom(figure, points, pixels, width).map(({ i, align, dx }) => horloge.svg("text",
          { class: "plot-name", x: pixels[i][0] + dx, y: pixels[i][1], dy: "0.33em", "text-anchor": align }, points[i].name));
        return [
          ...(figure.joined ? [horloge.curveMark(pixels, { colour: "var(--quiet)", width: 1 })] : []),
          horloge.shapeMarks(points.map(({ look }, i) => ({ at: pixels[i], look })), area),
          ...names,
        ];
      } });
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
        const distance = Math.hypot(plot.x(a) - x, plot.y(b) - y);
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
      const x = plot.x(a);
      const y = plot.y(b);
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
