// The model as a small picture beside the text: which parts a step is about.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { lessons, withPage } = require("./browser.js");

const lit = (page) => page.locator(".model .lit").evaluateAll((all) => all.map((one) => one.dataset.part));
const all = ["ids", "embedding", "positions", "norm", "qkv", "scores", "softmax", "values", "mlp", "head"];

test("it lights what the step is about, and says it", async function () {
  await withPage({}, async function (page, go) {
    await go("07_attention.html#attention");
    assert.deepStrictEqual(await lit(page), ["scores", "softmax", "values"]);
    assert.strictEqual(await page.locator(".model svg").getAttribute("aria-label"), "scores, softmax, values");
    await page.keyboard.press("j");
    assert.deepStrictEqual(await lit(page), ["qkv"]);
    await go("01_order_matters.html#the-model");
    assert.deepStrictEqual(await lit(page), all);
  });
});

test("it is the same in all lessons, and each step lights something", async function () {
  await withPage({}, async function (page, go) {
    let first;
    for (const { file, steps } of lessons()) {
      await go(file);
      const [picture, names] = await page.evaluate(() => [
        document.querySelector(".model svg").innerHTML.replace(/ class="[^"]*"/g, ""),
        [...document.querySelectorAll(".step")].map((step) => step.dataset.parts.split(" ")),
      ]);
      first = first || picture;
      assert.strictEqual(picture, first, file);
      assert.strictEqual(names.length, steps.length);
      for (const parts of names) for (const part of parts) assert.ok(all.includes(part), `${file}: ${part}`);
    }
  });
});

test("the map shows for each lesson what it is about", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    const rows = await page.locator(".lessons .parts").evaluateAll((rows) => rows.map((row) => [...row.children].map((bar) => bar.localName === "b")));
    const names = rows.map((row) => all.filter((_, i) => row.at(-1 - i)));
    assert.ok(rows.every((row) => row.length === all.length));
    assert.strictEqual(rows.length, lessons().length);
    assert.deepStrictEqual(names[3], ["positions"]);
    assert.deepStrictEqual(names[14], all);
    assert.ok(names[8].includes("qkv") && !names[8].includes("mlp"), names[8].join(" "));
  });
});

for (const width of [1100, 1215, 1216, 1280, 1600])
  test(`at ${width} px it covers nothing`, async function () {
    await withPage({ viewport: { width, height: 900 } }, async function (page, go) {
      await go("07_attention.html");
      assert.strictEqual(await page.locator(".model").isVisible(), width >= 1216);
      if (width < 1216) return;
      const [picture, text] = await page.evaluate(() =>
        [".model svg", "main"].map((one) => document.querySelector(one).getBoundingClientRect()),
      );
      assert.ok(picture.left >= text.right && picture.right <= width, `${picture.left} … ${picture.right}`);
      await page.locator("button.mode").click();
      assert.ok(!(await page.locator(".model").isVisible()), "with all steps there is no single one");
    });
  });
