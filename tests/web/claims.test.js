// Claims: a page each, a list that is narrowed down, and links from the steps that decide them.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

test("a claim has its source, verdict, code, what it found, and the step that shows it", async function () {
  await withPage({}, async function (page, go) {
    await go("claims/65.html");
    assert.match(await page.locator("h1").innerText(), /The log trick is numerically more stable/);
    assert.match(await page.locator(".subject").innerText(), /^Notebook 3, [^`]*$/);
    assert.match(await page.locator(".verdict-line").innerText(), /Verdict:\s+false/);
    assert.match(await page.locator(".listing").innerText(), /void /);
    assert.match(await page.locator(".printed").innerText(), /fails\s+d = 64/);
    await page.locator(".ways a").first().click();
    await page.waitForURL(/\/04_sinusoidal\.html#aside-does-the-trick-help$/);
    await page.locator(".step:visible .decided a", { hasText: "log trick" }).click();
    await page.waitForURL(/\/claims\/65\.html$/);
    await page.locator("header.title .number a").click();
    await page.waitForURL(/\/claims\.html$/);
  });
});

test("the list of claims is narrowed down by verdict and notebook, and the address keeps it", async function () {
  await withPage({}, async function (page, go) {
    const seen = () => page.locator(".claims li:visible").count();
    await go("index.html");
    await page.locator(".top nav a", { hasText: "Claims" }).click();
    await page.waitForURL(/\/claims\.html$/);
    assert.strictEqual(await seen(), 104);
    await page.locator("select[name=verdict]").selectOption("false");
    const wrong = await seen();
    assert.ok(wrong > 10 && wrong < 104);
    assert.strictEqual(await page.locator(".how-many").innerText(), `${wrong} claims`);
    assert.deepStrictEqual(
      await page.locator(".claims li:visible .verdict-word").evaluateAll((all) => [...new Set(all.map((one) => one.textContent))]),
      ["false"],
    );
    await page.locator("select[name=notebook]").selectOption("3");
    assert.ok((await seen()) < wrong);
    assert.strictEqual(await page.locator("section:visible").count(), 1);
    const some = await seen();
    await page.reload();
    assert.strictEqual(await seen(), some);
    await go("claims.html#verdict=nonsense&notebook=%E0");
    await page.reload();
    assert.strictEqual(await seen(), 104);
  });
});
