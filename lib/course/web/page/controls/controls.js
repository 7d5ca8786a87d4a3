// What a widget is worked with: each kind of control is a file of this folder.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.control = horloge.control || {};

  /** Puts controls below `root`, one after the other: horloge.controls(root).slider({…}).
   *  Each answers {element, value, disabled}; setting `value` does not call onChange. */
  horloge.controls = function (root) {
    const box = horloge.element("div", { class: "controls" });
    root.append(box);
    const all = { element: box };
    for (const [name, make] of Object.entries(horloge.control))
      all[name] = (options) => {
        const control = make(options || {});
        box.append(control.element);
        return control;
      };
    /** Controls that belong together, under a heading of their own. */
    all.group = function (label) {
      const group = horloge.element("fieldset", { class: "control-group" },
        horloge.element("legend", { text: label }));
      box.append(group);
      return horloge.controls(group);
    };
    return all;
  };

  /** An input below its label, as most controls are. */
  horloge.labelled = function (kind, label, input, ...more) {
    input.id = input.id || horloge.newId(kind);
    return horloge.element("div", { class: `control control-${kind}` },
      horloge.element("label", { for: input.id, text: label }), input, ...more);
  };
})();
