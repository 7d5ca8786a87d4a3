// The small model of the lesson: its files come with the site, and are loaded when somebody asks for it.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const folder = "king_james";
  const place = new URL(`../${folder}/`, document.currentScript.src);
  const files = ["config.json", "tokenizer.json", "model.safetensors"];
  const waiting = new Set(); // widgets that are built once it is there
  let loading;

  async function load() {
    for (const file of files) {
      const answer = await fetch(new URL(file, place));
      if (!answer.ok) throw new Error(text("not_there", { file }));
      horloge.give(`models/${folder}/${file}`, await answer.blob());
    }
    return horloge.ask("model.open", { folder });
  }

  /** A widget that needs the model: its title, a button that loads it, and then what `build(body, about)` makes
   *  of it. It is loaded once for all of a page. */
  horloge.smallModel = function (root, title, build) {
    root.append(horloge.element("h3", { class: "live-title", text: title }));
    const controls = horloge.controls(root);
    const body = horloge.element("div", {});
    root.append(body);
    const begin = (about) => {
      controls.element.remove();
      build(body, about);
    };
    const button = controls.button({ label: text("load"), main: true, onClick: async () => {
      button.disabled = true;
      says.value = text("loading");
      try {
        loading = loading || load();
        const about = await loading;
        for (const one of [...waiting]) one(about);
        waiting.clear();
        const first = body.querySelector("input, select, button");
        if (first) first.focus();
      } catch (error) {
        loading = undefined;
        button.disabled = false;
        says.wrong(error);
      }
    } });
    const says = controls.result({ label: title });
    waiting.add(begin);
    if (loading) loading.then((about) => waiting.delete(begin) && begin(about), () => {});
  };
  horloge.smallModel.folder = folder;
})();
