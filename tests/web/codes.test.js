// Lesson 5: any code is drawn, with what the native program answers for it.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { native, says, slide } = require("./live_help.js");

test("lesson 5: codes are chosen, and the page says which rows are alike", async function () {
  const [bits] = native([["designing_a_code.code", { code: "binary", length: 32, d_model: 4, base: 10000 }]]);
  await withPage({ viewport: { width: 390, height: 800 } }, async function (page, go) {
    await go("05_designing_a_code.html#all-or-nothing");
    const live = page.locator(".step:visible .live");
    await live.scrollIntoViewIfNeeded();
    await says(live, ".control-result", `${bits.closest.same} pairs of positions have the same row`);
    await slide(page, live, "d_model", 8);
    await says(live, ".control-result", /All rows differ.*not the same distance everywhere/);
    await live.getByLabel("Code", { exact: true }).selectOption("sinusoidal");
    await says(live, ".control-result", "The same offset is the same distance everywhere.");
    await live.getByLabel("Code", { exact: true }).selectOption("index");
    assert.ok(await live.getByLabel("d_model", { exact: true }).isDisabled());
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
});
