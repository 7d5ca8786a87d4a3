// A figure in the page: drawn, read with a pointer, the arrow keys or a screen reader, and as a table.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

  /** One figure in its place; see horloge.figure. */
  class PageFigure {
    constructor(root, figure) {
      this.title = horloge.element("figcaption", { class: "figure-title" });
      this.picture = horloge.element("div", { class: "figure-picture", "aria-hidden": "true" });
      this.canvas = horloge.element("div", { class: "figure-canvas" }, this.picture);
      this.box = horloge.element("div", { class: "figure-box", tabindex: 0, role: "group" }, this.canvas);
      this.legend = horloge.element("div");
      this.heard = horloge.element("p", { class: "only-heard", "aria-live": "polite" });
      this.pointer = horloge.figurePointer(this.canvas);
      this.table = horloge.figureTable(() => this.kind.table(this.figure), horloge.text("figure.table"));
      this.element = horloge.element("figure", { class: "plot" },
        this.title, this.box, this.legend, this.heard, this.table.element);
      root.append(this.element);
      this.listen();
      this.update(figure);
      this.width = this.element.clientWidth;
      this.observer = new ResizeObserver(() => this.resize());
      this.observer.observe(this.element);
    }

    get kind() {
      const kind = horloge.figureKinds[this.figure.kind];
      if (!kind) throw new Error(horloge.text("figure.unknown", { kind: this.figure.kind }));
      return kind;
    }

    /** Another figure in its place; the place that is shown stays, if there still is one. */
    update(figure) {
      this.figure = figure;
      this.element.dataset.kind = figure.kind;
      this.title.textContent = figure.title || "";
      this.title.hidden = !figure.title;
      const name = figure.title || [figure.y_label, figure.x_label].filter(Boolean).join(", ") || horloge.text(`figure.${figure.kind}`);
      this.box.setAttribute("aria-label", horloge.text("figure.keys", { name }));
      this.draw();
      this.table.update();
      if (this.place === undefined) return;
      try {
        this.show(this.place, false);
      } catch (error) {
        this.hide(); // there is no such place any more
      }
    }

    draw() {
      this.plot = null;
      const { kind, figure } = this;
      const room = Math.max(this.element.clientWidth - 2, 200);
      this.picture.replaceChildren();
      if (kind.isEmpty(figure)) {
        this.picture.textContent = horloge.text("figure.empty");
        return;
      }
      this.plot = kind.draw(this.picture, figure, room);
      this.legend.replaceChildren();
      const entries = kind.legend ? kind.legend(figure) : [];
      if (entries.length) this.legend.append(horloge.figureLegend(entries));
    }

    resize() {
      const width = this.element.clientWidth;
      if (width === this.width || width === 0) return;
      this.width = width;
      this.hide();
      this.draw();
    }

    show(place, aloud) {
      this.place = place;
      this.pointer.show(this.kind, this.figure, this.plot, place);
      if (aloud) this.heard.textContent = horloge.placeText(this.kind.describe(this.figure, place));
    }

    hide() {
      this.place = undefined;
      this.pointer.hide();
    }

    listen() {
      const point = (event) => {
        if (!this.plot) return;
        const box = this.canvas.getBoundingClientRect();
        const place = this.kind.at(this.figure, this.plot,
          event.clientX - box.left - this.plot.left, event.clientY - box.top - this.plot.top);
        if (place === null) this.hide();
        else this.show(place, false);
      };
      this.canvas.addEventListener("pointermove", point);
      this.canvas.addEventListener("pointerdown", point);
      this.canvas.addEventListener("pointerleave", () => this.hide());
      this.box.addEventListener("blur", () => this.hide());
      this.box.addEventListener("keydown", (event) => this.press(event));
    }

    press(event) {
      if (event.key === "Escape") return this.hide();
      if (!this.plot || !keys.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return undefined;
      event.preventDefault();
      event.stopPropagation(); // steps are turned with arrow keys, too
      const place = this.place === undefined ? this.kind.first(this.figure) : this.kind.move(this.figure, this.place, event.key);
      this.show(place, true);
      return this.follow();
    }

    /** A wide figure scrolls in its own box: the place stays in sight. */
    follow() {
      const mark = this.kind.mark(this.figure, this.plot, this.place);
      const x = this.plot.left + mark.x;
      const { scrollLeft, clientWidth } = this.box;
      if (x < scrollLeft + 20 || x > scrollLeft + clientWidth - 20) this.box.scrollLeft = x - clientWidth / 2;
    }

    remove() {
      this.observer.disconnect();
      this.element.remove();
    }
  }

  /** Draws a figure (lib/horloge/figures/figure_json.h) at the end of `root`. */
  horloge.figure = function (root, figure) {
    const one = new PageFigure(root, figure);
    return { element: one.element, update: (next) => one.update(next), remove: () => one.remove() };
  };
})();
