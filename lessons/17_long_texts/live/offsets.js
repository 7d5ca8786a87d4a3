// The offsets at which a trained model sees a text that is longer than its training.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`offsets.${key}`, values);
  const rules = ["as_they_are", "clipped", "grouped", "chunked", "sinks"];

  horloge.live("offsets", (root, options) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, state());
    const rule = controls.choice({ label: text("rule"), value: options.rule || "grouped",
      choices: rules.map((value) => ({ value, text: text(value) })), onChange: ask });
    const trained = controls.slider({ label: text("trained"), values: [8, 12, 16, 24, 32], value: 16, onChange: ask });
    const tokens = controls.slider({ label: text("tokens"), min: 8, max: 64, value: 48, onChange: ask });
    const group = controls.slider({ label: text("group"), min: 2, max: 16, value: 4, onChange: ask });
    const parts = { group, says: horloge.controls(root).result({ label: text("title") }) };
    const beside = horloge.element("div", { class: "live-beside" });
    root.append(beside);
    parts.map = horloge.picture(beside);
    parts.curve = horloge.picture(beside);
    const state = () => ({ rule: rule.value, trained: trained.value, tokens: tokens.value, group: group.value });
    ask();
  });

  async function show(parts, state) {
    parts.group.disabled = state.rule !== "grouped";
    try {
      const answer = await horloge.ask("long_texts.offsets", state, { latest: "long_texts.offsets" });
      const { offsets, largest, keys, different } = answer;
      parts.says.value = text(largest < state.trained ? "says" : "says_new",
        { largest, keys, different, most: state.trained - 1 });
      parts.map.show({ kind: "heat_map", title: text("map"), x_label: text("key"), y_label: text("query"),
        values: offsets, low: 0, high: Math.max(state.trained - 1, largest) });
      parts.curve.show(curveOf(offsets[offsets.length - 1], state));
    } catch (error) {
      parts.says.wrong(error);
    }
  }

  function curveOf(last, { rule, trained }) {
    const x = last.map((_, key) => key);
    const lines = [{ name: text("as_they_are"), x, y: x.map((key) => last.length - 1 - key) },
      { name: text("limit"), x: [0, last.length - 1], y: [trained - 1, trained - 1] }];
    const seen = x.filter((key) => last[key] !== null);
    if (rule !== "as_they_are") lines.push({ name: text(rule), x: seen, y: seen.map((key) => last[key]) });
    return { kind: "lines", title: text("curve"), x_label: text("key"), y_label: text("offset"), lines };
  }
})();
