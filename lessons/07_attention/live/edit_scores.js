// A head whose scores can be written over: weights and outputs follow.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`scores.${key}`, values);
  const most = 20; // a score, either way

  /** Two digits, for a cell. */
  const short = (x) => String(Math.round(100 * x) / 100).replace("-", "−");

  horloge.live("scores", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const parts = { root, state: () => ({ scores: parts.scores, mask: mask.value, scale: scale.value }) };
    const start = () => begin(parts, head.value);
    const head = controls.choice({ label: text("head"), choices: ["fits", "before", "both"]
      .map((value) => ({ value, text: text(value) })), onChange: start });
    const mask = controls.choice({ label: text("mask"), choices: ["none", "causal", "window", "padding"]
      .map((value) => ({ value, text: text(value) })), onChange: () => show(parts) });
    const scale = controls.slider({ label: text("scale"), values: [0, 0.1, 0.25, 0.5, 1, 2, 4, 10],
      value: 0.5, format: (value) => `× ${value}`, onChange: () => show(parts) });
    controls.button({ label: text("again"), onClick: start });
    parts.says = horloge.controls(root).result({ label: text("title") });
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.grids = ["scores", "weights"].map(() => horloge.element("div", { class: "scores-grid" }));
    beside.append(...parts.grids);
    parts.plane = horloge.picture(root);
    start();
  });

  /** The scores of a head, as the lesson makes them. */
  async function begin(parts, head) {
    try {
      const { words, scores } = await horloge.ask("attention.scores", { head }, { latest: "attention.scores" });
      Object.assign(parts, { words, scores, at: parts.at || 1 });
      parts.cells = [scoreGrid(parts), weightGrid(parts)];
      show(parts);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  async function show(parts) {
    if (!parts.scores) return;
    try {
      const answer = await horloge.ask("attention.weights", parts.state(), { latest: "attention.weights" });
      parts.answer = answer;
      showWeights(parts);
      showPlane(parts);
      say(parts);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  /** Where the word of the current row looks; what is wrong with a score stays until it is mended. */
  function say({ root, says, words, answer, at }) {
    if (root.querySelector("[aria-invalid=true]")) return;
    const row = answer.weights[at];
    const best = Math.max(...row);
    const same = row.filter((weight) => best - weight < 1e-6).length;
    says.value = same > 1 ? text("says_many", { word: words[at], count: same, weight: short(best) })
      : text("says", { word: words[at], key: words[row.indexOf(best)], weight: short(best) });
  }

  /** A table of one cell for each query and key; cell(t, s) makes what stands in it. */
  function grid(parts, place, title, cell) {
    const cells = [];
    const head = (word, scope) => horloge.element("th", { scope, text: word });
    place.replaceChildren(horloge.element("table", {},
      horloge.element("caption", { text: title }),
      horloge.element("thead", {}, horloge.element("tr", {}, horloge.element("td", {}),
        ...parts.words.map((word) => head(word, "col")))),
      horloge.element("tbody", {}, ...parts.words.map((word, t) => {
        cells.push(parts.words.map((_, s) => cell(t, s)));
        return horloge.element("tr", {}, head(word, "row"), ...cells[t]);
      }))));
    return cells;
  }

  function scoreGrid(parts) {
    return grid(parts, parts.grids[0], text("scores"), (t, s) => {
      const input = horloge.element("input", {
        type: "number", step: 0.5, min: -most, max: most, value: short(parts.scores[t][s]).replace("−", "-"),
        title: String(parts.scores[t][s]), inputmode: "decimal",
        "aria-label": text("score", { query: parts.words[t], key: parts.words[s] }),
        onfocus: () => {
          parts.at = t;
          if (parts.answer) show(parts);
        },
        oninput: () => {
          const value = Number(input.value);
          const fits = input.value !== "" && Math.abs(value) <= most;
          input.setAttribute("aria-invalid", String(!fits));
          if (!fits) return parts.says.wrong(text("wrong", { most }));
          parts.scores[t][s] = value;
          input.title = String(value);
          show(parts);
        },
      });
      // Left and right go to the next cell, up and down change it.
      const beside = (step) => () => {
        const cell = parts.cells[0][t][s + step];
        if (cell) cell.firstChild.focus();
      };
      horloge.keys(input, { ArrowLeft: beside(-1), ArrowRight: beside(1) });
      return horloge.element("td", {}, input);
    });
  }

  function weightGrid(parts) {
    return grid(parts, parts.grids[1], text("weights"), () => horloge.element("td", {}));
  }

  function showWeights({ cells, answer, at }) {
    answer.weights.forEach((row, t) => row.forEach((weight, s) => {
      const [score, cell] = cells.map((one) => one[t][s]);
      const seen = answer.seen[t][s];
      score.classList.toggle("scores-hidden", !seen);
      cell.classList.toggle("scores-hidden", !seen);
      cell.style.setProperty("--weight", `${Math.round(55 * weight)}%`);
      cell.title = seen ? String(weight) : text("hidden");
      cell.textContent = seen ? short(weight) : "·";
      for (const one of [score, cell]) one.parentElement.classList.toggle("scores-now", t === at);
    }));
  }

  /** What each word says, and the mixture that the words get. */
  function showPlane({ plane, words, answer, at }) {
    plane.show({
      kind: "scatter", title: text("plane", { word: words[at] }), same_scale: true,
      points: [...answer.values, answer.outputs[at]],
      names: [...words, text("output", { word: words[at] })],
      groups: [...words.map(() => 0), 1], group_names: [text("value"), text("mixture")],
    });
  }
})();
