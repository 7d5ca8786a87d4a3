// A code of the lesson as a picture, and what its rows have to do with each other, offset by offset.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`codes.${key}`, values);
  const codes = ["index", "fraction", "binary", "sines", "sinusoidal", "random"];
  const waves = ["sines", "sinusoidal"]; // what has a base
  const single = ["index", "fraction"]; // one number a position
  const alike = 0.1; // of the distance of neighbours: nearly the same row
  const rounding = 1e-4; // of the largest distance

  const short = (x) => String(Number(x.toPrecision(3)));

  horloge.live("codes", (root, options) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const what = horloge.controls(root);
    const ask = () => {
      width.disabled = single.includes(code.value);
      base.disabled = !waves.includes(code.value);
      show(parts, state());
    };
    const code = what.choice({ label: text("code"), list: true, value: options.code || "sinusoidal",
      choices: codes.map((value) => ({ value, text: text(value) })), onChange: ask });
    const length = what.slider({ label: text("length"), min: 3, max: 128, value: options.length || 32,
      onChange: ask });
    const how = horloge.controls(root);
    const width = how.slider({ label: text("d_model"), values: [2, 4, 6, 8, 16, 32, 64],
      value: options.d_model || 8, onChange: ask });
    const base = how.slider({ label: text("base"), values: [2, 10, 100, 1000, 10000, 500000],
      value: 10000, onChange: ask });
    const parts = { says: horloge.controls(root).result({ label: text("title") }) };
    parts.rows = horloge.picture(root);
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.distances = horloge.picture(beside);
    parts.dots = horloge.picture(beside);
    const state = () =>
      ({ code: code.value, length: length.value, d_model: width.value, base: base.value });
    ask();
  });

  async function show(parts, state) {
    try {
      const answer = await horloge.ask("designing_a_code.code", state, { latest: parts });
      parts.says.value = `${rowsAlike(answer)} ${stepsAlike(answer.distance)}`;
      draw(parts, state, answer);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  /** Which positions cannot, or can hardly, be told apart. */
  function rowsAlike({ closest, neighbours }) {
    const [p, q] = closest.positions;
    if (closest.same > 0) return text(closest.same === 1 ? "same_one" : "same", { pairs: closest.same, p, q });
    const values = { p, q, distance: short(closest.distance), neighbours: short(neighbours) };
    return text(closest.distance < alike * neighbours ? "nearly" : "unlike", values);
  }

  function stepsAlike({ least, largest }) {
    const all = Math.max(...largest);
    const equal = least.every((low, k) => largest[k] - low <= rounding * all);
    return text(equal ? "everywhere" : "somewhere");
  }

  function draw(parts, state, { rows, distance, dot }) {
    parts.rows.show({
      kind: "heat_map", title: text("rows", { code: text(state.code), length: state.length }),
      x_label: text("column"), y_label: text("position"), values: rows,
    });
    const offsets = rows.map((_, k) => k);
    const lines = (title, label, curves) => ({
      kind: "lines", title, x_label: text("offset"), y_label: label,
      lines: ["least", "mean", "largest"].map((which) =>
        ({ name: text(which), x: offsets, y: curves[which] })),
    });
    parts.distances.show(lines(text("distances"), text("distance"), distance));
    parts.dots.show(lines(text("dots"), text("dot"), dot));
  }
})();
