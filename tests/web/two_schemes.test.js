// Lesson 13: two schemes in the page, with the same seeds, as natively.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { native, says, slide, toWidget } = require("./live_help.js");

test("two schemes are trained, and one of them ends", async function () {
  const [, , right] = native([
    ["playground.start", {
      task: "three_back", scheme: "rotary", causal: true, length: 16, width: 16, layers: 2, heads: 2,
      lr: 0.01, updates: 100, seed: 1,
    }],
    ["playground.steps", { run: 1, steps: 100, test: false }],
    ["playground.right", { run: 1, times: 1 }],
  ]);
  await withPage({ viewport: { width: 390, height: 800 } }, async function (page, go) {
    const widget = await toWidget(page, go, "13_which_one.html", "two_schemes");
    await widget.getByLabel("The other").selectOption("learned");
    await slide(page, widget, "Seeds", 1);
    await widget.getByRole("button", { name: "Train both" }).focus();
    await page.keyboard.press("Enter");
    const over = await says(widget, ".control-result", /At 16 tokens rotary is right in/);
    assert.ok(Math.abs(Number(/in ([\d.]+) %/.exec(over)[1]) - 100 * right.accuracy) <= 2, over);
    await says(widget, "tbody tr", /· —/); // a learned table ends
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
});
