// The setting of the playground: its controls, and how it stands in the address of the page.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`playground.${key}`, values);

  const usual = {
    task: "three_back", scheme: "rotary", causal: true, length: 16, width: 16, layers: 2, heads: 2,
    lr: 0.01, updates: 200, seed: 1,
  };
  const steps = {
    length: [4, 8, 12, 16, 24, 32, 48, 64],
    width: [2, 4, 8, 16, 32, 64, 128],
    layers: [1, 2, 3, 4],
    heads: [1, 2, 4, 8],
    lr: [0.0003, 0.001, 0.003, 0.005, 0.01, 0.03, 0.1],
    updates: [100, 200, 300, 600, 1000, 2000, 5000],
  };

  /** Settings that show something. */
  horloge.playgroundPrepared = {
    none: Object.assign({}, usual, { scheme: "none", causal: false }),
    learned: Object.assign({}, usual, { scheme: "learned", updates: 600 }),
    rotary: Object.assign({}, usual, { scheme: "rotary" }),
    doer: Object.assign({}, usual, { task: "order", causal: false }),
    copy: Object.assign({}, usual, {
      task: "copy", scheme: "hard_alibi", length: 4, width: 32, heads: 4, updates: 600,
    }),
  };

  /** All controls of a setting below `root`: {read(), write(setting)}. */
  horloge.playgroundSetting = function (root, choices, onChange) {
    const controls = horloge.controls(root);
    const all = {};
    const changed = () => {
      fit(all);
      onChange(read());
    };
    const read = () =>
      Object.fromEntries(Object.keys(usual).map((name) => [name, all[name].value]));
    const slider = (group, name) => {
      all[name] = group.slider({ label: text(name), values: steps[name], onChange: changed });
    };
    const task = controls.group(text("task_group"));
    all.task = task.choice({
      label: text("task"),
      choices: choices.tasks.map((value) => ({ value, text: text(value) })),
      onChange: changed,
    });
    slider(task, "length");
    all.causal = task.toggle({ label: text("causal"), onChange: changed });
    const model = controls.group(text("model_group"));
    all.scheme = model.choice({ label: text("scheme"), choices: choices.schemes, onChange: changed });
    for (const name of ["width", "layers", "heads"]) slider(model, name);
    const training = controls.group(text("training_group"));
    for (const name of ["lr", "updates"]) slider(training, name);
    all.seed = training.number({ label: text("seed"), min: 0, max: 1000000000, onChange: changed });
    return {
      read,
      write(setting) {
        for (const name of Object.keys(usual)) all[name].value = setting[name];
        fit(all);
      },
    };
  };

  /** What one task asks of the others: copying needs the mask, the sentences have their length. */
  function fit(all) {
    const task = all.task.value;
    if (task === "copy") all.causal.value = true;
    if (task === "order") all.length.value = 16;
    all.causal.disabled = task === "copy";
    all.length.disabled = task === "order";
  }

  /** "#task=copy&scheme=alibi…" of a setting. */
  horloge.playgroundAddress = (setting) => "#" + new URLSearchParams(setting).toString();

  /** The setting in such a text; what is missing is as usual. `wrong` names what does not fit. */
  horloge.playgroundFrom = function (hash, choices) {
    const setting = Object.assign({}, usual);
    const wrong = [];
    for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
      const fits = read(name, value, choices);
      if (fits === undefined) wrong.push(name);
      else setting[name] = fits;
    }
    return { setting, wrong };
  };

  function read(name, value, choices) {
    if (name === "task") return choices.tasks.includes(value) ? value : undefined;
    if (name === "scheme") return choices.schemes.includes(value) ? value : undefined;
    if (name === "causal") return { true: true, false: false }[value];
    const number = Number(value);
    if (name === "seed")
      return value !== "" && Number.isInteger(number) && number >= 0 && number <= 1e9 ? number : undefined;
    return Object.hasOwn(steps, name) && steps[name].includes(number) ? number : undefined;
  }
})();
