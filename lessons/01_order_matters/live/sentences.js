// Two sentences beside each other: their bags, who looks at whom, and what differs.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`sentences.${key}`, values);
  const pairs = {
    cat: ["le chat mange la souris", "la souris mange le chat"],
    love: ["我 爱 你", "你 爱 我"],
    dog: ["the dog bites the man", "the man bites the dog"],
  };
  const same = 1e-5; // rounding, no difference

  /** A number for reading: two digits that count. */
  const short = (x) => (x < same ? "0" : x >= 1 ? x.toFixed(2) : x.toPrecision(2));

  horloge.live("sentences", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, lines, state());
    const pick = controls.choice({
      label: text("pick"),
      choices: Object.keys(pairs).map((value) => ({ value, text: text(`pick_${value}`) })),
      onChange: (name) => {
        lines.forEach((line, i) => line.write(pairs[name][i]));
        ask();
      },
    });
    const layer = controls.choice({
      label: text("layer"),
      list: true,
      choices: ["attention", "causal", "recurrent", "convolution"].map((value) =>
        ({ value, text: text(value) })),
      onChange: ask,
    });
    const positions = controls.toggle({ label: text("positions"), onChange: ask });
    const lines = ["one", "other"].map((name, i) =>
      sentenceLine(horloge.controls(root), name, pairs[pick.value][i], ask));
    const parts = {
      says: horloge.controls(root).result({ label: text("title") }),
      maps: horloge.element("div", { class: "live-beside" }),
      bags: horloge.element("div", { class: "live-figure" }),
      words: horloge.element("div", { class: "live-table" }),
    };
    root.append(parts.maps, parts.words, parts.bags);
    const state = () => ({
      one: lines[0].read(), other: lines[1].read(),
      layer: layer.value, positions: positions.value,
    });
    ask();
  });

  /** A sentence that is typed, and its words, which are dragged. */
  function sentenceLine(controls, name, value, onChange) {
    let typing = false;
    const typed = controls.text({
      label: text(name),
      value,
      onChange: () => {
        typing = true;
        onChange();
      },
    });
    const words = controls.words({
      label: text(`words_${name}`),
      value: value.split(" "),
      help: name === "one",
      onChange: (now) => {
        typed.value = now.join(" ");
        onChange();
      },
    });
    return {
      read: () => typed.value,
      write(sentence) {
        typed.value = sentence;
        words.value = sentence.split(" ");
      },
      /** What was typed, as the library cuts it into words. */
      cut(into) {
        if (typing) words.value = into;
        typing = false;
      },
    };
  }

  async function show(parts, lines, state) {
    try {
      const answer = await horloge.ask("order.compare", state, { latest: "order.compare" });
      answer.sentences.forEach((one, i) => lines[i].cut(one.words));
      parts.says.value = verdict(answer);
      drawMaps(parts, answer.sentences);
      drawBags(parts, answer.sentences);
      parts.words.replaceChildren(...(answer.same_words ? [table(answer.words)] : []));
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  function verdict(answer) {
    const bags = answer.bag_difference < same ? text("same_bag")
      : text("other_bag", { difference: short(answer.bag_difference) });
    const words = !answer.same_words ? text("not_same_words")
      : answer.word_by_word < same ? text("no_difference")
        : text("difference", { difference: short(answer.word_by_word) });
    return `${bags} ${words}`;
  }

  /** Draws the figures of `list` in `box`, each in a place of its own that stays. */
  function draw(box, list) {
    box.drawn = box.drawn || [];
    while (box.drawn.length > list.length) {
      box.drawn.pop().figure.remove();
      box.lastElementChild.remove();
    }
    list.forEach((figure, i) => {
      if (box.drawn[i]) return box.drawn[i].figure.update(figure);
      const place = horloge.element("div", { class: "figure" });
      box.append(place);
      box.drawn.push({ figure: horloge.figure(place, figure) });
    });
  }

  function drawMaps(parts, sentences) {
    draw(parts.maps, sentences.filter((one) => one.map).map((one) =>
      Object.assign({ title: text("map", { sentence: one.words.join(" ") }) }, one.map)));
  }

  function drawBags(parts, sentences) {
    const values = sentences.map((one) => one.bag);
    const most = Math.max(...values.flat().map(Math.abs));
    draw(parts.bags, [{
      kind: "heat_map", title: text("bags"), values, low: -most, high: most,
      row_names: [text("first"), text("second")],
    }]);
  }

  /** Each word of both sentences, and how far its two outputs lie apart. */
  function table(words) {
    const largest = Math.max(same, ...words.map((one) => one.difference));
    const cell = (content) => horloge.element("td", {}, content);
    return horloge.element("table", { class: "live-words" },
      horloge.element("caption", { text: text("table") }),
      horloge.element("thead", {}, horloge.element("tr", {},
        ...["word", "places", "differs"].map((name) =>
          horloge.element("th", { scope: "col", text: text(name) })))),
      horloge.element("tbody", {}, ...words.map((one) => horloge.element("tr", {},
        horloge.element("th", { scope: "row", text: one.word }),
        cell(one.places.join(" → ")),
        cell(bar(one.difference, largest))))));
  }

  function bar(value, largest) {
    const line = horloge.element("span", { class: "live-bar", "aria-hidden": "true" });
    line.style.width = `${(5 * (value < same ? 0 : value)) / largest}rem`;
    return horloge.element("span", { title: String(value) }, line, short(value));
  }
})();
