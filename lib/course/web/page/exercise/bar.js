// The buttons below an editor, and what a check is at, with its time.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const { element } = horloge;

  const button = (name, onclick, more) =>
    element("button", { type: "button", text: horloge.text(name), onclick, ...more });

  /** A button that asks for a file, and gives onText its text. */
  function importButton(onText) {
    const accept = ".cpp,.cc,.h,.txt,text/plain";
    const label = horloge.text("exercise.import");
    const input = element("input", { type: "file", accept, hidden: true, "aria-label": label });
    input.addEventListener("change", async function () {
      const [file] = input.files;
      if (file) onText(await file.text());
      input.value = "";
    });
    return [button("exercise.import", () => input.click()), input];
  }

  /** Gives a text as a file to keep. */
  horloge.download = function (name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/x-c++src" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };

  /** What a check is at: begin(), stage({stage, done, all}), end(). */
  function progress(root) {
    const stage = element("span", { role: "status" });
    const time = element("span", { class: "time", "aria-hidden": "true" });
    const line = element("p", { class: "stage", hidden: true }, stage, " ", time);
    root.append(line);
    let began = 0;
    let timer = 0;
    const seconds = () => (performance.now() - began) / 1000;
    const tick = () => (time.textContent = horloge.text("exercise.seconds", { n: seconds().toFixed(1) }));
    return {
      begin() {
        began = performance.now();
        line.hidden = false;
        stage.textContent = "";
        tick();
        timer = setInterval(tick, 100);
      },
      stage({ stage: name, done, all }) {
        const text = horloge.text("exercise.stage." + name);
        if (stage.textContent !== text) stage.textContent = text;
        if (all > 1) time.dataset.part = Math.round((100 * done) / all) + " %";
        else delete time.dataset.part;
      },
      end() {
        clearInterval(timer);
        line.hidden = true;
        return seconds();
      },
    };
  }

  /** The bar: `on` has check, cancel, export, import(text), reset and restore, and what a first check `fetches`. */
  horloge.exerciseBar = function (root, on) {
    const check = button("exercise.check_it", on.check, { class: "main" });
    const cancel = button("exercise.cancel", on.cancel, { hidden: true });
    const restore = button("exercise.restore", on.restore);
    const row = element("div", { class: "bar" }, check, cancel, button("exercise.export", on.export));
    row.append(...importButton(on.import), button("exercise.reset", on.reset), restore);
    const keys = [on.fetches, horloge.text("exercise.keys")].filter(Boolean).join(" ");
    root.append(row, element("p", { class: "keys", text: keys }));
    const line = progress(root);
    return {
      progress: line,
      /** While a check runs it can be cancelled. */
      set busy(busy) {
        const here = row.contains(document.activeElement);
        check.hidden = busy;
        cancel.hidden = !busy;
        if (here) (busy ? cancel : check).focus();
      },
      set backups(count) {
        restore.hidden = count === 0;
      },
    };
  };
})();
