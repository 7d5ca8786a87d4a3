#include "runner/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace runner {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_output = std::size_t{1} << 20;
constexpr int report_descriptor = 3;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  return {ends[0], ends[1]};
}

void limit(int resource, rlim_t most) {
  const rlimit both{most, most + 2};  // room for the signal at the soft one
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// In the child: everything up to the new program. Only calls that are safe
// after fork.
[[noreturn]] void become(char* const* arguments, char* const* environment,
                         const ProcessOptions& options, const Pipe& output,
                         const Pipe& report) {
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(127);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!options.terminal) {
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDONLY);
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
  if (options.cpu_seconds > 0) limit(RLIMIT_CPU, options.cpu_seconds);
  if (options.memory > 0) limit(RLIMIT_AS, options.memory);
  execvpe(arguments[0], arguments, environment);
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
      replaced = replaced || text.rfind(addition.first + "=", 0) == 0;
    if (!replaced) all.push_back(text);
  }
  return all;
}

// Reads what there is; false at the end.
bool read_some(int descriptor, std::string& text) {
  std::array<char, 65536> block{};
  const ssize_t n = read(descriptor, block.data(), block.size());
  if (n <= 0) return n < 0 && errno == EINTR;
  const std::size_t room = most_output - std::min(most_output, text.size());
  text.append(block.data(), std::min(static_cast<std::size_t>(n), room));
  return true;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = environment_with(options.environment);
  const std::vector<char*> argument_list = pointers(arguments);
  const std::vector<char*> environment_list = pointers(environment);
  const Pipe output = make_pipe();
  const Pipe report = make_pipe();

  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0)
    become(argument_list.data(), environment_list.data(), options, output,
           report);
  close(output.write_end);
  close(report.write_end);

  ProcessResult result;
  const auto start = Clock::now();
  const auto end_it = [&] { kill(options.terminal ? child : -child, SIGKILL); };
  std::array<pollfd, 2> sources{
      {{output.read_end, POLLIN, 0}, {report.read_end, POLLIN, 0}}};
  int status = 0;
  bool ended = false;
  while (!ended || sources[0].fd >= 0 || sources[1].fd >= 0) {
    poll(sources.data(), sources.size(), 10);
    for (pollfd& source : sources) {
      if (source.fd < 0 || source.revents == 0) continue;
      std::string& text =
          source.fd == output.read_end ? result.output : result.report;
      if (!read_some(source.fd, text)) source.fd = -1;
    }
    if (!ended && waitpid(child, &status, WNOHANG) == child) {
      ended = true;
      // Whatever it started must not keep the pipes open.
      if (!options.terminal) kill(-child, SIGKILL);
    }
    if (!ended && options.wall_seconds > 0 &&
        Clock::now() - start > std::chrono::seconds(options.wall_seconds)) {
      result.out_of_time = true;
      end_it();
    }
    if (!ended && !result.stopped && options.stop && options.stop()) {
      result.stopped = true;
      end_it();
    }
  }
  close(output.read_end);
  close(report.read_end);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (result.signal == SIGXCPU) result.out_of_time = true;
  return result;
}

}  // namespace runner
