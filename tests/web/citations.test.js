// What is cited: shown beside the text, listed on a page, copied as BibTeX.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { site, withPage } = require("./browser.js");

/** Opens all steps of a lesson; answers its first citation of this paper. */
async function citation(page, go, file, key) {
  await go(file);
  await page.evaluate(() => horloge.store.set("all-steps", true));
  await page.reload();
  return page.locator(`.cite[href="papers.html#${key}"]`).first();
}

test("a paper is shown while its reference is pointed at or has the focus", async function () {
  for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }])
    await withPage({ viewport }, async function (page, go) {
      const cite = await citation(page, go, "10_alibi.html", "press2022");
      const shown = page.locator("[role=tooltip]");
      await cite.scrollIntoViewIfNeeded();
      await page.waitForTimeout(300); // a scroll hides it
      await cite.hover();
      assert.match(await shown.innerText(), /^Ofir Press, Noah A. Smith, Mike Lewis. Train Short, Test Long: .* ICLR 2022.$/);
      const { x, width } = await shown.boundingBox();
      assert.ok(x >= 0 && x + width <= viewport.width, `${x} ${width}`);
      await page.mouse.move(0, 0);
      await shown.waitFor({ state: "detached" });
      await cite.focus();
      assert.strictEqual(await cite.getAttribute("aria-describedby"), await shown.getAttribute("id"));
      await page.keyboard.press("Escape");
      assert.strictEqual(await shown.count(), 0);
    });
});

test("a reference leads to the list of papers, whose BibTeX is copied", async function () {
  const { source } = await site();
  const bib = fs.readFileSync(path.join(source, "lessons/papers.bib"), "utf8");
  await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async function (page, go) {
    const cite = await citation(page, go, "10_alibi.html", "press2022");
    await cite.click();
    await page.waitForURL(/papers\.html#press2022$/);
    assert.strictEqual(await page.locator(".papers li").count(), bib.match(/^@/gm).length);
    const paper = page.locator("#press2022");
    assert.strictEqual(await paper.locator("a").first().getAttribute("href"), "https://arxiv.org/abs/2108.12409");
    await paper.locator("summary").click();
    await paper.locator(".copy").click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^@inproceedings\{press2022,\n/);
    assert.ok(bib.includes(copied));
  });
});
