// Inside a trained model: how it does in longer texts, what its heads look at, and all of its numbers.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`playground.${key}`, values);
  const cell = (name, content, more) => horloge.element(name, Object.assign({ text: content }, more));

  /** A share as both parts of the page say it. */
  horloge.playgroundPercent = (share) => (100 * share).toFixed(1);

  /** Below `root`; then .show(run, {tables, length}) draws all of it anew, .fade() says it is old. */
  horloge.playgroundInside = function (root) {
    const boxes = ["lengths", "look", "tables"].map((name) => {
      const box = horloge.element("div", { text: text("first_train") });
      root.append(horloge.element("section", { class: "live-inside" },
        horloge.element("h3", { text: text(`${name}_title`) }), box));
      return box;
    });
    return {
      async show(run, about) {
        for (const box of boxes) box.replaceChildren();
        showLook(boxes[1], run);
        showTables(boxes[2], run, about.tables);
        await showLengths(boxes[0], run);
      },
    };
  };

  async function showLengths(box, run) {
    const rows = horloge.element("tbody", {});
    box.append(horloge.element("table", { class: "live-words" },
      horloge.element("caption", { text: text("lengths_table") }),
      horloge.element("thead", {}, horloge.element("tr", {},
        cell("th", text("length_column"), { scope: "col" }),
        cell("th", text("right_column"), { scope: "col" }))), rows));
    for (const times of [1, 2, 4]) {
      const { length, accuracy, ends } = await horloge.ask("playground.right", { run, times });
      const value = horloge.element("td", {});
      if (ends) value.textContent = text("ends", { why: ends });
      else {
        const bar = horloge.element("span", { class: "live-bar", "aria-hidden": "true" });
        bar.style.width = `${8 * accuracy}rem`;
        value.append(bar, `${horloge.playgroundPercent(accuracy)} %`);
      }
      rows.append(horloge.element("tr", {}, cell("th",
        times === 1 ? text("as_trained", { length }) : text("times", { length, times }),
        { scope: "row" }), value));
    }
  }

  function showLook(box, run) {
    const controls = horloge.controls(box);
    const said = horloge.element("div", { class: "live-scroll", tabindex: "0" });
    const maps = horloge.element("div", { class: "live-beside" });
    box.append(said, maps);
    let figures = [];
    const draw = async (example) => {
      try {
        const answer = await horloge.ask("playground.look", { run, example }, { latest: "playground.look" });
        said.replaceChildren(exampleTable(answer));
        const heads = headsOf(answer);
        if (figures.length !== heads.length) {
          maps.replaceChildren();
          figures = heads.map((figure) => {
            const place = horloge.element("div", { class: "figure" });
            maps.append(place);
            return horloge.figure(place, figure);
          });
        } else heads.forEach((figure, i) => figures[i].update(figure));
      } catch (error) {
        wrong.wrong(error);
      }
    };
    controls.number({ label: text("example"), min: 0, max: 999999, value: 0, onChange: draw });
    const wrong = horloge.control.result({ label: text("look_title") });
    box.append(wrong.element);
    draw(0);
  }

  function headsOf(answer) {
    return answer.weights.flatMap((heads, layer) => heads.map((values, head) => ({
      kind: "heat_map",
      title: text("head", { layer: layer + 1, head: head + 1 }),
      x_label: text("looked_at"),
      y_label: text("looks"),
      values, low: 0, high: 1,
      row_names: answer.words, column_names: answer.words,
    })));
  }

  /** The text, word by word, with what is right and what the model says below. */
  function exampleTable(answer) {
    const row = (name, words, mark) => horloge.element("tr", {},
      cell("th", text(name), { scope: "row" }),
      ...words.map((word, t) => {
        const wrong = mark && answer.right[t] !== "" && word !== answer.right[t];
        return cell("td", wrong ? `${word} ✗` : word,
          wrong ? { class: "live-wrong", title: text("wrong") } : {});
      }));
    return horloge.element("table", { class: "live-words" },
      horloge.element("caption", { text: text("example_table") }),
      horloge.element("tbody", {}, row("words_row", answer.words),
        row("right_row", answer.right), row("says_row", answer.says, true)));
  }

  function showTables(box, run, tables) {
    const controls = horloge.controls(box);
    const wrong = horloge.control.result({ label: text("tables_title") });
    const place = horloge.element("div", { class: "figure" });
    let figure;
    const draw = async (name) => {
      try {
        const answer = await horloge.ask("playground.table", { run, name }, { latest: "playground.table" });
        wrong.value = "";
        if (figure) figure.update(answer);
        else figure = horloge.figure(place, answer);
      } catch (error) {
        wrong.wrong(error);
      }
    };
    controls.choice({
      label: text("table"), list: true, onChange: draw,
      choices: tables.map((one) => ({
        value: one.name,
        text: text("table_choice", { name: one.name, shape: one.shape.join(" × ") }),
      })),
    });
    box.append(wrong.element, place);
    draw(tables[0].name);
  }
})();
