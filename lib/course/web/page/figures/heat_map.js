// A matrix as colours: one cell a number.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.figureKinds = horloge.figureKinds || {};

  const letter = 6.6; // pixels of an average letter of an axis
  const tallest = 460;

  const rowsOf = (figure) => figure.values.length;
  const columnsOf = (figure) => (figure.values.length ? figure.values[0].length : 0);

  const longest = (names) => Math.max(0, ...(names || []).map((name) => name.length));

  /** Pixels of a cell: as wide as there is room, about square, and the whole no taller than a screen. */
  function cellSize(figure, width) {
    const names = Math.min(longest(figure.row_names) || 3, 19) * letter;
    const room = Math.max(width - names - (figure.y_label ? 26 : 8) - 22, 120);
    const across = Math.min(room / columnsOf(figure), 44);
    const most = Math.min(34, tallest / rowsOf(figure));
    return [across, Math.min(Math.max(across, Math.min(18, most)), most)];
  }

  /** Every so many indices, so that labels do not touch. */
  function labelled(count, size, room) {
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    const step = steps.find((one) => one * size >= room) || 2000;
    return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  }

  /** One pixel a cell; what is no number stays clear. */
  function picture(figure, scale) {
    const canvas = document.createElement("canvas");
    canvas.width = columnsOf(figure);
    canvas.height = rowsOf(figure);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    let at = 0;
    for (const row of figure.values)
      for (const value of row) {
        const number = horloge.numberOf(value);
        if (!Number.isNaN(number)) {
          image.data.set(scale.of(number), at);
          image.data[at + 3] = 255;
        }
        at += 4;
      }
    context.putImageData(image, 0, 0);
    return { src: canvas.toDataURL(), width: canvas.width, height: canvas.height, complete: true };
  }

  function axis(orient, title, names, count, size) {
    const across = orient === "bottom";
    const named = names && names.length > 0;
    const upright = named && across && longest(names) * letter + 6 > size;
    const room = across && !named ? String(count).length * 8 + 10 : 14;
    const one = {
      orient, scale: across ? "x" : "y", title: title || null, ticks: false, domain: false,
      values: labelled(count, size, named && across && !upright ? size : room),
    };
    if (!named) return one;
    one.encode = { labels: { update: { text: { signal: `${across ? "column" : "row"}_names[datum.value]` } } } };
    if (upright) Object.assign(one, { labelAngle: -60, labelAlign: "right", labelBaseline: "middle" });
    return one;
  }

  const isOneValue = (figure) => !figure.low && !figure.high && new Set(figure.values.flat()).size === 1;

  /** What changes where the axes stay: the picture, and what its colours mean. */
  function contents(figure) {
    const [low, high] = horloge.spanOf(figure.values.flat(), figure.low || 0, figure.high || 0);
    const scale = horloge.colourScale(low, high);
    const last = scale.colours.length - 1;
    return {
      data: { picture: [{ image: picture(figure, scale) }] },
      signals: {
        colours: scale.colours,
        stops: scale.colours.map((_, i) => low + ((high - low) * i) / last),
        ends: [low, (low + high) / 2, high],
      },
    };
  }

  /** All that the axes show. */
  const frame = (figure) => JSON.stringify([
    rowsOf(figure), columnsOf(figure), figure.x_label, figure.y_label, figure.row_names, figure.column_names, isOneValue(figure),
  ]);

  const indices = (count) => Array.from({ length: count }, (_, i) => i);
  const nameOf = (label, names, i, word) =>
    `${label || horloge.text(word)} ${names && names.length ? names[i] : i}`;

  horloge.figureKinds.heat_map = {
    isEmpty: (figure) => rowsOf(figure) * columnsOf(figure) === 0,

    spec(figure, width) {
      const rows = rowsOf(figure);
      const columns = columnsOf(figure);
      const [across, down] = cellSize(figure, width);
      const { signals, data } = contents(figure);
      return horloge.plotSpec({
        width: across * columns,
        height: down * rows,
        signals: [
          { name: "row_names", value: figure.row_names || [] },
          { name: "column_names", value: figure.column_names || [] },
          ...Object.entries(signals).map(([name, value]) => ({ name, value })),
        ],
        data: [{ name: "picture", values: data.picture }],
        scales: [
          { name: "x", type: "band", domain: indices(columns), range: "width" },
          { name: "y", type: "band", domain: indices(rows), range: "height" },
          { name: "colour", type: "linear", zero: false, domain: { signal: "stops" }, range: { signal: "colours" } },
        ],
        axes: [
          axis("bottom", figure.x_label, figure.column_names, columns, across),
          axis("left", figure.y_label, figure.row_names, rows, down),
        ],
        legends: isOneValue(figure) ? [] : [{
          fill: "colour", type: "gradient", orient: "bottom", direction: "horizontal",
          gradientLength: Math.min(180, Math.max(90, width / 3)), values: { signal: "ends" }, format: ".3~g",
        }],
        marks: [{
          type: "image",
          from: { data: "picture" },
          encode: {
            update: {
              image: { field: "image" }, x: { value: 0 }, y: { value: 0 }, aspect: { value: false },
              smooth: { value: false }, width: { signal: "width" }, height: { signal: "height" },
            },
          },
        }],
      });
    },

    /** Other numbers under the axes that are there; false if they do not fit. */
    refresh(plot, figure, before) {
      if (frame(figure) !== frame(before)) return false;
      plot.refresh(contents(figure));
      return true;
    },

    /** A place is [row, column]. */
    at(figure, plot, x, y) {
      const column = Math.floor((x / plot.width) * columnsOf(figure));
      const row = Math.floor((y / plot.height) * rowsOf(figure));
      const inside = column >= 0 && row >= 0 && column < columnsOf(figure) && row < rowsOf(figure);
      return inside ? [row, column] : null;
    },

    first: () => [0, 0],

    move(figure, [row, column], key) {
      const last = [rowsOf(figure) - 1, columnsOf(figure) - 1];
      if (key === "Home") return [row, 0];
      if (key === "End") return [row, last[1]];
      const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
      return [Math.min(Math.max(row + down, 0), last[0]), Math.min(Math.max(column + right, 0), last[1])];
    },

    describe: (figure, [row, column]) => ({
      value: horloge.numberText(figure.values[row][column]),
      names: [
        nameOf(figure.y_label, figure.row_names, row, "figure.row"),
        nameOf(figure.x_label, figure.column_names, column, "figure.column"),
      ],
    }),

    mark(figure, plot, [row, column]) {
      const across = plot.width / columnsOf(figure);
      const down = plot.height / rowsOf(figure);
      return { boxes: [[column * across, row * down, across, down]], x: (column + 1) * across, y: row * down };
    },

    table: (figure) => ({
      size: rowsOf(figure) * columnsOf(figure),
      head: ["", ...indices(columnsOf(figure)).map((i) => (figure.column_names || [])[i] || String(i))],
      rows: figure.values.map((row, r) => [(figure.row_names || [])[r] || String(r), ...row]),
    }),
  };
})();
