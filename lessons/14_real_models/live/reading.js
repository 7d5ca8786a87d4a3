// How likely a model finds a text: with its own positions and with others, and with its words in another order.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const short = (x) => x.toFixed(3);

  /** What a scheme is called: stopped pairs have a number, bases too. */
  horloge.schemeName = function (scheme) {
    const [name, number] = scheme.split(" ");
    return text(`scheme_${name}`, { n: number });
  };

  /** Below `root`: {folder, text, schemes: ["own", …], blind: how many pieces a blind guess chooses from}. */
  horloge.modelReading = function (root, options) {
    const words = horloge.movedWords(root, { label: text("text"), value: options.text,
      onChange: () => ask() });
    const says = horloge.controls(root).result({ label: text("text") });
    const bars = horloge.bars(root, { title: text("nats") });
    const each = horloge.picture(root);
    const read = (line, key) => horloge.ask("model.read",
      { folder: options.folder, text: line, schemes: options.schemes },
      { latest: `${key} ${options.schemes}` });
    const ask = async () => {
      const { typed, moved } = words;
      try {
        const [answer, other] = await Promise.all(
          [read(typed, "typed"), moved ? read(moved, "moved") : undefined]);
        show({ says, bars, each, options }, answer, other);
      } catch (error) {
        bars.clear();
        says.wrong(error);
      }
    };
    ask();
  };

  function show(parts, typed, moved) {
    const now = moved || typed;
    const own = now.rows[0].nats;
    const many = Math.exp(own).toFixed(1);
    parts.says.value = moved
      ? text("says_moved", { before: short(typed.rows[0].nats), after: short(own), many })
      : text("says_read", { nats: short(own), many });
    const rows = now.rows.map((row, i) => ({
      name: horloge.schemeName(row.scheme), value: row.nats, most: i === 0, text: short(row.nats),
    }));
    const blind = Math.log(parts.options.blind);
    rows.push({ name: text("blind", { n: parts.options.blind }), value: blind, text: short(blind) });
    parts.bars.show(rows, Math.max(...rows.map((row) => row.value)));
    parts.each.show({
      kind: "heat_map", title: text("each"), x_label: text("piece"), y_label: text("read_with"),
      values: now.rows.map((row) => row.each.slice(1)), low: 0, high: Math.max(blind, 4),
      row_names: now.rows.map((row) => horloge.schemeName(row.scheme)), column_names: now.pieces.slice(1),
    });
  }

  horloge.live("small_reads", (root, options) => {
    horloge.smallModel(root, text(options.title), (body) => horloge.modelReading(body, {
      folder: horloge.smallModel.folder, text: text("verse"), schemes: options.schemes, blind: 63 }));
  });
})();
