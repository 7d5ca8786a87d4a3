// Parts of a drawing that are dragged.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** Where a pointer is, in the units of the drawing. */
  horloge.pointIn = function (drawing, event) {
    const point = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(drawing.getScreenCTM().inverse());
    return [point.x, point.y];
  };

  /** Calls begin([x, y]) and then move([x, y]) while a pointer drags over the drawing. If begin
   *  answers false, nothing is dragged. */
  horloge.dragged = function (drawing, { begin, move }) {
    let held;
    drawing.style.touchAction = "none";
    drawing.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || begin(horloge.pointIn(drawing, event)) === false) return;
      held = event.pointerId;
      drawing.setPointerCapture(held);
      drawing.focus();
      event.preventDefault();
    });
    drawing.addEventListener("pointermove", (event) => {
      if (event.pointerId === held) move(horloge.pointIn(drawing, event));
    });
    for (const end of ["pointerup", "pointercancel"])
      drawing.addEventListener(end, () => { held = undefined; });
  };

  /** Calls steps[key]() for a key, and keeps it from turning the page. */
  horloge.keys = function (element, steps) {
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !steps[event.key]) return;
      event.preventDefault();
      steps[event.key](event);
    });
  };

  /** An arrow from the middle, as long as it is: {element, to(x, y)}. Its shaft may be dashed. */
  horloge.arrow = function (name, head) {
    const shaft = horloge.svg("path", { class: "arrow-shaft" });
    const tip = horloge.svg("path", {});
    return {
      element: horloge.svg("g", { class: name }, shaft, tip),
      to(x, y) {
        const length = Math.max(Math.hypot(x, y), 1e-6);
        const [u, v] = [x / length, y / length];
        const wing = Math.min(head, length / 2);
        const end = (side) =>
          `${x - wing * (u + side * 0.5 * v)} ${y - wing * (v - side * 0.5 * u)}`;
        shaft.setAttribute("d", `M0 0L${x} ${y}`);
        tip.setAttribute("d", `M${end(1)}L${x} ${y}L${end(-1)}`);
      },
    };
  };
})();
