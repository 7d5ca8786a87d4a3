// A figure that is drawn when it is first shown, and then changes.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** Below `root`; then .show(figure). */
  horloge.picture = function (root) {
    const place = horloge.element("div", { class: "figure" });
    root.append(place);
    let drawn;
    return {
      element: place,
      show(figure) {
        if (drawn) drawn.update(figure);
        else drawn = horloge.figure(place, figure);
      },
    };
  };

  /** Curves over one axis, and a mark on each at `here`.  curves: [{name, y}] over x. */
  horloge.marked = function (labels, x, curves, here, name) {
    const at = x.indexOf(here);
    return Object.assign({
      kind: "lines",
      lines: [
        ...curves.map((curve) => ({ name: curve.name, x, y: curve.y })),
        ...(at < 0 ? [] : curves.map((curve, i) =>
          ({ name: i ? `${name} (${curve.name})` : name, x: [here], y: [curve.y[at]] }))),
      ],
    }, labels);
  };
})();
