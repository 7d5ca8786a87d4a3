// Transformer-XL's shift, one step after the other.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`shift.${key}`, values);
  const names = ["by_distance", "padded", "anew", "dropped", "by_key"];

  /** a4: what query a says of the distance 4. A padding is 0. */
  const nameOf = (number) =>
    (number === 0 ? "0" : String.fromCharCode(96 + Math.floor(number / 100)) + (number % 100));

  horloge.live("shift", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, { queries: Math.min(queries.value, words.value), words: words.value });
    const queries = controls.slider({ label: text("queries"), min: 1, max: 8, value: 3, onChange: ask });
    const words = controls.slider({ label: text("words"), min: 1, max: 8, value: 5, onChange: ask });
    const step = controls.slider({ label: text("step"), min: 0, max: 4, value: 0, onChange: ask });
    const turn = (by) => () => {
      step.value = Math.min(Math.max(step.value + by, 0), 4);
      ask();
    };
    controls.button({ label: text("back"), onClick: turn(-1) });
    controls.button({ label: text("on"), main: true, onClick: turn(1) });
    const parts = {
      at: () => step.value,
      says: horloge.controls(root).result({ label: text("title") }),
      table: horloge.element("div", { class: "shift" }),
    };
    root.append(parts.table);
    ask();
  });

  async function show(parts, state) {
    try {
      const { steps } = await horloge.ask("relative.shift", state, { latest: "relative.shift" });
      const at = parts.at();
      parts.says.value = `${at}. ${text(names[at])}`;
      parts.table.replaceChildren(tableOf(steps[at], at, state));
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  /** Its numbers, coloured by their query; in the end, what is left over is struck. */
  function tableOf(rows, at, { queries, words }) {
    const left = (row, column) => at === 4 && column > words - queries + row;
    return horloge.element("table", {}, horloge.element("caption", { text: text(`${names[at]}_short`) }),
      horloge.element("tbody", {}, ...rows.map((row, i) => horloge.element("tr", {},
        ...row.map((number, j) => horloge.element("td", {
          class: [number ? `shift-${Math.floor(number / 100) % 2}` : "shift-zero",
            left(i, j) ? "shift-left" : ""].join(" "),
          title: left(i, j) ? text("left") : undefined, text: nameOf(number),
        }))))));
  }
})();
