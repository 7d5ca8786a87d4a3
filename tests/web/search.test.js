// The search finds words, beginnings of words, Chinese, and leads to the step.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

async function results(page, query) {
  await page.locator("dialog.search input").fill(query);
  await page.waitForFunction(() => document.querySelector("dialog.search .found").textContent !== "");
  return page.locator(".results a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
}

test("search: by key, by a word, by its beginning, by Chinese, for nothing", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    await page.keyboard.press("/");
    assert.ok((await results(page, "wavelength")).includes("04_sinusoidal.html#aside-wavelengths"));
    assert.ok((await results(page, "staircase divis")).includes("04_sinusoidal.html#a-staircase-of-divisors"));
    assert.ok((await results(page, "位置编码")).includes("04_sinusoidal.html#the-formula-term-by-term"));
    assert.ok((await results(page, "halves_rows")).includes("exercise_04_halves_rows.html"));
    assert.deepStrictEqual(await results(page, "zebracrossing"), []);
    assert.match(await page.locator(".found").innerText(), /Nothing has “zebracrossing”/);
  });
});

test("search: from a lesson to another step, by keyboard", async function () {
  await withPage({}, async function (page, go) {
    await go("04_sinusoidal.html");
    await page.keyboard.press("/");
    await results(page, "staircase");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#a-staircase-of-divisors/);
    assert.strictEqual(await page.locator("dialog.search").isVisible(), false);
    assert.match(await page.locator(".step:visible h2").innerText(), /staircase/);
  });
});
