#pragma once

// The loop as a learner has it: at a terminal, with an editor that saves.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "course/runner/process.h"
#include "course/runner/stub.h"
#include "pseudo_terminal.h"
#include "scratch.h"

namespace runner {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

class Loop : public testing::Test {
 protected:
  std::vector<std::string> learn(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{scratch.course().build / "bin/learn"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  }
  ProcessResult result_of(const std::vector<std::string>& arguments) const {
    ProcessOptions options;
    options.folder = scratch.folder();
    return run_process(learn(arguments), options);
  }
  // As the commands show it.
  std::string solution() const { return solution_of(scratch.exercise()); }

  // As editors do that never leave half a file: a new one takes the old one's name.
  void save_by_rename(const std::string& text) const {
    const fs::path beside = scratch.file().string() + "~";
    std::ofstream(beside) << text;
    fs::rename(beside, scratch.file());
  }

  // Whether a program whose command has this in it works in the learner's folder.
  bool runs(const std::string& program) const {
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline");
      std::string command;
      std::getline(file, command, '\n');  // nothing if it has ended by now
      std::error_code gone;
      if (command.find(program) != std::string::npos &&
          fs::read_symlink(entry.path() / "cwd", gone) == scratch.folder())
        return true;
    }
    return false;
  }
  bool waits_until(bool running, const std::string& program) const {
    const auto end = steady_clock::now() + std::chrono::minutes(2);
    while (runs(program) != running) {
      if (steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  }

  // A file whose compilation does not end by itself: it waits at a pipe.
  void save_what_compiles_forever() const {
    scratch.save("#include \"pipe\"\n" + solution());
    ASSERT_EQ(mkfifo((scratch.file().parent_path() / "pipe").c_str(), 0600), 0);
  }

  Scratch scratch;
  const std::string all = std::to_string(scratch.course().exercises.size());
};

}  // namespace runner
