// Makes answers.js call __wasm_apply_data_relocs of each module that it loads, before its constructors.
"use strict";
const fs = require("fs");

const file = process.argv[2];
const text = fs.readFileSync(file, "utf8");
const constructors = /var (\w+)\s*=\s*moduleExports\[["']__wasm_call_ctors["']\];/g;
const found = text.match(constructors);
if (!found || found.length !== 1) throw new Error(`${file}: the loader is not the one that is known`);
const relocated = "/* __horloge_relocated */if(moduleExports.__wasm_apply_data_relocs)moduleExports.__wasm_apply_data_relocs();";
fs.writeFileSync(file, text.replace(constructors, (call) => relocated + call));
