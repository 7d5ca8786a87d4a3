// Lesson 14's page: the small model, and a model from a folder of the reader's.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { source, withPage } = require("./browser.js");
const { native, says } = require("./live_help.js");

const file = "14_real_models.html";
const small = path.join(source, "data/models/king_james");
const narrow = { viewport: { width: 390, height: 800 }, colorScheme: "dark" };

/** The n-th widget of this name. */
async function toWidget(page, go, name, n = 0) {
  if (!page.url().includes(file)) await go(file);
  const widget = page.locator(`[data-live="${name}"]`).nth(n);
  await widget.evaluate((element) => {
    location.hash = element.closest("section").id;
  });
  const skip = page.getByRole("button", { name: "Skip" }).and(page.locator(":visible"));
  if (await skip.count()) await skip.first().click(); // a guess is asked for first
  await widget.scrollIntoViewIfNeeded();
  await widget.locator(".live-title").waitFor();
  return widget;
}

/** The same with the small model in it. */
async function withSmallModel(page, go, name, n) {
  const widget = await toWidget(page, go, name, n);
  const load = widget.getByRole("button", { name: /Load the small model/ });
  if (await load.count()) {
    await load.focus();
    await page.keyboard.press("Enter");
  }
  await widget.locator(".control-text").first().waitFor();
  return widget;
}

const fits = async (page) => (await page.evaluate(() => document.documentElement.scrollWidth)) <= 390;
const nats = async (widget, name) =>
  Number(/([\d.]+)$/.exec((await widget.locator(".live-share").filter({ hasText: name }).innerText()).trim())[1]);

test("the small model writes, the same text for the same seed", async function () {
  await withPage(narrow, async function (page, go) {
    const widget = await withSmallModel(page, go, "small_writes");
    assert.strictEqual(await page.evaluate(() => document.activeElement.tagName), "INPUT");
    const write = async (seed) => {
      await widget.getByLabel("Seed").fill(String(seed));
      await widget.getByRole("button", { name: "Write" }).click();
      await says(widget, ".control-result", `It has written 240 pieces, with seed ${seed}.`);
      return widget.locator(".model-text").innerText();
    };
    const once = await write(2);
    assert.match(once, /^And God said unto Noah, [A-Z a-z,.;:\n]{20}/);
    assert.notStrictEqual(await write(3), once);
    assert.strictEqual(await write(2), once);
    assert.ok(await fits(page));
  });
});

test("a text is as likely as natively, and less so in another order", async function () {
  const text = "And God said unto Noah";
  const [{ rows }] = native([
    ["model.read", { folder: "king_james", text, schemes: ["own", "alibi", "sinusoidal", "none"] }],
  ]);
  await withPage(narrow, async function (page, go) {
    const widget = await withSmallModel(page, go, "small_reads");
    await widget.getByLabel("Text", { exact: true }).first().fill(text);
    await says(widget, ".control-result", rows[0].nats.toFixed(2));
    for (const [i, name] of ["its own", "ALiBi", "sinusoidal", "none"].entries())
      assert.ok(Math.abs((await nats(widget, name)) - rows[i].nats) < 2e-3, name); // half precision
    await widget.getByRole("button", { name: "Noah", exact: true }).focus();
    await page.keyboard.press("Home");
    const moved = await says(widget, ".control-result", "In this order");
    const [, after, before] = /, ([\d.]+) nats a piece instead of ([\d.]+),/.exec(moved);
    assert.ok(Number(after) > Number(before), moved);
    await widget.getByRole("button", { name: "As typed" }).click();
    await says(widget, ".control-result", /^With its own/);
    await widget.getByLabel("Text", { exact: true }).first().fill("x".repeat(200));
    await says(widget, ".control-result-wrong", "the text has 200 pieces, and this model reads 128 of them here");
    assert.ok(await fits(page));

    const clocks = await withSmallModel(page, go, "small_reads", 1); // loaded already
    await says(clocks, ".control-result", "With its own positions");
    assert.ok((await nats(clocks, "backwards")) > (await nats(clocks, "its own")) + 1);
    const stopped = await withSmallModel(page, go, "small_reads", 2);
    await says(stopped, ".control-result", "With its own positions");
    assert.ok((await nats(stopped, "pair 0 stopped")) > (await nats(stopped, "pair 7 stopped")) + 0.5);
  });
});

test("the heads, and what becomes of them without positions", async function () {
  const given = { folder: "king_james", text: "And the king said", layer: 0, head: 2 };
  const shares = native([
    ["model.attention", { ...given, scheme: "own" }],
    ["model.attention", { ...given, scheme: "none" }],
  ]).map((answer) => answer.back[0][2]);
  await withPage(narrow, async function (page, go) {
    const widget = await withSmallModel(page, go, "small_heads");
    const isNear = async (share) => {
      const [whole, low, high] = [share, share - 0.01, share + 0.01].map((x) => x.toFixed(2));
      await says(widget, ".control-result", new RegExp(`Head 0.2 gives (${low}|${whole}|${high}) `));
    };
    await isNear(shares[0]);
    await widget.locator(".figure canvas, .figure svg").first().waitFor();
    await widget.getByLabel("Positions").selectOption("none");
    await isNear(shares[1]);
    await widget.getByRole("combobox", { name: "Layer.head" }).selectOption("1.0");
    await says(widget, ".control-result", "Head 1.0 gives");
    assert.ok(await fits(page));
  });
});

test("a folder is read, and what is wrong with one is a sentence", async function () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  const mine = path.join(folder, "mine");
  fs.mkdirSync(mine);
  fs.writeFileSync(path.join(mine, "notes.txt"), "no model");
  await withPage(narrow, async function (page, go) {
    const widget = await toWidget(page, go, "own_model", 1);
    const choose = (from) => widget.locator("input[type=file]").setInputFiles(from);
    await choose(mine);
    await says(widget, ".control-result-wrong", "no config.json");
    fs.copyFileSync(path.join(small, "config.json"), path.join(mine, "config.json"));
    await choose(mine);
    await says(widget, ".control-result-wrong", "model.safetensors");
    fs.truncateSync(path.join(mine, "notes.txt"), 500e6); // not one of a model's files
    fs.copyFileSync(path.join(small, "model.safetensors"), path.join(mine, "model.safetensors"));
    await choose(mine);
    await says(widget, ".control-result", "This is LLaMA");
    await says(widget, "p", "It can be given no text");
    fs.copyFileSync(path.join(small, "tokenizer.json"), path.join(mine, "tokenizer.json"));
    await choose(mine);
    await says(widget, ".model-summary", "98,560");
    await widget.getByRole("textbox", { name: "It goes on from" }).fill("And it came to pass");
    await widget.getByRole("button", { name: "Write" }).click();
    await says(widget, ".control-result", "It has written 100 pieces");
    fs.truncateSync(path.join(mine, "model.safetensors"), 500e6);
    await choose(mine);
    await says(widget, ".control-result-wrong", /have 501? MB, and a page bears 400 MB/);
    assert.ok(await fits(page));
  });
  fs.rmSync(folder, { recursive: true });
});

test("what is dropped beside the box opens nothing", async function () {
  await withPage({}, async function (page, go) {
    await toWidget(page, go, "own_model", 0);
    const taken = await page.locator("h1").evaluate((place) => ["dragover", "drop"].map((kind) => {
      const data = new DataTransfer();
      data.items.add(new File(["{}"], "config.json"));
      return !place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }));
    assert.deepStrictEqual(taken, [true, true]);
  });
});

test("files that are dropped are read, too", async function () {
  await withPage({}, async function (page, go) {
    const widget = await toWidget(page, go, "own_model", 0);
    const files = ["config.json", "model.safetensors", "tokenizer.json"].map((name) => ({
      name, bytes: fs.readFileSync(path.join(small, name)).toString("base64"),
    }));
    await widget.locator(".model-drop").evaluate(async (place, files) => {
      const data = new DataTransfer();
      for (const { name, bytes } of files)
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
      place.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files);
    await says(widget, ".control-result", "This is LLaMA");
  });
});
