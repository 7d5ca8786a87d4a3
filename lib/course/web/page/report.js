// The link by which a mistake is reported names the step that is open.
(function () {
  "use strict";
  const link = document.querySelector(".foot .report");
  if (!link) return;
  link.addEventListener("click", function () {
    const step = document.querySelector("nav.steps [aria-current=step]");
    const { page, address } = link.dataset;
    const place = step ? horloge.text("report.step", { page, step: step.textContent }) : page;
    link.href = address.replaceAll("{place}", encodeURIComponent(place));
  });
})();
