// What pcre2.cpp asks the browser. emscripten puts these functions into live.js.
mergeInto(LibraryManager.library, {
  $patterns: "new Map()",

  // The number of a regular expression, from 1; 0 for one that the browser does not read.
  pattern_compile__deps: ["$patterns", "$textOf"],
  pattern_compile: function (pattern, size) {
    try {
      const id = 1 + Math.max(0, ...patterns.keys());
      patterns.set(id, new RegExp(textOf(pattern, size), "gu"));
      return id;
    } catch (error) {
      return 0;
    }
  },

  // The first match from a place on: where it begins and ends, in bytes.
  pattern_match__deps: ["$patterns", "$textOf", "$bytesOf"],
  pattern_match: function (id, text, size, from, found) {
    const pattern = patterns.get(id);
    const whole = textOf(text, size);
    pattern.lastIndex = textOf(text, from).length;
    const match = pattern.exec(whole);
    if (match === null) return 0;
    const begin = bytesOf(whole.slice(0, match.index)).length;
    HEAPU32[found >> 2] = begin;
    HEAPU32[(found >> 2) + 1] = begin + bytesOf(match[0]).length;
    return 1;
  },

  pattern_free__deps: ["$patterns"],
  pattern_free: function (id) {
    patterns.delete(id);
  },
});
