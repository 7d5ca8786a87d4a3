// What a browser that has nothing of the course fetches before a lesson can be read.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { lessons, withPage } = require("./browser.js");

/** The bytes that came over the network, and the files, until nothing more comes. */
async function firstView(page, go, file) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  const files = new Map();
  wire.on("Network.responseReceived", ({ requestId, response }) => files.set(requestId, { url: response.url, bytes: 0 }));
  wire.on("Network.loadingFinished", function ({ requestId, encodedDataLength }) {
    if (files.has(requestId)) files.get(requestId).bytes = encodedDataLength;
  });
  await go(file);
  await page.waitForLoadState("networkidle");
  await wire.detach();
  const all = [...files.values()].filter((one) => one.url.startsWith("http"));
  return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.bytes, 0), all };
}

for (const { file } of lessons())
  test(`${file}: the first view takes at most 250 KB in 15 requests`, async function () {
    await withPage({}, async function (page, go) {
      const { requests, bytes, all } = await firstView(page, go, file);
      const said = `${bytes} bytes in ${requests} requests: ` + all.map((one) => `${one.url} ${one.bytes}`).join(", ");
      if (process.env.SHOW) console.log(file, said);
      assert.ok(bytes > 20_000, said);
      assert.ok(bytes <= 250_000 && requests <= 15, said);
    });
  });
