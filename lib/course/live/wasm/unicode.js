// What utf8proc.cpp asks the browser. emscripten puts these functions into live.js.
mergeInto(LibraryManager.library, {
  // Texts here and there.
  $textOf: function (from, size) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(HEAPU8.slice(from, from + size));
  },
  $bytesOf: function (text) {
    return new TextEncoder().encode(text);
  },

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

  $graphemes: "{ segmenter: null }",

  // Whether two characters that follow each other are one for a reader, as a letter and its mark.
  unicode_joined__deps: ["$graphemes"],
  unicode_joined: function (one, other) {
    graphemes.segmenter = graphemes.segmenter || new Intl.Segmenter("en");
    const pair = String.fromCodePoint(one) + String.fromCodePoint(other);
    return Array.from(graphemes.segmenter.segment(pair)).length === 1 ? 1 : 0;
  },

  $normalText: "{ bytes: null }",

  // A text in one of the forms NFC, NFD, NFKC, NFKD, by number: how many bytes it has then.
  unicode_normal_form__deps: ["$textOf", "$bytesOf", "$normalText"],
  unicode_normal_form: function (text, size, form) {
    const name = ["NFC", "NFD", "NFKC", "NFKD"][form];
    normalText.bytes = bytesOf(textOf(text, size).normalize(name));
    return normalText.bytes.length;
  },

  // These bytes.
  unicode_take_normal_form__deps: ["$normalText"],
  unicode_take_normal_form: function (to) {
    HEAPU8.set(normalText.bytes, to);
    normalText.bytes = null;
  },
});
