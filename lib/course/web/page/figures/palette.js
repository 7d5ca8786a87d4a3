// Colours, dashes and shapes of figures: the scales of the terminal (lib/horloge/figures/palette.cpp).

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const sequential = [
    "#5f005f", "#5f0087", "#5f5faf", "#0087af", "#00af87", "#5faf5f", "#87d75f", "#afd75f", "#d7d75f", "#ffff5f",
  ];
  const diverging = [
    "#000087", "#005faf", "#0087d7", "#5fafd7", "#87d7ff", "#d7d7ff", "#eeeeee",
    "#ffd7d7", "#ffafaf", "#ff8787", "#ff5f5f", "#d70000", "#870000",
  ];
  const dashes = [[1, 0], [7, 3], [2, 3], [9, 3, 2, 3], [13, 4], [5, 2, 1, 2, 1, 2]];
  // As paths: about the middle of a legend's 22 by 12 pixels.
  const shapes = [
    "M11,0m-4,6a4,4 0 1 0 8,0a4,4 0 1 0 -8,0",
    "M7.5,2.5h7v7h-7z",
    "M11,1.5l4.8,8.5h-9.6z",
    "M11,1l4,5l-4,5l-4,-5z",
    "M9.5,1.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M11,10.5l4.8,-8.5h-9.6z",
    "M15.5,6l-8.5,4.8v-9.6z",
    "M6.5,6l8.5,4.8v-9.6z",
  ];
  const hues = 8;

  const channels = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

  /** The n-th curve's or group's look: a colour of figures.css, a dash, a shape. */
  horloge.series = (n) => ({
    colour: `var(--series-${(n % hues) + 1})`,
    dash: dashes[n % dashes.length],
    shape: shapes[n % shapes.length],
  });

  /** The colours from `low` to `high`: from blue to red where they are symmetric about zero. */
  horloge.colourScale = function (low, high) {
    const symmetric = Math.abs(low + high) <= 1e-9 * (high - low);
    const colours = symmetric && low < high ? diverging : sequential;
    const ramp = colours.map(channels);
    const last = ramp.length - 1;
    return {
      colours,
      low,
      high,
      /** [red, green, blue] of a number. */
      of(value) {
        const place = high > low ? Math.min(Math.max((value - low) / (high - low), 0), 1) * last : last / 2;
        const i = Math.min(Math.floor(place), last - 1);
        return ramp[i].map((from, k) => Math.round(from + (ramp[i + 1][k] - from) * (place - i)));
      },
    };
  };
})();
