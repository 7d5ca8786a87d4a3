// How good a place is for what is looked for: search_rank.cpp and search.cpp in the browser. tests/search holds
// both to the same figures.
(function () {
  "use strict";
  const worthOf = { lesson: 18, step: 6, exercise: 4, claim: 3, notebook: 2.5, playground: 2.5, scheme: 2, model: 1.5 };

  /** How often a name stands in a text, as whole words and as a beginning. */
  function occurrences(text, name) {
    let whole = 0, begun = 0;
    for (let at = text.indexOf(" " + name); at >= 0; at = text.indexOf(" " + name, at + 1)) {
      const end = at + 1 + name.length;
      if (text[end] === " " || text.startsWith("s ", end)) ++whole;
      else ++begun;
    }
    return { whole, begun: name.length <= 2 ? 0 : begun };
  }

  /** From 0 to about 2: whether any of the names is there, and how often. */
  function presence(text, term) {
    let best = 0;
    term.forEach(function (name, i) {
      const { whole, begun } = occurrences(text, name);
      if (whole + begun === 0) return;
      const kind = (whole > 0 ? 1 : 0.6) * (i === 0 ? 1 : 0.8);
      best = Math.max(best, kind * (1 + 0.2 * Math.log2(whole + begun)));
    });
    return best;
  }

  /** Which part of a title's words is looked for. */
  function share(title, terms) {
    const blanks = (text) => text.split(" ").length - 1;
    let found = 0;
    for (const term of terms) {
      const lengths = term.map(function (name) {
        const { whole, begun } = occurrences(title, name);
        return whole + begun > 0 ? blanks(name) + 1 : 0;
      });
      found += Math.max(...lengths);
    }
    return Math.min(1, found / Math.max(1, blanks(title) - 1));
  }

  function rank(spot, terms) {
    const isLesson = spot.kind === "lesson";
    let sum = 0, named = 0;
    for (const term of terms) {
      const title = Math.min(1, presence(spot.title, term));
      const names = Math.min(1, presence(spot.names, term));
      let worth = 10 * title + (isLesson ? 10 : 8) * names + 2 * presence(spot.text, term);
      if (worth === 0) worth = presence(spot.code, term);
      if (worth === 0) return 0;
      sum += worth;
      if (title + names > 0) ++named;
    }
    const mean = sum / terms.length;
    const worth = mean + 3 * share(spot.title, terms);
    const kind = worthOf[spot.kind] || 0;
    if (!isLesson) return worth + kind;
    // A lesson says something of everything; what it is about is in its title.
    if (named === 0) return 0;
    return Math.max(worth, mean + 3 * share(spot.names, terms)) + kind * (named / terms.length) ** 3;
  }

  /** All words that stand somewhere, the usual ones first. */
  function knownWords(ready, groups) {
    const times = new Map();
    const texts = ready.flatMap((one) => [one.title, one.names, one.text, one.code]);
    for (const text of [...texts, ...groups.flat()])
      for (const word of text.split(" ")) if (word) times.set(word, (times.get(word) || 0) + 1);
    return [...times].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([word]) => word);
  }

  /** Makes spots ready: {terms(typed), find(terms)}, the best first. */
  horloge.searchIn = function (spots, groups) {
    const text = horloge.searchText;
    const ready = spots.map((spot) => ({
      spot, kind: spot.kind, title: text(spot.title), names: text(spot.names), text: text(spot.text), code: text(spot.code),
    }));
    const known = knownWords(ready, groups);
    for (const lesson of ready.filter((one) => one.kind === "lesson"))
      for (const step of ready)
        if (step.kind === "step" && step.spot.n === lesson.spot.n) lesson.text += step.title + step.text;
    return {
      terms: (typed) => horloge.searchTerms(typed, groups, known),
      find: (terms) => ready
        .map((one) => ({ spot: one.spot, worth: rank(one, terms) }))
        .filter((one) => one.worth > 0)
        .sort((a, b) => b.worth - a.worth)
        .map((one) => one.spot),
    };
  };

  /** The search of this course, whose texts come packed. */
  horloge.readSearch = async function () {
    const bytes = Uint8Array.from(atob(horloge.packedSearch), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { spots, names } = await new Response(text).json();
    const fields = Object.entries(spots);
    const all = spots.kind.map((_, i) => Object.fromEntries(fields.map(([field, values]) => [field, values[i]])));
    return horloge.searchIn(all, names);
  };
})();
