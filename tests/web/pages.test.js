// Every page opens, whole, at the width of a telephone, and without a word on the console.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { lessons, pages, site, withPage } = require("./browser.js");

/** Does `look` with each of `all`, in a few pages side by side. */
async function sideBySide(all, look) {
  const waiting = [...all];
  const narrow = { viewport: { width: 390, height: 844 } };
  const worker = () =>
    withPage(narrow, async function (page, go) {
      await go("index.html");
      await page.evaluate(() => horloge.store.set("all-steps", true));
      while (waiting.length > 0) await look(page, go, waiting.shift());
    });
  await Promise.all([worker(), worker(), worker()]);
}

/** What sticks out of the window sideways, by its class and text. */
function tooWide() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => element.tagName + "." + element.className + " " + element.textContent.slice(0, 40))
    .slice(0, 5);
}

test("every page opens, has a title, and fits into 390 pixels", async function () {
  await sideBySide(await pages(), async function (page, go, file) {
    await go(file);
    assert.match(await page.title(), /Horloge/, file);
    assert.strictEqual(await page.locator("h1").count(), 1, file);
    assert.deepStrictEqual(await page.evaluate(tooWide), [], file);
    const raw = await page.locator("main").innerText();
    const unfilled = /\{\{(main|title|kind|scripts|map|search)\}\}|\[object Object\]/;
    assert.ok(!unfilled.test(raw), file);
  });
});

test("a lesson has the steps of its text, in its order, and each shows something", async function () {
  await sideBySide(lessons(), async function (page, go, lesson) {
    await go(lesson.file);
    assert.ok((await page.locator("h1").innerText()).length > 0);
    const steps = await page.locator(".step").evaluateAll((all) =>
      all.map((step) => ({ text: step.textContent.length, wrong: step.querySelectorAll(".katex-error").length })),
    );
    assert.strictEqual(steps.length, lesson.steps.length, lesson.file);
    for (const step of steps) {
      assert.ok(step.text > 100, lesson.file);
      assert.strictEqual(step.wrong, 0, lesson.file);
    }
  });
});

test("the map leads to every lesson and to the exercises", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    const links = await page.locator(".lessons a.open").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    assert.deepStrictEqual(links, lessons().map((lesson) => lesson.file));
    const exercises = (await pages()).filter((file) => file.startsWith("exercise_"));
    assert.strictEqual(await page.locator(".exercises a").count(), exercises.length);
  });
});

test("the lessons begin within the first screen and a half, and folds open where an address names them", async function () {
  for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }])
    await withPage({ viewport }, async function (page, go) {
      await go("index.html");
      const { y } = await page.locator("#lessons").boundingBox();
      assert.ok(y < 1.5 * viewport.height, `${y} at ${viewport.width}`);
      await page.locator(".to-notebooks").click();
      await page.locator(".notebooks a").first().click();
      await page.waitForURL(/notebook_000/);
    });
});

test("the first page has three ways in, ten questions, and the minutes of each lesson", async function () {
  const source = (await site()).source;
  const listed = fs.readFileSync(path.join(source, "lessons/questions.md"), "utf8");
  const questions = [...listed.matchAll(/^- \[(.*)\]\((.*)\/README\.md(#.*)\)$/gm)].map(([, text, topic, step]) => [text, topic + ".html" + step]);
  assert.strictEqual(questions.length, 10);
  await withPage({}, async function (page, go) {
    await go("index.html");
    assert.strictEqual(await page.locator(".ways-in h3").count(), 3);
    const links = await page.locator(".questions a").evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute("href")]));
    assert.deepStrictEqual(links, questions);
    const minutes = await page.locator(".lesson .minutes").allInnerTexts();
    assert.strictEqual(minutes.length, lessons().length);
    for (const text of minutes) {
      const [, n] = /^about (\d+) minutes$/.exec(text);
      assert.ok(n >= 20 && n <= 45 && n % 5 === 0, text);
    }
    await page.locator("#questions summary").click();
    await page.locator(".questions a", { hasText: "base" }).click();
    await page.locator(".ready #aside-another-base").waitFor();
    assert.match(await page.locator(".step:visible h2").innerText(), /Another base/);
  });
});

test("a page of an exercise has its task, no solution, and a hint at a time", async function () {
  await withPage({}, async function (page, go) {
    await go("exercise_04_halves_rows.html");
    assert.match(await page.locator(".task").innerText(), /another layout/);
    assert.doesNotMatch(await page.locator("main").innerText(), /\/\/ solution/);
    assert.match(await page.locator(".listing").innerText(), /todo/i);
    assert.deepStrictEqual(await page.locator(".hint").evaluateAll((all) => all.map((h) => h.hidden)), [false, true, true]);
    await page.locator(".hint summary").first().click();
    await page.locator(".hint").nth(1).waitFor({ state: "visible" });
    assert.strictEqual(await page.locator(".hint").nth(2).isVisible(), false);
  });
});

test("the first page trains with and without positions, and says what that means", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    const widget = page.locator(".first .live");
    await widget.getByRole("button", { name: "Train both" }).click();
    const over = widget.getByText(/Of sentences that they had not read/);
    await over.waitFor();
    const [, without, positions] = /(\d+) % are right without positions and (\d+) % with/.exec(await over.innerText());
    assert.ok(without < 60 && positions > 90, `${without} % and ${positions} %`);
    assert.match(await widget.innerText(), /with positions/);
    assert.ok(await widget.locator("svg").count());
    assert.ok(await widget.getByRole("button", { name: "Train both" }).isEnabled());
  });
});
