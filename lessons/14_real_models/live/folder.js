// A folder of the reader's, chosen or dropped. Its files stay in the browser.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`model.${key}`, values);

  /** Below `root`: {label, onFiles}; onFiles gets [{path: "use-lite/config.json", file}]. */
  horloge.folder = function (root, options) {
    const input = horloge.element("input", { type: "file", webkitdirectory: true, multiple: true,
      class: "model-input" });
    input.id = horloge.newId("folder");
    const label = horloge.element("label", { class: "control-button control-main", for: input.id,
      text: options.label });
    const place = horloge.element("div", { class: "model-drop" }, input, label,
      horloge.element("span", { text: text("or_drop") }));
    root.append(place);
    input.addEventListener("change", () => {
      options.onFiles(Array.from(input.files, (file) =>
        ({ path: file.webkitRelativePath || file.name, file })));
      input.value = ""; // the same folder can be chosen again
    });
    takeDrops(place, options.onFiles);
  };

  function takeDrops(place, onFiles) {
    const over = (on) => (event) => {
      event.preventDefault();
      place.classList.toggle("model-drop-over", on);
    };
    place.addEventListener("dragover", over(true));
    place.addEventListener("dragleave", over(false));
    place.addEventListener("drop", async (event) => {
      over(false)(event);
      // What was dropped is there during the event only; what lies in folders is looked up after it.
      const dropped = Array.from(event.dataTransfer.items).filter((item) => item.kind === "file")
        .map((item) => item.webkitGetAsEntry() || item.getAsFile());
      onFiles((await Promise.all(dropped.map(filesOf))).flat());
    });
  }

  /** All files of an entry, in its folders too; or the file itself, where there are no entries. */
  async function filesOf(entry) {
    if (entry instanceof File) return [{ path: entry.name, file: entry }];
    const path = entry.fullPath.replace(/^\//, "");
    if (entry.isFile) return [{ path, file: await new Promise((done, failed) => entry.file(done, failed)) }];
    const reader = entry.createReader();
    const all = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) break;
      all.push(...some);
    }
    return (await Promise.all(all.map(filesOf))).flat();
  }
})();
