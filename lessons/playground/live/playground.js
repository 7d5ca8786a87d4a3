// The playground: a setting, its training, and what came of it.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`playground.${key}`, values);
  const percent = horloge.playgroundPercent;

  horloge.live("playground", async (root) => {
    const top = horloge.controls(root);
    let choices;
    try {
      choices = await horloge.ask("playground.choices", {});
    } catch (error) {
      return top.result({ label: text("says") }).wrong(error);
    }
    const write = (setting) => {
      controls.write(setting);
      remember(controls.read());
    };
    const prepared = top.choice({
      label: text("prepared"), list: true,
      choices: ["own", ...Object.keys(horloge.playgroundPrepared)].map((value) =>
        ({ value, text: text(`prepared_${value}`) })),
      onChange: (name) => {
        if (name !== "own") write(horloge.playgroundPrepared[name]);
      },
    });
    const controls = horloge.playgroundSetting(root, choices, (setting) => {
      prepared.value = "own";
      remember(setting);
    });
    const buttons = horloge.controls(root);
    const bar = horloge.controls(root).progress({ label: text("progress") });
    const says = horloge.controls(root).result({ label: text("says") });
    const curves = horloge.trainingCurves(root, {
      loss: text("loss_title"), loss_axis: text("loss"), steps_axis: text("steps_axis"),
      right: text("accuracy_title"), right_axis: text("accuracy"), most: 6,
    });
    const inside = horloge.playgroundInside(root);
    const work = training(buttons, bar, says, curves, inside, controls, write);
    restore(choices, controls, says);
    window.addEventListener("hashchange", () => {
      if (location.hash === horloge.playgroundAddress(controls.read())) return;
      work.pause();
      prepared.value = "own";
      restore(choices, controls, says);
    });
  });

  function remember(setting) {
    history.replaceState(null, "", horloge.playgroundAddress(setting));
  }

  /** Takes the setting that the address of the page holds. */
  function restore(choices, controls, says) {
    const { setting, wrong } = horloge.playgroundFrom(location.hash, choices);
    controls.write(setting);
    if (wrong.length > 0) says.wrong(text("bad_address", { name: wrong.join(", ") }));
  }

  /** The buttons, and the work behind them. */
  function training(buttons, bar, says, curves, inside, controls, write) {
    let about = {};
    let right = 0;
    const work = horloge.slices("playground", {
      more: (slice) => ({ test: slice % 6 === 5 }),
      onStart: (answer) => {
        Object.assign(about, answer);
        right = answer.accuracy;
        says.value = text("begun", { parameters: answer.parameters, right: percent(right) });
        curves.begin(text("run_name", Object.assign({}, about, { task: text(about.task) })), 100 * right);
      },
      onSlice: (answer) => {
        if (answer.accuracy !== undefined) right = answer.accuracy;
        about.done = answer.done;
        curves.add(answer.losses, answer.accuracy === undefined ? undefined : 100 * right);
        bar.set(answer.done, answer.steps, text("step", Object.assign({}, answer, {
          loss: answer.losses[answer.losses.length - 1].toFixed(3), right: percent(right),
        })));
      },
      onEnd: async (over) => {
        const { run } = work;
        const last = await horloge.ask("playground.right", { run, times: 1 });
        right = last.accuracy;
        curves.end(100 * right);
        says.value = text(over ? "over" : "stopped", Object.assign({}, about, { right: percent(right) }));
        show();
        await inside.show(run, about);
      },
      onError: (error) => {
        says.wrong(error);
        show();
      },
    });
    const start = (setting) => {
      about = Object.assign({ done: 0 }, setting);
      work.start(setting);
      show();
    };
    const train = buttons.button({ label: text("start"), main: true, onClick: () => {
      if (work.running) work.pause();
      else start(controls.read());
      show();
    } });
    const goOn = buttons.button({ label: text("go_on"), onClick: () => {
      work.goOn();
      show();
    } });
    buttons.button({ label: text("again"), onClick: () => {
      const next = controls.read();
      next.seed += 1;
      write(next);
      start(next);
    } });
    buttons.button({ label: text("link"), onClick: async () => {
      remember(controls.read());
      try {
        await navigator.clipboard.writeText(location.href);
        says.value = text("copied");
      } catch (error) {
        says.value = text("not_copied");
      }
    } });
    const show = () => {
      train.value = text(work.running ? "stop" : "start");
      goOn.element.hidden = work.running || work.over || work.run === undefined;
    };
    show();
    return work;
  }
})();
