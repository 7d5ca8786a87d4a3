// The tables of lesson 13, sorted and drawn.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");

const step = "#a-language-model";

/** The first words of all rows. */
const names = (page) => page.$$eval(`${step} tbody th`, (cells) => cells.map((cell) => cell.textContent.trim()));
const numbers = (page, column) =>
  page.$$eval(`${step} tbody tr`, (rows, i) => rows.map((row) => row.cells[i].textContent), column);

/** Lesson 13's page at the step of the language model. */
async function table(page, go) {
  await go("13_which_one.html" + step);
  await page.locator(`${step} .sortable-table`).waitFor();
}

test("a table has the numbers that are printed", () =>
  withPage({}, async (page, go) => {
    await table(page, go);
    const printed = await page.$eval(`${step} details.drawn pre`, (pre) => pre.textContent);
    assert.strictEqual(await page.$eval(`${step} details.drawn`, (details) => details.open), false);
    const rows = await page.$$eval(`${step} tbody tr`, (all) =>
      all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.ok(rows.length > 12);
    const lines = printed.trim().split("\n").slice(1);
    assert.strictEqual(rows.length, lines.length);
    rows.forEach((row, i) => {
      for (const cell of row.slice(1)) assert.ok(lines[i].includes(cell), `${cell} in ${lines[i]}`);
      const pale = row.slice(1).filter((cell) => cell.includes("(")).length;
      assert.strictEqual(pale, (lines[i].match(/\(/g) || []).length);
    });
    assert.ok((await page.$$(`${step} td.within-noise`)).length > 0);
  }));

test("where a narrow window cuts it, a shadow says so, until its end", () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page, go) => {
    await table(page, go);
    const box = page.locator(`${step} .sortable-table`);
    await box.scrollIntoViewIfNeeded();
    /** How dark the right edge is between two lines, 0 to 255. */
    const edge = async () => {
      const { x, y, width } = await page.locator(`${step} thead tr`).evaluate((row) => {
        const frame = row.closest(".sortable-table").getBoundingClientRect();
        return { x: frame.left, y: row.getBoundingClientRect().top, width: frame.width };
      });
      const clip = { x: x + width - 2, y: y + 1, width: 2, height: 2 };
      const png = (await page.screenshot({ clip })).toString("base64");
      return page.evaluate(async (png) => {
        const image = Object.assign(new Image(), { src: "data:image/png;base64," + png });
        await image.decode();
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.drawImage(image, 1, 0, 1, 1, 0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data[0];
      }, png);
    };
    const cut = await edge();
    await box.evaluate((element) => (element.scrollLeft = element.scrollWidth));
    const whole = await edge();
    assert.ok(whole - cut > 60, `${cut} against ${whole}`);
  }));

test("it is sorted by mouse and keys, and gets back its order", () =>
  withPage({}, async (page, go) => {
    await table(page, go);
    const before = await names(page);
    const head = page.locator(`${step} thead th`);
    await head.nth(4).locator("button").click();
    assert.strictEqual(await head.nth(4).getAttribute("aria-sort"), "descending");
    const down = (await numbers(page, 4)).map(parseFloat);
    assert.deepStrictEqual(down, [...down].sort((a, b) => b - a));
    await page.keyboard.press("Enter");
    assert.strictEqual(await head.nth(4).getAttribute("aria-sort"), "ascending");
    const up = (await numbers(page, 4)).map(parseFloat);
    assert.deepStrictEqual(up, [...up].sort((a, b) => a - b));
    assert.strictEqual((await names(page))[0], "transformer_xl");
    await page.keyboard.press("Enter");
    assert.strictEqual(await head.nth(4).getAttribute("aria-sort"), "none");
    assert.deepStrictEqual(await names(page), before);
    await head.nth(0).locator("button").click();
    assert.deepStrictEqual(await names(page), [...before].sort());
  }));

test("rows that are ticked are curves", () =>
  withPage({}, async (page, go) => {
    await table(page, go);
    const box = (name) => page.getByRole("checkbox", { name, exact: true }).locator("visible=true");
    await box("rotary").check();
    await box("alibi").check();
    await page.locator(`${step} .sortable .plot`).waitFor();
    await page.locator(`${step} .sortable .figure-data summary`).click();
    const head = await page.$$eval(`${step} .sortable .figure-table thead th`, (cells) =>
      cells.map((cell) => cell.textContent));
    assert.ok(head.includes("rotary") && head.includes("alibi"), head.join());
    await box("rotary").uncheck();
    await box("alibi").uncheck();
    assert.strictEqual(await page.locator(`${step} .sortable .plot`).count(), 0);
  }));
