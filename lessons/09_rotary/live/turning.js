// A query and a key as hands, a pair of columns each: they are dragged, moved, and moved together.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`turning.${key}`, values);
  const last = 40; // place
  const unit = 22; // of the drawing, for 1
  const begin = {
    query: [2, 1, 1.2, -0.6, 0.8, 1, 1.5, 0.4],
    key: [1, 1.5, 1, 0.8, 1.2, 0.2, 0.5, 1.4],
  };
  const who = ["query", "key"];

  /** A number for reading; the whole of it is in the title. */
  const short = (x) => x.toFixed(3).replace("-", "−");

  horloge.live("turning", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const parts = { rows: { query: begin.query.slice(0, 4), key: begin.key.slice(0, 4) }, hands: [] };
    const ask = () => show(parts);
    const where = horloge.controls(root);
    const places = {};
    for (const [name, value] of [["query", 5], ["key", 2]])
      places[name] = where.slider({ label: text(`${name}_at`), min: 0, max: last, value,
        onChange: ask });
    const move = (step) => {
      const at = who.map((name) => places[name].value + step);
      if (Math.min(...at) < 0 || Math.max(...at) > last) return;
      who.forEach((name, i) => { places[name].value = at[i]; });
      ask();
    };
    where.button({ label: text("both_back"), onClick: () => move(-1) });
    where.button({ label: text("both_on"), main: true, onClick: () => move(1) });
    const how = horloge.controls(root);
    how.choice({ label: text("columns"), choices: [2, 4, 8], value: 4, onChange: (K) => {
      for (const name of who) parts.rows[name] = begin[name].slice(0, K);
      ask();
    } });
    const base = how.choice({ label: text("base"), list: true, value: 100,
      choices: [2, 10, 100, 10000, 500000].map((value) =>
        ({ value, text: value.toLocaleString("en") })), onChange: ask });
    const pairing = how.choice({ label: text("pairing"), choices: ["interleaved", "halves"]
      .map((value) => ({ value, text: text(value) })), onChange: ask });
    parts.says = horloge.controls(root).result({ label: text("title") });
    parts.dials = horloge.element("div", { class: "turning-hands" });
    root.append(horloge.element("p", { class: "words-help", text: text("help") }), parts.dials);
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.offset = horloge.picture(beside);
    parts.moved = horloge.picture(beside);
    parts.state = () => ({ ...parts.rows, query_at: places.query.value, key_at: places.key.value,
      base: base.value, pairing: pairing.value });
    ask();
  });

  async function show(parts) {
    const state = parts.state();
    try {
      const answer = await horloge.ask("rotary.turned", state, { latest: "rotary.turned" });
      showHands(parts, answer.pairs);
      parts.says.value = verdict(parts, state, answer.score);
      parts.says.element.title = String(answer.score);
      showCurves(parts, state, answer);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  /** The score; and when both have moved together, what came of it. */
  function verdict(parts, state, score) {
    const before = parts.before;
    const same = (key) => JSON.stringify(before.state[key]) === JSON.stringify(state[key]);
    const offset = state.query_at - state.key_at;
    parts.before = { state, score, offset };
    const now = text("says", { query: state.query_at, key: state.key_at, offset, score: short(score) });
    if (!before || offset !== before.offset || same("query_at") ||
        !["query", "key", "base", "pairing"].every(same)) return now;
    return `${now} ${text("stays", { by: Math.abs(score - before.score).toExponential(0) })}`;
  }

  function showHands(parts, pairs) {
    while (parts.hands.length > pairs.length) parts.hands.pop().element.remove();
    while (parts.hands.length < pairs.length) {
      const plane = newPlane(parts, parts.hands.length);
      parts.hands.push(plane);
      parts.dials.append(plane.element);
    }
    pairs.forEach((pair, j) => parts.hands[j].show(pair));
  }

  /** The plane of two columns, with the query's hand and the key's. */
  function newPlane(parts, j) {
    const shapes = {};
    const tips = {};
    let now = { query: [0, 0], key: [0, 0] };
    const drawing = horloge.svg("svg", { viewBox: "-70 -70 140 140", role: "group",
      "aria-label": text("plane", { n: j }) },
    horloge.svg("path", { class: "turning-axis", d: "M-68 0H68M0 -68V68" }));
    for (const name of who) {
      shapes[name] = horloge.arrow(`turning-${name}`, 9);
      tips[name] = horloge.svg("circle", { class: `turning-tip turning-tip-${name}`, r: 8,
        tabindex: 0, role: "slider", "aria-label": text("tip", { name: text(name) }), "aria-valuemin": -180,
        "aria-valuemax": 180 });
      drawing.append(shapes[name].element, tips[name]);
      turnsByKey(tips[name], parts, () => ({ who: name, pair: j, at: now[name] }));
    }
    draggedTip(drawing, parts, j, tips, () => now);
    const caption = horloge.element("figcaption", {});
    return {
      element: horloge.element("figure", { class: "turning-plane" }, drawing, caption),
      show(pair) {
        now = pair;
        for (const name of who) {
          const [x, y] = pair[name].map((number) => number * unit);
          shapes[name].to(x, -y);
          tips[name].setAttribute("transform", `translate(${x} ${-y})`);
          const turned = Math.atan2(pair[name][1], pair[name][0]) * (180 / Math.PI);
          tips[name].setAttribute("aria-valuenow", turned.toFixed(0));
          tips[name].setAttribute("aria-valuetext", text("tip_at",
            { x: short(pair[name][0]), y: short(pair[name][1]) }));
        }
        const line = (words, title) => horloge.element("span", { text: words, title });
        caption.replaceChildren(
          line(text("pair", { a: pair.columns[0], b: pair.columns[1] })),
          line(text("step", { omega: Number(pair.omega.toPrecision(3)) }), String(pair.omega)),
          line(text("part", { score: short(pair.score) }), String(pair.score)));
      },
    };
  }

  /** The tip that is nearest to the pointer is moved. */
  function draggedTip(drawing, parts, pair, tips, now) {
    let held;
    const far = ([x, y], name) => Math.hypot(x - unit * now()[name][0], y + unit * now()[name][1]);
    horloge.dragged(drawing, {
      begin(point) {
        held = far(point, "query") <= far(point, "key") ? "query" : "key";
        if (far(point, held) > 20) return false;
        tips[held].focus();
        return true;
      },
      move: ([x, y]) => put(parts, { who: held, pair, to: within(x / unit, -y / unit) }),
    });
  }

  /** Left and right turn a hand, up and down make it longer and shorter. */
  function turnsByKey(tip, parts, hand) {
    const by = (turn, times) => () => {
      const { at: [x, y], who: name, pair } = hand();
      const [c, s] = [times * Math.cos(turn), times * Math.sin(turn)];
      put(parts, { who: name, pair, to: within(c * x - s * y, s * x + c * y) });
    };
    horloge.keys(tip, { ArrowLeft: by(0.1, 1), ArrowRight: by(-0.1, 1), ArrowUp: by(0, 1.1),
      ArrowDown: by(0, 1 / 1.1) });
  }

  /** No shorter than can be held, no longer than can be seen. */
  function within(x, y) {
    const length = Math.max(Math.hypot(x, y), 1e-6);
    const times = Math.min(Math.max(length, 0.3), 2.8) / length;
    return [x * times, y * times];
  }

  async function put(parts, hand) {
    try {
      const { row } = await horloge.ask("rotary.unturned", { ...parts.state(), ...hand },
        { latest: "rotary.unturned" });
      parts.rows[hand.who] = row;
      show(parts);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  function showCurves(parts, state, { by_offset: offsets, moved }) {
    const offset = state.query_at - state.key_at;
    parts.offset.show(horloge.marked(
      { title: text("by_offset"), x_label: text("offset"), y_label: text("score") },
      offsets.offset, [{ name: text("score"), y: offsets.score }], offset,
      text("here", { offset })));
    parts.moved.show(horloge.marked(
      { title: text("moved"), x_label: text("key_place"), y_label: text("score") },
      moved.key_at, [{ name: text("turned"), y: moved.turned }, { name: text("added"), y: moved.added }],
      state.key_at, text("now")));
  }
})();
