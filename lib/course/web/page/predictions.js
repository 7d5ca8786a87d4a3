// A step may ask what will come out, and waits for a guess before it shows it.
(function () {
  "use strict";
  const book = document.querySelector(".book[data-lesson]");
  if (!book) return;
  const topic = book.dataset.lesson;
  let ids = 0;

  function make(name, properties, ...children) {
    const element = document.createElement(name);
    Object.assign(element, properties);
    element.append(...children);
    return element;
  }

  function key(name) {
    return "guess." + topic + "." + name;
  }

  /** With four digits, or all that a whole number has. */
  function number(value) {
    return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
  }

  function joined(values) {
    if (values.length === 1) return number(values[0]);
    const list = values.slice(0, -1).map(number).join(", ");
    return horloge.text("predict.and", { list, last: number(values.at(-1)) });
  }

  function shown(asks, value) {
    if (asks.kind === "choice") return horloge.text("predict.quoted", { text: value });
    if (asks.kind === "curve") return joined(value);
    return number(value) + (asks.unit ? " " + asks.unit : "");
  }

  /** The guess, and for a curve what it is of. */
  function whole(asks, value) {
    if (asks.kind !== "curve") return shown(asks, value);
    return horloge.text("predict.curve", {
      values: shown(asks, value),
      unit: asks.unit,
      at: joined(asks.at),
      at_unit: asks.at_unit,
    });
  }

  function isNear(asks, guess, value) {
    const rounding = 1e-9;
    const within = asks.within * (1 + rounding) + rounding;
    if (!asks.by_factor) return Math.abs(guess - value) <= within;
    return guess * value > 0 && guess <= value * within && value <= guess * within;
  }

  function isRight(asks, guess, value) {
    if (asks.kind === "choice") return guess === value;
    if (asks.kind === "number") return isNear(asks, guess, value);
    return guess.every((point, i) => isNear(asks, point, value[i]));
  }

  /** "73.2", "73,2 %"; NaN for what is no number. */
  function typed(text) {
    const digits = text.trim().replace(/\s*%$/, "").replace(",", ".");
    return digits === "" ? NaN : Number(digits);
  }

  function numberField(label) {
    const input = make("input", { type: "text", inputMode: "decimal", autocomplete: "off" });
    return { input, row: make("label", {}, label + " ", input) };
  }

  /** The fields of a question, and how its answer is read; null: it is none yet. */
  function fieldsOf(asks) {
    const box = make("fieldset", {});
    if (asks.kind === "choice") {
      box.append(make("legend", { textContent: horloge.text("predict.choose") }));
      const name = "choice-" + ++ids;
      for (const choice of asks.choices)
        box.append(make("label", {}, make("input", { type: "radio", name, value: choice }), " " + choice));
      return {
        box,
        read: () => box.querySelector("input:checked")?.value ?? null,
        complaint: horloge.text("predict.no_choice"),
      };
    }
    const of = (at) => horloge.text("predict.at", { unit: asks.unit, at: number(at), at_unit: asks.at_unit });
    const one = asks.unit ? horloge.text("predict.number_in", { unit: asks.unit }) : horloge.text("predict.number");
    box.append(make("legend", { textContent: horloge.text("predict.title") }));
    const fields = (asks.kind === "curve" ? asks.at.map(of) : [one]).map(numberField);
    const n = number(asks.within);
    const near = asks.by_factor ? "predict.within_factor" : "predict.within";
    const hint = make("small", { textContent: asks.within > 0 ? horloge.text(near, { n }) : "" });
    box.append(...fields.map((field) => field.row), hint);
    return {
      box,
      read() {
        const values = fields.map((field) => typed(field.input.value));
        if (!values.every(Number.isFinite)) return null;
        return asks.kind === "curve" ? values : values[0];
      },
      complaint: horloge.text("predict.no_number"),
    };
  }

  function isEmpty(box) {
    return [...box.querySelectorAll("input")].every((field) =>
      field.type === "radio" ? !field.checked : field.value.trim() === "",
    );
  }

  /** The curves, guessed and measured, as a table and, where it can be drawn, a figure. */
  function curves(place, asks, guess, value) {
    const line = (name, y) => ({ name: horloge.text(name), x: asks.at, y });
    const lines = [line("predict.line_guess", guess), line("predict.line_came_out", value)];
    const row = (kind, cells) =>
      make("tr", {}, ...cells.map((text) => make(kind, { textContent: text })));
    place.append(
      make(
        "table",
        {},
        make("thead", {}, row("th", [asks.at_unit, ...lines.map((one) => one.name)])),
        make("tbody", {}, ...asks.at.map((x, i) => row("td", [x, guess[i], value[i]].map(number)))),
      ),
    );
    if (!horloge.figure) return;
    const figure = { kind: "lines", x_label: asks.at_unit, y_label: asks.unit, lines };
    const picture = make("div", { className: "picture" });
    place.append(picture);
    horloge.figure(picture, figure);
  }

  /** What was guessed beside what came out. */
  function compare(asks, guess) {
    for (const place of book.querySelectorAll(".compared")) {
      const came = horloge.data(place, "came-out");
      if (came.name !== asks.name) continue;
      for (const old of place.querySelectorAll(":scope > :not(script)")) old.remove();
      place.hidden = guess === undefined;
      if (guess === undefined) continue;
      const right = isRight(asks, guess, came.value);
      const here = asks.step === asks.shown_at;
      const sentence = horloge.text(here ? "predict.compared" : "predict.compared_at", {
        n: asks.step,
        guess: whole(asks, guess),
        came_out: shown(asks, came.value),
      });
      const verdict = make("strong", {
        className: right ? "right" : "wrong",
        textContent: horloge.text(right ? "predict.right" : "predict.not_right"),
      });
      place.append(make("p", {}, verdict, " " + sentence));
      if (asks.kind === "curve") curves(place, asks, guess, came.value);
    }
  }

  /** The guess that is kept; undefined if it is none that this question takes. */
  function kept(asks) {
    const state = horloge.store.record(key(asks.name));
    const { said } = state;
    const takes = {
      choice: () => asks.choices.includes(said),
      number: () => Number.isFinite(said),
      curve: () => Array.isArray(said) && said.length === asks.at.length && said.every(Number.isFinite),
    };
    return state.skipped === true || takes[asks.kind]() ? state : undefined;
  }

  function ask(place) {
    const asks = horloge.data(place, "asks");
    const step = place.closest(".step");
    const answer = make("div", { className: "answer" });
    answer.setAttribute("aria-live", "polite");
    place.append(answer);

    function settle(state) {
      const open = !state;
      step.classList.toggle("waits", open && asks.step === asks.shown_at);
      compare(asks, state ? state.said : undefined);
      answer.replaceChildren(...(open ? [form()] : [settled(state)]));
    }

    function settled(state) {
      const again = make("button", { type: "button", textContent: horloge.text("predict.again") });
      again.addEventListener("click", function () {
        settle(null);
        answer.querySelector("input").focus();
      });
      const line = make("p", {});
      if (state.said !== undefined)
        line.append(horloge.text("predict.yours", { guess: whole(asks, state.said) }) + " ");
      if (asks.step !== asks.shown_at)
        line.append(horloge.text("predict.later", { n: asks.shown_at }) + " ");
      line.append(again);
      return line;
    }

    function form() {
      const fields = fieldsOf(asks);
      const complaint = make("p", { className: "complaint" });
      const skip = make("button", { type: "button", textContent: horloge.text("predict.skip") });
      const send = make("button", { className: "main", textContent: horloge.text("predict.answer") });
      const element = make("form", { noValidate: true }, fields.box, make("p", {}, send, " ", skip), complaint);
      function done(state) {
        horloge.store.set(key(asks.name), state);
        settle(state);
        answer.querySelector("button").focus({ preventScroll: true });
      }
      skip.addEventListener("click", () => done({ skipped: true }));
      element.addEventListener("submit", function (event) {
        event.preventDefault();
        if (isEmpty(fields.box)) return done({ skipped: true });
        const said = fields.read();
        complaint.textContent = said === null ? fields.complaint : "";
        if (said !== null) done({ said });
      });
      return element;
    }

    settle(kept(asks));
  }

  for (const place of book.querySelectorAll(".prediction")) ask(place);
})();
