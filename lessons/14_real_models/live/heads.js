// Where each head of a model looks in a text, and how much it looks at the piece before.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);

  /** Below `root`: {folder, text, layers, heads, head: "0.2", schemes: ["own", …]}. */
  horloge.modelHeads = function (root, options) {
    const words = horloge.movedWords(root, { label: text("text"), value: options.text,
      onChange: () => ask() });
    const controls = horloge.controls(root);
    const names = [];
    for (let l = 0; l < options.layers; ++l)
      for (let h = 0; h < options.heads; ++h) names.push(`${l}.${h}`);
    const head = controls.choice({ label: text("head"), list: true, choices: names,
      value: options.head || names[0], onChange: () => ask() });
    const scheme = controls.choice({ label: text("positions"), list: true,
      choices: options.schemes.map((value) => ({ value, text: horloge.schemeName(value) })),
      onChange: () => ask() });
    const says = controls.result({ label: text("head") });
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    const map = horloge.picture(beside);
    const box = horloge.element("div", {});
    beside.append(box);
    const bars = horloge.bars(box, { title: text("back") });
    const ask = async () => {
      const [layer, number] = head.value.split(".").map(Number);
      try {
        const answer = await horloge.ask("model.attention", { folder: options.folder,
          text: words.moved || words.typed, scheme: scheme.value, layer, head: number },
        { latest: "model.attention" });
        const back = answer.back.flat();
        says.value = text("looks_back", { head: head.value,
          share: back[names.indexOf(head.value)].toFixed(2) });
        map.show({ kind: "heat_map", title: text("map", { head: head.value }), x_label: text("looks_at"),
          y_label: text("piece"), values: answer.map, low: 0, high: 1, row_names: answer.pieces,
          column_names: answer.pieces });
        bars.show(names.map((name, i) => ({ name, value: back[i], text: back[i].toFixed(2),
          most: name === head.value })), 1);
      } catch (error) {
        bars.clear();
        says.wrong(error);
      }
    };
    ask();
  };

  horloge.live("small_heads", (root, options) => {
    horloge.smallModel(root, text("heads_title"), (body, about) => horloge.modelHeads(body, {
      folder: horloge.smallModel.folder, text: text("king"), layers: about.layers, heads: about.heads,
      head: "0.2", schemes: options.schemes }));
  });
})();
