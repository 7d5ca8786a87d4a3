// PCA and t-SNE of the lesson's vectors; t-SNE goes step by step, and its points move.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`projection.${key}`, values);
  const chosen = (names) => names.map((value) => ({ value, text: text(value) }));
  const stepsBetweenWords = 100; // the line that is read aloud changes no oftener

  horloge.live("projection", (root, options) => {
    root.append(horloge.element("h3", { class: "live-title", text: text("title") }));
    const setting = settingControls(root, options, () => change());
    const buttons = horloge.controls(root);
    const says = horloge.controls(root).result({ label: text("title") });
    const picture = horloge.picture(root);
    let points = {}; // who they are
    let drawn; // the setting of the descent that is shown; undefined while PCA is
    let last; // its last answer
    let spoken;

    const work = horloge.slices("input_embedding.tsne", {
      onStart: (answer) => {
        points = answer;
        spoken = 0;
        showStep(answer);
      },
      onSlice: (answer) => showStep(answer),
      onEnd: (over) => {
        if (drawn && last) says.value = text(over ? "over" : "stopped", numbers(last));
        showButtons();
      },
      onError: (error) => {
        says.wrong(error);
        showButtons();
      },
    });

    const main = buttons.button({ label: text("start"), main: true, onClick: () => {
      if (work.running) work.pause();
      else begin();
      showButtons();
    } });
    const goOn = buttons.button({ label: text("go_on"), onClick: () => {
      work.goOn();
      showButtons();
      main.element.focus(); // this button hides
    } });
    const bar = buttons.progress({ label: text("progress") });

    function begin() {
      drawn = setting.read();
      last = undefined;
      work.start(drawn);
    }

    function showStep(answer) {
      if (!drawn) return; // something else was chosen meanwhile
      last = answer;
      bar.set(answer.done, answer.steps, text("step", numbers(answer)));
      if (answer.done >= spoken + stepsBetweenWords) {
        spoken = answer.done - (answer.done % stepsBetweenWords);
        says.value = text("moves", numbers(answer));
      }
      picture.show(figure(text("tsne_title", {
        points: text(drawn.data), perplexity: drawn.perplexity, done: answer.done,
      }), points, answer.points));
    }

    /** Another setting: what was begun is left, and PCA is shown. */
    async function change() {
      work.pause();
      drawn = undefined;
      bar.set(0, 1, "");
      showButtons();
      const { data, seed } = setting.read();
      try {
        const answer = await horloge.ask("input_embedding.pca", { data, seed }, { latest: picture });
        if (drawn) return; // t-SNE was started meanwhile
        const share = text("share", { share: (100 * answer.share).toFixed(1) });
        says.value = setting.isTsne() ? `${share} ${text("waits")}` : share;
        picture.show(figure(text("pca_title", { points: text(data) }), answer, answer.points));
      } catch (error) {
        says.wrong(error);
      }
    }

    function showButtons() {
      const tsne = setting.isTsne();
      main.value = text(drawn && work.running ? "stop" : "start");
      main.element.hidden = bar.element.hidden = !tsne;
      goOn.element.hidden = !tsne || !drawn || work.running || work.over || work.run === undefined;
    }

    change();
  });

  /** Everything that can be chosen, under names as the questions have them. */
  function settingControls(root, options, onChange) {
    const what = horloge.controls(root);
    const data = what.choice({ label: text("data"), choices: chosen(["random", "places", "words"]), list: true,
      value: options.data || "random", onChange: () => changed() });
    const method = what.choice({ label: text("method"), choices: chosen(["pca", "tsne"]),
      value: options.method || "pca", onChange: () => changed() });
    const how = horloge.controls(root);
    const perplexity = how.slider({ label: text("perplexity"), values: [2, 5, 10, 20, 30, 50],
      value: options.perplexity || 30, onChange: () => changed() });
    const seed = how.number({ label: text("seed"), min: 0, max: 1000000000, value: 42, onChange: () => changed() });
    const start = how.toggle({ label: text("random_start"), onChange: () => changed() });
    const isTsne = () => method.value === "tsne";

    function disable() {
      perplexity.disabled = start.disabled = !isTsne();
      seed.disabled = data.value === "words" && !(isTsne() && start.value); // nothing is drawn by lot
    }
    function changed() {
      disable();
      onChange();
    }

    disable();
    return {
      isTsne,
      read: () => ({ data: data.value, seed: seed.value, perplexity: perplexity.value, random_start: start.value }),
    };
  }

  const numbers = ({ done, steps, divergence }) => ({ done, steps, divergence: divergence.toFixed(3) });

  /** Points with their names; a marker a group. */
  function figure(title, who, points) {
    const picture = { kind: "scatter", title, points, same_scale: true };
    if (who.groups) {
      const count = Math.max(...who.groups) + 1;
      picture.groups = who.groups;
      picture.group_names = who.group_names ||
        Array.from({ length: count }, (_, n) => text("group", { n: n + 1 }));
    }
    if (who.names) picture.names = who.names;
    if (who.places) picture.names = who.places.map((place) => text("at", { place }));
    return picture;
  }
})();
