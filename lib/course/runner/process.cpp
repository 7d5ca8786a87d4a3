#include "course/runner/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "course/content/lines.h"
#include "course/platform/descent.h"
#include "course/platform/pipe.h"
#include "course/runner/keeper.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace runner {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_output = std::size_t{1} << 20;
constexpr std::size_t most_report = std::size_t{16} << 20;
constexpr int report_descriptor = 3;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (!platform::open_pipe(ends))
    throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  return {ends[0], ends[1]};
}

// While a program has the terminal, Ctrl-C and Ctrl-\\ are its affair. If it is
// killed, it leaves the terminal without lines and echo.
class TerminalKeys {
 public:
  explicit TerminalKeys(bool give_away) : given_away_(give_away) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    if (!given_away_) return;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
    known_ = tcgetattr(STDIN_FILENO, &settings_) == 0;
  }
  ~TerminalKeys() {
    restore();
    if (known_ && tcgetpgrp(STDIN_FILENO) == getpgrp())
      tcsetattr(STDIN_FILENO, TCSANOW, &settings_);
  }
  TerminalKeys(const TerminalKeys&) = delete;
  TerminalKeys& operator=(const TerminalKeys&) = delete;

  void restore() const {
    if (!given_away_) return;
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }

 private:
  bool given_away_;
  struct sigaction interrupt_ {};
  struct sigaction quit_ {};
  bool known_ = false;
  termios settings_{};
};

// Some systems number what can be limited, others have an enumeration of it.
void limit(decltype(RLIMIT_CPU) resource, rlim_t most) {
  const rlimit both{most, most + 2};  // room for the signal at the soft one
  setrlimit(resource, &both);
}

void say(const char* text) {
  [[maybe_unused]] const ssize_t n =
      write(STDERR_FILENO, text, std::strlen(text));
}

// In the child: everything up to the new program. Only calls that are safe
// after fork.
[[noreturn]] void become(char* const* arguments, char** environment,
                         const ProcessOptions& options,
                         const TerminalKeys& keys, const Pipe& output,
                         const Pipe& report) {
  platform::expect_signal_at_end_of_parent(SIGKILL);
  keys.restore();
  if (!options.terminal) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(output.write_end, STDOUT_FILENO);
    dup2(output.write_end, STDERR_FILENO);
  }
  if (options.report) {
    if (report.write_end == report_descriptor)
      fcntl(report_descriptor, F_SETFD, 0);
    else
      dup2(report.write_end, report_descriptor);
  }
  if (!options.report) close(report_descriptor);  // if left open to us
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) {
    say("there is no folder ");
    say(options.folder.c_str());
    _exit(127);
  }
  if (options.cpu_seconds > 0) limit(RLIMIT_CPU, options.cpu_seconds);
  if (options.max_memory_bytes > 0) limit(RLIMIT_AS, options.max_memory_bytes);
  environ = environment;
  execvp(arguments[0], arguments);
  say("cannot run ");
  say(arguments[0]);
  _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// Ours, with additions that win.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& additions) {
  std::vector<std::string> all;
  for (const auto& [name, value] : additions) all.push_back(name + "=" + value);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (const auto& addition : additions)
      replaced = replaced || content::begins_with(text, addition.first + "=");
    if (!replaced) all.push_back(text);
  }
  return all;
}

// The reading end of a pipe, and what came through it.
class Stream {
 public:
  Stream(int descriptor, std::size_t most)
      : descriptor_(descriptor), most_(most) {}
  ~Stream() { close(descriptor_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool at_end() const { return at_end_; }
  std::size_t bytes() const { return bytes_; }
  std::string& text() { return text_; }
  pollfd source() const { return {at_end_ ? -1 : descriptor_, POLLIN, 0}; }

  /// Reads what there is, and keeps as much of it as there is room for.
  void read_some() {
    std::array<char, 65536> block;
    const ssize_t n = read(descriptor_, block.data(), block.size());
    if (n <= 0) {
      at_end_ = n == 0 || errno != EINTR;
      return;
    }
    bytes_ += static_cast<std::size_t>(n);
    const std::size_t room = most_ - std::min(most_, text_.size());
    text_.append(block.data(), std::min(static_cast<std::size_t>(n), room));
  }

 private:
  int descriptor_;
  std::size_t most_;
  std::size_t bytes_ = 0;
  std::string text_;
  bool at_end_ = false;
};

// A process that was started, until it has ended: the program itself where it
// has the terminal, else its keeper.
class Child {
 public:
  Child(pid_t id, bool is_kept) : id_(id), is_kept_(is_kept) {}

  bool ended() {
    ended_ = ended_ || wait4(id_, &status_, WNOHANG, &usage_) == id_;
    return ended_;
  }
  void end() const { kill(id_, is_kept_ ? SIGTERM : SIGKILL); }
  // What an answer has stopped goes on, or, where it is stopped again and
  // again, is killed: its child ends with it.
  void wait() {
    constexpr int most_stops = 1000;
    for (int stops = 0; !ended_; poll(nullptr, 0, 1)) {
      int status = 0;
      if (wait4(id_, &status, WNOHANG | WUNTRACED, &usage_) != id_) continue;
      ended_ = !WIFSTOPPED(status);
      if (ended_)
        status_ = status;
      else
        kill(id_, ++stops > most_stops ? SIGKILL : SIGCONT);
    }
  }
  bool is_more_than(std::size_t processes) const {
    return is_kept_ && count_kept(id_, processes) > processes;
  }
  int status() const { return status_; }
  rlim_t cpu_seconds() const {
    return static_cast<rlim_t>(usage_.ru_utime.tv_sec + usage_.ru_stime.tv_sec);
  }

 private:
  pid_t id_;
  bool is_kept_;
  bool ended_ = false;
  int status_ = 0;
  rusage usage_{};
};

// Whether it has done more than it may, or is to end for another reason.
bool is_to_end(ProcessResult& result, const ProcessOptions& options,
               const Child& child, std::size_t printed,
               Clock::time_point start) {
  result.flooded =
      options.max_output_bytes > 0 && printed > options.max_output_bytes;
  result.too_many_processes =
      options.processes > 0 && child.is_more_than(options.processes);
  result.out_of_time =
      options.wall_seconds > 0 &&
      Clock::now() - start > std::chrono::seconds(options.wall_seconds);
  result.stopped = options.stop && options.stop();
  return result.flooded || result.too_many_processes || result.out_of_time ||
         result.stopped;
}

// How it ended. A program that does not heed the limit of time is killed a
// little later; we tell it as what it is.
void read_end(ProcessResult& result, const ProcessOptions& options,
              const Child& child, bool ended_by_us) {
  const int status = child.status();
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (result.signal == SIGKILL && !ended_by_us && options.cpu_seconds > 0 &&
      child.cpu_seconds() >= options.cpu_seconds)
    result.signal = SIGXCPU;
  if (result.signal == SIGXCPU) result.out_of_time = true;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = environment_with(options.environment);
  const std::vector<char*> argument_list = pointers(arguments);
  std::vector<char*> environment_list = pointers(environment);
  const Pipe output_pipe = make_pipe();
  const Pipe report_pipe = make_pipe();
  Stream output(output_pipe.read_end, most_output);
  Stream report(report_pipe.read_end, most_report);
  const TerminalKeys keys(options.terminal);

  const pid_t us = getpid();
  const pid_t id = fork();
  if (id == 0) {
    if (!options.terminal) return_in_a_kept_child(us);
    become(argument_list.data(), environment_list.data(), options, keys,
           output_pipe, report_pipe);
  }
  close(output_pipe.write_end);
  close(report_pipe.write_end);
  if (id < 0)
    throw std::runtime_error(std::string("fork: ") + std::strerror(errno));

  Child child(id, !options.terminal);
  ProcessResult result;
  bool ended_by_us = false;
  const auto start = Clock::now();
  while (!ended_by_us) {
    const bool ended = child.ended();
    std::array<pollfd, 2> sources{output.source(), report.source()};
    const int ready = poll(sources.data(), sources.size(), ended ? 0 : 10);
    if (sources[0].revents != 0) output.read_some();
    if (sources[1].revents != 0) report.read_some();
    if (ended && ready == 0) break;  // and all that it wrote was read
    ended_by_us =
        !ended && is_to_end(result, options, child, output.bytes(), start);
  }
  if (ended_by_us) child.end();
  child.wait();
  read_end(result, options, child, ended_by_us);
  result.output = std::move(output.text());
  result.report = std::move(report.text());
  return result;
}

}  // namespace runner
