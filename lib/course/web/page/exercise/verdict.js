// A verdict as the library words it, on the page. Its lines lead to lines of the file.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const { element } = horloge;

  const signs = { failed: "FAIL", brief: "FAIL", passed: "ok", todo: "todo", untouched: "–" };

  const jump = (text, onclick) => element("button", { type: "button", class: "jump", text, onclick });

  /** A text with `code` set as code, and with places in the file as buttons: "Line 12", "table.cpp:12". */
  function withPlaces(text, file, goTo) {
    const name = file.replace(/[.]/g, "\\.");
    const pattern = new RegExp("`([^`]*)`|\\b[Ll]ine (\\d+)|(?:[\\w./]*/)?" + name + ":(\\d+)(?::\\d+)?", "g");
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      parts.push(text.slice(at, match.index));
      at = match.index + match[0].length;
      const line = Number(match[2] || match[3]);
      if (match[1] !== undefined) parts.push(element("code", { text: match[1] }));
      else parts.push(jump(match[0], () => goTo(line)));
    }
    return [...parts, text.slice(at)];
  }

  function part({ kind, text }, say) {
    const sign = element("span", { class: "sign", text: signs[kind] });
    return element("li", { class: kind }, sign, " ", element("span", {}, ...say(text)));
  }

  const inFull = (onclick) => element("button", { type: "button", text: horloge.text("exercise.in_full"), onclick });

  function reread({ title, address }) {
    const [before, after] = horloge.text("exercise.reread").split("{title}");
    return element("p", {}, before, element("a", { href: address, text: title }), after);
  }

  /** The lines of a verdict: parts as a list, a table as it is, all else as sentences. */
  function body(lines, { say, exercise, onFull }) {
    const all = [];
    const last = () => all[all.length - 1];
    for (const line of lines) {
      if (line.kind in signs) {
        if (!last() || last().tagName !== "UL") all.push(element("ul", { class: "parts" }));
        last().append(part(line, say));
      } else if (line.kind === "case-row") {
        if (last().tagName !== "PRE") all.push(element("pre", { tabindex: "0" }));
        last().append(line.text + "\n");
      } else if (line.kind === "in-full") all.push(element("p", {}, inFull(onFull)));
      else if (line.kind === "reread") all.push(reread(exercise.reread));
      else if (line.kind !== "hint") all.push(element("p", { class: line.kind }, ...say(line.text)));
    }
    return all;
  }

  /** What the compiler says: its first error in full, of the others the places. */
  function compileErrors(verdict, log, say) {
    const [first, ...others] = verdict.errors;
    const says = element("p", { class: "says", text: first.says });
    const all = [element("p", { class: "failed" }, ...say(first.sentence)), says];
    const short = ({ line, about }) => (line > 0 ? horloge.text("exercise.at_line", { n: line, about }) : about);
    const items = others.map((error) => element("li", {}, ...say(short(error))));
    const more = horloge.text("exercise.more_errors", { n: verdict.error_count - 1 });
    if (others.length > 0) all.push(element("p", { text: more }), element("ul", { class: "errors" }, ...items));
    const whole = element("pre", { tabindex: "0", text: log });
    const summary = element("summary", { text: horloge.text("exercise.raw") });
    return [...all, element("details", { class: "raw" }, summary, whole)];
  }

  /**
   * Shows a verdict in `root`. `exercise` is the page's data, `log` the compiler's text, goTo(line, column) leads
   * to a line of the file.
   */
  horloge.showVerdict = function (root, verdict, { exercise, log, goTo }) {
    const file = exercise.name + ".cpp";
    const say = (text) => withPlaces(text, file, goTo);
    const show = (lines) => {
      if (verdict.error) return root.replaceChildren(element("p", { class: "failed", text: verdict.error }));
      if (verdict.errors) return root.replaceChildren(...compileErrors(verdict, log, say));
      const onFull = () => {
        show(verdict.full);
        root.focus();
      };
      const title = element("p", { text: horloge.text("exercise.printed") });
      const output = element("pre", { class: "output", tabindex: "0", text: verdict.printed });
      const printed = verdict.printed ? [title, output] : [];
      const closing = verdict.closing.map((line) => element("p", { class: "closing" }, ...say(line.text)));
      const seed = element("p", { class: "seed", text: horloge.text("exercise.seed", { n: verdict.seed }) });
      root.replaceChildren(...body(lines, { say, exercise, onFull }), ...printed, ...closing, seed);
    };
    show(verdict.lines);
  };
})();
