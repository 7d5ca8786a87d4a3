// The words of a text as ./learn find has them: search_words.cpp in the browser.
(function () {
  "use strict";
  const chinese = "\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{2fa1f}\\u{30000}-\\u{323af}";
  // A Chinese character; or words, which hyphens join.
  const run = new RegExp(`[${chinese}]|(?:(?![${chinese}])[\\p{L}\\p{M}\\p{N}\\u200c\\u200d\\-_\\u2010\\u2011])+`, "gu");

  /** Lower case without accents. */
  horloge.plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function parts(text) {
    const words = [], together = [];
    for (const [joined] of horloge.plain(text).matchAll(run)) {
      const apart = joined.split(/[-_\u2010\u2011]+/).filter(Boolean);
      words.push(...apart);
      if (apart.length > 0 && apart[0] !== joined.replace(/[-_\u2010\u2011]/g, "")) together.push(apart.join(""));
    }
    return { words, together };
  }

  /** Its words; each Chinese character is one. */
  horloge.searchWords = (text) => parts(text).words;

  /** With a space before and behind each; what hyphens join once more, together. */
  horloge.searchText = function (text) {
    const { words, together } = parts(text);
    return " " + [...words, ...together].map((word) => word + " ").join("");
  };
})();
