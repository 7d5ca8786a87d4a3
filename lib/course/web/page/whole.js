// The whole course as one page, before it is printed: all is open, drawn and computed. The page counts as loaded
// when that is done, and then it is printed.
(function () {
  "use strict";
  const quiet = 1000; // ms without a question: nothing more is asked
  const frame = document.createElement("iframe");

  // A document that is still written keeps the page that holds it from being loaded.
  frame.hidden = true;
  document.body.append(frame);
  frame.contentDocument.open();

  /** A live figure stands once, as it is before anybody touches it. */
  function thinOut() {
    const seen = new Set();
    for (const live of document.querySelectorAll(".live")) {
      const name = live.dataset.live + live.dataset.options;
      if (seen.has(name)) live.remove();
      seen.add(name);
    }
  }

  /** Where it shows nothing then, a printed one is of no use. */
  function removeEmpty() {
    for (const live of document.querySelectorAll(".live")) {
      const shown = [...live.querySelectorAll("svg, canvas, td")].filter((one) => !one.closest(".controls, .figure-data"));
      if (shown.length === 0) live.remove();
    }
  }

  function unfold() {
    for (const one of document.querySelectorAll(".fold, .hint")) {
      one.hidden = false;
      one.open = true;
    }
    dispatchEvent(new Event("beforeprint"));
  }

  async function settle() {
    let since = performance.now();
    while (performance.now() - since < quiet) {
      await new Promise((done) => setTimeout(done, 50));
      if (horloge.isAsked()) since = performance.now();
    }
    removeEmpty();
    await document.fonts.ready;
    frame.contentDocument.close();
  }

  document.addEventListener("DOMContentLoaded", function () {
    thinOut();
    unfold();
    settle();
  });
})();
