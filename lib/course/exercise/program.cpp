#include "course/exercise/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "course/exercise/answer_library.h"
#include "course/exercise/case_table.h"
#include "course/exercise/emergency.h"
#include "course/exercise/likeness.h"
#include "course/exercise/naming.h"
#include "course/exercise/seal.h"
#include "course/exercise/throw_line.h"
#include "horloge/core/buffer_pool.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/gemm.h"

namespace exercise {
namespace {

using nlohmann::json;

// How many seeds a check goes through: what holds for one set of random numbers
// may not hold for another.
constexpr std::uint64_t fresh_seeds = 3;

class Report {
 public:
  Report(int descriptor, const std::optional<SealKey>& key)
      : descriptor_(descriptor), key_(key) {}

  void add(const json& event) const {
    const std::string text =
        event.dump(-1, ' ', false, json::error_handler_t::replace);
    const std::string line =
        (key_ ? seal_of(*key_, text) + " " : "") + text + "\n";
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t n =
          write(descriptor_, line.data() + done, line.size() - done);
      if (n <= 0) return;
      done += static_cast<std::size_t>(n);
    }
  }

 private:
  int descriptor_;
  std::optional<SealKey> key_;
};

json to_json(const char* event, const Finding& finding) {
  return {{"event", event},
          {"kind", name_of(finding.kind)},
          {"sentence", finding.sentence},
          {"ok", finding.ok},
          {"skipped", finding.skipped},
          {"message", finding.message}};
}

KnownTrace trace_of(const Exam& exam, const Exam::Mistake& mistake,
                    std::uint64_t seed) {
  Examiner examiner(seed);
  exam.check(mistake.answer, examiner);
  return {mistake.id, examiner};
}

std::vector<KnownTrace> traces_of(
    const Exam& exam, const std::vector<const Exam::Mistake*>& mistakes,
    std::uint64_t seed) {
  std::vector<KnownTrace> known;
  for (const Exam::Mistake* mistake : mistakes)
    known.push_back(trace_of(exam, *mistake, seed));
  return known;
}

std::vector<const Exam::Mistake*> all_mistakes(const Exam& exam) {
  std::vector<const Exam::Mistake*> all;
  for (const Exam::Mistake& mistake : exam.mistakes) all.push_back(&mistake);
  return all;
}

// Which of these mistakes, one or two, explain an answer; empty if none does,
// or if it is in doubt.
std::vector<std::string> explain(const Examiner& examiner,
                                 const std::vector<KnownTrace>& known) {
  const std::vector<std::string> ids = shared_mistakes(examiner, known);
  if (ids.size() == 1) return ids;
  return ids.empty() ? joint_mistakes(examiner, known)
                     : std::vector<std::string>{};
}

// What an answer prints goes nowhere as long as this lives.
class Silence {
 public:
  Silence() {
    std::fflush(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      kept_.push_back(dup(stream));
      dup2(nowhere, stream);
    }
    close(nowhere);
  }
  ~Silence() {
    std::fflush(nullptr);
    for (const int stream : {STDERR_FILENO, STDOUT_FILENO}) {
      dup2(kept_.back(), stream);
      close(kept_.back());
      kept_.pop_back();
    }
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  std::vector<int> kept_;
};

// The known mistake that an answer makes, or the two of them. What fits by
// chance with one set of random numbers does not with the next.
std::vector<const Exam::Mistake*> find_mistakes(
    const Exam& exam, const void* answer, const Examiner& examiner,
    const std::vector<KnownTrace>& known, Explains explains) {
  const auto ids = explains == Explains::all
                       ? explain(examiner, known)
                       : main_mistake(examiner, explains, known);
  std::vector<const Exam::Mistake*> found;
  for (const Exam::Mistake& mistake : exam.mistakes)
    if (std::find(ids.begin(), ids.end(), mistake.id) != ids.end())
      found.push_back(&mistake);
  if (found.empty()) return {};
  const Silence silence;  // with the first seed it has printed all this
  const std::vector<bool> failed =
      main_parts(examiner, explains, KnownTrace("", examiner).failed);
  for (std::uint64_t i = 1; i < fresh_seeds; ++i) {
    Examiner again(examiner.seed() + i);
    exam.check(answer, again);
    const auto traces = traces_of(exam, found, again.seed());
    const bool agrees = found.size() == 1
                            ? agree_in(failed, again, traces[0])
                            : again.passed() || explain(again, traces) == ids;
    if (!agrees) return {};
  }
  return found;
}

json to_json(const std::vector<const Exam::Mistake*>& mistakes,
             Explains explains) {
  std::string ids, sentence;
  for (const Exam::Mistake* mistake : mistakes) {
    ids += (ids.empty() ? "" : ", ") + mistake->id;
    sentence +=
        (sentence.empty() ? "" : ". It looks, too, as if ") + mistake->sentence;
  }
  if (explains != Explains::all)
    sentence += ". This may not be all that is wrong, though";
  return {{"event", "mistake"}, {"id", ids}, {"sentence", sentence}};
}

json to_json(const Likeness& likeness) {
  return {{"event", "likeness"},
          {"sentence", likeness.sentence},
          {"about", likeness.about}};
}

// What a fresh copy of an answer does, asked part by part, the last one first.
// What is kept from call to call may fit one order and not the other. Stops at
// the first part of which `goes_on` does not hold.
void ask_in_another_order(
    const Exam& exam, const Examiner& examiner,
    const std::function<bool(const Examiner&, std::size_t part)>& goes_on) {
  const Silence silence;
  const void* const copy = open_fresh_copy();
  if (copy == nullptr) return;
  for (std::size_t part = examiner.findings().size(); part-- > 0;) {
    Examiner again(examiner.seed());
    again.take([part](std::size_t one) { return one == part; });
    exam.check(copy, again);
    if (!goes_on(again, part)) return;
  }
}

bool depends_on_earlier_calls(const Exam& exam, const Examiner& examiner) {
  bool same = true;
  ask_in_another_order(
      exam, examiner, [&](const Examiner& again, std::size_t part) {
        same = examiner.findings()[part].skipped ||
               same_everywhere({examiner.trace()[part]}, {again.trace()[part]});
        return same;
      });
  return !same;
}

// How an answer that makes no known mistake is wrong, and its smallest failing
// case. Whether there was anything to say.
bool tell_likeness(const Exam& exam, const Examiner& examiner,
                   const std::vector<KnownTrace>& known, const Report& report) {
  Likeness likeness = find_likeness(examiner);
  if (likeness.about.empty() && depends_on_earlier_calls(exam, examiner))
    likeness = likeness_of_memory();
  if (likeness.sentence.empty()) {
    const MistakeLikeness like = find_likeness_to_mistake(examiner, known);
    if (!like.up_to.empty())
      likeness.sentence =
          fmt::format("up to {}, your numbers are what comes out if {}",
                      like.up_to, exam.mistakes[like.mistake].sentence);
  }
  if (!likeness.sentence.empty()) report.add(to_json(likeness));
  return !likeness.sentence.empty();
}

// The first of these that has something to say: what is known, what the numbers
// are like, what is known of all but the edges.
void tell_mistake(const Exam& exam, const void* answer,
                  const Examiner& examiner, const Report& report) {
  const auto known = traces_of(exam, all_mistakes(exam), examiner.seed());
  for (const Explains explains :
       {Explains::all, Explains::all_but_edges, Explains::values}) {
    const auto mistakes =
        find_mistakes(exam, answer, examiner, known, explains);
    if (!mistakes.empty()) return report.add(to_json(mistakes, explains));
    if (explains == Explains::all &&
        tell_likeness(exam, examiner, known, report))
      return;
  }
}

bool is_unwritten(const Examiner& examiner) {
  return std::any_of(examiner.findings().begin(), examiner.findings().end(),
                     [](const Finding& f) {
                       return f.message.find("not written yet") !=
                              std::string::npos;
                     });
}

bool passes_in_another_order(const Exam& exam, const Examiner& examiner,
                             const Report& report) {
  bool passed = true;
  ask_in_another_order(exam, examiner,
                       [&](const Examiner& again, std::size_t part) {
                         passed = again.passed();
                         if (!passed)
                           report.add(to_json("end", again.findings()[part]));
                         return passed;
                       });
  return passed;
}

// Checks with one seed, then, if all went well, with the next ones. Each part
// is reported as it begins, so that a crash can be told from a failure.
bool examine(const Exam& exam, const void* answer, std::uint64_t seed,
             const Report& report) {
  bool passed = true;
  for (std::uint64_t s = seed; s < seed + fresh_seeds; ++s) {
    Examiner examiner(s);
    const bool first = s == seed;
    if (first) examiner.tell();
    examiner.on_begin = [&](const Finding& f) {
      report.add(to_json("begin", f));
    };
    examiner.on_end = [&](const Finding& f) {
      if (first || !f.ok) report.add(to_json("end", f));
    };
    exam.check(answer, examiner);
    if (examiner.passed()) {
      if (s + 1 == seed + fresh_seeds)
        passed = passes_in_another_order(exam, examiner, report);
      continue;
    }
    report.add({{"event", "verdict"}, {"passed", false}, {"seed", s}});
    if (is_unwritten(examiner)) return false;
    tell_mistake(exam, answer, examiner, report);
    report.add({{"event", "case"}, {"lines", smallest_failing_case(examiner)}});
    return false;
  }
  report.add({{"event", "verdict"}, {"passed", passed}, {"seed", seed}});
  if (!passed) report.add(to_json(likeness_of_memory()));
  return passed;
}

// The report goes by a number of its own: what an answer prints on any other
// does not get into it.
int hidden(int descriptor) {
  constexpr int far = 200;
  if (descriptor <= STDERR_FILENO) return descriptor;
  const int other = fcntl(descriptor, F_DUPFD_CLOEXEC, far);
  if (other < 0) return descriptor;
  close(descriptor);
  return other;
}

// The arrays are small: more threads would wait for each other most of the
// time, and add up in another order.
void use_one_thread() {
  horloge::use_one_blas_thread();
  horloge::set_num_threads(1);
}

// Every known mistake must fail, and be named by its own id and no other.
bool prove_mistakes(const Exam& exam, std::uint64_t seed) {
  bool all = exam.mistakes.size() >= 6;
  if (!all) fmt::print("only {} wrong answers\n", exam.mistakes.size());
  std::set<std::string> ids;
  const auto known = traces_of(exam, all_mistakes(exam), seed);
  for (const Exam::Mistake& mistake : exam.mistakes) {
    Examiner examiner(seed);
    exam.check(mistake.answer, examiner);
    std::string named;
    for (const std::string& id : shared_mistakes(examiner, known))
      named += (named.empty() ? "" : ", ") + id;
    const bool right = !examiner.passed() && named == mistake.id &&
                       ids.insert(mistake.id).second;
    all = all && right;
    fmt::print("{}  {}: {}, named {}\n", right ? "ok  " : "FAIL", mistake.id,
               examiner.passed() ? "passed" : "rejected",
               named.empty() ? "nothing" : named);
  }
  return all;
}

}  // namespace

bool try_seeds(const Exam& exam, const void* answer, std::uint64_t first,
               std::uint64_t count) {
  std::vector<Finding> parts;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Examiner examiner(seed);
    if (seed == first) examiner.tell();
    if (seed != first && seed + 1 != first + count)
      examiner.take([&](std::size_t part) {
        return part >= parts.size() || parts[part].random;
      });
    exam.check(answer, examiner);
    if (seed == first) parts = examiner.findings();
    for (const Finding& f : examiner.findings())
      if (!f.ok) {
        fmt::print("seed {}: {}: {}\n", seed, f.sentence, f.message);
        return false;
      }
  }
  fmt::print("{} seeds from {} on passed\n", count, first);
  return true;
}

int run_exam(int argc, char** argv, const Exam& exam) try {
  use_one_thread();
  const auto key = take_seal_key();  // before any of the answer's code runs
  std::string path;
  std::uint64_t seed = 1;
  std::uint64_t seeds = 0;
  int descriptor = STDOUT_FILENO;
  bool mistakes = false;
  CLI::App app{"Checks an answer to an exercise"};
  app.add_option("answer", path, "The answer, compiled to a shared library");
  app.add_option("--seed", seed, "Of the check's random numbers")
      ->capture_default_str();
  app.add_option("--seeds", seeds,
                 "Try this many seeds, and report the first that fails");
  app.add_option("--report", descriptor, "Write the report there");
  app.add_flag("--mistakes", mistakes, "Check every known mistake instead");
  CLI11_PARSE(app, argc, argv);

  horloge::pool_fill_with(unset_pattern);
  if (mistakes) return prove_mistakes(exam, seed) ? 0 : 1;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // nothing is lost in a crash
  descriptor = hidden(descriptor);
  report_emergencies(descriptor);
  watch_throws_of(path);
  confine_answer();
  const void* const answer = open_answer(path);
  const bool passed =
      seeds > 0 ? try_seeds(exam, answer, seed, seeds)
                : examine(exam, answer, seed, Report(descriptor, key));
  std::fflush(nullptr);
  _exit(passed ? 0 : 1);  // what an answer left behind cannot spoil the verdict
} catch (const std::exception& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 2;
}

}  // namespace exercise
