// Beside a paper that a text cites, while it is pointed at or has the focus: who wrote it, and what it is called.
(function () {
  "use strict";
  const shown = document.createElement("div");
  shown.className = "cited";
  shown.id = "cited";
  shown.setAttribute("role", "tooltip");
  let cite = null, leaving = 0;

  /** Below the link, or above it where there is no room. */
  function place() {
    const at = cite.getBoundingClientRect();
    const { width, height } = shown.getBoundingClientRect();
    const below = at.bottom + 6;
    shown.style.left = Math.max(16, Math.min(at.left, document.documentElement.clientWidth - width - 16)) + "px";
    shown.style.top = (below + height < innerHeight ? below : at.top - height - 6) + "px";
  }

  function hide() {
    clearTimeout(leaving);
    if (cite) cite.removeAttribute("aria-describedby");
    cite = null;
    shown.remove();
  }

  function show(link) {
    hide();
    cite = link;
    shown.textContent = link.dataset.paper;
    link.setAttribute("aria-describedby", shown.id);
    document.body.append(shown);
    place();
  }

  /** A moment, so that the pointer gets from the link to what is shown. */
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(hide, 200);
  }

  for (const link of document.querySelectorAll(".cite")) {
    link.addEventListener("pointerenter", () => show(link));
    link.addEventListener("pointerleave", leave);
    link.addEventListener("focus", () => show(link));
    link.addEventListener("blur", hide);
  }
  shown.addEventListener("pointerenter", () => clearTimeout(leaving));
  shown.addEventListener("pointerleave", leave);
  addEventListener("scroll", hide, { passive: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
})();
