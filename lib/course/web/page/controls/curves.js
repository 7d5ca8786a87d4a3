// Loss and share of right answers, drawn while a training runs; earlier ones stay to be compared with.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const points = 80; // of a curve of losses: more cannot be told apart
  const pause = 120; // ms between two drawings

  /** Below `root`. `labels` are the words: {loss, loss_axis, steps_axis, right, right_axis}, `most` the
   *  number of runs that are kept. Then .begin(name, right), .add(losses, right or undefined),
   *  .end(right) and .clear(). */
  horloge.trainingCurves = function (root, labels) {
    const box = horloge.element("div", { class: "live-beside" });
    root.append(box);
    let runs = [];
    const figures = {};
    let drawn = 0;
    let waiting;

    const draw = () => {
      clearTimeout(waiting);
      const left = pause - (performance.now() - drawn);
      if (left > 0) {
        waiting = setTimeout(draw, left);
        return;
      }
      drawn = performance.now();
      put("loss", lines(labels, "loss", runs.map((run) => thinned(run))));
      put("right", lines(labels, "right", runs.map((run) => run.right)));
    };
    const put = (name, figure) => {
      if (figures[name]) return figures[name].update(figure);
      const place = horloge.element("div", { class: "figure" });
      box.append(place);
      figures[name] = horloge.figure(place, figure);
    };
    const now = () => runs[runs.length - 1];
    return {
      begin(name, right) {
        runs = runs.filter((run) => run.name !== name).slice(1 - (labels.most || 4));
        runs.push({ name, losses: [], right: { name, x: [0], y: [right] } });
        draw();
      },
      add(losses, right) {
        now().losses.push(...losses);
        if (right !== undefined) mark(now(), right);
        draw();
      },
      end(right) {
        mark(now(), right);
        draw();
      },
      clear() {
        runs = runs.slice(-1);
        draw();
      },
    };
  };

  function mark(run, right) {
    const { x, y } = run.right;
    if (x[x.length - 1] === run.losses.length) y[y.length - 1] = right;
    else {
      x.push(run.losses.length);
      y.push(right);
    }
  }

  /** Means of some losses after one another: a curve that can be read. */
  function thinned(run) {
    const each = Math.max(1, Math.ceil(run.losses.length / points));
    const line = { name: run.name, x: [], y: [] };
    for (let i = 0; i < run.losses.length; i += each) {
      const some = run.losses.slice(i, i + each);
      line.x.push(i + some.length);
      line.y.push(some.reduce((sum, loss) => sum + loss, 0) / some.length);
    }
    return line;
  }

  function lines(labels, kind, curves) {
    const figure = {
      kind: "lines",
      title: labels[kind],
      x_label: labels.steps_axis,
      y_label: labels[`${kind}_axis`],
      lines: curves.filter((line) => line.x.length > 0),
    };
    if (kind === "right") Object.assign(figure, { y_low: 0, y_high: 100 });
    return figure;
  }
})();
