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
    return canvas.toDataURL();
  }

  /** The cells of an axis: which have labels, and whether these stand upright. */
  function axis(title, names, count, size, across) {
    const named = names && names.length > 0;
    const upright = named && across && longest(names) * letter + 6 > size;
    const room = across && !named ? String(count).length * 8 + 10 : 14;
    return { cells: count, names, title, upright, bare: true, labelled: labelled(count, size, named && across && !upright ? size : room) };
  }

  const isOneValue = (figure) => !figure.low && !figure.high && new Set(figure.values.flat()).size === 1;

  const indices = (count) => Array.from({ length: count }, (_, i) => i);
  const nameOf = (label, names, i, word) =>
    `${label || horloge.text(word)} ${names && names.length ? names[i] : i}`;

  horloge.figureKinds.heat_map = {
    isEmpty: (figure) => rowsOf(figure) * columnsOf(figure) === 0,

    draw(element, figure, room) {
      const rows = rowsOf(figure);
      const columns = columnsOf(figure);
      const [across, down] = cellSize(figure, room);
      const [width, height] = [across * columns, down * rows];
      const [low, high] = horloge.spanOf(figure.values.flat(), figure.low || 0, figure.high || 0);
      const scale = horloge.colourScale(low, high);
      return horloge.plot(element, {
        width,
        height,
        x: axis(figure.x_label, figure.column_names, columns, across, true),
        y: axis(figure.y_label, figure.row_names, rows, down, false),
        colours: isOneValue(figure) ? null : { low, high, scale, length: Math.min(180, Math.max(90, room / 3)) },
        marks: () => [horloge.svg("image", { href: picture(figure, scale), width, height,
          preserveAspectRatio: "none", style: "image-rendering:pixelated" })],
      });
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
