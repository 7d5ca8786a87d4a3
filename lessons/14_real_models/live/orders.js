// What another order of the words does to a model that sees them all: to its vector of the text, or to what it
// fills in at a mask.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);
  const short = (x) => x.toFixed(3).replace("-", "−");

  /** Below `root`: {folder, text}: the cosine of both orders' vectors. */
  horloge.modelVectors = function (root, options) {
    const words = horloge.movedWords(root, { label: text("text"), value: options.text,
      onChange: () => ask() });
    const controls = horloge.controls(root);
    const other = controls.text({ label: text("other"), onChange: () => ask() });
    const says = controls.result({ label: text("cosine") });
    const bars = horloge.bars(root, { title: text("cosine") });
    const ask = async () => {
      const to = other.value.trim() || words.moved || words.typed;
      try {
        const answer = await horloge.ask("model.vectors",
          { folder: options.folder, text: words.typed, other: to }, { latest: "model.vectors" });
        says.value = text("says_cosine", { one: words.typed, other: to, cosine: short(answer.with) });
        bars.show(["with", "without"].map((name) => ({ name: text(name), value: answer[name],
          text: short(answer[name]), most: name === "with" })), 1);
      } catch (error) {
        bars.clear();
        says.wrong(error);
      }
    };
    ask();
  };

  /** Below `root`: {folder, text}: what stands instead of the mask. */
  horloge.modelMask = function (root, options) {
    const words = horloge.movedWords(root, { label: text("text_with_mask", { mask: options.mask }),
      value: options.text, onChange: () => ask() });
    const controls = horloge.controls(root);
    const scheme = controls.choice({ label: text("positions"), list: true,
      choices: ["own", "none"].map((value) => ({ value, text: horloge.schemeName(value) })),
      onChange: () => ask() });
    const says = controls.result({ label: text("fills") });
    const bars = horloge.bars(root, { title: text("fills") });
    const ask = async () => {
      try {
        const answer = await horloge.ask("model.predictions", { folder: options.folder,
          text: words.moved || words.typed, scheme: scheme.value }, { latest: "model.predictions" });
        says.value = text("says_fills", { place: answer.place + 1, piece: answer.best[0].piece });
        bars.show(answer.best.map((one, i) => ({ name: one.piece, value: one.share,
          text: `${(100 * one.share).toFixed(1)} %`, most: i === 0 })), 1);
      } catch (error) {
        bars.clear();
        says.wrong(error);
      }
    };
    ask();
  };
})();
