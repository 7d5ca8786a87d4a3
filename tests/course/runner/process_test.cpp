// Other programs, with limits.

#include "course/runner/process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "scratch.h"

namespace runner {
namespace {

using std::chrono::steady_clock;

ProcessResult shell(const std::string& script, const ProcessOptions& options = {}) {
  return run_process({"sh", "-c", script}, options);
}

TEST(Process, AnswersWithOutputAndStatus) {
  const ProcessResult result = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.output, "out\nerr\n");
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.signal, 0);
  EXPECT_FALSE(result.ok());
  EXPECT_TRUE(shell("true").ok());
}

TEST(Process, TellsTheSignalThatEndedIt) {
  const ProcessResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.status, -1);
}

TEST(Process, SaysWhatCannotBeRun) {
  const ProcessResult result = run_process({"/no/such/program"});
  EXPECT_EQ(result.status, 127);
  EXPECT_EQ(result.output, "cannot run /no/such/program");
  ProcessOptions options;
  options.folder = "/no/such/folder";
  EXPECT_EQ(shell("true", options).output, "there is no folder /no/such/folder");
}

// Where nothing refuses it: a program stops the keeper that is to end it, once or for ever.
TEST(Process, EndsWhoeverStopsItsKeeper) {
  for (const char* script :
       {"kill -STOP $PPID; sleep 1000", "while :; do kill -STOP $PPID; done"}) {
    ProcessOptions options;
    options.wall_seconds = 1;
    const auto start = steady_clock::now();
    EXPECT_TRUE(shell(script, options).out_of_time);
    EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(20)) << script;
  }
}

TEST(Process, ReadsNothingFromUs) { EXPECT_EQ(shell("cat").output, ""); }

TEST(Process, RunsInAFolderWithAnEnvironment) {
  const Scratch scratch;
  setenv("HORLOGE_PROCESS_TEST", "before", 1);
  ProcessOptions options;
  options.folder = scratch.folder();
  options.environment = {{"HORLOGE_PROCESS_TEST", "after"}};
  EXPECT_EQ(shell("pwd; echo $HORLOGE_PROCESS_TEST", options).output,
            scratch.folder().string() + "\nafter\n");
}

TEST(Process, HearsTheReportOnDescriptorThree) {
  ProcessOptions options;
  options.report = true;
  const ProcessResult result = shell("echo said; echo reported >&3", options);
  EXPECT_EQ(result.output, "said\n");
  EXPECT_EQ(result.report, "reported\n");
}

TEST(Process, WithoutAReportDescriptorThreeIsClosed) { EXPECT_FALSE(shell("echo x >&3").ok()); }

TEST(Process, EndsWhatSleepsTooLong) {
  ProcessOptions options;
  options.wall_seconds = 1;
  const ProcessResult result = shell("echo begun; sleep 1000", options);
  EXPECT_TRUE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.output, "begun\n");
}

TEST(Process, EndsWhatComputesTooLong) {
  ProcessOptions options;
  options.cpu_seconds = 1;
  const ProcessResult result = shell("while :; do :; done", options);
  EXPECT_TRUE(result.out_of_time);
}

TEST(Process, EndsWhatDoesNotHeedItsLimit) {
  ProcessOptions options;
  options.cpu_seconds = 1;
  const ProcessResult result = shell("trap '' XCPU; while :; do :; done", options);
  EXPECT_TRUE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGXCPU);
}

TEST(Process, EndsWhatBecomesTooMany) {
  ProcessOptions options;
  options.processes = 20;
  const ProcessResult result =
      shell("echo begun; while :; do setsid sleep 1000 & sleep 0.01; done", options);
  EXPECT_TRUE(result.too_many_processes);
  EXPECT_FALSE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.output, "begun\n");
  options.processes = 3;  // the shell, two more, and whoever waits for them
  EXPECT_TRUE(shell("sleep 0.1 & sleep 0.1 & wait", options).ok());
}

TEST(Process, LimitsItsMemory) {
  ProcessOptions options;
  options.max_memory_bytes = std::size_t{200} << 20;
  const char* const takes_a_gigabyte = "dd if=/dev/zero of=/dev/null bs=1G count=1";
  EXPECT_FALSE(shell(takes_a_gigabyte, options).ok());
}

TEST(Process, KeepsTheFirstMegabyteOfOutput) {
  const ProcessResult result = shell("yes | head -c 3000000");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.output.size(), std::size_t{1} << 20);
}

TEST(Process, EndsWhatPrintsWithoutEnd) {
  ProcessOptions options;
  options.max_output_bytes = std::size_t{4} << 20;
  const ProcessResult result = shell("yes", options);
  EXPECT_TRUE(result.flooded);
  EXPECT_FALSE(result.out_of_time);
  EXPECT_EQ(result.signal, SIGKILL);
}

TEST(Process, EndsWhenToldTo) {
  ProcessOptions options;
  options.stop = [start = steady_clock::now()] {
    return steady_clock::now() - start > std::chrono::milliseconds(100);
  };
  const ProcessResult result = shell("sleep 1000", options);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.out_of_time);
}

// Whether a process is gone, or soon is.
bool goes_away(pid_t process) {
  const auto end = steady_clock::now() + std::chrono::seconds(60);
  while (kill(process, 0) == 0) {
    // An orphan stays in the table until init, or what stands for it, has looked.
    std::string state = shell("cut -d' ' -f3 /proc/" + std::to_string(process) + "/stat").output;
    if (state == "Z\n") return true;
    if (steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

TEST(Process, EndsWhatItStartedToo) {
  ProcessOptions options;
  options.wall_seconds = 1;
  const ProcessResult ended = shell("sleep 1000 & echo $!; wait", options);
  EXPECT_TRUE(goes_away(std::stoi(ended.output)));
  // And what it left running when it ended by itself.
  const ProcessResult left = shell("sleep 1000 & echo $!");
  EXPECT_TRUE(left.ok());
  EXPECT_TRUE(goes_away(std::stoi(left.output)));
}

// A group or a session of its own, a parent that is gone, a signal that it does not hear.
TEST(Process, EndsWhatHasLeftIt) {
  for (const char* const leaves :
       {"setsid sleep 1000 & echo $!", "nohup sleep 1000 >/dev/null & echo $!",
        "(setsid sh -c 'setsid sleep 1000 & echo $!' &) ; sleep 0.2",
        "(trap '' HUP TERM INT; sleep 1000 & echo $!) & sleep 0.2"}) {
    const ProcessResult left = shell(leaves);
    EXPECT_TRUE(left.ok());
    EXPECT_EQ(kill(std::stoi(left.output), 0), -1) << leaves;
  }
}

TEST(Process, LeavesWhatOthersStartedAlone) {
  const pid_t other = fork();
  if (other == 0) {
    execlp("sleep", "sleep", "1000", nullptr);
    _exit(127);
  }
  EXPECT_TRUE(shell("sleep 1000 & true").ok());
  EXPECT_EQ(kill(other, 0), 0);
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
}

// Its own group hears no signal of the terminal's; we do, and no signal that ends us asks us first.
TEST(Process, EndsWithUs) {
  for (const int signal : {SIGHUP, SIGTERM, SIGKILL}) {
    const Scratch scratch;
    const std::filesystem::path note = scratch.folder() / "process";
    const pid_t us = fork();
    if (us == 0) {
      shell("setsid sleep 1000 & echo $! >" + note.string() + "; wait");
      _exit(0);
    }
    std::string process;
    while (process.empty() || process.back() != '\n')
      process = shell("cat " + note.string() + " 2>/dev/null").output;
    kill(us, signal);
    int status = 0;
    waitpid(us, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_TRUE(goes_away(std::stoi(process))) << signal;
  }
}

TEST(Process, LeavesNoCoreFile) {
  const Scratch scratch;
  ProcessOptions options;
  options.folder = scratch.folder();
  EXPECT_EQ(shell("ulimit -c", options).output, "0\n");
}

}  // namespace
}  // namespace runner
