// No test: prints what the pages weigh, how soon they can be used, and what axe-core finds in them.
//   run SOURCE BUILD figures.js
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { lessons, pages, site, withPage } = require("./browser.js");
const { firstView } = require("./first_view.js");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const row = (...cells) => console.log("| " + cells.join(" | ") + " |");

/** Milliseconds until the scripts of a page have run, with a quarter of the processor. */
async function interactive(page, go, file) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await go(file);
  const ms = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  await wire.detach();
  return Math.round(ms);
}

function bytesOf(folder) {
  return fs.readdirSync(folder, { recursive: true }).reduce(function (sum, name) {
    const file = fs.statSync(path.join(folder, name));
    return sum + (file.isFile() ? file.size : 0);
  }, 0);
}

test("first views", async function () {
  row("page", "KB", "requests", "ms until interactive, processor at a quarter");
  row("---", "---", "---", "---");
  for (const file of ["index.html", ...lessons().map((lesson) => lesson.file)])
    await withPage({}, async function (page, go) {
      const { bytes, requests } = await firstView(page, go, file);
      await withPage({}, async (other, goOther) => row(file, Math.round(bytes / 1000), requests, await interactive(other, goOther, file)));
    });
});

test("axe-core", async function () {
  const all = await pages();
  for (const colorScheme of ["light", "dark"])
    for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 900 }])
      await withPage({ colorScheme, viewport }, async function (page, go) {
        let found = 0;
        for (const file of all) {
          await go(file);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
          for (const one of violations) console.log(`${file}: ${one.impact}: ${one.id}: ${one.nodes[0].html.slice(0, 100)}`);
          found += violations.length;
        }
        console.log(`axe-core: ${found} violations in ${all.length} pages, ${colorScheme}, ${viewport.width} wide`);
      });
});

test("size", async function () {
  const { folder } = await site();
  console.log(`the whole site: ${(bytesOf(folder) / 1e6).toFixed(2)} MB in ${(await pages()).length} pages`);
});
