#include "course/runner/among_processes.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/content/lines.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

constexpr unsigned most_seconds = 40;  // a rank itself waits for ten at most
constexpr int no_such_program = 127;

fs::path trial_program(const Course& course, const Exercise& exercise) {
  return course.build / "bin" / ("processes_" + exercise.id);
}

// More processes than cores, as root, in a container, each with one thread.
ProcessOptions trial_options(const Course& course,
                             const std::function<bool()>& stop) {
  ProcessOptions options;
  options.folder = course.work;
  options.stop = stop;
  options.wall_seconds = most_seconds;
  options.max_output_bytes = std::size_t{16} << 20;
  options.environment = {
      {"OMP_NUM_THREADS", "1"},
      {"OPENBLAS_NUM_THREADS", "1"},
      {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
      {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
      {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
      {"OMPI_MCA_mpi_yield_when_idle", "1"},
      {"OMPI_MCA_btl", "^tcp"},
      // As Open MPI 4 calls them, and as 5 does.
      {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
      {"PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"},
      {"OMPI_MCA_hwloc_base_binding_policy", "none"},
      {"PRTE_MCA_hwloc_default_binding_policy", "none"},
  };
  return options;
}

// What the processes wrote down: how many began, and the first verdict.
struct TrialReport {
  int began = 0;
  bool right = false;
  std::string wrong;
};

TrialReport read_trial_report(const fs::path& file) {
  TrialReport report;
  if (!fs::exists(file)) return report;
  const std::string wrong = "wrong: ";
  for (const std::string& line : content::lines_of(read_text(file))) {
    if (line == "began") ++report.began;
    if (line == "right") report.right = true;
    if (content::begins_with(line, wrong) && report.wrong.empty())
      report.wrong = line.substr(wrong.size());
  }
  return report;
}

std::string first_words(const std::string& output) {
  for (const std::string& line : content::lines_of(output))
    if (std::any_of(line.begin(), line.end(),
                    [](unsigned char c) { return std::isalnum(c) != 0; }))
      return line;
  return "it says nothing";
}

// Threads see each other's variables, and processes do not; there is little
// else that the check among threads does not see.
std::string wrong_sentence(int count, const std::string& what) {
  return fmt::format(
      "with {} processes, started by mpirun, it is not right, though it is "
      "with threads: {}. It looks as if your ranks share a variable, static "
      "or global. Threads can; a process has its own, and only what is sent "
      "gets across [shared-memory]",
      count, what);
}

AmongProcesses run_trial(const Course& course, const Exercise& exercise,
                         const fs::path& library, int count,
                         const std::function<bool()>& stop) {
  const RemoveAtEnd file(
      fs::path(library).replace_extension(fmt::format(".{}.report", count)));
  const ProcessResult run =
      run_process({"mpirun", "-n", std::to_string(count),
                   trial_program(course, exercise), library, file.path()},
                  trial_options(course, stop));
  const TrialReport report = read_trial_report(file.path());
  AmongProcesses result;
  if (run.stopped) return result;
  if (run.status == no_such_program && report.began == 0)
    result.not_tried =
        "Not tried under mpirun, which is not there: `sudo apt install "
        "openmpi-bin libopenmpi-dev`.";
  else if (!report.wrong.empty())
    result.trouble = wrong_sentence(count, report.wrong);
  else if (run.ok() && report.right)
    result.right = fmt::format("{}", count);
  else if (report.began < count)
    result.not_tried = fmt::format(
        "Not tried under mpirun, which could not start {} processes here: {}",
        count, first_words(run.output));
  else
    result.trouble = wrong_sentence(
        count,
        run.out_of_time
            ? fmt::format("it was still running after {} seconds", most_seconds)
            : "it crashes");
  return result;
}

}  // namespace

bool is_for_processes(const Exercise& exercise) {
  return fs::exists(exercise.folder / "processes.cpp");
}

AmongProcesses try_among_processes(const Course& course,
                                   const Compiler& compiler,
                                   const Exercise& exercise,
                                   const fs::path& file,
                                   const std::function<bool()>& stop) {
  if (!fs::exists(trial_program(course, exercise)))
    return {"", "",
            "Not tried under mpirun, as the course was built without MPI: "
            "`sudo apt install openmpi-bin libopenmpi-dev`, then `cmake "
            "--preset release`."};
  const Compiled compiled =
      compiler.compile(exercise, file, BuildMode::quick, stop);
  if (!compiled.ok) return {};  // it was stopped, or changed meanwhile
  const RemoveAtEnd tidy(compiled.library);
  for (const int count : {2, 4}) {
    AmongProcesses result =
        run_trial(course, exercise, compiled.library, count, stop);
    if (result.right.empty()) return result;
  }
  return {"right under mpirun with 2 and with 4 processes, too", "", ""};
}

}  // namespace runner
