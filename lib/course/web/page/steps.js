// A lesson step by step: one is shown at a time, or all of them.
(function () {
  "use strict";
  const book = document.querySelector(".book[data-lesson]");
  if (!book) return;
  const topic = book.dataset.lesson;
  const steps = [...book.querySelectorAll(".step")];
  const links = [...book.querySelectorAll("nav.steps a")];
  const parts = [...book.querySelectorAll(".model g")];
  const turns = book.querySelector("nav.turns");
  const back = turns.querySelector(".back");
  const on = turns.querySelector(".on");
  const next = turns.querySelector(".next");
  const list = book.querySelector("nav.steps details");
  const narrow = matchMedia("(max-width: 62rem)");
  let at = 0;
  let all = horloge.store.get("all-steps") === true;

  /** The step that the address names; the first for any other. */
  function named() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch (error) {
      // No text in UTF-8, so no step either.
    }
    return Math.max(
      0,
      steps.findIndex((step) => step.id === name),
    );
  }

  /** Kept: which steps were read, and where the reader is. */
  function keep() {
    const read = new Set(horloge.store.list("read." + topic));
    read.add(at + 1);
    horloge.store.set("read." + topic, [...read].sort((a, b) => a - b));
    const title = document.querySelector("h1").textContent;
    horloge.store.set("last", { topic, id: steps[at].id, title });
    links.forEach((link, i) => link.classList.toggle("read", read.has(i + 1)));
  }

  function link(element, index) {
    element.hidden = all || !steps[index];
    if (steps[index]) element.href = "#" + steps[index].id;
  }

  /** The picture of the model beside the text: the parts that this step is about are lit. */
  function light(step) {
    const names = step.dataset.parts.split(" ");
    const lit = parts.filter((part) => names.includes(part.dataset.part));
    for (const part of parts) part.classList.toggle("lit", lit.includes(part));
    parts[0].closest("svg").setAttribute("aria-label", lit.map((part) => part.textContent).join(", "));
  }

  /** Shows the step `index`, and all that belongs to it. */
  function show(index) {
    at = index;
    (all ? steps : [steps[at]]).forEach(horloge.setFormulas);
    steps.forEach((step, i) => (step.hidden = !all && i !== at));
    links.forEach((one, i) => {
      if (i === at) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    document.body.classList.toggle("one-step", !all);
    document.body.classList.toggle("begun", !all && at > 0);
    link(back, at - 1);
    link(on, at + 1);
    next.hidden = !all && at + 1 < steps.length;
    light(steps[at]);
    links[at].scrollIntoView({ block: "nearest" });
    keep();
  }

  /** Turns to a step as a link to it does, and leaves the reader at its heading. */
  function turn(index) {
    if (!steps[index]) return;
    // One step alone that comes back begins at its top; a page that is read anew is where it was.
    history.scrollRestoration = all ? "auto" : "manual";
    if (index !== at || all) history.pushState(null, "", "#" + steps[index].id);
    arrive(index);
  }

  function arrive(index) {
    show(index);
    if (narrow.matches) list.open = false;
    const heading = steps[index].querySelector("h2");
    heading.focus({ preventScroll: true });
    if (all) steps[index].scrollIntoView();
    else scrollTo(0, 0);
  }

  /** Keys belong to what has them: a field, a widget, what scrolls sideways. */
  function isBusy(target) {
    if (target.closest("input, select, textarea, dialog, .live, .picture, [role=slider]")) return true;
    const wide = target.closest("[tabindex='0']");
    return wide !== null && wide.scrollWidth > wide.clientWidth;
  }

  document.addEventListener("keydown", function (event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isBusy(event.target)) return;
    const way = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    turn(at + way);
  });

  for (const element of [...links, back, on])
    element.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      turn(steps.findIndex((step) => "#" + step.id === element.getAttribute("href")));
    });
  addEventListener("popstate", () => arrive(named()));

  const mode = document.createElement("button");
  mode.type = "button";
  mode.className = "mode";
  function sayMode() {
    mode.textContent = horloge.text(all ? "lesson.one" : "lesson.all");
  }
  mode.addEventListener("click", function () {
    all = !all;
    horloge.store.set("all-steps", all);
    sayMode();
    show(at);
    steps[at].scrollIntoView();
  });
  sayMode();
  const keys = document.createElement("p");
  keys.className = "keys";
  keys.textContent = horloge.text("lesson.keys");
  list.append(mode, keys);

  if (narrow.matches) list.open = false;
  show(named());
  document.documentElement.classList.add("ready");
  // The browser goes to the heading that the address names; one step alone begins at the top.
  addEventListener("load", function () {
    if (all && location.hash) steps[at].scrollIntoView();
    else if (location.hash) requestAnimationFrame(() => scrollTo(0, 0));
  });
})();
