// Figures in a page: drawn, read with a pointer, with the keys and as a table, in dark and on a telephone.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const test = require("node:test");
const { withPage } = require("./browser.js");

const page_with_figures = "06_input_embedding.html";

const numbers = (rows, columns, of) =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => of(r, c)));

const figures = {
  heat_map: {
    kind: "heat_map", title: "weights", x_label: "key", y_label: "query", low: -1, high: 1,
    row_names: ["le", "chat", "dort"], column_names: ["a", "b", "c", "d"],
    values: [[-1, 0.123456789, 0.25, 1], [0.5, null, "-inf", 0.75], [1e-7, -0.5, 0, 0.0625]],
  },
  lines: {
    kind: "lines", title: "loss", x_label: "step", y_label: "nats", y_low: 0, y_high: 4,
    lines: [
      { name: "rotary", x: [0, 10, 20], y: [4, 2.5, 1.125] },
      { name: "alibi", x: [0, 20], y: [3.5, 0.333333333] },
    ],
  },
  scatter: {
    kind: "scatter", x_label: "first", y_label: "second", same_scale: true, joined: true,
    points: [[0, 0], [1, 0], [1, 2], ["inf", 1]], names: ["A", "B", "C", "D"],
    groups: [0, 0, 1, 1], group_names: ["low", "high"],
  },
  graph: {
    kind: "graph", nodes: [{ text: "a = 2", below: "grad 3" }, { text: "b" }, { text: "mul" }],
    edges: [[0, 2], [1, 2]],
    layout: {
      items: [
        { layer: 0, middle: 5, width: 10, node: 0 },
        { layer: 0, middle: 17, width: 5, node: 1 },
        { layer: 1, middle: 11, width: 7, node: 2 },
      ],
      links: [[0, 2], [1, 2]],
    },
  },
};

/** Puts figures alone into a page; `made` has what horloge.figure answered, by kind. */
async function put(page, go, chosen) {
  await go(page_with_figures);
  await page.evaluate(function (chosen) {
    const main = document.querySelector("main");
    main.replaceChildren(Object.assign(document.createElement("h1"), { textContent: "Figures" }));
    window.made = {};
    for (const figure of chosen) {
      const place = Object.assign(document.createElement("section"), { id: figure.kind });
      main.append(place);
      made[figure.kind] = horloge.figure(place, figure);
    }
  }, chosen);
}

const all = Object.values(figures);

test("every kind is drawn, and nothing is drawn of nothing", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, all);
    assert.strictEqual(await page.locator("#heat_map image").count(), 1);
    assert.strictEqual(await page.locator("#lines .mark-line path").count(), 2);
    assert.strictEqual(await page.locator("#scatter .mark-symbol path").count(), 3); // one is infinitely far
    assert.strictEqual(await page.locator("#scatter .mark-line path").count(), 1);
    assert.strictEqual(await page.locator("#graph .graph-node").count(), 3);
    assert.strictEqual(await page.locator("#graph [marker-end]").count(), 2);
    for (const kind of Object.keys(figures)) {
      const box = await page.locator(`#${kind} .figure-picture svg`).boundingBox();
      assert.ok(box.width > 80 && box.height > 80, kind);
    }
    const empty = { heat_map: { values: [] }, lines: { lines: [] }, scatter: { points: [] }, graph: { nodes: [] } };
    for (const [kind, members] of Object.entries(empty))
      assert.match(
        await page.evaluate(([kind, members]) => {
          made[kind].update({ kind, ...members });
          return document.querySelector(`#${kind} .figure-picture`).textContent;
        }, [kind, members]),
        /Nothing to draw/,
      );
  });
});

test("a heat map's colours are its numbers'", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, [figures.heat_map]);
    const pixels = await page.evaluate(async function () {
      const picture = new Image();
      picture.src = document.querySelector("#heat_map image").href.baseVal;
      await picture.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 4, height: 3 });
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      return [...context.getImageData(0, 0, 4, 3).data];
    });
    const pixel = (row, column) => pixels.slice((row * 4 + column) * 4, (row * 4 + column) * 4 + 4);
    assert.deepStrictEqual(pixel(0, 0), [0, 0, 0x87, 255]);
    assert.deepStrictEqual(pixel(0, 3), [0x87, 0, 0, 255]);
    assert.deepStrictEqual(pixel(2, 2), [0xee, 0xee, 0xee, 255]); // zero is neutral
    assert.strictEqual(pixel(1, 1)[3], 0); // NaN has no colour
    assert.deepStrictEqual(pixel(1, 2), [0, 0, 0x87, 255]); // −∞ that of the low end
    // The scale spans what there is, zero or not, and the places that are named leave room for one another.
    await page.evaluate((values) => made.heat_map.update({ kind: "heat_map", values }), numbers(2, 128, (r, c) => 10 + (r * 128 + c) / 25.5));
    const texts = (role) => page.locator(`#heat_map .role-${role} text`).allTextContents();
    assert.deepStrictEqual(await texts("legend-label"), ["10", "15", "20"]);
    const boxes = await page.locator("#heat_map .role-axis-label").first().locator("text").evaluateAll((all) =>
      all.map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    boxes.slice(1).forEach(([left], i) => assert.ok(left > boxes[i][1] + 2, `label ${i + 1}`));
  });
});

/** The cells below the heading of a figure's table. */
async function tableOf(page, kind) {
  await page.locator(`#${kind} summary`).click();
  await page.locator(`#${kind} table`).waitFor();
  return page.locator(`#${kind} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

test("a hidden figure takes no colours from the strip of another", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, [figures.heat_map, figures.heat_map]);
    await page.locator("section").first().evaluate((section) => (section.hidden = true));
    const strip = page.locator(".plot-ramp").last();
    await strip.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await strip.boundingBox();
    const end = (left) => page.screenshot({ clip: { x: left, y: y + height / 2, width: 1, height: 1 } });
    assert.notDeepStrictEqual(await end(x + 1), await end(x + width - 2));
  });
});

test("a table has the numbers of the figure", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, all);
    const cells = await tableOf(page, "heat_map");
    const special = { "NaN": null, "−∞": "-inf" };
    figures.heat_map.values.forEach((row, r) => row.forEach(function (value, c) {
      const text = cells[r][c + 1];
      if (typeof value === "number") assert.ok(Math.abs(Number(text.replace("−", "-")) - value) < 1e-5, text);
      else assert.strictEqual(special[text], value);
    }));
    assert.deepStrictEqual(cells.map((row) => row[0]), ["le", "chat", "dort"]);
    assert.deepStrictEqual(await tableOf(page, "lines"), [["0", "4", "3.5"], ["10", "2.5", ""], ["20", "1.125", "0.333333"]]);
    assert.deepStrictEqual((await tableOf(page, "scatter"))[2], ["C", "1", "2", "high"]);
    assert.deepStrictEqual((await tableOf(page, "graph"))[2], ["mul", "", "a = 2, b"]);
    const csv = await page.evaluate((figure) => horloge.csv(horloge.figureKinds.lines.table(figure)), figures.lines);
    assert.strictEqual(csv, "step,rotary,alibi\n0,4,3.5\n10,2.5,\n20,1.125,0.333333333\n");
  });
});

test("more numbers than a table should have are a file", async function () {
  await withPage({ acceptDownloads: true }, async function (page, go) {
    await put(page, go, [{ kind: "heat_map", values: numbers(60, 50, (r, c) => r + c / 64) }]);
    await page.locator("#heat_map summary").click();
    assert.match(await page.locator(".figure-data p").innerText(), /3000 numbers/); // waits for it
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".figure-data button").click()]);
    const rows = fs.readFileSync(await file.path(), "utf8").trim().split("\n");
    assert.strictEqual(rows.length, 61);
    assert.strictEqual(rows[60].split(",")[50], String(59 + 49 / 64));
  });
});

/** Moves the pointer to a share of the plot; answers what is said there. */
async function hover(page, kind, x, y) {
  const box = await page.locator(`#${kind} .figure-picture svg`).boundingBox();
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  const tip = page.locator(`#${kind} .figure-tip`);
  return (await tip.count()) ? tip.innerText() : null;
}

test("a pointer is told what stands below it", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, [figures.heat_map]);
    const cell = await page.locator("#heat_map image").boundingBox();
    for (const [row, column] of [[0, 0], [0, 1], [2, 3]]) {
      await page.mouse.move(cell.x + (cell.width * (column + 0.5)) / 4, cell.y + (cell.height * (row + 0.5)) / 3);
      const said = (await page.locator(".figure-tip").innerText()).split("\n");
      assert.ok(Math.abs(Number(said[0].replace("−", "-")) - figures.heat_map.values[row][column]) < 1e-5, said[0]);
      assert.strictEqual(said[1], "query " + figures.heat_map.row_names[row]);
      assert.strictEqual(said[2], "key " + figures.heat_map.column_names[column]);
    }
    await page.mouse.move(1, 1);
    assert.strictEqual(await page.locator(".figure-tip").count(), 0);
    await put(page, go, [figures.lines]);
    const said = await hover(page, "lines", 0.97, 0.4); // the last x: all that have a number there
    assert.deepStrictEqual(said.split("\n"), ["step 20", "rotary", "1.125", "alibi", "0.333333"]);
    await put(page, go, [figures.graph]);
    assert.strictEqual(await hover(page, "graph", 0.2, 0.25), "a = 2\ngrad 3");
    assert.strictEqual(await hover(page, "graph", 0.02, 0.95), null);
  });
});

test("the arrow keys go through a figure, and it is read out", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, all);
    const press = async function (kind, ...keys) {
      await page.locator(`#${kind} .figure-box`).focus();
      for (const key of keys) await page.keyboard.press(key);
      return page.locator(`#${kind} .only-heard`).innerText();
    };
    assert.strictEqual(await press("heat_map", "ArrowRight"), "query le, key a, −1");
    assert.strictEqual(await press("heat_map", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"), "query dort, key c, 0");
    assert.strictEqual(await press("heat_map", "ArrowUp", "End", "ArrowRight", "ArrowUp"), "query le, key d, 1");
    assert.strictEqual(await page.locator("#heat_map .figure-cell").count(), 1);
    await page.keyboard.press("Escape");
    assert.strictEqual(await page.locator("#heat_map .figure-cell").count(), 0);
    assert.strictEqual(await press("lines", "ArrowRight", "ArrowRight"), "step 10, rotary 2.5");
    assert.strictEqual(await press("scatter", "ArrowRight", "ArrowRight"), "low, first 1, second 0, B");
    assert.strictEqual(await press("graph", "ArrowRight", "End"), "from a = 2, b, mul");
  });
});

test("another figure takes the place of one", async function () {
  await withPage({}, async function (page, go) {
    await put(page, go, [figures.heat_map]);
    // The same axes are kept, other ones drawn: what is shown is the same.
    for (const kind of ["heat_map", "lines", "scatter"]) {
      const other = { ...figures[kind], title: "another" };
      if (kind === "heat_map") other.values = numbers(3, 4, (r, c) => (r * 4 + c) / 11 - 0.5);
      if (kind === "lines") other.lines = figures.lines.lines.map((line) => ({ ...line, y: line.y.map((y) => y / 2) }));
      if (kind === "scatter") other.points = [[0, 3], [1, 5], [4, 2], [2, 2]];
      const [kept, fresh] = await page.evaluate(function ([first, other]) {
        const made = [horloge.figure(document.body, first), horloge.figure(document.body, other)];
        made[0].update(other);
        const marks = made.map(({ element }) =>
          element.querySelector(".figure-picture").innerHTML.replace(/<text[^>]*>/g, "<text>"));
        made.forEach((one) => one.remove());
        return marks;
      }, [figures[kind], other]);
      assert.strictEqual(kept, fresh, kind);
    }
    await page.evaluate((figure) => made.heat_map.update(figure), figures.lines);
    assert.strictEqual(await page.locator("#heat_map .mark-line path").count(), 2);
    await page.evaluate(() => made.heat_map.remove());
    assert.strictEqual(await page.locator("#heat_map *").count(), 0);
  });
});

test("dark and light: a figure follows the page as it changes", async function () {
  await withPage({ colorScheme: "light" }, async function (page, go) {
    await put(page, go, [figures.lines]);
    const stroke = () => page.locator("#lines .mark-line path").first().evaluate((path) => getComputedStyle(path).stroke);
    const light = await stroke();
    await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    assert.notStrictEqual(await stroke(), light);
  });
});

test("on a telephone figures fit, or scroll in their own box", async function () {
  await withPage({ viewport: { width: 390, height: 844 } }, async function (page, go) {
    const long = { ...figures.graph, layout: { items: [], links: [] }, nodes: [], edges: [] };
    for (let i = 0; i < 8; ++i) {
      long.nodes.push({ text: "node" + i });
      long.layout.items.push({ layer: 0, middle: 6 + 14 * i, width: 11, node: i });
    }
    await put(page, go, [figures.heat_map, figures.lines, figures.scatter, long]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    assert.ok(await page.locator("#graph .figure-box").evaluate((box) => box.scrollWidth > box.clientWidth));
    await page.locator("#graph .figure-box").focus();
    for (const key of ["ArrowRight", "End"]) await page.keyboard.press(key);
    assert.ok(await page.locator("#graph .figure-box").evaluate((box) => box.scrollLeft > 100));
    for (const kind of ["heat_map", "lines", "scatter"])
      assert.ok(await page.locator(`#${kind} .figure-box`).evaluate((box) => box.scrollWidth <= box.clientWidth + 1), kind);
  });
});

for (const colorScheme of ["light", "dark"])
  test(`axe-core finds nothing serious in figures, ${colorScheme}`, async function () {
    await withPage({ colorScheme }, async function (page, go) {
      await put(page, go, all);
      for (const kind of Object.keys(figures)) await tableOf(page, kind);
      await page.locator("#lines .figure-box").focus();
      await page.keyboard.press("ArrowRight");
      await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
      const found = await page.evaluate(async () => (await axe.run("main", { resultTypes: ["violations"] })).violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")));
      assert.deepStrictEqual(found, []);
    });
  });
