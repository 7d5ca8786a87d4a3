// Runs the files that are named, or all *.test.js, in one process: one server and one browser do for all.
"use strict";
const fs = require("fs");
const path = require("path");
const { after } = require("node:test");
const browser = require("./browser.js");

const named = process.argv.slice(2);
const files = fs.readdirSync(__dirname).filter((file) => file.endsWith(".test.js"));
for (const file of named.length > 0 ? named : files) require(path.resolve(__dirname, file));
after(browser.close);
