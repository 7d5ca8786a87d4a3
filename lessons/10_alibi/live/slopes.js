// Any number of heads, their slopes, and where their weights fall.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`slopes.${key}`, values);
  const words = 64;

  /** A number of three digits. */
  const short = (x) => String(Number(x.toPrecision(3)));

  /** 1/16 where the slope is one of these, else its digits. */
  const nameOf = (slope) =>
    (Math.abs(Math.round(1 / slope) - 1 / slope) < 1e-6 ? `1/${Math.round(1 / slope)}` : short(slope));

  horloge.live("slopes", (root, options) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, state());
    const heads = controls.slider({ label: text("heads"), min: 1, max: 32, value: options.heads || 8,
      onChange: (H) => {
        if (head.value >= H) head.value = H - 1;
        ask();
      } });
    const head = controls.slider({ label: text("this_head"), min: 0, max: 31, value: 3,
      onChange: (h) => {
        if (h >= heads.value) head.value = heads.value - 1;
        ask();
      } });
    const query = controls.slider({ label: text("query"), min: 0, max: words - 1, value: words - 1,
      onChange: ask });
    const window = controls.slider({ label: text("window"), min: 0, max: words,
      value: options.window || 0, format: (n) => (n ? String(n) : text("no_window")), onChange: ask });
    const causal = controls.toggle({ label: text("causal"), value: true, onChange: ask });
    const parts = { says: horloge.controls(root).result({ label: text("title") }) };
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.map = horloge.picture(beside);
    parts.curve = horloge.picture(beside);
    parts.slopes = horloge.picture(root);
    parts.head = () => head.value;
    const state = () => ({ heads: heads.value, words, query: query.value, window: window.value,
      causal: causal.value });
    ask();
  });

  function inPartsOfTheLargest(row) {
    const most = Math.max(...row);
    return row.map((weight) => weight / most);
  }

  async function show(parts, state) {
    try {
      const answer = await horloge.ask("alibi.heads", state, { latest: "alibi.heads" });
      const head = parts.head();
      const slope = answer.slopes[head];
      parts.says.value = text("says", { head, heads: state.heads, slope: nameOf(slope),
        factor: Math.exp(-slope).toFixed(3), reach: answer.reach[head] });
      parts.says.element.title = String(slope);
      draw(parts, state, answer, head);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  function draw(parts, state, { slopes, weights }, head) {
    const places = weights[0].map((_, i) => i);
    parts.map.show({
      kind: "heat_map", title: text("map"), x_label: text("key"), y_label: text("head"),
      values: weights.map(inPartsOfTheLargest), low: 0, high: 1, row_names: slopes.map((slope, h) => `${h}: ${nameOf(slope)}`),
    });
    const ends = [Math.max, Math.min].map((end) => slopes.indexOf(end(...slopes)));
    const shown = [...new Set([ends[0], head, ends[1]])];
    parts.curve.show({
      kind: "lines", title: text("curve", { query: state.query }), x_label: text("key"),
      y_label: text("weight"),
      lines: shown.map((h) => ({ name: text("head_n", { h, slope: nameOf(slopes[h]) }), x: places,
        y: weights[h] })),
    });
    const each = slopes.map((_, h) => h);
    parts.slopes.show(horloge.marked(
      { title: text("slopes"), x_label: text("head"), y_label: text("log") }, each,
      [{ name: text("slope"), y: slopes.map(Math.log2) }], head, text("head_n",
        { h: head, slope: nameOf(slopes[head]) })));
  }
})();
