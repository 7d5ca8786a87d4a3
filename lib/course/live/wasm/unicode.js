// What utf8proc.cpp asks the browser. emscripten puts these functions into live.js.
mergeInto(LibraryManager.library, {
  $unicodeCategories: "new Map()",

  // The general category of a character, by its place in utf8proc_category_t.
  unicode_category__deps: ["$unicodeCategories"],
  unicode_category: function (code) {
    if (!unicodeCategories.has(code)) {
      const names =
        "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co";
      const character = String.fromCodePoint(code);
      const fits = (name) => new RegExp("^\\p{" + name + "}$", "u").test(character);
      unicodeCategories.set(code, Math.max(names.split(" ").findIndex(fits), 0));
    }
    return unicodeCategories.get(code);
  },

  // Its small letter, where that is one character.
  unicode_lower: function (code) {
    const lower = Array.from(String.fromCodePoint(code).toLowerCase());
    return lower.length === 1 ? lower[0].codePointAt(0) : code;
  },
});
