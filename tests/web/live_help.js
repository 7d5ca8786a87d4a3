// What tests of widgets share: the native program that answers the same questions, and ways to a widget.
"use strict";
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { build } = require("./browser.js");

/** The answers of bin/live to [question, with] pairs, one after the other. */
function native(requests) {
  const input = requests.map(([ask, given]) => JSON.stringify({ ask, with: given })).join("\n");
  const { stdout } = spawnSync(path.join(build, "bin/live"), { input, encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.trim().split("\n").map((line) => JSON.parse(line).answer);
}

/** Goes to the step of a lesson that holds a widget, and waits until its controls are there. */
async function toWidget(page, go, file, name) {
  await go(file);
  await page.evaluate((name) => {
    const step = document.querySelector(`[data-live="${name}"]`).closest("section");
    if (step) location.hash = step.id;
  }, name);
  const widget = page.locator(`[data-live="${name}"]`);
  await widget.scrollIntoViewIfNeeded();
  await widget.locator(".control").first().waitFor();
  return widget;
}

/** Waits until a text of the widget fits; answers with it. */
async function says(widget, selector, fits, timeout = 120_000) {
  const text = widget.locator(selector).filter({ hasText: fits }).first();
  await text.waitFor({ timeout });
  return text.innerText();
}

/** Moves a slider to one of its values, by keys. */
async function slide(page, widget, label, wanted) {
  const slider = widget.getByLabel(label, { exact: true });
  await slider.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 20; ++i) {
    if ((await slider.getAttribute("aria-valuetext")) === String(wanted)) return;
    await page.keyboard.press("ArrowRight");
  }
  throw new Error(`${label} has no ${wanted}`);
}

module.exports = { native, says, slide, toWidget };
