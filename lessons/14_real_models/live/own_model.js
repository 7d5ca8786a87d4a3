// A model of the reader's own: the files of its folder are given to the library, which says what it is.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const most = 400; // MB: the library needs three times as much while it reads
  const wanted = new RegExp("^((config|params|tokenizer|tokenizer_config|special_tokens_map|added_tokens|vocab|" +
    "modules|generation_config|1_Pooling/config)\\.json|[^/]*\\.safetensors(\\.index\\.json)?|vocab\\.txt|" +
    "merges\\.txt|[^/]*\\.model)$");

  /** Those files that the library reads, by their names in the model's folder. */
  function filesOf(all) {
    const configs = all.filter((one) => /(^|\/)(config|params)\.json$/.test(one.path))
      .map((one) => one.path.slice(0, one.path.lastIndexOf("/") + 1))
      .sort((a, b) => a.length - b.length);
    if (configs.length === 0) throw new Error(text("no_config"));
    return all.filter((one) => one.path.startsWith(configs[0]))
      .map((one) => ({ name: one.path.slice(configs[0].length), file: one.file }))
      .filter((one) => wanted.test(one.name));
  }

  function needRoom(files) {
    const size = Math.ceil(files.reduce((sum, one) => sum + one.file.size, 0) / 1e6);
    if (size > most) throw new Error(text("too_large", { size, most }));
  }

  /** Gives the files of a model, instead of those of the one before it. -> their names */
  function give(folder, files, before) {
    for (const name of before) horloge.give(`models/${folder}/${name}`);
    for (const one of files) horloge.give(`models/${folder}/${one.name}`, one.file);
    return files.map((one) => one.name);
  }

  horloge.live("own_model", (root, options) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("own_title") }));
    const body = horloge.element("div", {});
    const { folder } = options; // each widget has a model of its own
    let given = [];
    let turn = 0;
    horloge.folder(root, { label: text("choose"), onFiles: async (all) => {
      const mine = ++turn;
      body.replaceChildren();
      try {
        const files = filesOf(all);
        needRoom(files);
        says.value = text("reading");
        given = give(folder, files, given);
        const about = await horloge.ask("model.open", { folder });
        if (mine !== turn) return;
        says.value = text("read", { name: about.architecture });
        show(body, about, folder);
      } catch (error) {
        if (mine === turn) says.wrong(error);
      }
    } });
    if (options.hint) root.append(horloge.element("p", { class: "words-help", text: text(options.hint) }));
    const says = horloge.controls(root).result({ label: text("own_title") });
    root.append(body);
  });

  /** What it is, and what can be done with it. */
  function show(body, about, folder) {
    body.append(horloge.element("dl", { class: "model-summary" }, ...about.summary.flatMap((line) =>
      [horloge.element("dt", { text: line.name }), horloge.element("dd", { text: line.text })])));
    const sentence = (line) => body.append(horloge.element("p", { text: line }));
    if (about.trouble) return sentence(text("no_tokenizer", { why: about.trouble }));
    const parts = {
      next() {
        horloge.modelWriting(body, { folder, text: text("once"), many: 100,
          schemes: ["own", "none", "alibi"] });
        horloge.modelReading(body, { folder, text: text("once_more"), schemes: ["own", "none", "alibi"],
          blind: about.vocab_size });
      },
      about() {
        horloge.modelWriting(body, { folder, text: text("translate"), many: 40, schemes: ["own"] });
      },
      masked() {
        horloge.modelMask(body, { folder, mask: about.mask, text: text("masked", { mask: about.mask }) });
      },
      vectors() {
        horloge.modelVectors(body, { folder, text: text("dog") });
      },
      hidden: () => sentence(text("hidden")),
    };
    parts[about.use]();
  }
})();
