// Two schemes in the same small training, seed by seed.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`two_schemes.${key}`, values);
  const small = {
    task: "three_back", length: 16, width: 16, layers: 2, heads: 2, lr: 0.01, updates: 100,
  };
  const times = [1, 2, 4];
  const percent = (share) => (share === undefined ? text("cannot") : (100 * share).toFixed(1));
  const signed = (share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

  horloge.live("two_schemes", async (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }),
      horloge.element("p", { text: text("about") }));
    const says = horloge.control.result({ label: text("says") });
    let schemes;
    try {
      ({ schemes } = await horloge.ask("playground.choices", {}));
    } catch (error) {
      root.append(says.element);
      return says.wrong(error);
    }
    const controls = horloge.controls(root);
    const one = controls.choice({ label: text("one"), choices: schemes, value: "rotary" });
    const other = controls.choice({ label: text("other"), choices: schemes, value: "sinusoidal" });
    const causal = controls.toggle({ label: text("causal"), value: true });
    const seeds = controls.slider({ label: text("seeds"), min: 1, max: 5, value: 3 });
    let turn = 0; // odd while it trains
    const button = controls.button({ label: text("start"), main: true, onClick: () => {
      if (turn % 2 === 1) stop();
      else train();
    } });
    const bar = horloge.controls(root).progress({ label: text("progress") });
    const box = horloge.element("div", { class: "live-scroll", tabindex: "0" });
    root.append(says.element, box);

    const stop = (sentence) => {
      ++turn;
      button.value = text("start");
      says.value = sentence || text("stopped");
    };
    const train = async () => {
      const mine = ++turn;
      const chosen = { one: one.value, other: other.value, seeds: seeds.value };
      button.value = text("stop");
      says.value = "";
      const rows = [];
      try {
        for (let seed = 1; seed <= chosen.seeds; ++seed) {
          const row = { seed, one: [], other: [] };
          for (const which of ["one", "other"]) {
            const scheme = chosen[which];
            const setting = Object.assign({}, small, { scheme, causal: causal.value, seed });
            const trained = 2 * rows.length + (which === "other" ? 1 : 0);
            row[which] = await once(setting, () => mine === turn, (part) =>
              bar.set(trained + part, 2 * chosen.seeds, text("step", { scheme, seed })));
            if (mine !== turn) return;
          }
          rows.push(row);
          box.replaceChildren(table(chosen, rows));
        }
        stop(verdict(chosen, rows));
      } catch (error) {
        stop();
        says.wrong(error);
      }
    };
  });

  /** One training: its share of right answers at each length. */
  async function once(setting, goesOn, onPart) {
    const { run, steps } = await horloge.ask("playground.start", setting);
    for (let done = 0; done < steps && goesOn();) {
      ({ done } = await horloge.ask("playground.steps", { run, steps: 5, test: false }));
      onPart(done / steps);
    }
    const right = [];
    for (const n of times)
      if (goesOn()) right.push((await horloge.ask("playground.right", { run, times: n })).accuracy);
    await horloge.ask("playground.stop", { run });
    return right;
  }

  /** What one has more than the other at the i-th length, over the seeds; undefined where one ends. */
  function meanDifference(rows, i) {
    const all = rows.map((row) => row.one[i] - row.other[i]);
    return all.some(Number.isNaN) ? undefined : all.reduce((sum, d) => sum + d, 0) / all.length;
  }

  function verdict(chosen, rows) {
    const mean = (which) => rows.reduce((sum, row) => sum + row[which][0], 0) / rows.length;
    return text("over", Object.assign({}, chosen, {
      first: percent(mean("one")), second: percent(mean("other")),
      difference: signed(meanDifference(rows, 0)),
    }));
  }

  function table(chosen, rows) {
    const cell = (name, content, more) => horloge.element(name, Object.assign({ text: content }, more));
    const row = (name, cells) => horloge.element("tr", {}, cell("th", name, { scope: "row" }),
      ...cells.map((content) => cell("td", content)));
    const differences = times.map((n, i) => meanDifference(rows, i));
    return horloge.element("table", { class: "live-words" },
      cell("caption", text("table", chosen)),
      horloge.element("thead", {}, horloge.element("tr", {}, cell("th", text("seed"), { scope: "col" }),
        ...times.map((n) => cell("th", text("length", { length: n * small.length }), { scope: "col" })))),
      horloge.element("tbody", {},
        ...rows.map((one) => row(one.seed, times.map((n, i) =>
          `${percent(one.one[i])} · ${percent(one.other[i])}`))),
        row(text("mean"), differences.map((d) => (d === undefined ? text("cannot") : signed(d))))));
  }
})();
