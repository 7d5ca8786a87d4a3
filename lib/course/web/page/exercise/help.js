// The way to the solution: once an exercise is solved, or given up.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const { element } = horloge;

  function compared(mine, solution) {
    const lines = horloge.differences(mine, solution);
    if (lines.every(({ sign }) => sign === " ")) return element("p", { text: horloge.text("exercise.same") });
    const names = { "+": "added", "-": "removed", " ": "" };
    const rows = lines.map(({ sign, line }) => element("span", { class: names[sign], text: sign + line + "\n" }));
    return element("pre", { class: "differences", tabindex: "0" }, ...rows);
  }

  /** A section that compares the learner's file, textOf(), with the solution. {update()} */
  horloge.solutionHelp = function (root, { id, solution, textOf }) {
    const place = element("div", { class: "compared-with", "aria-live": "polite" });
    const button = element("button", { type: "button" });
    const sentence = element("p", {});
    let sure = false;

    const may = () => {
      const { solved, gave_up } = horloge.exerciseState.get(id);
      return solved || gave_up;
    };
    function update() {
      const does = may() ? "compare" : sure ? "give_up_now" : "give_up";
      button.textContent = horloge.text("exercise." + does);
      sentence.textContent = may() ? horloge.text("exercise.differences") : sure ? horloge.text("exercise.sure") : "";
      sentence.hidden = sentence.textContent === "" || (may() && place.childElementCount === 0);
    }
    button.addEventListener("click", function () {
      if (!may() && !sure) sure = true;
      else {
        if (!may()) horloge.exerciseState.set(id, { gave_up: true });
        place.replaceChildren(compared(textOf(), solution));
      }
      update();
    });
    root.append(element("h2", { text: horloge.text("exercise.solution") }), sentence, element("p", {}, button), place);
    update();
    return { update };
  };
})();
