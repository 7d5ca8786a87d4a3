// What a reader takes along: links to headings, and code that is copied at a press.
(function () {
  "use strict";

  for (const place of document.querySelectorAll(".step[id], .cell[id]")) {
    const link = document.createElement("a");
    link.className = "permalink";
    link.href = "#" + place.id;
    link.setAttribute("aria-label", horloge.text("book.permalink"));
    place.querySelector("h2").append(link);
  }

  /** The code without the lines of its folds. */
  const codeOf = (listing) =>
    [...listing.querySelectorAll(".code pre")].map((pre) => pre.textContent.replace(/\n?$/, "\n")).join("");

  function addCopy(listing) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = horloge.text("book.copy");
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async function () {
      let said = "book.copied";
      try {
        await navigator.clipboard.writeText(codeOf(listing));
      } catch (error) {
        said = "book.not_copied";
      }
      button.textContent = horloge.text(said);
      setTimeout(() => (button.textContent = horloge.text("book.copy")), 2000);
    });
    listing.querySelector("figcaption").append(button);
  }

  if (navigator.clipboard) for (const listing of document.querySelectorAll("figure.listing")) addCopy(listing);
})();
