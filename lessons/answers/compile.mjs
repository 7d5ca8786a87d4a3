// Compiles answers to side modules, with clang for WebAssembly: the same in a page's worker and under node.

/** What an answer is compiled with, as natively: lib/course/exercise/CMakeLists.txt has the reasons. */
const flags = [
  "--target=wasm32-unknown-emscripten", "-DEMSCRIPTEN", "-D_LIBCPP_ABI_VERSION=2", "-Dunix", "-D__unix", "-D__unix__",
  "-std=c++17", "-O1", "-fPIC", "-fvisibility=default", "-fno-threadsafe-statics", "-fexceptions",
  "-mllvm", "-enable-emscripten-cxx-exceptions", "-ftrivial-auto-var-init=pattern",
  "-DHORLOGE_DOUBLE", "-DXTENSOR_ENABLE_ASSERT", "-DXTENSOR_USE_FLENS_BLAS", "-DFMT_HEADER_ONLY",
  "-nostdinc", "-isystem", "sys/c++/v1", "-isystem", "own", "-isystem", "sys/compat", "-isystem", "sys",
  "-isystem", "inc", "-Ilib", "-Ilessons",
  "-Wall", "-Wno-unused", "-Wno-c++11-narrowing", "-Werror=return-type", "-Werror=unused-value", "-Werror=comma",
  "-Werror=unused-comparison", "-fno-color-diagnostics",
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

/** Runs a program of LLVM's: {files, messages}; files is null where it failed. */
async function run(program, args, files) {
  const decoder = new TextDecoder();
  let messages = "";
  const hear = (bytes) => {
    if (bytes) messages += typeof bytes === "string" ? bytes : decoder.decode(bytes, { stream: true });
  };
  try {
    const made = await program(args, files, { stdout: hear, stderr: hear, decodeASCII: false });
    return { files: made, messages };
  } catch (error) {
    if (error.code === undefined && !error.files) throw error;
    return { files: null, messages };
  }
}

/**
 * A compiler: `llvm` is the package @yowasp/clang, `headers` {path: text}, `pch` what `precompile` answered,
 * or nothing.
 */
export function compiler(llvm, headers, pch) {
  const files = folders({ ...headers, [header]: '#include "course/exercise/exercise.h"\n' });
  if (pch) files[precompiled] = pch;

  return {
    /** Reads the headers once for all: the bytes of the precompiled header. */
    async precompile() {
      const args = ["clang++", ...flags, "-x", "c++-header", header, "-o", precompiled, "-Xclang", "-fno-pch-timestamp"];
      const made = await run(llvm.runClang, args, files);
      if (!made.files) throw new Error(made.messages);
      return (files[precompiled] = made.files[precompiled]);
    },

    /** An object of a source: {object, messages}; no object where it does not compile. */
    async compile(source, name, topic) {
      const with_headers = files[precompiled] ? ["-Xclang", "-fno-validate-pch", "-include-pch", precompiled] : [];
      const args = ["clang++", ...flags, "-Ilessons/" + topic, ...with_headers, "-c", name, "-o", "answer.o"];
      const made = await run(llvm.runClang, args, { ...files, [name]: source });
      return { object: made.files && made.files["answer.o"], messages: made.messages };
    },

    /** A side module of an object and the exercise's entry.o: {module, messages}. */
    async link(object, entry) {
      const args = ["wasm-ld", "-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic",
        "--export-dynamic", "entry.o", "answer.o", "-o", "answer.wasm"];
      const made = await run(llvm.runLLVM, args, { "entry.o": entry, "answer.o": object });
      return { module: made.files && made.files["answer.wasm"], messages: made.messages };
    },
  };
}
