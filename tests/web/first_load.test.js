// What a browser that has nothing of the course fetches before a lesson can be read.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { lessons, withPage } = require("./browser.js");
const { firstView } = require("./first_view.js");

for (const { file } of lessons())
  test(`${file}: the first view takes at most 250 KB in 15 requests`, async function () {
    await withPage({ serviceWorkers: "allow" }, async function (page, go) {
      const { requests, bytes, all } = await firstView(page, go, file);
      const said = `${bytes} bytes in ${requests} requests: ` + all.map((one) => `${one.url} ${one.bytes}`).join(", ");
      if (process.env.SHOW) console.log(file, said);
      assert.ok(bytes > 20_000, said);
      assert.ok(bytes <= 250_000 && requests <= 15, said);
    });
  });
