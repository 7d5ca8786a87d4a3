// An exercise in the page: written, checked, kept, by mouse and by keyboard. The checks' own native programs
// stand in for the compiler, and the verdicts are the library's.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { editorPacked, solutionOf, standIn } = require("./native_answers.js");

const id = "04_sinusoidal_table";
const page_of = (name) => `exercise_${name}.html`;
const solution = solutionOf(id);
const swapped = solution
  .replace("xt::sin(angle)", "xt::sine(angle)")
  .replace("xt::cos(angle)", "xt::sin(angle)")
  .replace("xt::sine", "xt::cos");

/** Opens the exercise with a compiler that stands in. */
async function withExercise(options, use) {
  await withPage({ ...options, acceptDownloads: true }, async function (page, go) {
    await standIn(page);
    await go(page_of(id));
    await page.waitForSelector(".editor .CodeMirror");
    await use(page, go);
  });
}

const field = (page) => page.getByRole("textbox", { name: "Your answer to" });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const written = (page) => page.evaluate(() => document.querySelector(".CodeMirror").CodeMirror.getValue());

/** Takes the place of all that is in the editor. */
const write = (page, text) =>
  page.evaluate((value) => document.querySelector(".CodeMirror").CodeMirror.setValue(value), text);

/** Presses Check, and gives the verdict's text. */
async function checked(page) {
  await button(page, "Check").click();
  await page.waitForSelector(".verdict > *");
  await button(page, "Check").waitFor();
  return page.locator(".verdict").innerText();
}

test("the stub, as ./learn writes it, is not written yet; a click leads to its line", async function () {
  await withExercise({}, async function (page) {
    const text = await written(page);
    assert.match(text, /Used to NumPy\?/);
    const line = text.split("\n").findIndex((one) => one.includes("todo(")) + 1;
    const said = await checked(page);
    assert.match(said, /sinusoidal_table: not written yet, /);
    assert.match(said, /Replace todo\(…\) with your code, and check again\./);
    await page.locator(".verdict .jump").first().click();
    const at = await page.evaluate(() => document.querySelector(".CodeMirror").CodeMirror.getCursor().line + 1);
    assert.strictEqual(at, line);
  });
});

test("a known mistake has its name; what passes is solved, marked, and leads on", async function () {
  await withExercise({}, async function (page, go) {
    await write(page, swapped);
    const wrong = await checked(page);
    assert.match(wrong, /FAIL/);
    assert.match(wrong, /It looks as if .*\[swapped\]/);
    assert.strictEqual(await page.locator(".solved:visible").count(), 0);
    await write(page, solution);
    const right = await checked(page);
    assert.match(right, /All parts pass \(\d+\.\d s\)\./);
    assert.match(right, /Solved\./);
    assert.match(await page.locator(".solved").innerText(), /^Solved on \d{4}-\d\d-\d\d\.$/);
    assert.match(await page.locator(".next a").getAttribute("href"), /^exercise_04_/);
    await go("index.html");
    const links = page.locator("a.is-solved");
    assert.deepStrictEqual(await links.evaluateAll((all) => all.map((one) => one.getAttribute("href"))), [page_of(id)]);
    await go("04_sinusoidal.html#exercises");
    assert.match(await page.locator("a.is-solved").innerText(), /sinusoidal_table/);
  });
});

test("numbers that differ have their smallest case, and the step that explains it", async function () {
  await withExercise({}, async function (page) {
    await write(page, solution.replace("xt::sin(angle)", "xt::sin(angle) + 0.037 * angle * xt::cos(3.0 * angle)"));
    const said = await checked(page);
    assert.match(said, /FAIL\s.* differ; worst at /);
    assert.doesNotMatch(said, /The smallest case that fails:/); // there is more to be said of it
    await button(page, "In full").click();
    assert.match(await page.locator(".verdict").innerText(), /The smallest case that fails:/);
    assert.ok(await page.locator(".verdict pre").count());
    await page.locator(".verdict a").click();
    await page.waitForURL(/04_sinusoidal\.html#the-whole-table$/, { waitUntil: "load" });
    assert.strictEqual(await page.locator(".step:visible h2").innerText(), "The whole table");
  });
});

test("a compile error is explained, marked at its line, and led to", async function () {
  await withExercise({}, async function (page) {
    const broken = solution.replace("return pe;", "return pee;");
    const line = broken.split("\n").findIndex((one) => one.includes("pee")) + 1;
    await write(page, broken);
    const said = await checked(page);
    assert.match(said, new RegExp(`It does not compile, line ${line}: \`?pee`));
    assert.match(said, /The compiler says: /);
    const marked = page.locator(".CodeMirror-code > .has-error");
    assert.match(await marked.innerText(), /return pee;/);
    assert.match(await marked.locator(".line-error").innerText(), /^`pee` is not known here/);
    await button(page, `line ${line}`).click();
    const at = await page.evaluate(() => document.querySelector(".CodeMirror").CodeMirror.getCursor().line + 1);
    assert.strictEqual(at, line);
    await write(page, solution);
    await checked(page);
    assert.strictEqual(await page.locator(".has-error").count(), 0);
  });
});

test("what never ends can be cancelled, and checked again", async function () {
  await withExercise({}, async function (page) {
    await write(page, solution + "// for ever\n");
    await button(page, "Check").click();
    assert.match(await page.locator(".stage").innerText(), /^compiling \d+\.\d s$/);
    await button(page, "Cancel").click();
    await button(page, "Check").waitFor();
    assert.strictEqual(await page.locator(".note").innerText(), "Cancelled.");
    await write(page, solution);
    assert.match(await checked(page), /All parts pass/);
  });
});

test("kept at every change, downloaded, opened, started over, and brought back", async function () {
  await withExercise({}, async function (page) {
    const stub = await written(page);
    const mine = stub + "// mine\n";
    await write(page, mine);
    await page.reload();
    await page.waitForSelector(".editor .CodeMirror");
    assert.strictEqual(await written(page), mine);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    assert.strictEqual(download.suggestedFilename(), "sinusoidal_table.cpp");
    assert.strictEqual(fs.readFileSync(await download.path(), "utf8"), mine);
    assert.match(await page.locator(".note").innerText(), /lessons\/04_sinusoidal\/mine\/sinusoidal_table\.cpp/);
    await button(page, "Start over").click();
    assert.strictEqual(await written(page), stub);
    await button(page, "Back to what was there").click();
    assert.strictEqual(await written(page), mine);
    assert.strictEqual(await button(page, "Back to what was there").count(), 0);
    const given = { name: "a.cpp", mimeType: "text/plain", buffer: Buffer.from(solution) };
    await page.locator("input[type=file]").setInputFiles(given);
    await page.waitForFunction(() => document.querySelector(".note").textContent.includes("in the editor"));
    assert.strictEqual(await written(page), solution);
    await button(page, "Back to what was there").click();
    assert.strictEqual(await written(page), mine);
  });
});

test("hints one at a time, and those that were seen stay", async function () {
  await withExercise({}, async function (page) {
    const hints = page.locator(".hint:visible");
    assert.strictEqual(await hints.count(), 1);
    await hints.first().locator("summary").click();
    await hints.nth(1).waitFor();
    assert.strictEqual(await hints.count(), 2);
    await page.reload();
    await page.waitForSelector(".editor .CodeMirror");
    assert.strictEqual(await hints.count(), 2);
  });
});

test("the solution is behind two buttons, until it is solved", async function () {
  await withExercise({}, async function (page) {
    const shown = page.locator(".differences");
    await button(page, "Give up and see the solution").click();
    assert.strictEqual(await shown.count(), 0);
    await button(page, "Show it").click();
    assert.match(await shown.innerText(), /^\+ .*xt::sin\(angle\)/m);
    assert.match(await shown.innerText(), /^- .*todo\(/m);
    await write(page, solution);
    await checked(page);
    await button(page, "Compare with the solution").click();
    // Ours also has the line on NumPy.
    assert.doesNotMatch(await shown.innerText(), /^-/m);
  });
});

test("by keyboard alone: Tab indents, Escape and Tab go on, Ctrl-Enter checks", async function () {
  await withExercise({}, async function (page) {
    await field(page).focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Tab");
    await page.keyboard.type("// x");
    assert.match(await written(page), /^ {2}\/\/ x\/\//);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    assert.strictEqual(await focused(), "Check");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdict > *");
    await button(page, "Check").waitFor();
    assert.strictEqual(await focused(), "Check");
    await write(page, solution);
    await field(page).focus();
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".verdict .done");
  });
});

test("without a compiler the page is as it was, with a sentence", async function () {
  await withPage({}, async function (page, go) {
    await standIn(page, { unavailable: "There is no compiler here." });
    await go(page_of(id));
    assert.strictEqual(await page.locator(".workbench .sentence").innerText(), "There is no compiler here.");
    assert.ok(await page.locator(".commands").isVisible());
    assert.ok(await page.locator("section.file").isVisible());
    assert.strictEqual(await page.locator(".CodeMirror").count(), 0);
  });
});

test("nothing of the compiler is fetched before the first check, and its size is said", async function () {
  await withPage({}, async function (page, go) {
    const asked = [];
    await page.route("**/answers/{clang,checks}/**", function (route) {
      asked.push(route.request().url());
      return route.fulfill({ body: "" });
    });
    await page.route("**/page/codemirror.packed", (route) => route.fulfill({ body: editorPacked() }));
    await page.route("**/page/editor.js", async function (route) {
      const script = await (await route.fetch()).text();
      const place = { clang: "answers/clang", folder: "answers/checks", megabytes: 31 };
      await route.fulfill({ body: script.replace("answersPlace = null", "answersPlace = " + JSON.stringify(place)) });
    });
    await go(page_of(id));
    await page.waitForSelector(".editor .CodeMirror");
    assert.match(await page.locator(".below .keys").innerText(), /^The first check fetches a compiler, 31 MB\./);
    await write(page, solution);
    await page.waitForTimeout(500);
    assert.deepStrictEqual(asked, []);
    await button(page, "Check").click();
    await page.waitForSelector(".verdict .failed");
    assert.ok(asked.length > 0);
  });
});

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark, 390 px wide", { colorScheme: "dark", viewport: { width: 390, height: 800 } }],
])
  test(`axe-core finds nothing serious in editor and verdict, ${name}`, async function () {
    await withExercise(options, async function (page) {
      for (const text of [swapped, solution.replace("return pe;", "return pee;")]) {
        await write(page, text);
        await checked(page);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
        const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
        assert.deepStrictEqual(serious.map((one) => one.id + ": " + one.nodes[0].html.slice(0, 200)), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
      }
    });
  });
