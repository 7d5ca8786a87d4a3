#include "course/runner/verdict_json.h"

#include <csignal>
#include <nlohmann/json.hpp>

#include "course/runner/diagnosis.h"
#include "course/runner/judge.h"
#include "course/runner/verdict_words.h"

namespace runner {
namespace {

using nlohmann::json;

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::failed:
      return "failed";
    case Outcome::unwritten:
      return "unwritten";
    case Outcome::does_not_compile:
      return "does-not-compile";
    case Outcome::crashed:
      return "crashed";
    case Outcome::out_of_time:
      return "out-of-time";
    case Outcome::stopped:
      return "stopped";
    default:
      return "broken";
  }
}

const char* name_of(LineKind kind) {
  constexpr const char* names[] = {
      "failed", "brief",      "passed",   "todo",   "untouched", "in-full",
      "remark", "case-title", "case-row", "reread", "hint",      "closing"};
  return names[static_cast<std::size_t>(kind)];
}

int signal_of(const std::string& name) {
  constexpr std::pair<const char*, int> signals[] = {
      {"SIGSEGV", SIGSEGV}, {"SIGBUS", SIGBUS}, {"SIGFPE", SIGFPE},
      {"SIGABRT", SIGABRT}, {"SIGILL", SIGILL}, {"SIGTRAP", SIGTRAP},
      {"SIGKILL", SIGKILL}};
  for (const auto& [known, signal] : signals)
    if (name == known) return signal;
  return 0;
}

// A member that may be missing, or null.
template <class T>
T member(const json& object, const char* name, T otherwise) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? otherwise
                                                   : found->get<T>();
}

// As if the check had run as a process here.
ProcessResult process_of(const json& result) {
  ProcessResult run;
  run.output = member(result, "printed", std::string());
  for (const json& event : result.at("events"))
    run.report += event.dump() + "\n";
  if (result.at("outcome") == "checked") return run;
  const std::string why = result.at("why");
  run.out_of_time = why == "time";
  run.flooded = why == "flood";
  run.stopped = why == "cancel";
  run.signal = signal_of(member(result, "signal", std::string()));
  run.status = member(result, "status", 0);
  return run;
}

json json_of(const std::vector<VerdictLine>& lines) {
  json all = json::array();
  for (const VerdictLine& line : lines)
    all.push_back({{"kind", name_of(line.kind)}, {"text", line.text}});
  return all;
}

json compile_errors(const json& request) {
  constexpr std::size_t most = 8;
  const auto errors =
      diagnose_all(request.at("result").at("log"), request.at("file"),
                   request.at("source"), most);
  json all = json::array();
  for (const Diagnosis& error : errors)
    all.push_back({{"line", error.line},
                   {"column", error.column},
                   {"sentence", compile_sentence(error)},
                   {"about", error.sentence},
                   {"says", compilers_words(error)}});
  return {{"outcome", name_of(Outcome::does_not_compile)},
          {"errors", all},
          {"error_count", errors.front().errors}};
}

json verdict_on(const json& request) {
  const json& result = request.at("result");
  if (result.at("outcome") == "compiled-not") return compile_errors(request);
  Verdict verdict;
  verdict.seed = member(result, "seed", std::uint64_t{0});
  judge(process_of(result), request.at("source"), verdict);
  verdict.seconds = member(request, "seconds", 0.0);
  const VerdictAbout about{request.at("exercise"),
                           member(request, "reread", std::string()),
                           "check again"};
  return {{"outcome", name_of(verdict.outcome)},
          {"seed", verdict.seed},
          {"mistake", verdict.mistake},
          {"printed", verdict.printed},
          {"lines", json_of(verdict_lines(about, verdict, false))},
          {"full", json_of(verdict_lines(about, verdict, true))},
          {"closing", json_of(closing_lines(about, verdict))}};
}

}  // namespace

std::string verdict_json(const std::string& request) {
  json answer;
  try {
    answer = verdict_on(json::parse(request));
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}};
  }
  // What an answer printed may be no text.
  return answer.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace runner
