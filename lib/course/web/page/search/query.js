// What was typed, cut into terms with their other names: search_query.cpp in the browser.
(function () {
  "use strict";
  const small = new Set(
    ("a an and are as at by do does for how i in is it of on or the to vs what why with " +
      "de des du en et la le les un une 的 是").split(" "),
  );
  const isChinese = (word) => word.codePointAt(0) >= 0x800;

  /** Words, and whether nothing but a hyphen stands before each. */
  function typedWords(text) {
    return text.split(" ").flatMap((run) => horloge.searchWords(run).map((word, i) => ({ word, goesOn: i > 0 })));
  }

  /** "wavelengths" finds "wavelength", too. */
  const withoutPlural = (word) => (word.length > 4 && /[^su]s$/.test(word) ? word.slice(0, -1) : word);

  /** One letter more, less or other, or two neighbours that change places. */
  horloge.isOneLetterOff = function (a, b) {
    if (a.length < b.length) [a, b] = [b, a];
    if (a.length - b.length > 1) return false;
    let same = 0;
    while (same < b.length && a[same] === b[same]) ++same;
    if (same === b.length) return true;
    const [restA, restB] = [a.slice(same), b.slice(same)];
    if (a.length > b.length) return restA.slice(1) === restB;
    const change = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
    return restA.slice(1) === restB.slice(1) || change;
  };

  function corrected(word, known) {
    if (word.length < 5 || isChinese(word)) return word;
    const begin = withoutPlural(word);
    if (known.some((one) => one.startsWith(begin))) return word;
    return known.find((one) => horloge.isOneLetterOff(word, one)) || word;
  }

  /** Terms, each a list of names: the first as it was typed. */
  horloge.searchTerms = function (typed, groups, known) {
    const words = typedWords(typed).map(({ word, goesOn }) => ({ word: corrected(word, known), goesOn }));
    const together = (from, to) => words.slice(from, to).map((one) => one.word).join(" ");
    const isEnd = (at) => at === words.length || !words[at].goesOn || isChinese(words[at].word);
    const groupOf = (text) => groups.find((names) => names.includes(text) || names.includes(withoutPlural(text)));

    /** The longest name that begins at a word, or what hyphens join there. */
    function longest(at) {
      for (let end = words.length; end > at; --end) {
        const text = together(at, end);
        const group = isEnd(end) && groupOf(text);
        if (group) return { end, names: [text, ...group.filter((name) => name !== text)] };
      }
      let end = at + 1;
      while (end < words.length && words[end].goesOn) ++end;
      return { end, names: [end === at + 1 ? withoutPlural(words[at].word) : together(at, end)] };
    }

    const terms = [], smallOnes = [];
    for (let at = 0; at < words.length; ) {
      const { end, names } = longest(at);
      const isSmall = end === at + 1 && names.length === 1 && small.has(words[at].word);
      (isSmall ? smallOnes : terms).push(names);
      at = end;
    }
    return terms.length > 0 ? terms : smallOnes;
  };
})();
