// A lesson is read step by step, with the keyboard alone; what was read is kept.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

const lesson = "04_sinusoidal.html";
const shown = (page) => page.locator(".step:visible").evaluateAll((all) => all.map((step) => Number(step.dataset.step)));

test("arrows and j k turn to another step; the reader is at its heading", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson);
    assert.deepStrictEqual(await shown(page), [1]);
    for (const [key, step] of [["ArrowRight", 2], ["j", 3], ["ArrowLeft", 2], ["k", 1], ["k", 1]]) {
      await page.keyboard.press(key);
      assert.deepStrictEqual(await shown(page), [step], key);
    }
    await page.keyboard.press("ArrowRight");
    const at = () => page.evaluate(() => [document.activeElement.textContent, location.hash, scrollY]);
    assert.deepStrictEqual(await at(), ["The whole table", "#the-whole-table", 0]);
    await page.goBack();
    assert.deepStrictEqual(await shown(page), [1]);
  });
});

test("an address names a step, and the last step leads to the next lesson", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson + "#recap");
    const next = page.locator(".turns .next");
    assert.ok(await next.isVisible());
    assert.strictEqual(await page.locator(".turns .on").isVisible(), false);
    await next.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/05_designing_a_code/);
  });
});

test("all steps can be shown at once, and that is kept", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson);
    await page.locator("button.mode").click();
    const all = (await shown(page)).length;
    assert.ok(all > 20);
    await page.reload();
    assert.strictEqual((await shown(page)).length, all);
  });
});

test("by keyboard alone: skip link, list of steps, a fold in the code", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson + "#fast-and-slow");
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    assert.strictEqual(await page.evaluate(() => document.activeElement.id), "main");
    const fold = page.locator(".step:visible details.fold summary").first();
    await fold.focus();
    await page.keyboard.press("Enter");
    assert.ok(await page.locator(".step:visible details.fold pre").first().isVisible());
    await page.locator("nav.steps a").nth(5).focus();
    await page.keyboard.press("Enter");
    assert.deepStrictEqual(await shown(page), [6]);
  });
});

test("a broken address and a spoiled store: the first step, and no error", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson + "#%E0%A4%A");
    assert.deepStrictEqual(await shown(page), [1]);
    for (const spoiled of [5, {}, "dark", [[]], null]) {
      await page.evaluate((value) => {
        for (const step of document.querySelectorAll("script.asks"))
          localStorage.setItem("horloge.guess.04_sinusoidal." + JSON.parse(step.textContent).name, JSON.stringify(value));
        for (const key of ["read.04_sinusoidal", "last", "theme", "exercise.04_halves_rows", "answer.04_halves_rows.before"])
          localStorage.setItem("horloge." + key, JSON.stringify(value));
      }, spoiled);
      await go("index.html");
      assert.strictEqual(await page.locator(".start .button").innerText(), "Begin with lesson 1");
      await go("exercise_04_halves_rows.html");
      await go(lesson);
      assert.deepStrictEqual(await shown(page), [1]);
      assert.strictEqual(await page.locator("nav.steps a.read").count(), 1);
    }
  });
});

test("the open step comes first; the formulas of others are set when there is time", async function () {
  await withPage({}, async function (page, go) {
    await page.addInitScript(() =>
      document.addEventListener("DOMContentLoaded", function () {
        const unset = [...document.querySelectorAll(".step x-equation")].filter((one) => !one.querySelector(".katex"));
        window.early = { shown: unset.filter((one) => one.checkVisibility()).length, others: unset.length };
      }),
    );
    await go(lesson + "#the-whole-table");
    const { shown: open, others } = await page.evaluate(() => window.early);
    assert.strictEqual(open, 0);
    assert.ok(others > 20, String(others));
    await page.waitForFunction(() => [...document.querySelectorAll("x-equation")].every((one) => one.querySelector(".katex")));
  });
});

test("where the scripts of a page cannot be read, all steps are there", async function () {
  await withPage({}, async function (page, go) {
    await page.route("**/page/horloge.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await go("02_autograd.html"); // has no scripts of its own
    assert.strictEqual(await page.locator(".step:visible").count(), await page.locator(".step").count());
  });
});

test("a step that comes back begins at its top", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson);
    const down = () => page.evaluate(() => new Promise((done) => {
      scrollTo(0, 400);
      requestAnimationFrame(() => requestAnimationFrame(done));
    }));
    await down();
    await page.keyboard.press("j");
    await down();
    await page.goBack();
    await page.waitForTimeout(300);
    assert.deepStrictEqual([await shown(page), await page.evaluate(() => scrollY)], [[1], 0]);
  });
});

test("what was read is kept, and shown on the map", async function () {
  await withPage({}, async function (page, go) {
    await go(lesson);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    assert.strictEqual(await page.locator("nav.steps a.read").count(), 3);
    await go("index.html");
    assert.match(await page.locator("[data-lesson='04_sinusoidal'] .far").innerText(), /^3 of \d+ steps read$/);
    const on = page.locator(".start .button");
    assert.match(await on.innerText(), /lesson 4, A clock with many hands/);
    await on.click();
    await page.waitForURL(/04_sinusoidal\.html#fast-and-slow/);
    assert.deepStrictEqual(await shown(page), [3]);
  });
});
