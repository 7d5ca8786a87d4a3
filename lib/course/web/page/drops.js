// The browser would open a file that is dropped on a page, and leave the page. A place that takes files has
// taken it before this; elsewhere a sentence says that nothing happens.
(function () {
  "use strict";
  const says = document.createElement("p");
  says.className = "dropped";
  says.setAttribute("role", "status");
  document.body.append(says);
  let timer = 0;

  for (const kind of ["dragover", "drop"])
    addEventListener(kind, function (event) {
      if (event.defaultPrevented || !event.dataTransfer || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
      if (!says.textContent) says.textContent = horloge.text("drop.none");
      clearTimeout(timer);
      timer = setTimeout(() => (says.textContent = ""), 4000);
    });
})();
