#pragma once

#include <string>

#include "course/runner/among_processes.h"
#include "course/runner/answer_check.h"
#include "course/runner/session.h"

namespace runner {

using stage::show;

/// A verdict as a learner sees it: what failed first in full, the rest in a
/// line each, so that it fits a window of 24 rows. `full`: all of it; `raw`:
/// all that the compiler says.
std::string show_verdict(const Session& session, const Exercise& exercise,
                         const Verdict& verdict, bool raw, bool full = false);

/// What the sanitized check adds to it.
std::string show_sanitized(const Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result);

/// What became of it among processes; nothing if it was not tried there.
std::string show_processes(const Session& session, const Exercise& exercise,
                           const AmongProcesses& result);

/// A sentence wrapped to the terminal, its later lines indented. What a
/// terminal would obey is shown, not sent; the prefix is sent as it is.
std::string wrapped(const Session& session, const std::string& first_prefix,
                    const std::string& text, std::size_t indent);
std::string wrapped(std::size_t width, const std::string& first_prefix,
                    const std::string& text, std::size_t indent);

}  // namespace runner
