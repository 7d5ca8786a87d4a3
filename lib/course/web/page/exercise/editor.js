// The editor of an answer: CodeMirror, with keys that also lead out of it, and marks on lines.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** Brings CodeMirror, which comes packed. */
  horloge.loadCodeEditor = async function () {
    const packed = await fetch("page/codemirror.packed");
    if (!packed.ok) throw new Error("codemirror.packed: " + packed.status);
    const text = await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).blob();
    const src = URL.createObjectURL(text);
    const script = horloge.element("script", {});
    await new Promise(function (done, failed) {
      script.onload = done;
      script.onerror = () => failed(new Error("codemirror.packed"));
      script.src = src;
      document.head.append(script);
    });
    URL.revokeObjectURL(src);
  };

  /** Tab indents, but for the one after Escape, which goes on to what follows. */
  function setKeys(editor, onCheck) {
    const keys = {
      Tab: () => editor.execCommand(editor.somethingSelected() ? "indentMore" : "insertSoftTab"),
      "Shift-Tab": "indentLess",
      "Ctrl-Enter": () => onCheck(),
      "Cmd-Enter": () => onCheck(),
      Esc: () => editor.setOption("extraKeys", { ...keys, Tab: false, "Shift-Tab": false }),
    };
    const indent = () => editor.setOption("extraKeys", keys);
    editor.on("focus", indent);
    editor.on("keydown", (_, { key }) => ["Escape", "Tab", "Shift"].includes(key) || indent());
    indent();
  }

  /** Puts an editor into `root`; onChange(text) and onCheck() are called. */
  horloge.codeEditor = function (root, { label, text, onChange, onCheck }) {
    const editor = CodeMirror(root, {
      value: text,
      mode: "text/x-c++src",
      lineNumbers: true,
      indentUnit: 2,
      tabSize: 2,
      viewportMargin: Infinity,
      lineWrapping: true,
      inputStyle: "textarea",
      screenReaderLabel: label,
      gutters: ["CodeMirror-linenumbers", "errors"],
    });
    setKeys(editor, onCheck);
    editor.on("change", () => onChange(editor.getValue()));

    let marks = [];

    /** An error at a line, and what it says, below that line. */
    function mark({ line, column, about }) {
      if (line < 1 || line > editor.lineCount()) return;
      const note = horloge.element("div", { class: "line-error", text: about });
      const sign = horloge.element("span", { class: "error-sign", "aria-hidden": "true", text: "✗" });
      const widget = editor.addLineWidget(line - 1, note, { coverGutter: false });
      editor.addLineClass(line - 1, "wrap", "has-error");
      editor.setGutterMarker(line - 1, "errors", sign);
      const at = { line: line - 1, ch: Math.max(0, column - 1) };
      const place = column > 0 ? editor.markText(at, { ...at, ch: column }, { className: "error-place" }) : null;
      const handle = editor.getLineHandle(line - 1);
      marks.push(() => {
        widget.clear();
        if (place) place.clear();
        editor.removeLineClass(handle, "wrap", "has-error");
      });
    }

    return {
      get text() {
        return editor.getValue();
      },
      set text(value) {
        editor.setValue(value);
      },
      focus: () => editor.focus(),
      /** Leaves the learner at a line. */
      goTo(line, column = 1) {
        editor.focus();
        editor.setCursor({ line: line - 1, ch: Math.max(0, column - 1) });
        editor.scrollIntoView(null, 80);
      },
      /** Marks these errors, and no others. */
      mark(errors) {
        for (const clear of marks) clear();
        marks = [];
        editor.clearGutter("errors");
        errors.forEach(mark);
      },
    };
  };
})();
