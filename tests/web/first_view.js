// What a browser that has nothing of the course fetches for a page.
"use strict";

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

module.exports = { firstView };
