// The course by keyboard alone: from the map through a lesson, a prediction and a dial, to an exercise and its hint.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

/** Presses Tab until what matches has the focus, which must be seen; Shift+Tab goes back. */
async function tabTo(page, selector, key = "Tab", most = 150) {
  for (let presses = 0; presses < most; ++presses) {
    await page.keyboard.press(key);
    const [matches, seen] = await page.evaluate(function (selector) {
      const at = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      return [at.matches(selector), at.checkVisibility() && outlineStyle !== "none" && parseFloat(outlineWidth) > 0];
    }, selector);
    if (!matches) continue;
    assert.ok(seen, "no outline: " + selector);
    return;
  }
  assert.fail(`${selector} is not reached by ${most} times ${key}`);
}

for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }])
  test(`by keyboard alone from the map to an exercise, ${viewport.width} wide`, async function () {
    await withPage({ viewport }, async function (page, go) {
      await go("index.html");
      await tabTo(page, '.lessons a[href="04_sinusoidal.html"]');
      await page.keyboard.press("Enter");
      await page.waitForURL(/04_sinusoidal/);

      await tabTo(page, ".prediction input");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.locator(".answer:visible").getByText("Your guess: “as long”.").waitFor();

      const stepNamed = async function (name) {
        for (let turns = 0; (await page.locator(".step:visible h2").innerText()) !== name; ++turns) {
          assert.ok(turns < 40, name);
          await page.keyboard.press("ArrowRight");
        }
      };
      await stepNamed("Reading the clock");
      await tabTo(page, ".step:not([hidden]) .live [role=slider]");
      const hand = () => page.evaluate(() => document.activeElement.getAttribute("aria-valuetext") + document.activeElement.getAttribute("aria-valuenow"));
      const before = await hand();
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(300);
      assert.notStrictEqual(await hand(), before);
      assert.strictEqual(await page.locator(".step:visible h2").innerText(), "Reading the clock"); // keys belong to the dial

      await tabTo(page, ".turns .on");
      await page.keyboard.press("Enter");
      await stepNamed("Exercises");
      await tabTo(page, 'a[href="exercise_04_halves_rows.html"]');
      await page.keyboard.press("Enter");
      await page.waitForURL(/exercise_04_halves_rows/);
      await tabTo(page, ".hint summary");
      await page.keyboard.press("Enter");
      assert.ok(await page.locator(".hint[open]").first().isVisible());
      await tabTo(page, '.number a[href^="04_sinusoidal.html"]', "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.waitForURL(/04_sinusoidal.*#exercises/);
    });
  });
