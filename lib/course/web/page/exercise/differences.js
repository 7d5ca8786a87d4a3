// Two texts compared line by line, as diff does.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** How many lines two texts have in common from each line on. */
  function common(a, b) {
    const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; --i)
      for (let j = b.length - 1; j >= 0; --j)
        table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    return table;
  }

  /**
   * [{sign: " ", "-" or "+", line}]: what `from` has, and what `to` has in its place. Blanks at the end of a line
   * do not count.
   */
  horloge.differences = function (from, to) {
    const lines = (text) => text.replace(/\n$/, "").split("\n").map((line) => line.trimEnd());
    const a = lines(from);
    const b = lines(to);
    const table = common(a, b);
    const all = [];
    let i = 0;
    let j = 0;
    while (i < a.length || j < b.length)
      if (i < a.length && j < b.length && a[i] === b[j]) {
        all.push({ sign: " ", line: a[i++] });
        ++j;
      } else if (j === b.length || (i < a.length && table[i + 1][j] >= table[i][j + 1]))
        all.push({ sign: "-", line: a[i++] });
      else all.push({ sign: "+", line: b[j++] });
    return all;
  };
})();
