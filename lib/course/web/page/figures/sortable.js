// A table that is sorted by any of its columns, and whose ticked rows are drawn as curves.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`sortable.${key}`, values);
  const most = 8; // curves: more cannot be told apart

  /** `rows` by their column, those without a number last; as they are for no column. */
  function sorted(rows, { column, down }) {
    if (column === undefined) return rows;
    const key = (row) => (column === 0 ? row.name : row.cells[column - 1].value);
    const missing = (row) => key(row) === undefined;
    const before = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
    return [...rows].sort((a, b) => {
      if (missing(a) || missing(b)) return missing(a) - missing(b);
      return down ? before(b, a) : before(a, b);
    });
  }

  /** The next way to sort by a column: largest first, smallest first, as it was; names the other way. */
  function turned(order, column) {
    const first = column !== 0;
    if (order.column !== column) return { column, down: first };
    return order.down === first ? { column, down: !first } : {};
  }

  function heading(name, column, order, turn) {
    const ways = { true: "descending", false: "ascending" };
    const way = order.column === column ? ways[order.down] : "none";
    const button = horloge.element("button", { type: "button", onclick: () => turn(column) },
      name || text("name"),
      horloge.element("span", { class: "sortable-way", "aria-hidden": "true" },
        { none: "↕", descending: "↓", ascending: "↑" }[way]));
    return horloge.element("th", { scope: "col", "aria-sort": way }, button);
  }

  function bodyRow(row, tick) {
    const name = tick ? horloge.element("label", {}, tick(row), row.name) : row.name;
    return horloge.element("tr", {}, horloge.element("th", { scope: "row" }, name),
      ...row.cells.map((cell) =>
        horloge.element("td", cell.within_noise ? { class: "within-noise" } : {}, cell.text || "–")));
  }

  /** The rows that are ticked, as curves along the columns. */
  function curves(table, ticked) {
    const lines = table.rows.filter((row) => ticked.has(row.name)).map((row) => ({
      name: row.name,
      x: table.along.filter((_, i) => row.cells[i].value !== undefined),
      y: row.cells.map((cell) => cell.value).filter((value) => value !== undefined),
    }));
    return { kind: "lines", title: table.title, x_label: table.along_label, y_label: table.heading[0], lines };
  }

  /** Below `root` the table {title, heading, rows: [{name, cells: [{text, value, within_noise}]}], along}. */
  horloge.sortable = function (root, table) {
    const ticked = new Set();
    const help = horloge.element("p", { class: "sortable-help", text: text(table.along ? "help_curves" : "help") });
    const head = horloge.element("thead");
    const body = horloge.element("tbody");
    const whole = horloge.element("table", {}, horloge.element("caption", { text: table.title || text("caption") }),
      head, body);
    const place = horloge.element("div", { class: "picture" });
    let order = {};
    let figure;

    const draw = () => {
      if (ticked.size === 0) {
        if (figure) figure.remove();
        figure = undefined;
      } else if (figure) figure.update(curves(table, ticked));
      else figure = horloge.figure(place, curves(table, ticked));
    };
    const tick = (row) => horloge.element("input", {
      type: "checkbox", checked: ticked.has(row.name), onchange: (event) => {
        if (!event.target.checked) ticked.delete(row.name);
        else if (ticked.size < most) ticked.add(row.name);
        else event.target.checked = false;
        draw();
      },
    });
    const show = () => {
      const cells = table.heading.map((name, column) => heading(name, column, order, turn));
      head.replaceChildren(horloge.element("tr", {}, ...cells));
      body.replaceChildren(...sorted(table.rows, order).map((row) => bodyRow(row, table.along && tick)));
    };
    const turn = (column) => {
      order = turned(order, column);
      show();
      head.querySelectorAll("button")[column].focus();
    };
    show();
    root.append(help, horloge.element("div", { class: "sortable-table", tabindex: "0", role: "region",
      "aria-label": table.title || text("caption") }, whole), place);
  };
})();
