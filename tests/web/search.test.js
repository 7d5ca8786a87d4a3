// The search ranks as ./learn find does, marks what it finds, and leads to the step.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { site, source, withPage } = require("./browser.js");

async function results(page, query) {
  await page.locator("dialog.search input").fill(query);
  await page.waitForFunction(() => document.querySelector("dialog.search .found").textContent !== "");
  return page.locator(".results a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
}

test("search: by key, by a word, by its beginning, by Chinese, for nothing", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    await page.keyboard.press("/");
    assert.ok((await results(page, "wavelength")).includes("04_sinusoidal.html#aside-wavelengths"));
    assert.ok((await results(page, "staircase divis")).includes("04_sinusoidal.html#a-staircase-of-divisors"));
    assert.ok((await results(page, "位置编码")).includes("04_sinusoidal.html#the-formula-term-by-term"));
    assert.ok((await results(page, "halves_rows")).includes("exercise_04_halves_rows.html"));
    assert.ok((await results(page, "65 log trick stable")).length <= 30);
    assert.deepStrictEqual(await results(page, "zebracrossing"), []);
    assert.match(await page.locator(".found").innerText(), /Nothing has “zebracrossing”/);
  });
});

test("search: from a lesson to another step, by keyboard", async function () {
  await withPage({}, async function (page, go) {
    await go("04_sinusoidal.html");
    await page.keyboard.press("/");
    await results(page, "staircase");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#a-staircase-of-divisors/);
    assert.strictEqual(await page.locator("dialog.search").isVisible(), false);
    assert.match(await page.locator(".step:visible h2").innerText(), /staircase/);
  });
});

test("search: Enter opens the best, also from a folder below; hits are marked, by any name", async function () {
  await withPage({}, async function (page, go) {
    await go("claims/65.html");
    await page.keyboard.press("/");
    await results(page, "rotery");
    const marks = await page.locator(".results mark").evaluateAll((all) => all.map((one) => one.textContent.toLowerCase()));
    assert.ok(marks.some((word) => /rotary/.test(word)) && marks.some((word) => /rope/.test(word)), marks.join(" "));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/09_rotary\.html$/);
  });
});

test("search: a failure is said, and the next letter tries again", async function () {
  await withPage({}, async function (page, go) {
    await page.route("**/page/spots.js", (route) => route.fulfill({ contentType: "text/javascript", body: "horloge.packedSearch = '!';" }));
    await go("index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("clo");
    await page.getByText("The texts for the search could not be read.").waitFor();
    await page.unroute("**/page/spots.js");
    await page.keyboard.type("ck");
    await page.locator(".results a").first().waitFor();
  });
});

/** "lesson 4: Wavelengths", as tests/search/*.tsv names places. */
function placeOf({ kind, n, title }) {
  if (kind === "step") return `lesson ${n}: ${title}`;
  if (kind === "lesson" || kind === "claim" || kind === "notebook") return `${kind} ${n}`;
  return kind === "playground" ? kind : `${kind} ${title}`;
}

/** For each query of a table the place of the first that was wanted, from 0; -1 if there is none. */
async function ranks(page, table) {
  const lines = fs.readFileSync(path.join(source, "tests/search", table), "utf8").trim().split("\n");
  const queries = lines.map((line) => line.split("\t"));
  const found = await page.evaluate(async function (typed) {
    await import("./page/spots.js");
    const search = await horloge.readSearch();
    return typed.map((query) => search.find(search.terms(query)).map(({ kind, n, title }) => ({ kind, n, title })));
  }, queries.map(([query]) => query));
  return queries.map(([query, wanted], i) => ({
    query,
    rank: found[i].findIndex((spot) => wanted.split(" | ").includes(placeOf(spot))),
  }));
}

test("search: what people look for comes first, as in the terminal", async function () {
  await withPage({}, async function (page, go) {
    await go("index.html");
    const all = await ranks(page, "queries.tsv");
    const kept = await ranks(page, "kept_back.tsv");
    const first = (table) => table.filter(({ rank }) => rank === 0).length;
    assert.strictEqual(all.length, 60);
    assert.ok(first(all) >= 55, `${first(all)} are first`);
    assert.deepStrictEqual(all.filter(({ rank }) => rank < 0 || rank > 2), []);
    assert.strictEqual(kept.length, 20);
    assert.ok(first(kept) >= 19, `${first(kept)} of those kept back are first`);
  });
});

test("search: every place that it knows is there", async function () {
  const { folder } = await site();
  await withPage({}, async function (page, go) {
    await go("index.html");
    const places = await page.evaluate(async function () {
      await import("./page/spots.js");
      const search = await horloge.readSearch();
      return search.find([["a"]]).concat(search.find([["the"]]), search.find([["scheme"]])).map((spot) => spot.at);
    });
    assert.ok(new Set(places).size > 300);
    const schemes = new Set(places.filter((place) => place.includes("#scheme=")));
    assert.ok(schemes.size > 10);
    await go("playground.html");
    const { schemes: known } = await page.evaluate(() => horloge.ask("playground.choices"));
    for (const scheme of schemes) assert.ok(known.includes(scheme.split("=")[1]), scheme);
    for (const place of new Set(places)) {
      const [file, anchor] = place.split("#");
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      assert.ok(!anchor || schemes.has(place) || text.includes(`id="${anchor}"`), place);
    }
  });
});
