// A search over all pages. What it needs is read when somebody first searches.
(function () {
  "use strict";
  const button = document.querySelector(".open-search");
  const most = 30;
  let dialog, input, found, list, index, sections;

  function make(name, properties, ...children) {
    const element = document.createElement(name);
    Object.assign(element, properties);
    element.append(...children);
    return element;
  }

  function script(file) {
    return new Promise(function (done, failed) {
      const element = make("script", { src: file, onload: done });
      element.onerror = () => failed(new Error(horloge.text("search.failed")));
      document.head.append(element);
    });
  }

  /** Small letters without accents, of a word or a token. */
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }

  /** Chinese has no blanks between words: each sign is one. */
  function spaced(text) {
    return plain(text).replace(/\p{Script=Han}/gu, " $& ");
  }

  /** The texts of all sections, which come packed. */
  async function unpack() {
    const bytes = Uint8Array.from(atob(horloge.packedSections), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    sections = await new Response(text).json();
  }

  function build() {
    lunr.tokenizer.separator = /[^\p{L}\p{N}_]+/u;
    return lunr(function () {
      this.pipeline.reset();
      this.pipeline.add(lunr.stemmer);
      this.searchPipeline.reset();
      this.searchPipeline.add(lunr.stemmer);
      this.ref("at");
      this.field("title", { boost: 8 });
      this.field("text");
      sections.forEach((section, at) => {
        this.add({ at, title: spaced(section.title), text: spaced(section.text) });
      });
    });
  }

  /** As the index has it: "staircase" is "staircas" there. */
  function stem(word) {
    return lunr.stemmer(new lunr.Token(word, {})).toString();
  }

  /** All words have to be there; the last one may be only begun. */
  function look(words) {
    const required = lunr.Query.presence.REQUIRED;
    return index.query(function (query) {
      words.map(stem).forEach(function (word, i) {
        const begun = i + 1 === words.length && word.length > 2;
        const wildcard = begun ? lunr.Query.wildcard.TRAILING : lunr.Query.wildcard.NONE;
        query.term(word, { presence: required, wildcard, usePipeline: false });
        if (begun) query.term(word, { boost: 8, usePipeline: false });
      });
    });
  }

  /** Some words of a text around the first that was looked for. */
  function excerpt(text, word) {
    const at = Math.max(0, plain(text).indexOf(word));
    const from = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
    const part = text.slice(from, from + 160).trim();
    return (from > 0 ? "… " : "") + part + (from + 160 < text.length ? " …" : "");
  }

  function result(section, word) {
    const link = make("a", { href: horloge.root + section.at }, section.title);
    link.addEventListener("click", () => dialog.close());
    return make(
      "li",
      {},
      make("p", {}, link, " ", make("small", { textContent: section.in })),
      make("p", { className: "excerpt", textContent: excerpt(section.text, word) }),
    );
  }

  function update() {
    const words = spaced(input.value).split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
    if (!index || words.length === 0) {
      found.textContent = "";
      return list.replaceChildren();
    }
    const hits = look(words);
    const query = input.value.trim();
    const name = hits.length === 0 ? "search.none" : hits.length === 1 ? "search.one" : "search.found";
    found.textContent = horloge.text(name, { query, n: hits.length });
    list.replaceChildren(...hits.slice(0, most).map((hit) => result(sections[hit.ref], words[0])));
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
    dialog.addEventListener("keydown", walk);
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    Promise.all([script(horloge.root + "page/lunr.min.js"), script(horloge.root + "page/sections.js").then(unpack)]).then(
      function () {
        index = build();
        update();
      },
      (error) => (found.textContent = error.message),
    );
  }

  function open() {
    if (!dialog) create();
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
