// What a page may meet: broken addresses, a spoiled store or none, files that are dropped, a browser that lacks
// something. It can be read all the same, says in a sentence what is missing, and the console stays empty.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { lessons, withPage } = require("./browser.js");

const kinds = [
  "index.html",
  "01_order_matters.html",
  "04_sinusoidal.html",
  "14_real_models.html",
  "exercise_04_halves_rows.html",
  "notebook_000.html",
  "claims.html",
  "claims/65.html",
  "papers.html",
  "playground.html",
];

async function started(widget) {
  await widget.evaluate((element) => element.scrollIntoView());
  await widget.locator("> *").first().waitFor({ state: "attached" });
}

/** The page is there to read, and what is live was started. */
async function canBeRead(page, file) {
  assert.strictEqual(await page.locator("h1:visible").count(), 1, file);
  assert.ok((await page.locator("main").innerText()).length > 200, file);
  for (const widget of await page.locator(".live:visible").all()) await started(widget);
}

test("a broken address shows the page", async function () {
  for (const hash of ["#%E0%A4%A", '#"]<b>:x', "#verdict=%zz&task=__proto__&seed=1e99"])
    await withPage({}, async function (page, go) {
      for (const file of kinds) {
        await go(file + hash);
        await canBeRead(page, file + hash);
      }
    });
});

test("a store with anything in it is as if it were empty", async function () {
  const names = ["hints", "said", "skipped", "solved", "topic", "id", "title", "scheme", "language", "width", "heads", "lr", "seed"];
  const each = (value) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
  for (const text of ["{", "5", '[{"a":1}]', each("x"), each(-1), each({})])
    await withPage({}, async function (page, go) {
      await page.addInitScript((text) => (Storage.prototype.getItem = () => text), text);
      for (const file of kinds) {
        await go(file);
        await canBeRead(page, file + " with " + text);
      }
      await go("exercise_04_halves_rows.html");
      assert.strictEqual(await page.locator(".hint:visible").count(), 1, text);
      await go("04_sinusoidal.html");
      assert.strictEqual(await page.locator(".step:visible h2").innerText(), await page.locator(".step h2").first().innerText(), text);
    });
});

test("without a store a lesson is read to its end, and a guess lasts as long as the page", async function () {
  await withPage({ serviceWorkers: "allow" }, async function (page, go) {
    await page.addInitScript(function () {
      const denied = { get: () => { throw new DOMException("denied", "SecurityError"); } };
      for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) Object.defineProperty(window, name, denied);
      navigator.serviceWorker.register = () => Promise.reject(new DOMException("denied", "SecurityError"));
    });
    for (const file of kinds) {
      await go(file);
      await canBeRead(page, file);
    }
    await go("04_sinusoidal.html");
    const steps = await page.locator(".step").count();
    for (let i = 1; i < steps; ++i) await page.keyboard.press("j");
    assert.strictEqual(await page.locator("nav.steps a.read").count(), steps);
  });
});

test("a file that is dropped on any page opens nothing, and a sentence says so", async function () {
  await withPage({}, async function (page, go) {
    for (const file of kinds) {
      await go(file);
      const left = await page.locator("h1").evaluate((place) => ["dragover", "drop"].filter(function (kind) {
        const data = new DataTransfer();
        data.items.add(new File(["{}"], "config.json"));
        return place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }));
      assert.deepStrictEqual(left, [], file);
      await page.getByText("Files are not opened here; the page stays as it is.").waitFor();
    }
  });
});

test("a text that is dragged goes where it is let go", async function () {
  await withPage({}, async function (page, go) {
    await go("01_order_matters.html");
    const goes = await page.locator("h1").evaluate(function (place) {
      const data = new DataTransfer();
      data.items.add("le chat", "text/plain");
      return place.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    assert.ok(goes);
  });
});

test("without WebAssembly each widget that computes says so in one sentence", async function () {
  const sentence = /with WebAssembly, which this browser does not have\./;
  await withPage({}, async function (page, go) {
    await page.addInitScript(() => delete window.WebAssembly);
    let found = 0;
    for (const file of [...lessons().map((lesson) => lesson.file), "playground.html"]) {
      await go(file);
      const all = page.getByRole("button", { name: "Show all steps" });
      if (await all.count()) await all.click();
      // A question hides what answers it.
      await page.locator(".waits").evaluateAll((steps) => steps.forEach((step) => step.classList.remove("waits")));
      for (const widget of await page.locator(".live:not([data-live=own_model])").all()) {
        await started(widget);
        const start = widget.getByRole("button", { name: /^(Train|Load the small model.*)$/ });
        if (!sentence.test(await widget.innerText()) && (await start.count())) await start.first().click();
        await widget.getByText(sentence).first().waitFor({ timeout: 5000 }).catch(async () => assert.fail(file + ": " + (await widget.innerText())));
        ++found;
      }
    }
    assert.ok(found >= 20, String(found));
    await go("index.html");
    await page.getByRole("button", { name: "Train both" }).click();
    await page.locator(".first .live").getByText(sentence).waitFor();
    await go("exercise_04_halves_rows.html");
    assert.match(await page.locator("main").innerText(), /The task/);
  });
});

test("without scripts everything is there to read, and nothing to press that does nothing", async function () {
  await withPage({ javaScriptEnabled: false }, async function (page, go) {
    for (const file of [...kinds, ...lessons().map((lesson) => lesson.file)]) {
      await go(file);
      assert.strictEqual(await page.locator("h1:visible").count(), 1, file);
      assert.strictEqual(await page.locator("button:visible, input:visible, select:visible").count(), 0, file);
      assert.strictEqual(await page.locator(".step:visible").count(), await page.locator(".step").count(), file);
      assert.strictEqual(await page.locator(".hint:visible").count(), await page.locator(".hint").count(), file);
      for (const text of await page.locator("x-equation, .shown").allInnerTexts()) assert.match(text, /\S/, file);
    }
  });
});
