// horloge.ask and its worker. HORLOGE_ENGINE names the folder of live.js and live.packed.
"use strict";

const assert = require("node:assert");
const fs = require("fs");
const os = require("os");
const path = require("path");
const test = require("node:test");
const { openPage } = require("./page.js");

const folder = process.env.HORLOGE_ENGINE;
const small = { positions: 2, d_model: 4 };
const model = path.join(__dirname, "../../../data/models/king_james");

/** A page for one test; its workers end with it. */
function withPage(where, body) {
  return async () => {
    const horloge = openPage(where);
    try {
      await body(horloge);
    } finally {
      horloge.close();
    }
  };
}

test(
  "answers, the first time within two seconds",
  withPage(folder, async (horloge) => {
    const begin = Date.now();
    const table = await horloge.ask("sinusoidal.table", small);
    assert.ok(Date.now() - begin < 2000);
    assert.strictEqual(table.kind, "heat_map");
    assert.strictEqual(table.values[0][1], 1);
  }),
);

test(
  "nothing is loaded before the first question",
  withPage(folder, async (horloge) => {
    assert.strictEqual(horloge.workers.length, 0);
    await horloge.ask("sinusoidal.table", small);
    await horloge.ask("sinusoidal.table", small);
    assert.strictEqual(horloge.workers.length, 1);
  }),
);

test(
  "an error is the sentence of the library",
  withPage(folder, async (horloge) => {
    const refused = horloge.ask("sinusoidal.table", { positions: 0, d_model: 4 });
    await assert.rejects(refused, { message: "positions must be a whole number from 1 to 512, is 0" });
    await assert.rejects(horloge.ask("clock"), { message: "[live] nothing answers clock" });
  }),
);

test(
  "of one key the newest is answered, in its order among the others",
  withPage(folder, async (horloge) => {
    const answered = [];
    const ask = (d_model, options) =>
      horloge
        .ask("sinusoidal.table", { positions: 1, d_model }, options)
        .then((table) => answered.push(table.values[0].length));
    ask(2, { latest: "slider" });
    ask(4, { latest: "slider" });
    ask(6);
    ask(8, { latest: "slider" });
    await ask(10, { latest: "other" });
    assert.deepStrictEqual(answered, [6, 8, 10]);
  }),
);

test(
  "a restart refuses what waits, and the next question is answered",
  withPage(folder, async (horloge) => {
    const one = horloge.ask("sinusoidal.table", small);
    const two = horloge.ask("sinusoidal.table", small);
    horloge.restart();
    await assert.rejects(one, { message: "engine.ended" });
    await assert.rejects(two, { message: "engine.ended" });
    assert.strictEqual((await horloge.ask("sinusoidal.table", small)).values.length, 2);
    assert.strictEqual(horloge.workers.length, 2);
  }),
);

test(
  "a file that is given is read, by a fresh worker too, until it is taken away",
  withPage(folder, async (horloge) => {
    const open = () => horloge.ask("model.open", { folder: "own" });
    await assert.rejects(open(), { message: "no model has been loaded yet" });
    const give = (file) =>
      horloge.give(`models/own/${file}`, new Blob([fs.readFileSync(path.join(model, file))]));
    give("config.json");
    await assert.rejects(open(), /model.safetensors/);
    ["model.safetensors", "tokenizer.json"].forEach(give);
    assert.strictEqual((await open()).architecture, "LLaMA");
    horloge.restart();
    assert.strictEqual((await open()).trouble, "");
    horloge.give("models/own/tokenizer.json");
    assert.match((await open()).trouble, /tokenizer/);
  }),
);

test(
  "normal forms, patterns and graphemes of a tokenizer are the browser's",
  withPage(folder, async (horloge) => {
    const tokenizer = JSON.parse(fs.readFileSync(path.join(model, "tokenizer.json")));
    tokenizer.normalizer = { type: "NFKC" };
    tokenizer.pre_tokenizer = {
      type: "Split", pattern: { Regex: "\\p{L}(?=\\p{L})|\\s+" }, behavior: "Removed", invert: false,
    };
    for (const file of ["config.json", "model.safetensors"])
      horloge.give(`models/own/${file}`, new Blob([fs.readFileSync(path.join(model, file))]));
    const read = async (text) => {
      horloge.give("models/own/tokenizer.json", new Blob([JSON.stringify(tokenizer)]));
      assert.strictEqual((await horloge.ask("model.open", { folder: "own" })).trouble, "");
      const given = { folder: "own", text, schemes: ["own"] };
      return (await horloge.ask("model.read", given)).pieces.join("");
    };
    assert.strictEqual(await read("Ｎoah, ﬁ said:  so"), "h,id:o");
    tokenizer.pre_tokenizer.behavior = "Isolated";
    assert.strictEqual(await read("Ｎo  ﬁ"), "No__fi");
    tokenizer.pre_tokenizer.pattern.Regex = "a++";
    horloge.give("models/own/tokenizer.json", new Blob([JSON.stringify(tokenizer)]));
    const { trouble } = await horloge.ask("model.open", { folder: "own" });
    assert.match(trouble, /this browser's regular expressions do not have it/);
  }),
);

test(
  "a file that cannot be read is a sentence",
  withPage(folder, async (horloge) => {
    horloge.give("models/own/config.json", { size: 3 });
    horloge.give("models/own", new Blob(["a folder already"]));
    await assert.rejects(horloge.ask("model.open", { folder: "own" }), /^Error: engine.failed .*models\/own/);
  }),
);

test("a library that cannot be loaded is a sentence, each time", async () => {
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), "horloge-"));
  await withPage(empty, async (horloge) => {
    await assert.rejects(horloge.ask("clock"), /^Error: engine.failed .*live.js/);
    await assert.rejects(horloge.ask("clock"), /^Error: engine.failed .*live.js/);
  })();
  fs.rmSync(empty, { recursive: true });
});

test("a page that was opened as a file says what helps", async () => {
  const horloge = openPage(folder, "file:");
  assert.strictEqual(horloge.unavailable(), "engine.file");
  await assert.rejects(horloge.ask("clock"), { message: "engine.file" });
});
