// The widgets of lessons 4, 7, 9, 10 and 11: worked with the keyboard, by a pointer, on a narrow page; what
// they say is what bin/live answers.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const test = require("node:test");
const { build, withPage } = require("./browser.js");

/** The native program's answer. */
function native(ask, parts) {
  const input = JSON.stringify({ ask, with: parts }) + "\n";
  return JSON.parse(spawnSync(path.join(build, "bin/live"), { input, encoding: "utf8" }).stdout).answer;
}

const short = (x) => x.toFixed(3).replace("-", "−");

/** Opens a step's widget; answers it once it says something. */
async function widget(page, go, address) {
  await go(address);
  const live = page.locator(".step:visible .live");
  await live.scrollIntoViewIfNeeded();
  await says(live, /\d/);
  return live;
}

/** Waits until the widget says this; answers the sentence. */
async function says(live, what) {
  const line = live.locator(".control-result").filter({ hasText: what });
  await line.waitFor();
  return line.innerText();
}

test("lesson 4: a hand is turned by keys and by a pointer, and the others follow", async function () {
  await withPage({ viewport: { width: 390, height: 800 } }, async function (page, go) {
    const live = await widget(page, go, "04_sinusoidal.html#reading-the-clock");
    const hand = live.locator("svg[role=slider]").first();
    await hand.focus();
    await page.keyboard.press("ArrowRight");
    const clock = native("clock.hands", { position: 4, other: 10, d_model: 8, base: 10000, layout: "interleaved" });
    await says(live, `offset 6, distance ${short(clock.distance)}, dot product ${short(clock.dot)}`);
    assert.match(await live.locator("figcaption").nth(1).innerText(), RegExp(short(clock.hands[1].position.sin)));
    const { x, y, width } = await hand.boundingBox();
    await hand.hover({ position: { x: width / 2, y: 12 } });
    await page.mouse.down();
    await page.mouse.move(x + width - 12, y + width / 2, { steps: 4 });
    await page.mouse.up();
    await says(live, "Positions 6 and 10"); // a quarter of a turn
    assert.strictEqual(await hand.getAttribute("aria-valuenow"), "6");
    await live.getByText("halves").click();
    await live.locator("figcaption", { hasText: /4: cos/ }).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
});

test("lesson 9: both move on and the score stays; a key is turned", async function () {
  await withPage({}, async function (page, go) {
    const live = await widget(page, go, "09_rotary.html#two-columns-first");
    const score = native("rotary.turned", { query: [2, 1, 1.2, -0.6], key: [1, 1.5, 1, 0.8],
      query_at: 5, key_at: 2, base: 100, pairing: "interleaved" }).score;
    await says(live, `offset 3: score ${short(score)}`);
    await live.getByText("Both a position on").press("Enter");
    await says(live, `Query at 6, key at 3, offset 3: score ${short(score)}. Both have moved together`);
    const tip = live.getByRole("slider", { name: "tip of the key" }).first();
    const before = await tip.getAttribute("aria-valuetext");
    await tip.focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(([element, text]) => element.getAttribute("aria-valuetext") !== text,
      [await tip.elementHandle(), before]);
    assert.ok(!(await says(live, "Query at 6")).includes(`score ${short(score)}`));
    const turned = Number(await tip.getAttribute("aria-valuenow"));
    const [x, y] = (await tip.getAttribute("aria-valuetext")).replaceAll("−", "-").split(", ").map(Number);
    assert.ok(Math.abs(turned - (Math.atan2(y, x) * 180) / Math.PI) < 1, `${turned}`);
  });
});

test("lesson 7: a score is written over, and a mask hides", async function () {
  await withPage({ colorScheme: "dark" }, async function (page, go) {
    const live = await widget(page, go, "07_attention.html#values-at-work");
    const cell = live.getByLabel("Score of small with mouse");
    await cell.fill("9");
    await says(live, "small looks at mouse most: weight 0.9");
    await live.getByText("causal", { exact: true }).click();
    await says(live, /small looks at 2 words alike: weight 0.5 each/);
    await cell.fill("900");
    await says(live, "A score is a number from −20 to 20 here.");
    await live.getByText("Scores as they were").click();
    await says(live, "small looks at");
  });
});

test("lesson 10: heads, a window and the mask", async function () {
  await withPage({}, async function (page, go) {
    const live = await widget(page, go, "10_alibi.html#any-number-of-heads");
    await says(live, "Head 3 of 12, slope 1/16");
    const window = live.getByLabel("Window, in tokens");
    await window.focus();
    await page.keyboard.press("ArrowRight");
    await says(live, "within 0 tokens");
    await live.getByLabel("Heads", { exact: true }).fill("2");
    await says(live, "Head 1 of 2, slope 1/256");
  });
});

test("lesson 11: buckets, and the shift step by step", async function () {
  await withPage({}, async function (page, go) {
    let live = await widget(page, go, "11_relative.html#buckets-drawn");
    await says(live, "Offset -10 falls into bucket 8, with all from -11 to -8. From a distance of 91 on");
    await live.getByLabel("both ways").uncheck();
    await says(live, "Offset -10 has bucket 10 to itself. From a distance of 113 on");
    live = await widget(page, go, "11_relative.html#the-shift");
    for (const step of [1, 2, 3, 4]) {
      await live.getByText("On", { exact: true }).click();
      await says(live, `${step}.`);
    }
    assert.deepStrictEqual(await live.locator("td").allInnerTexts(),
      ["a2", "a1", "a0", "0", "b4", "b3", "b2", "b1", "b0", "0", "c4", "c3", "c2", "c1", "c0"]);
    assert.strictEqual(await live.locator(".shift-left").count(), 3);
  });
});

test("lesson 17: offsets by a rule, and what a cache keeps", async function () {
  await withPage({}, async function (page, go) {
    let live = await widget(page, go, "17_long_texts.html#other-offsets");
    await says(live, "The last token sees 48 keys at 18 different offsets. The largest is 17, but training has seen none above 15.");
    await live.getByLabel("Rule").selectOption({ label: "clipped (ReRoPE)" });
    await says(live, "The last token sees 48 keys at 16 different offsets. The largest is 15: training has seen all up to 15.");
    assert(await live.getByLabel("Tokens in a group").isDisabled());
    await go("17_long_texts.html#what-a-cache-holds");
    await page.getByRole("button", { name: "Skip" }).click();  // the prediction comes first
    live = await widget(page, go, "17_long_texts.html#what-a-cache-holds");
    await says(live, "After 131,072 tokens, 62 layers, 10 of them global, keep 1,363,968 keys of 8,126,464: 16.8 %.");
  });
});
