// The numbers behind a figure: a table that is built when it is opened, or a file.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const most = 2000; // cells

  const cellText = (value) =>
    typeof value === "string" && value !== "inf" && value !== "-inf" ? value : horloge.numberText(value);

  function tableOf({ head, rows }, label) {
    const row = (cells) =>
      horloge.element("tr", {}, ...cells.map((cell, i) =>
        horloge.element(i ? "td" : "th", i ? {} : { scope: "row" }, cellText(cell))));
    const headings = head.map((text) => horloge.element(text ? "th" : "td", text ? { scope: "col" } : {}, text));
    return horloge.element("div", { class: "figure-table", tabindex: 0, role: "region", "aria-label": label },
      horloge.element("table", {},
        horloge.element("thead", {}, horloge.element("tr", {}, ...headings)),
        horloge.element("tbody", {}, ...rows.map(row))));
  }

  /** As a spreadsheet reads it. */
  horloge.csv = function ({ head, rows }) {
    const quoted = (cell) => {
      const text = cell === null ? "NaN" : String(cell);
      return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    };
    return [head, ...rows].map((row) => row.map(quoted).join(",") + "\n").join("");
  };

  function download(table) {
    const address = URL.createObjectURL(new Blob([horloge.csv(table)], { type: "text/csv" }));
    horloge.element("a", { href: address, download: "figure.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** A details element; `read` answers {size, head, rows} of the figure as it is then. */
  horloge.figureTable = function (read, label) {
    const inside = horloge.element("div");
    const details = horloge.element("details", { class: "figure-data" },
      horloge.element("summary", { text: horloge.text("figure.table") }), inside);
    const fill = () => {
      if (!details.open) return inside.replaceChildren();
      const table = read();
      const save = horloge.element("button", {
        type: "button", text: horloge.text("figure.download"), onclick: () => download(table),
      });
      if (table.size > most)
        inside.replaceChildren(horloge.element("p", { text: horloge.text("figure.large", { n: table.size }) }), save);
      else inside.replaceChildren(tableOf(table, label), save);
    };
    details.addEventListener("toggle", fill);
    return { element: details, update: fill };
  };
})();
