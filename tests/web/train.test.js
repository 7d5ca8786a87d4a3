// Lesson 1's training in the page: the numbers of the native program, and a sentence of one's own.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { native, says, slide, toWidget } = require("./live_help.js");

const open = (page, go) => toWidget(page, go, "01_order_matters.html", "train");
// At the lesson's own rate, 0.012, rounding grows: after 20 steps or so two processors go their own ways, to
// the same end.
const setting = { language: "en", scheme: "learned", width: 32, heads: 4, lr: 0.003, seed: 3 };

test("fifty steps have the losses of the native program", async function () {
  const expected = native([
    ["who_does_it.start", setting],
    ["who_does_it.steps", { run: 1, steps: 50, test: true }],
  ])[1];
  await withPage({}, async function (page, go) {
    await open(page, go);
    const answer = await page.evaluate(async (setting) => {
      const { run } = await horloge.ask("who_does_it.start", setting);
      return horloge.ask("who_does_it.steps", { run, steps: 50, test: true });
    }, setting);
    assert.strictEqual(answer.losses.length, 50);
    answer.losses.forEach((loss, i) => assert.ok(Math.abs(loss - expected.losses[i]) < 1e-4, `step ${i}`));
    assert.ok(Math.abs(answer.accuracy - expected.accuracy) < 0.011);
  });
});

test("a training by keyboard reaches what the native one reaches, and answers", async function () {
  const small = { language: "fr", scheme: "rotary", width: 8, heads: 1, lr: 0.012, seed: 2 };
  const all = native([
    ["who_does_it.start", small],
    ["who_does_it.steps", { run: 1, steps: 1000, test: true }],
  ])[1];
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    await widget.getByLabel("Positions").selectOption("rotary");
    await slide(page, widget, "Width", 8);
    await slide(page, widget, "Heads", 1);
    await widget.getByLabel("Seed").fill("2");
    await widget.getByRole("button", { name: "Train" }).focus();
    await page.keyboard.press("Enter");
    await says(widget, ".live-ask .control-result", /does it, says the model|cannot tell/);
    const over = await says(widget, ".control-result", /^Trained:/);
    const right = Number(/(\d+) % of/.exec(over)[1]);
    assert.ok(Math.abs(right - 100 * all.accuracy) <= 3, `${right} and ${100 * all.accuracy}`);
    assert.strictEqual(await widget.locator(".live-share").count(), 2);

    const sentence = widget.getByLabel("A sentence with two beings");
    await sentence.fill("le chat mange la fusée");
    await says(widget, ".control-result-wrong", /"fusée" is not among the words/);
    await sentence.fill("le chat mange la souris");
    const before = await says(widget, ".live-ask .control-result", /says the model/);
    await widget.locator(".words").getByText("chat", { exact: true }).focus();
    await page.keyboard.press("End");
    await says(widget, ".live-ask .control-result", /says the model/);
    assert.match(await sentence.inputValue(), /chat$/);
    assert.ok(before);

    await page.reload(); // the setting is kept
    await widget.locator(".control-main").waitFor();
    assert.strictEqual(await widget.getByLabel("Seed").inputValue(), "2");
  });
});

test("it stops, goes on, and says what does not fit", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    await widget.getByRole("button", { name: "Train" }).click();
    await says(widget, ".control-progress", /[1-9]\d* of 6\d\d steps/);
    await widget.getByRole("button", { name: "Stop" }).click();
    await says(widget, ".control-result", /^Stopped after \d+ steps/);
    await widget.getByRole("button", { name: "Go on" }).click();
    await widget.getByRole("button", { name: "Stop" }).click();
    await widget.getByLabel("Seed").fill("1.5");
    await says(widget, ".control-wrong", /a whole number/);
    await widget.getByRole("button", { name: "As in the lesson" }).click();
    await slide(page, widget, "Learning rate", 0.1);
    assert.strictEqual(await widget.getByLabel("Seed").inputValue(), "1");
  });
});
