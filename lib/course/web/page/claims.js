// The list of claims, narrowed down by verdict and notebook; the address keeps what was chosen.
(function () {
  "use strict";
  const form = document.querySelector("form.filter");
  if (!form) return;
  const fields = [form.elements.verdict, form.elements.notebook];

  function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const field of fields) {
      field.value = asked.get(field.name) || "";
      if (field.selectedIndex < 0) field.value = "";
    }
    show();
  }

  function show() {
    const [verdict, notebook] = fields.map((field) => field.value);
    let n = 0;
    for (const section of document.querySelectorAll("section[data-notebook]")) {
      let shown = 0;
      for (const item of section.querySelectorAll("li")) {
        item.hidden =
          (verdict !== "" && item.dataset.verdict !== verdict) ||
          (notebook !== "" && section.dataset.notebook !== notebook);
        shown += item.hidden ? 0 : 1;
      }
      section.hidden = shown === 0;
      n += shown;
    }
    form.querySelector(".how-many").textContent = horloge.text(n === 1 ? "claims.one" : "claims.many", { n });
  }

  form.addEventListener("change", function () {
    const chosen = new URLSearchParams();
    for (const field of fields) if (field.value) chosen.set(field.name, field.value);
    history.replaceState(null, "", "#" + chosen);
    show();
  });
  addEventListener("hashchange", read);
  form.hidden = false;
  read();
})();
