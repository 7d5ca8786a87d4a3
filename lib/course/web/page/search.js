// A search over all pages. What it needs is read when somebody first searches.
(function () {
  "use strict";
  const button = document.querySelector(".open-search");
  const most = 30;
  let dialog, input, found, list, search, reading;
  let failure = "";

  function make(name, properties, ...children) {
    const element = document.createElement(name);
    Object.assign(element, properties);
    element.append(...children);
    return element;
  }

  function script(file) {
    return new Promise(function (done, failed) {
      const element = make("script", { src: file, onload: done });
      element.onerror = failed;
      document.head.append(element);
    });
  }

  /** Whether one of a word's parts begins as one of those that are looked for. */
  function isWanted(word, wanted) {
    return horloge.searchWords(word).some((part) => wanted.some((begin) => part.startsWith(begin)));
  }

  /** A text with the words that are looked for marked. */
  function marked(text, wanted) {
    return text.split(" ").flatMap((word, i) => [i > 0 ? " " : "", isWanted(word, wanted) ? make("mark", {}, word) : word]);
  }

  /** The words of a text around the first place that has most of those looked for. */
  function around(text, wanted) {
    const words = text.split(" ");
    const is = words.map((word) => isWanted(word, wanted));
    let best = -1, most = 0;
    is.forEach(function (one, i) {
      const near = one ? is.slice(i, i + 8).filter(Boolean).length : 0;
      if (near > most) [best, most] = [i, near];
    });
    if (best < 0) return "";
    const from = Math.max(0, best - 6);
    const part = words.slice(from, from + 28).join(" ");
    return (from > 0 ? "… " : "") + part + (from + 28 < words.length ? " …" : "");
  }

  function result(spot, wanted) {
    const link = make("a", { href: horloge.root + spot.at }, ...marked(spot.title, wanted));
    link.addEventListener("click", () => dialog.close());
    const excerpt = around(spot.text, wanted) || around(spot.code, wanted);
    return make(
      "li",
      {},
      make("p", {}, link, " ", make("small", { textContent: spot.in })),
      make("p", { className: "excerpt" }, ...marked(excerpt, wanted)),
    );
  }

  /** What the search reads comes once; after a failure the next letter asks for it again. */
  function read() {
    if (search || reading) return;
    reading = script(horloge.root + "page/spots.js")
      .then(() => horloge.readSearch())
      .then(
        function (ready) {
          search = ready;
          failure = "";
        },
        () => (failure = horloge.text("search.failed")),
      )
      .then(function () {
        reading = null;
        update();
      });
  }

  function update() {
    const query = input.value.trim();
    const terms = search ? search.terms(query) : [];
    if (terms.length === 0) {
      found.textContent = failure;
      return list.replaceChildren();
    }
    const hits = search.find(terms);
    // All words as they were typed; of other names those that say something: "keys", not "de".
    const wanted = terms.flatMap(([typed, ...others]) => [
      ...typed.split(" "),
      ...others.flatMap((name) => name.split(" ").filter((word) => word.length > 3 || /[^ -~]/.test(word))),
    ]);
    const name = hits.length === 0 ? "search.none" : hits.length === 1 ? "search.one" : "search.found";
    found.textContent = horloge.text(name, { query, n: hits.length });
    list.replaceChildren(...hits.slice(0, most).map((hit) => result(hit, wanted)));
  }

  /** Enter in the field opens the best. */
  function openBest(event) {
    const best = list.querySelector("a");
    if (event.key !== "Enter" || event.isComposing || !best) return;
    event.preventDefault();
    best.click();
  }

  /** The arrow keys go through what was found. */
  function walk(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement) + way;
    if (stops[at]) stops[at].focus();
  }

  function create() {
    input = make("input", { type: "search", autocomplete: "off", spellcheck: false });
    found = make("p", { className: "found" });
    found.setAttribute("role", "status");
    list = make("ol", { className: "results" });
    const close = make("button", { type: "button", textContent: horloge.text("search.close") });
    const label = make("label", {}, make("span", { textContent: horloge.text("search.label") }), input);
    dialog = make("dialog", { className: "search" }, make("div", { className: "bar" }, label, close), found, list);
    dialog.setAttribute("aria-label", horloge.text("search.title"));
    close.addEventListener("click", () => dialog.close());
    input.addEventListener("input", update);
    input.addEventListener("input", read);
    input.addEventListener("keydown", openBest);
    dialog.addEventListener("keydown", walk);
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
  }

  function open() {
    if (!dialog) create();
    read();
    if (!dialog.open) dialog.showModal();
    input.select();
  }

  button.hidden = false;
  button.addEventListener("click", open);
  document.addEventListener("keydown", function (event) {
    const field = event.target.closest("input, select, textarea, .live");
    if (event.key !== "/" || field || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
})();
