// For everybody: dark and light, a screen reader, paper.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const test = require("node:test");
const { withPage } = require("./browser.js");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const kinds = [
  "index.html",
  "01_order_matters.html",
  "04_sinusoidal.html#sine-and-cosine-a-hand",
  "exercise_04_halves_rows.html",
  "papers.html",
  "notebook_000.html",
  "claims.html",
  "claims/65.html",
];

/** What axe-core finds. */
async function found(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return violations.map((one) => one.id + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 100)).join(" | "));
}

for (const colorScheme of ["light", "dark"])
  test(`axe-core finds nothing, ${colorScheme}`, async function () {
    await withPage({ colorScheme }, async function (page, go) {
      for (const file of kinds) {
        await go(file);
        assert.deepStrictEqual(await found(page), [], file);
      }
      await page.keyboard.press("/");
      await page.locator("dialog.search input").fill("clock");
      await page.waitForSelector(".results a");
      assert.deepStrictEqual(await found(page), [], "search");
    });
  });

test("dark and light: as the system has it, or as it was chosen", async function () {
  await withPage({ colorScheme: "dark" }, async function (page, go) {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await go("04_sinusoidal.html");
    const dark = await paper();
    await page.locator("button.theme").click();
    const light = await paper();
    assert.notStrictEqual(light, dark);
    await go("index.html");
    assert.strictEqual(await paper(), light);
    await page.locator("button.theme").click();
    await page.emulateMedia({ colorScheme: "light" });
    assert.strictEqual(await paper(), dark);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "As the system" }).click();
    await page.reload();
    assert.strictEqual(await paper(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    assert.strictEqual(await paper(), light);
  });
});

test("on paper: all steps, and nothing that one could press", async function () {
  await withPage({}, async function (page, go) {
    await go("04_sinusoidal.html");
    const steps = await page.locator(".step").count();
    await page.emulateMedia({ media: "print" });
    assert.strictEqual(await page.locator(".step:visible").count(), steps);
    assert.strictEqual(await page.locator("button:visible").count(), 0);
    assert.ok(await page.locator(".shown").first().isVisible());
  });
});

test("on paper a dark page is dark on white", async function () {
  const contrast = (element) => {
    const light = (colour) => {
      const part = colour.match(/[\d.]+/g).slice(0, 3).map((c) => c / 255);
      const [r, g, b] = part.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return 1.05 / (light(getComputedStyle(element).color) + 0.05);
  };
  for (const chosen of [null, "dark"])
    await withPage({ colorScheme: "dark" }, async function (page, go) {
      await go("04_sinusoidal.html");
      await page.evaluate((theme) => horloge.store.set("theme", theme), chosen);
      await page.reload();
      await page.emulateMedia({ media: "print" });
      assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
      for (const what of ["p", ".code b", ".code i", ".code em", ".code u", ".code small", ".step .mark", "figcaption"]) {
        const seen = await page.locator(what).first().evaluate(contrast);
        assert.ok(seen >= 4.5, `${what}: ${seen.toFixed(1)} : 1`);
      }
    });
});

test("what a finger presses is 24 pixels high, and the head hides no heading", async function () {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true }, async function (page, go) {
    for (const file of kinds) {
      await go(file);
      const low = await page.locator(".top a, .top button, summary, .turns a").evaluateAll((all) => all
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent.trim().slice(0, 30), one.getBoundingClientRect().height])
        .filter(([, height]) => height < 24));
      assert.deepStrictEqual(low, [], file);
    }
    await go("04_sinusoidal.html");
    await page.evaluate(() => horloge.store.set("all-steps", true));
    await go("index.html");
    await go("04_sinusoidal.html#recap");
    await page.waitForFunction(() => scrollY > 1000);
    const [head, step] = await page.evaluate(() => [".top", "#recap"].map((one) =>
      document.querySelector(one).getBoundingClientRect()));
    assert.ok(step.top >= head.bottom, `${step.top} < ${head.bottom}`);
  });
});

test("without scripts: every step, and figures as in the terminal", async function () {
  await withPage({ javaScriptEnabled: false }, async function (page, go) {
    await go("04_sinusoidal.html");
    const hidden = await page.locator(".step, .shown, .drawn pre").evaluateAll((all) => all.length);
    assert.ok(hidden > 50);
    assert.strictEqual(await page.locator(".step:visible").count(), await page.locator(".step").count());
    assert.strictEqual(await page.locator(".drawn pre:visible").count(), await page.locator(".drawn pre").count());
  });
});
