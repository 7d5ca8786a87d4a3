// T5's buckets drawn against the offset.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`buckets.${key}`, values);

  horloge.live("buckets", (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const controls = horloge.controls(root);
    const ask = () => show(parts, state());
    const buckets = controls.slider({ label: text("buckets"), values: [4, 8, 16, 24, 32, 48, 64],
      value: 32, onChange: ask });
    const most = controls.slider({ label: text("max_distance"),
      values: [8, 16, 32, 64, 128, 256, 512, 1000], value: 128, onChange: ask });
    const ways = controls.toggle({ label: text("both_ways"), value: true, onChange: ask });
    const distance = controls.number({ label: text("offset"), min: -1250, max: 1250, value: -10,
      onChange: ask });
    const parts = { at: () => distance.value, says: horloge.controls(root).result({ label: text("title") }) };
    parts.curve = horloge.picture(root);
    parts.map = horloge.picture(root);
    const state = () => ({ buckets: buckets.value, max_distance: most.value, both_ways: ways.value });
    ask();
  });

  async function show(parts, state) {
    try {
      const answer = await horloge.ask("relative.buckets", state, { latest: "relative.buckets" });
      const at = Math.min(Math.max(parts.at(), answer.offset[0]), answer.offset[answer.offset.length - 1]);
      const bucket = answer.bucket[answer.offset.indexOf(at)];
      const along = answer.offset.filter((_, i) => answer.bucket[i] === bucket);
      parts.says.value = text(along.length > 1 ? "says_many" : "says", {
        at, bucket, first: along[0], last: along[along.length - 1], shared: answer.shared_from });
      parts.curve.show({ ...horloge.marked(
        { title: text("curve"), x_label: text("key_minus_query"), y_label: text("bucket") },
        answer.offset, [{ name: text("bucket"), y: answer.bucket }], at, text("here", { at })),
      stairs: true });
      parts.map.element.hidden = !answer.pairs;
      if (answer.pairs)
        parts.map.show({ kind: "heat_map", title: text("pairs"), x_label: text("key"),
          y_label: text("query"), values: answer.pairs, low: 0, high: state.buckets - 1 });
    } catch (error) {
      parts.says.wrong(error);
    }
  }
})();
