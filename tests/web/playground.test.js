// The playground: its setting in the address, its training as the native one, and what is inside.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { native, says, slide, toWidget } = require("./live_help.js");

const setting = {
  task: "three_back", scheme: "rotary", causal: true, length: 8, width: 8, layers: 1, heads: 2,
  lr: 0.01, updates: 100, seed: 5,
};
const address = "playground.html#" + new URLSearchParams(setting);
const open = (page, go, file) => toWidget(page, go, file, "playground");

test("an address restores all, and a training in it is the native one", async function () {
  const [, whole, right2] = native([
    ["playground.start", setting],
    ["playground.steps", { run: 1, steps: 100, test: true }],
    ["playground.right", { run: 1, times: 2 }],
  ]);
  await withPage({}, async function (page, go) {
    const widget = await open(page, go, address);
    assert.strictEqual(await widget.getByLabel("Seed").inputValue(), "5");
    assert.strictEqual(await widget.getByLabel("Width").getAttribute("aria-valuetext"), "8");
    const losses = await page.evaluate(async (setting) => {
      const { run } = await horloge.ask("playground.start", setting);
      return (await horloge.ask("playground.steps", { run, steps: 50, test: false })).losses;
    }, setting);
    losses.forEach((loss, i) => assert.ok(Math.abs(loss - whole.losses[i]) < 1e-4, `step ${i}`));

    await widget.getByRole("button", { name: "Train" }).click();
    const over = await says(widget, ".control-result", /^Trained:/);
    const right = Number(/([\d.]+) % right/.exec(over)[1]);
    assert.ok(Math.abs(right - 100 * whole.accuracy) <= 2, `${right}`);
    const same = await says(widget, ".live-inside tr", /as trained.*%/s);
    assert.strictEqual(Number(/([\d.]+) %/.exec(same)[1]), right);
    const longer = await says(widget, ".live-inside tr", /2 times as long.*%/s);
    assert.ok(Math.abs(Number(/([\d.]+) %/.exec(longer)[1]) - 100 * right2.accuracy) <= 2, longer);
    await says(widget, ".live-inside", /layer 1, head 2/);
    await says(widget, ".live-inside", /embedding\.weight/);
    await widget.getByLabel("Table").selectOption({ index: 1 });
    await says(widget, ".live-inside", /in_proj_weight/);
  });
});

test("every control changes the address", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go, address);
    const now = async () => new URLSearchParams(await page.evaluate(() => location.hash.slice(1)));
    for (const [label, name, value] of [
      ["Length of the texts", "length", 24], ["Width", "width", 64], ["Layers", "layers", 3],
      ["Heads", "heads", 8], ["Learning rate", "lr", 0.03], ["Steps", "updates", 600],
    ]) {
      await slide(page, widget, label, value);
      assert.strictEqual((await now()).get(name), String(value));
    }
    await widget.getByLabel("Positions").selectOption("kerple");
    assert.strictEqual((await now()).get("scheme"), "kerple");
    await widget.getByLabel("a token sees only those before it").uncheck();
    assert.strictEqual((await now()).get("causal"), "false");
    await widget.getByText("copying", { exact: true }).click();
    assert.strictEqual((await now()).get("causal"), "true"); // copying needs the mask
    await widget.getByText("who does it?", { exact: true }).click();
    assert.strictEqual((await now()).get("length"), "16");
    await widget.getByLabel("Seed").fill("77");
    assert.strictEqual((await now()).get("seed"), "77");
    await widget.getByLabel("Something to begin with").selectOption({ label: "Without positions it cannot tell" });
    assert.strictEqual((await now()).get("scheme"), "none");
  });
});

test("a learned table ends, in a sentence", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go, address.replace("rotary", "learned"));
    await widget.getByRole("button", { name: "Train" }).click();
    await says(widget, ".live-inside tr", /2 times as long.*cannot:.*table ends before position 8/s);
  });
});

test("what does not fit is a sentence: in the address, and in a setting", async function () {
  await withPage({}, async function (page, go) {
    const widget = await open(page, go, "playground.html#scheme=sundial&width=64");
    await says(widget, ".control-result-wrong", /does not fit, scheme/);
    assert.strictEqual(await widget.getByLabel("Width").getAttribute("aria-valuetext"), "64");
    for (const name of ["constructor", "toString", "__proto__"]) {
      await page.evaluate((text) => (location.hash = text), `#${name}=2&width=32`);
      await says(widget, ".control-result-wrong", RegExp(`does not fit, ${name}`));
      assert.strictEqual(await widget.getByLabel("Width").getAttribute("aria-valuetext"), "32");
    }
    await slide(page, widget, "Width", 2);
    await slide(page, widget, "Heads", 8);
    await widget.getByRole("button", { name: "Train" }).click();
    await says(widget, ".control-result-wrong", /cannot be shared equally/);
  });
});

test("390 px wide, and dark", async function () {
  await withPage({ viewport: { width: 390, height: 800 }, colorScheme: "dark" }, async function (page, go) {
    const widget = await open(page, go, address);
    await widget.getByRole("button", { name: "Train" }).click();
    await says(widget, ".live-inside tr", /4 times as long/);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
});
