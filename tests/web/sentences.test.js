// Two sentences of one's own, in lesson 1: typed, dragged, moved by keys.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { says, toWidget } = require("./live_help.js");

const file = "01_order_matters.html";
const open = (page, go) => toWidget(page, go, file, "sentences");
const words = (widget, row) => widget.locator(".words").nth(row).locator(".word").allInnerTexts();

test("attention cannot tell them apart; a position code can", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    await says(widget, ".control-result", /The bags are the same\. Every word gets the same vector/);
    assert.strictEqual(await widget.locator(".live-words tbody tr").count(), 5);
    await widget.getByLabel("add a position code").check();
    await says(widget, ".control-result", /differ by up to \d/);
    await widget.getByLabel("add a position code").uncheck();
    await widget.getByLabel("Read by").selectOption({ label: "a recurrent network" });
    await says(widget, ".control-result", /differ by up to \d/);
    assert.strictEqual(await widget.locator(".live-beside .figure").count(), 0); // it looks at nobody
  });
});

test("words are moved by keys, and it is said where to", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    await widget.locator(".words").first().getByText("chat").focus();
    await page.keyboard.press("ArrowLeft");
    assert.deepStrictEqual(await words(widget, 0), ["chat", "le", "mange", "la", "souris"]);
    await page.keyboard.press("End");
    assert.deepStrictEqual(await words(widget, 0), ["le", "mange", "la", "souris", "chat"]);
    assert.match(await widget.locator("[aria-live=assertive]").first().innerText(), /chat is now word 5 of 5/);
    assert.strictEqual(await widget.getByLabel("One sentence", { exact: true }).inputValue(), "le mange la souris chat");
    await says(widget, "tbody tr", /chat\s*4 → 4/);
    assert.match(await page.evaluate(() => document.activeElement.textContent), /chat/);
  });
});

test("words are dragged, and Escape puts them back", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    const place = async (word) => {
      const box = await widget.locator(".words").first().getByText(word, { exact: true }).boundingBox();
      return [box.x + box.width * 0.8, box.y + box.height / 2];
    };
    await page.mouse.move(...(await place("le")));
    await page.mouse.down();
    await page.mouse.move(...(await place("mange")), { steps: 8 });
    assert.deepStrictEqual(await words(widget, 0), ["chat", "mange", "le", "la", "souris"]);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.deepStrictEqual(await words(widget, 0), ["le", "chat", "mange", "la", "souris"]);
  });
});

test("what is typed is read, and what cannot be is said in a sentence", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go);
    await widget.getByLabel("The other", { exact: true }).fill("le chat dort");
    await says(widget, ".control-result", /do not have the same words/);
    assert.deepStrictEqual(await words(widget, 1), ["le", "chat", "dort"]);
    await widget.getByLabel("The other", { exact: true }).fill(" ");
    await says(widget, ".control-result-wrong", /one is empty/);
  });
});

test("390 px wide, and dark", async function () {
  await withPage({ viewport: { width: 390, height: 800 }, colorScheme: "dark" }, async function (page, go) {
    const widget = await open(page, go);
    await says(widget, ".control-result", /The bags are the same/);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
});
