// What all scripts of a page stand on: words, what is kept, and the list of widgets.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  /** From the folder of this page to that of the first one: "" or "../". */
  horloge.root = document.documentElement.dataset.root || "";

  /** A text of the interface; what stands in braces is filled in. */
  horloge.text = function (name, parts) {
    const words = horloge.words || {};
    const text = Object.hasOwn(words, name) ? words[name] : name;
    return text.replace(/\{(\w+)\}/g, function (mark, key) {
      return parts && key in parts ? String(parts[key]) : mark;
    });
  };

  const kept = new Map();
  const prefix = "horloge.";

  /** Kept in the browser; where it keeps nothing, as long as the page is open. What others wrote there may be anything. */
  horloge.store = {
    get(key) {
      try {
        const text = localStorage.getItem(prefix + key);
        if (text !== null) return JSON.parse(text);
      } catch (error) {
        // What is kept cannot be read: as if it were not there.
      }
      return kept.has(key) ? kept.get(key) : null;
    },
    /** A list; empty where something else is kept. */
    list(key) {
      const value = this.get(key);
      return Array.isArray(value) ? value : [];
    },
    /** Values by their names; none where something else is kept. */
    record(key) {
      const value = this.get(key);
      return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
    },
    set(key, value) {
      kept.set(key, value);
      try {
        localStorage.setItem(prefix + key, JSON.stringify(value));
      } catch (error) {
        // The browser keeps nothing, or is full.
      }
    },
  };

  /** Widgets by their names: each is started with its place in the page and its options. */
  horloge.widgets = new Map();
  horloge.live = function (name, start) {
    horloge.widgets.set(name, start);
  };

  /** The data that a script element of this class holds; null if there is none. */
  horloge.data = function (root, name) {
    const element = root.querySelector("script." + name);
    return element ? JSON.parse(element.textContent) : null;
  };
})();
