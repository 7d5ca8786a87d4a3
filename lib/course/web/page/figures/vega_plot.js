// A plot by Vega: its look, and where its axes put a number.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  const quiet = "var(--quiet)";

  // Vega measures texts, so that it has to know the font itself, not its variable. Colours may stay
  // variables: a figure follows the page from light to dark.
  const config = (font) => ({
    axis: {
      domainColor: quiet, tickColor: quiet, gridColor: "var(--line)", tickSize: 4,
      labelColor: quiet, labelFont: font, labelFontSize: 12, labelLimit: 130, labelPadding: 4,
      titleColor: quiet, titleFont: font, titleFontSize: 12.5, titleFontWeight: "normal", titlePadding: 8,
    },
    legend: {
      labelColor: quiet, labelFont: font, labelFontSize: 12, gradientThickness: 10, gradientStrokeWidth: 0, offset: 14,
    },
    group: { stroke: null },
    text: { font, fontSize: 12, fill: "var(--ink)" },
  });

  /** The spec of a plot with these parts; data stay as they are. */
  horloge.plotSpec = function (parts) {
    const font = getComputedStyle(document.documentElement).getPropertyValue("--plain").trim() || "sans-serif";
    return { padding: 4, autosize: "pad", background: null, config: config(font), ...parts };
  };

  /** Draws it into an element. Expressions are interpreted, not compiled: a page may forbid eval. */
  horloge.vegaPlot = function (element, spec) {
    const view = new vega.View(vega.parse(spec, null, { ast: true }), {
      expr: vega.expressionInterpreter,
      renderer: "svg",
      container: element,
      hover: false,
      logLevel: vega.Error,
    });
    view.run();
    const padding = view.padding();
    const [left, top] = view.origin();
    return {
      left: left + padding.left,
      top: top + padding.top,
      width: view.width(),
      height: view.height(),
      scale: (name) => view.scale(name),
      /** Other data and signals under the same axes. */
      refresh({ signals, data }) {
        for (const [name, value] of Object.entries(signals)) view.signal(name, value);
        for (const [name, values] of Object.entries(data)) view.data(name, values);
        view.run();
      },
      remove: () => view.finalize(),
    };
  };
})();
