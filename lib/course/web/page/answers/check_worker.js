// Runs one check: the program and the exercise's check are loaded at once, the answer comes later. What the
// check reports goes to the page event by event, for an answer may never come to an end.
"use strict";

importScripts("packed.js", "program.js");

/** What an answer prints, sent on in pieces. */
const printed = {
  text: "",
  sent: 0,
  add(line) {
    this.text += line + "\n";
    const now = performance.now();
    if (now - this.sent < 100 && this.text.length < 1 << 16) return;
    this.sent = now;
    this.send();
  },
  send() {
    if (this.text) postMessage({ printed: this.text });
    this.text = "";
  },
};

/** The file that the program reports to, a line an event. */
function reportTo(FS) {
  let line = [];
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    write(stream, buffer, offset, length) {
      for (const byte of buffer.subarray(offset, offset + length))
        if (byte === 10) {
          printed.send();
          postMessage({ event: JSON.parse(new TextDecoder().decode(new Uint8Array(line))) });
          line = [];
        } else line.push(byte);
      return length;
    },
  });
  FS.mkdev("/report", device);
}

async function load({ folder, exercise }) {
  const [program, check] = await Promise.all([
    horlogeProgram(folder, (line) => printed.add(line)),
    horlogeUnpacked(`${folder}checks/${exercise}.packed`),
  ]);
  program.FS.writeFile("/check.wasm", check);
  reportTo(program.FS);
  return program;
}

/** The end of a check that did not come to its own, as a signal or a status would say it natively. */
function endOf(error) {
  if (error && error.name === "ExitStatus") return { status: error.status };
  const text = String(error);
  if (error instanceof RangeError || /call stack/.test(text)) return { overflow: true, signal: "SIGSEGV" };
  if (/abort/i.test(text)) return { signal: "SIGABRT" };
  if (/divide by zero|remainder by zero|divide result/.test(text)) return { signal: "SIGFPE" };
  if (/unreachable/.test(text)) return { signal: "SIGILL" };
  if (error instanceof WebAssembly.RuntimeError) return { signal: "SIGSEGV" };
  return { failed: text };
}

let program = null;

onmessage = async ({ data }) => {
  try {
    if (data.place) {
      program = load({ folder: data.place.folder, exercise: data.exercise });
      await program;
      return postMessage({ ready: true });
    }
    const { FS, ccall } = await program;
    FS.writeFile("/answer.wasm", data.module);
    const texts = ["/check.wasm", "/answer.wasm", String(data.seed), "/report"];
    const status = ccall("horloge_check", "number", ["string", "string", "string", "string"], texts);
    printed.send();
    postMessage({ end: { status } });
  } catch (error) {
    printed.send();
    postMessage({ end: endOf(error) });
  }
};
