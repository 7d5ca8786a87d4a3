// Numbers of figures: as they are read, and as they are shown.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** JSON has no NaN and no infinity: they are null, "inf" and "-inf". */
  horloge.numberOf = function (value) {
    if (value === null) return NaN;
    if (value === "inf") return Infinity;
    return value === "-inf" ? -Infinity : value;
  };

  /** To six digits, with a minus sign that is as wide as a plus. */
  horloge.numberText = function (value) {
    const number = horloge.numberOf(value);
    if (Number.isNaN(number)) return "NaN";
    if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
    return String(Number(number.toPrecision(6))).replace(/-/g, "−");
  };

  /** [low, high] of the numbers that can be drawn; with a margin where they are one. */
  horloge.spanOf = function (values, low, high) {
    if (low < high) return [low, high];
    let least = Infinity;
    let most = -Infinity;
    for (const value of values) {
      const number = horloge.numberOf(value);
      if (!Number.isFinite(number)) continue;
      least = Math.min(least, number);
      most = Math.max(most, number);
    }
    if (least > most) return [0, 1];
    if (least < most) return [least, most];
    const margin = Math.abs(least) / 2 || 1;
    return [least - margin, most + margin];
  };
})();
