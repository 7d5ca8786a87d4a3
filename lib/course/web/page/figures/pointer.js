// What is shown of a figure at one place: a mark on it, and the numbers beside it.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const box = (kind, left, top, width, height) =>
    horloge.element("div", { class: kind, style: `left:${left}px;top:${top}px;width:${width}px;height:${height}px` });

  function marks(mark, plot) {
    const elements = (mark.boxes || []).map(([x, y, width, height]) =>
      box("figure-cell", plot.left + x, plot.top + y, width, height));
    if (mark.rule !== undefined) elements.push(box("figure-rule", plot.left + mark.rule, plot.top, 0, plot.height));
    for (const [x, y] of mark.rings || []) elements.push(box("figure-ring", plot.left + x - 8, plot.top + y - 8, 16, 16));
    for (const [x, y, curve] of mark.dots || []) {
      const dot = box("figure-dot", plot.left + x - 6, plot.top + y - 6, 12, 12);
      dot.style.setProperty("--dot", horloge.series(curve).colour);
      elements.push(dot);
    }
    return elements;
  }

  function lines(said) {
    const series = (said.series || []).map((one) =>
      horloge.element("div", { class: "figure-tip-series" },
        horloge.swatch(one), horloge.element("span", { text: one.name }), horloge.element("b", { text: one.value })));
    return [
      horloge.element("div", { class: "figure-tip-value", text: said.value }),
      ...series,
      ...said.names.map((text) => horloge.element("div", { text })),
    ];
  }

  /** All of it in one sentence, for who hears it. */
  horloge.placeText = (said) =>
    [...said.names, said.value, ...(said.series || []).map((one) => `${one.name} ${one.value}`)].join(", ");

  /** Marks and numbers over a figure's picture; `canvas` is what scrolls with it. */
  horloge.figurePointer = function (canvas) {
    const layer = horloge.element("div", { class: "figure-layer", "aria-hidden": "true" });
    canvas.append(layer);
    return {
      show(kind, figure, plot, place) {
        const mark = kind.mark(figure, plot, place);
        const tip = horloge.element("div", { class: "figure-tip" }, ...lines(kind.describe(figure, place)));
        layer.replaceChildren(...marks(mark, plot), tip);
        const x = plot.left + mark.x + 10;
        const y = plot.top + mark.y + 8;
        const most = canvas.parentElement.scrollLeft + canvas.parentElement.clientWidth - 4;
        const left = x + tip.offsetWidth > most ? x - tip.offsetWidth - 24 : x;
        tip.style.left = `${Math.max(left, canvas.parentElement.scrollLeft)}px`;
        tip.style.top = `${Math.max(Math.min(y, canvas.offsetHeight - tip.offsetHeight), 0)}px`;
      },
      hide: () => layer.replaceChildren(),
    };
  };
})();
