// Compiles answers to side modules of the check's program, with clang for WebAssembly. A worker of the page
// loads it, and node does, which makes the precompiled header.
(function () {
  "use strict";

  /** What an answer is compiled with, as natively: lib/course/exercise/CMakeLists.txt has the reasons. */
  const flags = [
    "--target=wasm32-unknown-emscripten", "-DEMSCRIPTEN", "-D_LIBCPP_ABI_VERSION=2",
    "-Dunix", "-D__unix", "-D__unix__", "-std=c++17", "-O1", "-fPIC", "-fvisibility=default",
    "-fno-threadsafe-statics", "-fexceptions", "-mllvm", "-enable-emscripten-cxx-exceptions",
    "-ftrivial-auto-var-init=pattern", "-ffp-contract=off",
    "-DHORLOGE_DOUBLE", "-DXTENSOR_ENABLE_ASSERT", "-DXTENSOR_USE_FLENS_BLAS", "-DFMT_HEADER_ONLY",
    "-nostdinc", "-isystem", "sys/c++/v1", "-isystem", "own", "-isystem", "sys/compat", "-isystem", "sys",
    "-isystem", "inc", "-Ilib", "-Wall", "-Wno-unused", "-Wno-c++11-narrowing", "-Werror=return-type",
    "-Werror=unused-value", "-Werror=comma", "-Werror=unused-comparison", "-fno-color-diagnostics",
  ];
  const link = [
    "-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--export-dynamic", "--strip-all",
    "entry.o", "answer.o", "-o", "answer.wasm",
  ];
  const header = "answer_headers.h";
  const precompiled = header + ".pch";

  /** {"a/b": text} as folders within folders. */
  function folders(files) {
    const root = {};
    for (const [path, content] of Object.entries(files)) {
      const parts = path.split("/");
      let folder = root;
      for (const part of parts.slice(0, -1)) folder = folder[part] ??= {};
      folder[parts.at(-1)] = content;
    }
    return root;
  }

  /** Runs a program of LLVM's: {files, messages}; files is null where it says that something is wrong. */
  async function run(program, args, files) {
    const decoder = new TextDecoder();
    let messages = "";
    const hear = (bytes) => {
      if (bytes) messages += decoder.decode(bytes, { stream: true });
    };
    const options = { stdout: hear, stderr: hear, decodeASCII: false, fetchProgress() {} };
    try {
      return { files: await program(args, files, options), messages };
    } catch (error) {
      if (!error.files) throw error; // it has not come to its end
      return { files: null, messages };
    }
  }

  /** The folder of an exercise's lesson: of 04_sinusoidal_table lessons/04_sinusoidal. */
  function lessonOf(id, headers) {
    const place = new RegExp(`^(lessons/${id.slice(0, 3)}[^/]*)/exercises/${id.slice(3)}/`);
    for (const file of Object.keys(headers)) {
      const found = place.exec(file);
      if (found) return found[1];
    }
    throw new Error("there is no exercise " + id);
  }

  /**
   * What a linker would say of functions that a module calls and nobody has: those of C++ and, with _ at the
   * end, those of LAPACK. The rest is the runtime's.
   */
  async function complaints(llvm, bytes, name, symbols) {
    const module = new WebAssembly.Module(bytes);
    const own = new Set(WebAssembly.Module.exports(module).map((symbol) => symbol.name));
    const imported = WebAssembly.Module.imports(module).map((symbol) => symbol.name);
    const missing = [...new Set(imported)].filter((symbol) => !own.has(symbol) && !symbols.has(symbol));
    const lapack = missing.filter((symbol) => /^[a-z]\w*_$/.test(symbol));
    const functions = missing.filter((symbol) => symbol.startsWith("_Z"));
    const said = lapack.map((symbol) => `error: ${symbol.slice(0, -1)} of LAPACK is not there in a browser\n`);
    if (functions.length > 0)
      for (const line of (await run(llvm.commands["c++filt"], functions, {})).messages.trimEnd().split("\n"))
        said.push(`${name}: undefined reference to \`${line}'\n`);
    return said.join("");
  }

  /**
   * A compiler: `llvm` is the package @yowasp/clang, `headers` {path: text}, `pch` what `precompile` answered,
   * if it was asked before, `symbols` a set of what the check's program has for an answer.
   */
  globalThis.horlogeCompiler = function ({ llvm, headers, pch, symbols }) {
    const files = folders({ ...headers, [header]: '#include "course/exercise/exercise.h"\n' });
    if (pch) files[precompiled] = pch;

    return {
      /** Reads the headers once for all: the bytes of the precompiled header. */
      async precompile() {
        const args = ["clang++", ...flags, "-x", "c++-header", header, "-o", precompiled];
        const made = await run(llvm.runClang, [...args, "-Xclang", "-fno-pch-timestamp"], files);
        if (!made.files) throw new Error(made.messages);
        return (files[precompiled] = made.files[precompiled]);
      },

      /** An object of an answer to exercise `id`: {object, messages}; null where it does not compile. */
      async compile(id, source) {
        const name = id.slice(3) + ".cpp";
        const args = ["clang++", ...flags, "-I" + lessonOf(id, headers), "-Ilessons", "-Xclang", "-fno-validate-pch"];
        const made = await run(
          llvm.runClang,
          [...args, "-include-pch", precompiled, "-c", name, "-o", "answer.o"],
          { ...files, [name]: source },
        );
        return { object: made.files && made.files["answer.o"], messages: made.messages };
      },

      /** A side module of an object and the exercise's entry.o: {module, messages}; null as above. */
      async link(id, object, entry) {
        const made = await run(llvm.runLLVM, ["wasm-ld", ...link], { "entry.o": entry, "answer.o": object });
        if (!made.files) return { module: null, messages: made.messages };
        const module = made.files["answer.wasm"];
        const messages = await complaints(llvm, module, id.slice(3) + ".cpp", symbols);
        return { module: messages ? null : module, messages };
      },
    };
  };
})();
