// Lesson 6: PCA and t-SNE in the page, with the numbers of the native program; stopped, and gone on with.
"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { withPage } = require("./browser.js");
const { native, says, slide } = require("./live_help.js");

const near = (one, other, bound) => one.forEach((row, i) => row.forEach((x, axis) =>
  assert.ok(Math.abs(x - other[i][axis]) <= bound * Math.max(1, Math.abs(x)), `${i}: ${x}, ${other[i][axis]}`)));

/** From here on each answer to a question waits, so that work is not over before a key is pressed; answers with
 *  what ends that. */
async function slowly(page, question) {
  await page.evaluate(function (question) {
    const ask = horloge.ask;
    horloge.ask = async function (name, ...rest) {
      if (name === question) await new Promise((go) => setTimeout(go, 200));
      return ask(name, ...rest);
    };
    horloge.atFullSpeed = () => { horloge.ask = ask; };
  }, question);
  return () => page.evaluate(() => horloge.atFullSpeed());
}

// The descent lets rounding grow: after 25 steps the points differ by 1e-5, after 50 a few by 0.05, and the
// divergence by 1e-4.
test("lesson 6: PCA and the first steps of t-SNE are those of the native program", async function () {
  const setting = { data: "words", seed: 1, perplexity: 5, random_start: false };
  const [pca, , early, later] = native([
    ["input_embedding.pca", { data: "random", seed: 42 }],
    ["input_embedding.tsne.start", setting],
    ["input_embedding.tsne.steps", { run: 1, steps: 25 }],
    ["input_embedding.tsne.steps", { run: 1, steps: 25 }],
  ]);
  await withPage({}, async function (page, go) {
    await go("06_input_embedding.html#five-groups-of-seven");
    const here = await page.evaluate(async (setting) => {
      const { run } = await horloge.ask("input_embedding.tsne.start", setting);
      return {
        pca: await horloge.ask("input_embedding.pca", { data: "random", seed: 42 }),
        early: await horloge.ask("input_embedding.tsne.steps", { run, steps: 25 }),
        later: await horloge.ask("input_embedding.tsne.steps", { run, steps: 25 }),
      };
    }, setting);
    near(pca.points, here.pca.points, 1e-5);
    near(early.points, here.early.points, 1e-4);
    assert.ok(Math.abs(later.divergence - here.later.divergence) < 1e-3);
  });
});

test("lesson 6: t-SNE by keyboard: started, stopped, gone on with; 390 px, dark", async function () {
  const phone = { viewport: { width: 390, height: 800 }, colorScheme: "dark" };
  await withPage(phone, async function (page, go) {
    await go("06_input_embedding.html#five-groups-of-seven");
    const live = page.locator(".step:visible .live");
    await live.scrollIntoViewIfNeeded();
    await says(live, ".control-result", /^These two directions hold 43\.\d % of the variance\.$/);
    assert.ok(await live.getByLabel("Seed", { exact: true }).isDisabled());
    await live.getByLabel("Points", { exact: true }).selectOption("8 words at 12 places");
    await live.getByRole("radio", { name: "t-SNE" }).focus();
    await page.keyboard.press("Space");
    await says(live, ".control-result", /So far this is PCA/);
    await slide(page, live, "Perplexity", 10);
    const press = async function (name) {
      await live.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    const atFullSpeed = await slowly(page, "input_embedding.tsne.steps");
    await press("Start");
    await says(live, ".control-value", /step [1-9]\d* of 1000/);
    await press("Stop");
    await atFullSpeed();
    const stopped = Number(/after (\d+) steps/.exec(await says(live, ".control-result", /^Stopped after/))[1]);
    assert.ok(stopped < 1000, `${stopped}`);
    await press("Go on");
    const over = /^Done, (\d+) steps: KL\(P \|\| Q\) is (\d\.\d+)/.exec(await says(live, ".control-result", /^Done/));
    assert.ok(Number(over[1]) > stopped);
    assert.ok(await live.getByRole("button", { name: "Go on" }).isHidden());
    assert.match(await live.locator(".figure").first().innerText(), /t-SNE: 8 words at 12 places, perplexity 10, step/);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);

    await live.getByLabel("Points", { exact: true }).selectOption("five groups of real words");
    await slide(page, live, "Perplexity", 50);
    await press("Start");
    await says(live, ".control-result-wrong", "35 points cannot have 50 neighbours each");
  });
});
