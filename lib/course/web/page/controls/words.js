// Words in a row that change places: dragged, or moved with the arrow keys.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** {label, value: ["le", "chat", …], onChange(words, {word, from, to}), help: false to show none}. */
  horloge.control.words = function (options) {
    const label = horloge.newId("words");
    const row = horloge.element("ol", { class: "words", "aria-labelledby": label });
    const help = horloge.element("p", {
      class: options.help === false ? "only-heard" : "words-help",
      id: horloge.newId("help"),
      text: horloge.text("controls.words_help"),
    });
    const says = horloge.element("span", { class: "only-heard", "aria-live": "assertive" });
    const element = horloge.element("div", { class: "control control-words" },
      horloge.element("span", { class: "control-label", id: label, text: options.label }),
      row, help, says);
    let off = false;

    const words = () => Array.from(row.children, (item) => item.textContent);
    const move = (item, to) => {
      const all = Array.from(row.children);
      const from = all.indexOf(item);
      to = Math.max(0, Math.min(all.length - 1, to));
      if (off || to === from) return;
      row.insertBefore(item, to > from ? all[to].nextSibling : all[to]);
      const word = item.textContent;
      says.textContent = horloge.text("controls.word_moved",
        { word, place: to + 1, all: all.length });
      if (options.onChange) options.onChange(words(), { word, from, to });
    };
    const write = (value) => {
      row.replaceChildren(...value.map((word) => movable(word, row, help.id, move)));
    };
    write(options.value || []);
    return {
      element,
      get value() { return words(); },
      set value(value) { write(value); },
      get disabled() { return off; },
      set disabled(value) {
        off = value;
        for (const word of row.querySelectorAll(".word")) word.disabled = value;
      },
    };
  };

  function movable(word, row, help, move) {
    const button = horloge.element("button", {
      type: "button", class: "word", text: word, "aria-describedby": help,
    });
    const item = horloge.element("li", {}, button);
    byKeys(button, item, row, move);
    byPointer(button, item, row, move);
    return item;
  }

  function byKeys(button, item, row, move) {
    const places = {
      ArrowLeft: (at) => at - 1,
      ArrowRight: (at) => at + 1,
      Home: () => 0,
      End: () => row.children.length - 1,
    };
    button.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !places[event.key]) return;
      event.preventDefault();
      event.stopPropagation(); // the page turns its steps with these keys
      move(item, places[event.key](Array.from(row.children).indexOf(item)));
      button.focus(); // insertBefore takes the focus away
    });
  }

  // The window follows the pointer: a word that changes its place in the page would lose it.
  function byPointer(button, item, row, move) {
    let began = -1;
    const follow = (event) => {
      const over = Array.from(row.children).findIndex((other) => holds(other, event));
      if (over >= 0 && past(event, row.children[over], item, row)) move(item, over);
    };
    const back = (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      move(item, began);
      end();
    };
    const listen = (how) => {
      window[how]("pointermove", follow);
      window[how]("pointerup", end);
      window[how]("pointercancel", end);
      window[how]("keydown", back, true);
    };
    const end = () => {
      listen("removeEventListener");
      button.classList.remove("word-held");
      button.focus();
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || button.disabled) return;
      event.preventDefault();
      began = Array.from(row.children).indexOf(item);
      button.classList.add("word-held");
      button.focus();
      listen("addEventListener");
    });
  }

  function holds(element, event) {
    const box = element.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX <= box.right &&
      event.clientY >= box.top && event.clientY <= box.bottom;
  }

  // Whether the pointer has passed the middle of `other`, so that a wide word does not jump to and fro.
  function past(event, other, item, row) {
    const box = other.getBoundingClientRect();
    const own = item.getBoundingClientRect();
    if (Math.abs(box.top - own.top) > box.height / 2) return true; // another line
    const all = Array.from(row.children);
    const middle = box.left + box.width / 2;
    return all.indexOf(other) > all.indexOf(item) ? event.clientX > middle : event.clientX < middle;
  }
})();
