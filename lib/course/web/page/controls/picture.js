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

  /** Curves over one axis, and a mark on them at `here`.  curves: [{name, y}] over x. */
  horloge.marked = function (labels, x, curves, here, name) {
    const at = x.indexOf(here);
    const lines = curves.map((curve) => ({ name: curve.name, x, y: curve.y }));
    if (at >= 0)
      lines.push({ name, x: curves.map(() => here), y: curves.map((curve) => curve.y[at]) });
    return Object.assign({ kind: "lines", lines }, labels);
  };
})();
