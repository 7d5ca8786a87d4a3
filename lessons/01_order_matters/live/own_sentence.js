// A sentence of one's own, and who does it, says the model that is being trained.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  const text = (key, values) => horloge.text(`train.${key}`, values);

  /** Below `root`; then .ready(run, {language, sentences}) when a training has begun, .ask() after
   *  each of its slices. */
  horloge.ownSentence = function (root) {
    const box = horloge.element("section", { class: "live-ask" },
      horloge.element("h4", { text: text("ask_title") }));
    root.append(box);
    const says = horloge.controls(box).result({ label: text("ask_title") });
    says.value = text("first_train");
    const body = horloge.element("div", {});
    const shares = horloge.element("div", { class: "live-shares" });
    box.append(body, shares);
    let run;
    let language;
    let parts;

    const ask = async () => {
      if (run === undefined || !parts) return;
      try {
        const answer = await horloge.ask("who_does_it.ask",
          { run, sentence: parts.typed.value }, { latest: "who_does_it.ask" });
        parts.cut(answer.words);
        says.value = verdict(answer);
        drawShares(shares, answer);
      } catch (error) {
        shares.replaceChildren();
        says.wrong(error);
      }
    };
    return {
      ask,
      ready(number, about) {
        run = number;
        if (about.language !== language) {
          language = about.language;
          body.replaceChildren();
          parts = sentence(body, about.sentences, ask);
        }
        ask();
      },
    };
  };

  /** The line that is typed, one to pick from, and the words to move. */
  function sentence(body, examples, onChange) {
    const controls = horloge.controls(body);
    let typing = true;
    const write = (value) => {
      typed.value = value;
      typing = true;
      onChange();
    };
    controls.choice({ label: text("try"), list: true, choices: examples.map((one) => one.text),
      onChange: write });
    const typed = controls.text({ label: text("sentence"), value: examples[0].text,
      onChange: () => {
        typing = true;
        onChange();
      } });
    const words = controls.words({ label: text("words"), onChange: (now) => {
      typed.value = now.join(" ");
      onChange();
    } });
    return {
      typed,
      cut(into) {
        if (typing) words.value = into;
        typing = false;
      },
    };
  }

  function verdict(answer) {
    const names = answer.beings.map((one) => one.name);
    if (answer.tie) return text("cannot_tell", { one: names[0], other: names[1] });
    const says = answer.beings[answer.says];
    return text("does_it", { name: says.name, share: (100 * says.share).toFixed(0) });
  }

  function drawShares(box, answer) {
    box.replaceChildren(...answer.beings.map((being, i) => {
      const line = horloge.element("span", { class: "live-bar", "aria-hidden": "true" });
      line.style.width = `${100 * being.share}%`;
      return horloge.element("div", {
        class: i === answer.says && !answer.tie ? "live-share live-share-most" : "live-share",
        title: String(being.score),
      }, horloge.element("span", { class: "live-share-name", text: being.name }),
      horloge.element("span", { class: "live-share-line" }, line),
      horloge.element("span", { text: `${(100 * being.share).toFixed(1)} %` }));
    }));
  }
})();
