// A step that asks waits for a guess, and keeps it. The lessons' own questions are asked.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { lessons, site, withPage } = require("./browser.js");
const fs = require("node:fs");
const path = require("node:path");

/** The first question of a kind that the lessons have: {url, asks, came}. */
async function question(kind, here) {
  const { folder } = await site();
  for (const lesson of lessons()) {
    const text = fs.readFileSync(path.join(folder, lesson.file), "utf8");
    const all = (name) =>
      [...text.matchAll(new RegExp(`class="${name}">(.*?)</script>`, "g"))].map((match) => JSON.parse(match[1]));
    for (const asks of all("asks")) {
      if (asks.kind !== kind || (asks.step === asks.shown_at) !== here) continue;
      const ids = [...text.matchAll(/<section class="step[^"]*" id="([^"]*)"/g)].map((match) => match[1]);
      const came = all("came-out").find((one) => one.name === asks.name);
      return { file: lesson.file, asked: ids[asks.step - 1], shown: ids[asks.shown_at - 1], asks, came };
    }
  }
  throw new Error("no lesson asks for a " + kind);
}

test("a number: nothing is shown before, right beside what came out, kept", async function () {
  const { file, asked, asks, came } = await question("number", true);
  await withPage({}, async function (page, go) {
    await go(file + "#" + asked);
    const shown = page.locator(".step:visible .shown");
    assert.strictEqual(await shown.isVisible(), false);
    await page.locator(".answer:visible input").fill("many");
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".complaint:visible").innerText(), /not a number/);
    await page.locator(".answer:visible input").fill(String(came.value));
    await page.keyboard.press("Enter");
    assert.ok(await shown.isVisible());
    assert.match(await page.locator(".compared:visible").innerText(), /^right Your guess was .* came out\.$/);
    await page.reload();
    assert.ok(await shown.isVisible());
    await page.locator(".answer:visible button").click();
    assert.strictEqual(await shown.isVisible(), false);
    await page.locator(".answer:visible input").fill(String(came.value * 1000 + 1e6));
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".compared:visible").innerText(), /^not right /);
    assert.ok(asks.within > 0);
  });
});

test("a choice whose answer is seen at a later step", async function () {
  const { file, asked, shown, came } = await question("choice", false);
  await withPage({}, async function (page, go) {
    await go(file + "#" + asked);
    await page.locator(`.answer:visible input[value="${came.value}"]`).check();
    await page.locator(".answer:visible button.main").click();
    assert.match(await page.locator(".answer:visible").innerText(), /Your guess: /);
    await go(file + "#" + shown);
    assert.match(await page.locator(".compared:visible").innerText(), /^right At step \d+ your guess was /);
  });
});

test("a curve has its points as a table", async function () {
  const { file, asked, shown, came } = await question("curve", true);
  await withPage({}, async function (page, go) {
    await go(file + "#" + asked);
    const fields = page.locator(".answer:visible input");
    assert.strictEqual(await fields.count(), came.value.length);
    for (let i = 0; i < came.value.length; ++i) await fields.nth(i).fill(String(came.value[i]));
    await page.locator(".answer:visible button.main").click();
    assert.strictEqual(shown, asked);
    assert.strictEqual(await page.locator(".compared:visible tbody tr").count(), came.value.length);
    assert.match(await page.locator(".compared:visible p").first().innerText(), /^right /);
  });
});

test("skipped with Enter, it shows what there is and compares nothing", async function () {
  const { file, asked } = await question("number", true);
  await withPage({}, async function (page, go) {
    await go(file + "#" + asked);
    await page.locator(".answer:visible input").focus();
    await page.keyboard.press("Enter");
    assert.ok(await page.locator(".step:visible .shown").isVisible());
    assert.strictEqual(await page.locator(".compared:visible").count(), 0);
  });
});
