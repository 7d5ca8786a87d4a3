// The first page: the experiment of lesson 1, small. The same model learns with and without positions.
(function () {
  "use strict";
  const text = (key, values) => horloge.text("first." + key, values);
  const setting = { language: "en", width: 16, heads: 2, lr: 0.012, seed: 1 };
  const most = 300;
  const slice = 25;

  /** Trains one model; answers how much of what it has not read is right, in percent. */
  async function train(scheme, curves, say) {
    const name = text(scheme);
    const started = await horloge.ask("who_does_it.start", { ...setting, scheme });
    const { run } = started;
    curves.begin(name, 100 * started.accuracy);
    for (let done = 0; done < most; done += slice) {
      const answer = await horloge.ask("who_does_it.steps", { run, steps: slice, test: true });
      curves.add(answer.losses, 100 * answer.accuracy);
      say(text("step", { name, done: done + slice, of: most }));
    }
    const { accuracy } = await horloge.ask("who_does_it.test", { run });
    curves.end(100 * accuracy);
    return Math.round(100 * accuracy);
  }

  horloge.live("first", function (root) {
    const buttons = horloge.controls(root);
    const says = horloge.control.result({ label: text("says") });
    root.append(says.element);
    let curves = null;
    const start = buttons.button({ label: text("start"), main: true, onClick: async () => {
      start.element.disabled = true;
      if (curves) curves.remove();
      curves = root.appendChild(document.createElement("div"));
      const drawn = horloge.trainingCurves(curves, {
        loss: horloge.text("train.loss_title"), loss_axis: horloge.text("train.loss"),
        steps_axis: horloge.text("train.steps_axis"),
        right: horloge.text("train.accuracy_title"), right_axis: horloge.text("train.accuracy"), most: 2,
      });
      const say = (sentence) => (says.value = sentence);
      try {
        const without = await train("none", drawn, say);
        const positions = await train("sinusoidal", drawn, say);
        say(text("over", { without, positions }));
      } catch (error) {
        says.wrong(error);
      }
      start.element.disabled = false;
    } });
  });
})();
