// The learner's file of an exercise, kept in the browser at every change, and what it was before it was reset.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const most = 5; // backups

  /** The file that a learner begins with, and the solution, of what both have once. */
  horloge.exerciseTexts = function (text) {
    const whole = (middle) => text.before + middle + text.after;
    return { stub: whole(text.stub), solution: whole(text.solution) };
  };

  /** The file of the exercise `id`, which begins as `stub`. */
  horloge.answerFile = function (id, stub) {
    const key = "answer." + id;
    const backups = () => horloge.store.list(key + ".before");
    return {
      get text() {
        const kept = horloge.store.get(key);
        return typeof kept === "string" ? kept : stub;
      },
      set text(text) {
        horloge.store.set(key, text);
      },
      backups,
      /** Puts the file aside, and another one in its place. */
      replace(text) {
        const worth = this.text !== stub && this.text !== text;
        if (worth) horloge.store.set(key + ".before", [this.text, ...backups()].slice(0, most));
        this.text = text;
      },
      /** Takes the newest backup back. */
      restore() {
        const [newest, ...older] = backups();
        horloge.store.set(key + ".before", older);
        this.text = newest;
      },
    };
  };
})();
