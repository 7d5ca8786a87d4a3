// The pages as a book: links to headings, code that is copied, lessons side by side, a marked place.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

test("each step and each cell has a link to itself", async function () {
  await withPage({}, async function (page, go) {
    for (const [file, place] of [["04_sinusoidal.html", ".step"], ["notebook_000.html", ".cell"]]) {
      await go(file);
      const links = await page.locator(place + " .permalink").evaluateAll((all) => all.map((a) => a.hash.slice(1)));
      const ids = await page.locator(place).evaluateAll((all) => all.map((one) => one.id));
      assert.deepStrictEqual(links.map(decodeURIComponent), ids);
    }
    await go("04_sinusoidal.html#the-whole-table");
    await page.locator(".permalink:visible").click();
    assert.match(page.url(), /#the-whole-table$/);
    assert.strictEqual(await page.locator(".step:visible").count(), 1);
  });
});

test("code is copied whole, with what is folded and without the lines of folds", async function () {
  await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async function (page, go) {
    const copied = async function (button) {
      await button.click();
      await button.filter({ hasText: /^Copied$/ }).waitFor(); // once the clipboard has it, for two seconds
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await go("exercise_04_halves_rows.html");
    const stub = await copied(page.locator(".file .copy"));
    assert.match(stub, /^#include[^]*\n}\n/);
    await go("04_sinusoidal.html");
    await page.locator("button.mode").click();
    const listing = page.locator(".listing:has(.fold)").first();
    const code = await copied(listing.locator(".copy"));
    assert.doesNotMatch(code, /^… /m);
    assert.ok(code.includes(await listing.locator(".fold pre").first().textContent()));
  });
});

test("from any step one goes to the lesson before and after", async function () {
  await withPage({}, async function (page, go) {
    await go("04_sinusoidal.html#recap");
    await page.locator(".beside [rel=prev]").click();
    await page.waitForURL(/03_token_embedding/);
    await go("04_sinusoidal.html#the-whole-table");
    await page.waitForTimeout(300); // for the browser to go to the heading by itself
    assert.strictEqual(await page.evaluate(() => scrollY), 0);
    await page.locator(".beside [rel=next]").click();
    await page.waitForURL(/05_designing_a_code/);
    await go("01_order_matters.html");
    assert.strictEqual(await page.locator(".beside [rel=prev]").count(), 0);
    await go("17_long_texts.html");
    assert.strictEqual(await page.locator(".beside [rel=next]").count(), 0);
  });
});

test("the map marks where one left off; the foot leads to the licence", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    assert.strictEqual(await page.locator(".lessons [aria-current]").count(), 0);
    await go("03_token_embedding.html");
    await go("index.html");
    const here = page.locator(".lessons [aria-current]");
    assert.strictEqual(await here.getAttribute("href"), "03_token_embedding.html");
    await go("claims/65.html");
    const licence = await page.locator(".foot a", { hasText: "licence" }).evaluate(async function (link) {
      const answer = await fetch(link.href);
      return answer.headers.get("Content-Type") + " " + (await answer.text());
    });
    assert.match(licence, /^text\/plain.*MIT License/);
  });
});
