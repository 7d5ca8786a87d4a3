// An exercise in the page: the file in an editor, checked by the library's own check, the verdict beside it.
(async function () {
  "use strict";
  const { element } = horloge;
  const root = document.querySelector(".workbench");
  const exercise = horloge.data(root, "exercise");
  const sentence = horloge.answers.unavailable(exercise.id);
  if (sentence) {
    const place = root.querySelector(".sentence");
    place.textContent = sentence;
    place.hidden = false;
    return;
  }
  await horloge.loadCodeEditor();
  document.body.classList.add("has-editor");

  const { id, name } = exercise;
  const { stub, solution } = horloge.exerciseTexts(exercise.text);
  const file = horloge.answerFile(id, stub);
  const note = element("p", { class: "note", role: "status" });
  const heading = element("h2", { text: horloge.text("exercise.yours") });
  const solved = element("p", { class: "solved" });
  const place = element("div", { class: "editor" });
  const below = element("div", { class: "below" });
  const verdict = element("div", {
    class: "verdict",
    role: "region",
    "aria-live": "polite",
    "aria-label": horloge.text("exercise.verdict"),
    tabindex: "-1",
  });
  root.append(heading, solved, place, below, note, verdict);
  let running = null;

  const editor = horloge.codeEditor(place, {
    label: horloge.text("exercise.label", { name }),
    text: file.text,
    onChange: (text) => (file.text = text),
    onCheck: check,
  });
  const megabytes = horloge.answers.megabytes();
  const bar = horloge.exerciseBar(below, {
    fetches: megabytes ? horloge.text("exercise.fetches", { n: megabytes }) : "",
    check,
    cancel: () => running && running.cancel(),
    export() {
      horloge.download(name + ".cpp", editor.text);
      say("exercise.exported", { name, file: exercise.file });
    },
    import: (text) => replace(text, "exercise.imported"),
    reset: () => replace(stub, "exercise.was_reset"),
    restore() {
      file.restore();
      shown("exercise.restored");
    },
  });
  const help = horloge.solutionHelp(document.querySelector(".hints"), { id, solution, textOf: () => editor.text });
  update();

  function say(text, parts) {
    note.textContent = text ? horloge.text(text, parts) : "";
  }

  /** Shows the file as it is now kept. */
  function shown(text) {
    editor.mark([]);
    editor.text = file.text;
    verdict.replaceChildren();
    update();
    say(text);
  }

  function replace(text, sentence) {
    file.replace(text);
    shown(sentence);
  }

  /** What is known of the exercise. */
  function update() {
    bar.backups = file.backups().length;
    const state = horloge.exerciseState.get(id);
    solved.hidden = !state.solved;
    solved.textContent = state.solved ? horloge.text("exercise.solved_on", { day: state.solved_on }) : "";
    help.update();
  }

  /** Once a version passes, the exercise is solved for good. */
  function passed() {
    if (!horloge.exerciseState.get(id).solved)
      horloge.exerciseState.set(id, { solved: true, solved_on: new Date().toISOString().slice(0, 10) });
    const next = horloge.afterExercise(id);
    const line = element("p", { class: "next" });
    if (next) line.append(element("a", { class: "button", href: next.page, text: next.text }));
    else line.textContent = horloge.text("exercise.all_done");
    verdict.append(element("p", { class: "done", text: horloge.text("exercise.solved", { name }) }), line);
  }

  async function judge(source, result, seconds) {
    if (result.why === "cancel") return say("exercise.cancelled");
    const { title } = exercise.reread;
    const reread = horloge.text("exercise.reread", { title });
    const request = { exercise: name, file: name + ".cpp", source, reread, seconds, result };
    const said = await horloge.answers.verdict(request);
    verdict.dataset.outcome = said.outcome || "";
    horloge.showVerdict(verdict, said, { exercise, log: result.log, goTo: editor.goTo });
    editor.mark(said.errors || []);
    horloge.exerciseState.set(id, { passes: said.outcome === "passed" });
    if (said.outcome === "passed") passed();
    update();
  }

  async function check() {
    if (running) return;
    const source = editor.text;
    say("");
    editor.mark([]);
    verdict.replaceChildren();
    bar.progress.begin();
    running = horloge.answers.check(id, source, { onProgress: bar.progress.stage });
    bar.busy = true;
    try {
      const result = await running.result;
      await judge(source, result, bar.progress.end());
    } catch (error) {
      verdict.replaceChildren(element("p", { class: "failed", text: error.message }));
    } finally {
      bar.progress.end();
      bar.busy = false;
      running = null;
    }
  }
})();
