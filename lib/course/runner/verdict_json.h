#pragma once

#include <string>

namespace runner {

/// The verdict on an answer that was compiled and checked elsewhere, such as in
/// a browser, in the words of ./learn. The request is JSON:
///   {"exercise": name, "file": name, "source": text, "reread": sentence,
///    "seconds": number, "result": {…}}
/// `file` is what the compiler calls the source. The result is one of
///   {"outcome": "compiled-not", "log": text}
///   {"outcome": "checked", "seed": n, "events": […], "printed": text}
///   {"outcome": "ended", "why": "time", "flood" or "crash", …, "signal": name,
///    "status": n}
/// So is the answer:
///   {"outcome": "passed", "failed", "unwritten", "does-not-compile",
///    "crashed" or "out-of-time", "seed": n, "mistake": id, "printed": text,
///    "lines": [{"kind", "text"}], "full": […], "closing": […],
///    "errors": [{"line", "column", "about", "sentence", "says"}],
///    "error_count": n}
/// or {"error": sentence}. The kinds are those of LineKind, with - for _.
std::string verdict_json(const std::string& request);

}  // namespace runner
