// A text that a model goes on with, piece by piece.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const temperatures = [0, 0.2, 0.4, 0.5, 0.6, 0.8, 1, 1.2, 1.5, 2];

  /** Below `root`: {folder, text, many, schemes: ["own", …]}. */
  horloge.modelWriting = function (root, options) {
    const controls = horloge.controls(root);
    const prompt = controls.text({ label: text("begin"), value: options.text, onEnter: () => start() });
    const temperature = controls.slider({ label: text("temperature"), values: temperatures, value: 0.5 });
    const seed = controls.number({ label: text("seed"), min: 0, max: 1000000, value: 2 });
    const scheme = controls.choice({ label: text("positions"), list: true,
      choices: options.schemes.map((value) => ({ value, text: horloge.schemeName(value) })) });
    const write = controls.button({ label: text("write"), main: true, onClick: () => start() });
    const stop = controls.button({ label: text("stop"), onClick: () => {
      work.pause();
      stop.disabled = true;
    } });
    stop.disabled = true;
    const says = controls.result({ label: text("begin") });
    const begun = horloge.element("span", { class: "model-begun" });
    const written = horloge.element("span", {});
    root.append(horloge.element("p", { class: "model-text" }, begun, written));

    const ended = () => {
      write.disabled = false;
      stop.disabled = true;
    };
    let pieces = 0;
    let drawn; // the seed of this text
    const work = horloge.slices("model.write", {
      onSlice(answer) {
        written.textContent = answer.text;
        pieces = answer.pieces;
      },
      onEnd() {
        ended();
        says.value = text("written", { n: pieces, seed: drawn });
      },
      onError(error) {
        ended();
        says.wrong(error);
      },
    });
    const start = () => {
      begun.textContent = prompt.value;
      written.textContent = "";
      says.value = text("writing");
      drawn = seed.value;
      write.disabled = true;
      stop.disabled = false;
      work.start({ folder: options.folder, text: prompt.value, scheme: scheme.value,
        temperature: temperature.value, seed: drawn, many: options.many });
    };
  };

  horloge.live("small_writes", (root) => {
    horloge.smallModel(root, text("writes_title"), (body) => horloge.modelWriting(body, {
      folder: horloge.smallModel.folder, text: text("first_words"), many: 240,
      schemes: ["own", "none", "alibi", "sinusoidal"] }));
  });
})();
