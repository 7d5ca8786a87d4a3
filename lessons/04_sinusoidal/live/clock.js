// The clock: a hand for each pair of columns, which turn together as one of them is turned.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`clock.${key}`, values);
  const last = 1000; // position
  const size = 40; // radius of a dial

  /** A number for reading; the whole of it is in the title. */
  const short = (x) => x.toFixed(3).replace("-", "−");

  horloge.live("clock", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const ask = () => show(parts, state());
    const where = horloge.controls(root);
    const position = where.slider(
      { label: text("position"), min: 0, max: last, value: 3, onChange: ask });
    const other = where.slider(
      { label: text("other"), min: 0, max: last, value: 10, onChange: ask });
    const how = horloge.controls(root);
    const width = how.choice({ label: "d_model", choices: [8, 16, 32, 64], onChange: ask });
    const base = how.choice({ label: text("base"), list: true, value: 10000,
      choices: [10, 100, 1000, 10000, 500000].map((value) =>
        ({ value, text: value.toLocaleString("en") })), onChange: ask });
    const layout = how.choice({ label: text("layout"),
      choices: ["interleaved", "halves", "tensor2tensor"], onChange: ask });
    const parts = {
      says: horloge.controls(root).result({ label: text("title") }),
      dials: horloge.element("div", { class: "clock-dials" }),
      hands: [],
      turn(place) {
        position.value = Math.min(Math.max(Math.round(place), 0), last);
        ask();
      },
      at: () => position.value,
    };
    root.append(
      horloge.element("p", { class: "words-help", text: text("help") }), parts.dials);
    parts.rows = horloge.picture(root);
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.distance = horloge.picture(beside);
    parts.dot = horloge.picture(beside);
    const state = () => ({
      position: position.value, other: other.value,
      d_model: width.value, base: base.value, layout: layout.value,
    });
    ask();
  });

  async function show(parts, state) {
    try {
      const answer = await horloge.ask("clock.hands", state, { latest: "clock.hands" });
      showHands(parts, state, answer.hands);
      parts.says.value = text("says", {
        position: state.position, other: state.other, offset: answer.offset,
        distance: short(answer.distance), dot: short(answer.dot),
      });
      parts.says.element.title = `${answer.distance}, ${answer.dot}`;
      showRows(parts, state, answer);
      showCurves(parts, answer);
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  function showHands(parts, state, hands) {
    while (parts.hands.length > hands.length) parts.hands.pop().element.remove();
    while (parts.hands.length < hands.length) {
      const dial = newDial(parts, parts.hands.length);
      parts.hands.push(dial);
      parts.dials.append(dial.element);
    }
    parts.dials.classList.toggle("clock-many", hands.length > 8);
    hands.forEach((hand, i) => parts.hands[i].show(hand, state));
  }

  /** A dial that is turned by dragging, or with the arrow keys. */
  function newDial(parts, i) {
    const ticks = [...Array(12).keys()].map((hour) =>
      horloge.svg("path", { class: "clock-tick", d: `M0 ${-size}v${hour % 3 ? 4 : 7}`,
        transform: `rotate(${30 * hour})` }));
    const other = horloge.arrow("clock-other", 6);
    const hand = horloge.arrow("clock-hand", 8);
    const drawing = horloge.svg("svg",
      { viewBox: "-46 -46 92 92", role: "slider", tabindex: 0, "aria-valuemin": 0,
        "aria-valuemax": last, "aria-label": text("hand", { n: i }) },
      horloge.svg("circle", { class: "clock-face", r: size }), ...ticks, other.element, hand.element,
      horloge.svg("circle", { class: "clock-middle", r: 2.5 }));
    const caption = horloge.element("figcaption", {});
    let divisor = 1;
    turns(drawing, parts, () => divisor);
    return {
      element: horloge.element("figure", { class: "clock-dial" }, drawing, caption),
      show(now, state) {
        divisor = now.divisor;
        const point = (arrow, { sin, cos }, long) => arrow.to(long * sin, -long * cos);
        point(hand, now.position, size - 5);
        point(other, now.other, size - 12);
        drawing.setAttribute("aria-valuenow", state.position);
        drawing.setAttribute("aria-valuetext", text("points", {
          position: state.position, hour: now.position.hour.toFixed(1) }));
        caption.replaceChildren(...captionOf(now));
      },
    };
  }

  function captionOf({ columns, divisor, position }) {
    const line = (name, words, title) =>
      horloge.element("span", { class: name, title, text: words });
    return [
      line("clock-divisor", text("divisor", { divisor: Number(divisor.toPrecision(4)) }),
        String(divisor)),
      line("clock-number", text("sin", { column: columns[0], value: short(position.sin) }),
        String(position.sin)),
      line("clock-number", text("cos", { column: columns[1], value: short(position.cos) }),
        String(position.cos)),
    ];
  }

  /** A turn by so many radians is as many words as the hand needs for it. */
  function turns(drawing, parts, divisor) {
    const angle = ([x, y]) => Math.atan2(x, -y);
    let from;
    let place;
    horloge.dragged(drawing, {
      begin(point) {
        from = angle(point);
        place = parts.at();
      },
      move(point) {
        const to = angle(point);
        const turned = Math.atan2(Math.sin(to - from), Math.cos(to - from));
        from = to;
        place = Math.min(Math.max(place + turned * divisor(), 0), last);
        parts.turn(place);
      },
    });
    const by = (words) => () => parts.turn(parts.at() + words);
    horloge.keys(drawing, {
      ArrowRight: by(1), ArrowUp: by(1), ArrowLeft: by(-1), ArrowDown: by(-1),
      PageUp: by(10), PageDown: by(-10), Home: by(-last), End: by(last),
    });
  }

  function showRows(parts, state, { rows }) {
    parts.rows.show({
      kind: "heat_map", title: text("rows"), x_label: text("column"), values: rows,
      low: -1, high: 1,
      row_names: [state.position, state.other].map((n) => text("row", { n })),
    });
  }

  function showCurves(parts, { curves, offset }) {
    for (const kind of ["distance", "dot"])
      parts[kind].show(horloge.marked(
        { title: text(`${kind}_title`), x_label: text("offset"), y_label: text(kind) },
        curves.offset, [{ name: text(kind), y: curves[kind] }], offset, text("here", { offset })));
  }
})();
