// The course without a network: a host that is switched off and on again, with the site below a path.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { site, withPage } = require("./browser.js");

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
const below = "/some/where/";

/** A host of a copy of the site: {folder, address, on(), off()}. Browsers may keep its answers for ten minutes. */
async function host(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge_offline_"));
  fs.cpSync((await site()).folder, folder, { recursive: true });
  let port = 0, server;
  async function on() {
    server = http.createServer(function (request, response) {
      const name = decodeURIComponent(new URL(request.url, "http://host/").pathname);
      const file = path.join(folder, name.slice(below.length) || "index.html");
      if (!name.startsWith(below) || !fs.existsSync(file)) return response.writeHead(404).end();
      const type = types[path.extname(file)] || "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "Cache-Control": "max-age=600" }).end(fs.readFileSync(file));
    });
    await new Promise((done) => server.listen(port, "127.0.0.1", done));
    port = server.address().port;
  }
  async function off() {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  await on();
  t.after(async function () {
    if (server.listening) await off();
    fs.rmSync(folder, { recursive: true });
  });
  return { folder, address: `http://127.0.0.1:${port}${below}`, on, off };
}

const inService = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
const cachesOf = (page) => page.evaluate(() => caches.keys());

/** Until the cache that was there has gone: the new one is whole then. */
async function untilGone(page, old) {
  for (let tries = 0; (await cachesOf(page)).includes(old); ++tries) {
    assert.ok(tries < 300, old);
    await page.waitForTimeout(100);
  }
}

/** Changes a file, and the checksum in the service worker with it, as `./learn web` does. */
function change(folder, file, from, to) {
  for (const [name, before, after] of [[file, from, to], ["sw.js", '"version":"', '"version":"1']]) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    assert.ok(text.includes(before), name);
    fs.writeFileSync(path.join(folder, name), text.replace(before, after));
  }
}

test("the lessons are there without a network, and a change is seen at the first reload", async function (t) {
  const { folder, address, on, off } = await host(t);
  await withPage({ address, serviceWorkers: "allow" }, async function (page, go) {
    await go("claims/65.html");
    await inService(page);
    await off();
    await go("04_sinusoidal.html#the-whole-table");
    await page.reload();
    assert.strictEqual(await page.locator(".step:visible h2").innerText(), "The whole table");
    await page.locator(".katex").first().waitFor({ state: "attached" }); // set once the page can be read
    await page.locator('a[href="index.html"]').first().click();
    await page.locator(".lessons a.open").nth(12).click();
    await page.waitForURL(/13_which_one/);
    assert.match(await page.locator("h1").innerText(), /\w/);
    await go("claims/65.html"); // was open when the service worker came
    assert.strictEqual(await page.locator("h1").count(), 1);
    await go("exercise_04_halves_rows.html"); // was never read
    assert.match(await page.locator("main").innerText(), /no network, and this browser has not kept/);
    await page.locator("main a").click();
    await page.waitForURL(address);
    const [old] = await cachesOf(page);
    change(folder, "13_which_one.html", "</h1>", " (changed)</h1>");
    await on();
    await go("13_which_one.html");
    assert.match(await page.locator("h1").innerText(), /\(changed\)$/);
    await untilGone(page, old);
    assert.strictEqual((await cachesOf(page)).length, 1);
    await off();
    await page.reload();
    assert.match(await page.locator("h1").innerText(), /\(changed\)$/);
  });
});

test("a press keeps the whole course, with the library; and a new version of it as well", async function (t) {
  const { folder, address, on, off } = await host(t);
  await withPage({ address, serviceWorkers: "allow" }, async function (page, go) {
    await go("index.html");
    const keep = page.getByRole("button", { name: /^Keep this course offline \(\d\.\d MB\)$/ });
    await keep.click();
    await page.getByText("The whole course is kept in this browser.").waitFor();
    assert.strictEqual(await keep.count(), 0);
    change(folder, "exercise_04_halves_rows.html", "</h1>", " (changed)</h1>");
    const [old] = await cachesOf(page);
    await page.reload();
    await untilGone(page, old);
    await off();
    await go("exercise_04_halves_rows.html");
    assert.match(await page.locator("h1").innerText(), /\(changed\)$/);
    await go("index.html");
    await page.getByText("The whole course is kept in this browser.").waitFor();
    await page.getByRole("button", { name: "Train both" }).click();
    await page.getByText(/Of sentences that they had not read/).waitFor();
    await on();
  });
});

test("what could not be kept is said, and the next press goes on", async function (t) {
  const { folder, address } = await host(t);
  await withPage({ address, serviceWorkers: "allow" }, async function (page, go) {
    await go("index.html");
    fs.renameSync(path.join(folder, "notebook_000.html"), path.join(folder, "away"));
    const keep = page.getByRole("button", { name: /^Keep this course/ });
    await keep.click();
    await page.getByText("Not everything could be kept: notebook_000.html: 404. Press again to go on.").waitFor();
    fs.renameSync(path.join(folder, "away"), path.join(folder, "notebook_000.html"));
    await keep.click();
    await page.getByText("The whole course is kept in this browser.").waitFor();
  });
});

test("the manifest names what there is; from a file nothing of it is asked for", async function (t) {
  const { address, folder } = await host(t);
  await withPage({ address }, async function (page, go) {
    await go("claims/65.html");
    const link = await page.locator("link[rel=manifest]").evaluate((one) => one.href);
    assert.strictEqual(link, address + "course.webmanifest");
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, "course.webmanifest"), "utf8"));
    assert.strictEqual(new URL(manifest.start_url, link).href, address);
    assert.strictEqual(new URL(manifest.scope, link).href, address);
    for (const { src } of manifest.icons) assert.ok(fs.existsSync(path.join(folder, src)), src);
    const wire = await page.context().newCDPSession(page);
    const { errors } = await wire.send("Page.getAppManifest");
    assert.deepStrictEqual(errors, []);
    await page.goto("file://" + folder + "/index.html");
    assert.strictEqual(await page.locator("link[rel=manifest]").count(), 0);
    assert.ok(await page.locator(".offline").isHidden());
  });
});
