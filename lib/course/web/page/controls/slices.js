// Long work, asked for a slice at a time, so that a page stays alive and can stop it.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const slice = 60; // ms that one slice should take
  const pauseToDraw = () => new Promise((go) => setTimeout(go, 0));

  /** Work whose questions are NAME.start, NAME.steps {run, steps, …} and NAME.stop {run}:
   *    horloge.slices("who_does_it", {more: (n) => ({test: n % 4 === 0}), onStart, onSlice, onEnd, onError})
   *  answers {start(setting), pause(), goOn(), forget(), run, running, over}. Each slice says how many
   *  steps are `done` of `steps`; `more` adds to what the n-th slice is asked with. */
  horloge.slices = function (name, options) {
    let turn = 0; // a new start makes older answers void
    const work = { run: undefined, running: false, over: false };

    const fail = (error) => {
      work.running = false;
      if (options.onError) options.onError(error);
    };

    const loop = async function (mine) {
      let steps = 2;
      let count = 0;
      while (work.running && mine === turn && !work.over) {
        const began = performance.now();
        const answer = await horloge.ask(`${name}.steps`,
          Object.assign({ run: work.run, steps }, options.more ? options.more(count) : {}));
        if (mine !== turn) return;
        const took = performance.now() - began;
        steps = Math.max(1, Math.min(50, Math.round(steps * Math.min(2, slice / Math.max(1, took)))));
        ++count;
        work.over = answer.done >= answer.steps;
        if (work.over) work.running = false;
        if (options.onSlice) options.onSlice(answer);
        await pauseToDraw();
      }
      if (mine === turn && !work.running && options.onEnd) await options.onEnd(work.over);
    };

    /** Begins anew; what was begun before is forgotten. */
    work.start = async function (setting) {
      const mine = ++turn;
      work.forget();
      work.over = false;
      work.running = true;
      try {
        const about = await horloge.ask(`${name}.start`, setting);
        if (mine !== turn) return void horloge.ask(`${name}.stop`, { run: about.run }).catch(() => {});
        work.run = about.run;
        if (options.onStart) options.onStart(about);
        await loop(mine);
      } catch (error) {
        if (mine === turn) fail(error);
      }
    };

    /** Stops after the slice that is under way; goOn() continues from there. */
    work.pause = () => { work.running = false; };

    work.goOn = async function () {
      if (work.running || work.over || work.run === undefined) return;
      const mine = ++turn;
      work.running = true;
      try {
        await loop(mine);
      } catch (error) {
        if (mine === turn) fail(error);
      }
    };

    work.forget = function () {
      if (work.run === undefined) return;
      horloge.ask(`${name}.stop`, { run: work.run }).catch(() => {}); // gone already, as was wanted
      work.run = undefined;
    };
    return work;
  };
})();
