// How many keys the layers of a model keep, some of them with a window.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`cache.${key}`, values);
  const windows = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

  horloge.live("cache", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, state());
    const layers = controls.slider({ label: text("layers"), min: 1, max: 128, value: 62, onChange: ask });
    const every = controls.slider({ label: text("global_every"), min: 0, max: 12, value: 6,
      format: (n) => (n ? text("each", { n }) : text("none")), onChange: ask });
    const window = controls.slider({ label: text("window"), values: windows, value: 1024, onChange: ask });
    const length = controls.slider({ label: text("tokens"),
      values: Array.from({ length: 10 }, (_, i) => 256 << i), value: 131072, onChange: ask });
    const parts = { at: () => length.value, says: horloge.controls(root).result({ label: text("title") }) };
    parts.curve = horloge.picture(root);
    const state = () => ({ layers: layers.value, global_every: every.value, window: window.value });
    ask();
  });

  async function show(parts, state) {
    try {
      const { tokens, kept, whole, global } = await horloge.ask("long_texts.cache", state, { latest: "long_texts.cache" });
      const at = tokens.indexOf(parts.at());
      parts.says.value = text("says", { tokens: tokens[at].toLocaleString("en"), kept: kept[at].toLocaleString("en"),
        whole: whole[at].toLocaleString("en"), share: ((100 * kept[at]) / whole[at]).toFixed(1), global,
        layers: state.layers });
      const x = tokens.map(Math.log2);
      parts.curve.show(horloge.marked({ title: text("curve"), x_label: text("log_tokens"), y_label: text("log_keys") }, x,
        [{ name: text("whole"), y: whole.map(Math.log2) }, { name: text("kept"), y: kept.map(Math.log2) }],
        x[at], text("here", { tokens: tokens[at].toLocaleString("en") })));
    } catch (error) {
      parts.says.wrong(error);
    }
  }
})();
