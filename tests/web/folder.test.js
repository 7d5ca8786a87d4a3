// ./learn web itself: the folder that it writes, and links in it.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { program, pages, site, source, withPage } = require("./browser.js");

/** A folder that is gone when the test is over. */
function scratch(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

const learnWeb = (...args) => spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });

test("all links stay in the folder, and lead to what is there", async function () {
  const { folder } = await site();
  const anchors = new Map();
  const textOf = (file) => fs.readFileSync(path.join(folder, file), "utf8");
  const files = await pages();
  for (const file of files) anchors.set(file, new Set([...textOf(file).matchAll(/ id="([^"]*)"/g)].map((m) => m[1])));
  for (const file of files)
    for (const [, link] of textOf(file).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^https:/.test(link)) continue;
      const [name, anchor] = link.split("#");
      const to = name ? path.join(path.dirname(file), name) : file;
      assert.ok(fs.existsSync(path.join(folder, to)), `${file}: ${link}`);
      if (anchor) assert.ok(anchors.get(to).has(decodeURIComponent(anchor)), `${file}: ${link}`);
    }
});

test("a second site takes the place of the first, and of nothing else", function (t) {
  const folder = scratch(t);
  const out = path.join(folder, "course");
  for (let i = 0; i < 2; ++i) {
    const { status, stdout, stderr } = learnWeb("--out", out);
    assert.strictEqual(status, 0, stderr);
    assert.match(stdout, /index\.html is the first/);
    assert.ok(fs.existsSync(path.join(out, "index.html")));
  }
  assert.deepStrictEqual(fs.readdirSync(folder), ["course"]);
  fs.writeFileSync(path.join(folder, "mine.txt"), "mine");
  const refused = learnWeb("--out", folder);
  assert.strictEqual(refused.status, 2);
  assert.match(refused.stderr, /has other things in it/);
  assert.strictEqual(fs.readFileSync(path.join(folder, "mine.txt"), "utf8"), "mine");
  assert.strictEqual(learnWeb("--out", path.join(folder, "mine.txt")).status, 2);
  assert.strictEqual(learnWeb("--port", "0").status, 2);
});

test("with its address a site has canonical links, a sitemap, and a page for what is missing", function (t) {
  const out = path.join(scratch(t), "course");
  const { status, stderr } = learnWeb("--out", out, "--url", "https://example.org/course/");
  assert.strictEqual(status, 0, stderr);
  const textOf = (file) => fs.readFileSync(path.join(out, file), "utf8");
  const lesson = textOf("04_sinusoidal.html");
  const place = "https://example.org/course/04_sinusoidal.html";
  assert.ok(lesson.includes(`<link rel="canonical" href="${place}">`));
  assert.ok(lesson.includes(`<meta property="og:url" content="${place}">`));
  assert.match(lesson, /<meta property="og:title" content="Lesson 4: A clock with many hands · Horloge">/);
  const listed = [...textOf("sitemap.xml").matchAll(/<loc>https:\/\/example\.org\/course\/(.*?)<\/loc>/g)].map(([, file]) => file || "index.html");
  const files = fs.readdirSync(out, { recursive: true }).filter((file) => file.endsWith(".html") && file !== "404.html");
  assert.deepStrictEqual(listed.sort(), files.sort());
  assert.doesNotMatch(textOf("404.html"), /canonical/);
  for (const [, link] of textOf("404.html").matchAll(/(?:href|src)="([^"#]+)"/g))
    if (!link.startsWith("https:")) assert.ok(fs.existsSync(path.join(out, link.replace(/^\/course\//, "/"))) && link.startsWith("/course/"), link);
  for (const wrong of ["example.org", "https://", 'https://example.org/"><script>', ""])
    assert.strictEqual(learnWeb("--out", out, "--url", wrong).status, 2, wrong);
  assert.strictEqual(learnWeb("--url", "https://example.org").status, 2);
});

test("with its address a site has a feed of what was released, which pages name", async function (t) {
  const out = path.join(scratch(t), "course");
  const url = "https://example.org/course";
  assert.strictEqual(learnWeb("--out", out, "--url", url).status, 0);
  const log = fs.readFileSync(path.join(source, "CHANGELOG.md"), "utf8");
  const released = [...log.matchAll(/^## (\S+) - (.*)$/gm)].map(([, version, day]) => ["Version " + version, day + "T00:00:00Z"]);
  assert.ok(released.length > 0);
  const link = '<link rel="alternate" type="application/atom+xml" title="What changed in Horloge" href="ROOTfeed.xml">';
  for (const [file, root] of [["04_sinusoidal.html", ""], ["claims/65.html", "../"]])
    assert.ok(fs.readFileSync(path.join(out, file), "utf8").includes(link.replace("ROOT", root)), file);
  await withPage({}, async function (page, go) {
    await go("index.html");
    const feed = await page.evaluate(function (xml) {
      const all = new DOMParser().parseFromString(xml, "application/xml");
      const text = (element, name) => element.getElementsByTagName(name)[0].textContent;
      const entries = [...all.getElementsByTagName("entry")].map((entry) => ({
        is: [text(entry, "title"), text(entry, "updated")],
        items: new DOMParser().parseFromString(text(entry, "content"), "text/html").querySelectorAll("li").length,
      }));
      const names = ["id", "title", "updated", "name"];
      return { kind: all.documentElement.namespaceURI, entries, of: names.map((name) => text(all, name)) };
    }, fs.readFileSync(path.join(out, "feed.xml"), "utf8"));
    assert.strictEqual(feed.kind, "http://www.w3.org/2005/Atom");
    assert.deepStrictEqual(feed.of, [url + "/feed.xml", "What changed in Horloge", released[0][1], "The Horloge authors"]);
    assert.deepStrictEqual(feed.entries.map((entry) => entry.is), released); // what is not released is not among them
    assert.strictEqual(feed.entries.at(-1).items, 3);
  });
});

test("with the address of its source every page links to it", function (t) {
  const out = path.join(scratch(t), "course");
  const { status, stderr } = learnWeb("--out", out, "--source", "https://example.org/horloge?a=1&b=2");
  assert.strictEqual(status, 0, stderr);
  for (const file of ["index.html", "04_sinusoidal.html", "claims/65.html", "404.html"])
    assert.ok(fs.readFileSync(path.join(out, file), "utf8").includes(' · <a href="https://example.org/horloge?a=1&amp;b=2">Source</a>'), file);
  for (const wrong of ["example.org", "javascript:alert(1)", "mailto:course@example.org", 'https://example.org/"><script>', ""])
    assert.strictEqual(learnWeb("--out", out, "--source", wrong).status, 2, wrong);
});

test("with an address for mistakes a link names the page, and the step that is open", async function (t) {
  const out = path.join(scratch(t), "course");
  const linked = async function (address, file) {
    const { status, stderr } = learnWeb("--out", out, "--report", address);
    assert.strictEqual(status, 0, stderr);
    let links;
    await withPage({}, async function (page) {
      await page.goto("file://" + path.join(out, file));
      const link = page.getByRole("link", { name: "Report a mistake" });
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
      const first = await link.getAttribute("href");
      await link.click();
      links = [first, await link.getAttribute("href")].map(decodeURIComponent);
    });
    return links;
  };
  assert.deepStrictEqual(await linked("mailto:course@example.org", "04_sinusoidal.html#the-whole-table"), [
    "mailto:course@example.org?subject=Lesson 4: A clock with many hands",
    "mailto:course@example.org?subject=Lesson 4: A clock with many hands, step “The whole table”",
  ]);
  assert.deepStrictEqual(await linked("https://example.org/new?a=1&b=2", "claims/65.html"), Array(2).fill("https://example.org/new?a=1&b=2&title=Claim 65"));
  assert.deepStrictEqual(await linked("https://example.org/new?body=At%20{place}.", "index.html"), Array(2).fill("https://example.org/new?body=At Horloge."));
  for (const wrong of ["course@example.org", "javascript:alert(1)", 'https://example.org/"><script>', ""])
    assert.strictEqual(learnWeb("--out", out, "--report", wrong).status, 2, wrong);
});

test("every page says in a sentence what it is; without an address none is made up", async function () {
  const { folder } = await site();
  for (const file of await pages()) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    assert.doesNotMatch(text, /rel="canonical"|rel="alternate"|property="og:|class="report"|>Source</, file);
    if (file !== "404.html") assert.match(text, /<meta name="description" content="[^"]{10,}">/, file);
  }
  for (const file of ["sitemap.xml", "feed.xml"]) assert.ok(!fs.existsSync(path.join(folder, file)), file);
});

test("what the search reads is below 225 KB", async function () {
  const { folder } = await site();
  const bytes = fs.statSync(path.join(folder, "page/spots.js")).size;
  assert.ok(bytes < 225e3, `${bytes} bytes`);
});

test("the whole site is below 5 MB", async function () {
  const { folder } = await site();
  let bytes = 0;
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = fs.statSync(path.join(folder, name));
    if (file.isFile()) bytes += file.size;  // a folder has none of its own
  }
  assert.ok(bytes < 5e6, `${bytes} bytes`);
});

test("opened from a file, a lesson is read as ever", async function () {
  const { folder } = await site();
  await withPage({}, async function (page) {
    await page.goto("file://" + folder + "/04_sinusoidal.html");
    await page.keyboard.press("j");
    assert.strictEqual(await page.locator(".step:visible h2").innerText(), "The whole table");
    assert.ok(await page.locator(".katex").count());
    await page.keyboard.press("/");
    await page.locator("dialog.search input").fill("staircase");
    await page.waitForSelector(".results a");
  });
});
