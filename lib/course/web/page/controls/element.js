// Elements of a page in one call.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  let made = 0;

  /** An element with attributes and children; `text`, `onclick` and other properties are set as such. */
  horloge.element = function (tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === false) continue;
      if (name === "text") element.textContent = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== undefined));
    return element;
  };

  /** As horloge.element, for a drawing: horloge.svg("circle", {r: 3}). */
  horloge.svg = function (tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes || {}))
      if (value !== undefined) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  /** A name for an element that another one points to (label, description). */
  horloge.newId = (stem) => `${stem}-${++made}`;
})();
