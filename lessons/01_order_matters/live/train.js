// The lesson's training, in the page; and the trained model, asked about one's own sentence.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`train.${key}`, values);
  const asInLesson = { language: "fr", scheme: "sinusoidal", width: 32, heads: 4, lr: 0.012, seed: 1 };
  const kept = "train.setting";
  const mostCurves = 6;

  horloge.live("train", async (root) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const says = horloge.control.result({ label: text("says") });
    root.append(says.element);
    let choices;
    try {
      choices = await horloge.ask("who_does_it.choices", {});
    } catch (error) {
      return says.wrong(error);
    }
    const setting = settingControls(root, choices);
    const buttons = horloge.controls(root);
    const curves = horloge.trainingCurves(root, {
      loss: text("loss_title"), loss_axis: text("loss"), steps_axis: text("steps_axis"),
      right: text("accuracy_title"), right_axis: text("accuracy"), most: mostCurves,
    });
    const question = horloge.ownSentence(root);
    buttons.element.after(says.element);

    let about = {};
    let right = 0;
    const values = () => Object.assign({ test: about.test, seed: about.seed, scheme: about.scheme },
      { right: (100 * right).toFixed(0) });
    const work = horloge.slices("who_does_it", {
      more: (slice) => ({ test: slice % 4 === 3 }),
      onStart: (answer) => {
        Object.assign(about, answer);
        right = answer.accuracy;
        says.value = text("before", answer);
        curves.begin(text("run_name", about), 100 * right);
        question.ready(work.run, about);
      },
      onSlice: (answer) => {
        if (answer.accuracy !== undefined) right = answer.accuracy;
        curves.add(answer.losses, answer.accuracy === undefined ? undefined : 100 * right);
        about.done = answer.done;
        bar.set(answer.done, answer.steps, text("step", Object.assign(values(), answer, {
          loss: answer.losses[answer.losses.length - 1].toFixed(3),
        })));
        question.ask();
      },
      onEnd: async (over) => {
        const last = await horloge.ask("who_does_it.test", { run: work.run });
        right = last.accuracy;
        curves.end(100 * right);
        says.value = text(over ? "over" : "stopped", Object.assign(values(), { done: about.done }));
        show();
      },
      onError: (error) => {
        says.wrong(error);
        show();
      },
    });

    const start = (chosen) => {
      horloge.store.set(kept, chosen);
      about = Object.assign({ done: 0 }, chosen);
      work.start(chosen);
      show();
    };
    const train = buttons.button({ label: text("start"), main: true, onClick: () => {
      if (work.running) work.pause();
      else start(setting.read());
      show();
    } });
    const goOn = buttons.button({ label: text("go_on"), onClick: () => {
      work.goOn();
      show();
    } });
    buttons.button({ label: text("again"), onClick: () => {
      const next = setting.read();
      next.seed += 1;
      setting.write(next);
      start(next);
    } });
    buttons.button({ label: text("as_in_lesson"), onClick: () => setting.write(asInLesson) });
    const bar = buttons.progress({ label: text("progress") });

    const show = () => {
      train.value = text(work.running ? "stop" : "start");
      goOn.element.hidden = work.running || work.over || work.run === undefined;
    };
    setting.write(Object.assign({}, asInLesson, horloge.store.get(kept)));
    show();
  });

  /** Everything that can be chosen, under names as the questions have them. */
  function settingControls(root, choices) {
    const controls = horloge.controls(root);
    const all = {
      scheme: controls.choice({ label: text("scheme"), choices: choices.schemes }),
      language: controls.choice({
        label: text("language"),
        choices: choices.languages.map((value) => ({ value, text: text(value) })),
      }),
      width: controls.slider({ label: text("width"), values: [8, 16, 32, 48, 64] }),
      heads: controls.slider({ label: text("heads"), values: [1, 2, 4, 8] }),
      lr: controls.slider({ label: text("lr"), values: [0.001, 0.003, 0.006, 0.012, 0.03, 0.1] }),
      seed: controls.number({ label: text("seed"), min: 0, max: 1000000000 }),
    };
    return {
      read: () => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, one.value])),
      write(values) {
        for (const [name, one] of Object.entries(all)) one.value = values[name];
      },
    };
  }
})();
