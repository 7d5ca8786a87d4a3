// A run that is killed again and again, at random moments and in the middle of writing a
// checkpoint, ends with the same bits as one that is left alone.

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "horloge/train/adam.h"
#include "horloge/train/sgd.h"
#include "support/arrays.h"
#include "support/files.h"
#include "train/toy_run.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace horloge {
namespace {

constexpr const char* folder_variable = "HORLOGE_KILLED_RUN_FOLDER";
constexpr const char* attempt_variable = "HORLOGE_KILLED_RUN_ATTEMPT";

struct Ends {
  TrainEnd end;
  std::uint64_t step;
};

// Shuffled batches, dropout, a schedule, clipping, momentum or Adam, and early stop.
Ends run(const std::filesystem::path& folder, bool adam,
         const std::function<void(std::uint64_t)>& at_step) {
  ToyModel model(Rng(5), 200);
  std::unique_ptr<Optimizer> optimizer;
  if (adam)
    optimizer = std::make_unique<AdamW>(model.parameters(), AdamWOptions().with_amsgrad(true));
  else
    optimizer = std::make_unique<SGD>(model.parameters(),
                                      SGDOptions().with_momentum(0.9).with_nesterov(true));
  const auto loss = test::toy_loss(model, 9);
  const auto options = TrainOptions()
                           .with_progress(ProgressStyle::quiet)
                           .with_steps(120)
                           .with_seed(9)
                           .with_clip_norm(1)
                           .with_checkpoint(folder / "checkpoint")
                           .with_checkpoint_every(3)
                           .with_evaluate(test::toy_evaluation(model))
                           .with_evaluate_every(4)
                           .with_patience(adam ? 6 : 0);
  const auto result = train(
      model, *optimizer, cosine_with_warmup(adam ? 0.0015 : 0.05, 10, 120),
      [&](std::uint64_t step) {
        at_step(step);
        return loss(step);
      },
      options);
  return {result.end, result.state.step};
}

void sleep_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

bool is_being_written(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".tmp" &&
        entry.path().filename().string().find("." + std::to_string(::getpid()) + "-") !=
            std::string::npos)
      return true;
  return false;
}

// The ways to die, in turn.
enum Death { at_a_step, on_a_full_write, after_a_time, while_writing, ways };

void arrange(Death death, std::uint64_t attempt, const std::filesystem::path& folder) {
  Rng rng(attempt, 77);
  if (death == after_a_time)
    std::thread([seconds = rng.uniform() * 0.012] {
      sleep_for(seconds);
      die();
    }).detach();
  if (death == while_writing)
    std::thread([folder, polls = rng.below(3)]() mutable {
      while (!is_being_written(folder) || polls-- > 0) std::this_thread::yield();
      die();
    }).detach();
  if (death ==
      on_a_full_write) {  // the write that passes the limit kills, part of the file written
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const rlimit limit{500 + rng.below(6000), RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
}

// What a killed process runs. This program is started anew for it with two variables set, and never
// comes to its tests.
class Child : public testing::Environment {
  void SetUp() override {
    const char* folder = std::getenv(folder_variable);
    const char* text = std::getenv(attempt_variable);
    if (folder == nullptr || text == nullptr) return;
    const auto attempt = static_cast<std::uint64_t>(std::stoull(text));
    const auto death = static_cast<Death>(attempt % ways);
    std::uint64_t left = 3 + Rng(attempt, 78).below(10);
    arrange(death, attempt, folder);
    run(folder, std::filesystem::path(folder).filename() == "adam", [&](std::uint64_t) {
      sleep_for(0.001);  // or a run would be over before it can be killed
      if (death == at_a_step && left-- == 0) die();
    });
    std::_Exit(0);
  }
};

const auto* const child_environment = testing::AddGlobalTestEnvironment(new Child);

int run_child(const std::filesystem::path& folder, std::uint64_t attempt) {
  ::setenv(folder_variable, folder.c_str(), 1);
  ::setenv(attempt_variable, std::to_string(attempt).c_str(), 1);
  std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  char* arguments[] = {program.data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  EXPECT_EQ(::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ), 0);
  ::posix_spawn_file_actions_destroy(&actions);
  ::unsetenv(folder_variable);
  ::unsetenv(attempt_variable);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

void expect_same_bits(const std::string& name) {
  const TemporaryFolder folder;
  const auto unbroken = folder / "unbroken";
  const auto killed = folder / name;
  std::filesystem::create_directory(unbroken);
  std::filesystem::create_directory(killed);
  const Ends ends = run(unbroken, name == "adam", [](std::uint64_t) {});
  EXPECT_EQ(ends.end, name == "adam" ? TrainEnd::early_stop : TrainEnd::all_steps);
  EXPECT_GT(ends.step, 40U);

  int kills = 0;
  int half_written = 0;
  for (std::uint64_t attempt = 0;; ++attempt) {
    ASSERT_LT(attempt, 1000U) << "the run does not get on";
    const int status = run_child(killed, attempt);
    if (WIFEXITED(status)) {
      ASSERT_EQ(WEXITSTATUS(status), 0);
      break;
    }
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), attempt % ways == on_a_full_write ? SIGXFSZ : SIGKILL);
    ++kills;
    for (const auto& entry : std::filesystem::directory_iterator(killed))
      if (entry.path().extension() == ".tmp") {
        ++half_written;
        std::filesystem::remove(entry.path());
      }
  }
  EXPECT_GE(kills, 3);
  EXPECT_GE(half_written, 1);
  EXPECT_EQ(read_text(killed / "checkpoint"), read_text(unbroken / "checkpoint"));
  testing::Test::RecordProperty("kills", kills);
  testing::Test::RecordProperty("half_written", half_written);
}

TEST(KilledRun, ResumesToTheSameBitsWithMomentum) { expect_same_bits("momentum"); }

TEST(KilledRun, ResumesToTheSameBitsWithAdamAndEarlyStop) { expect_same_bits("adam"); }

}  // namespace
}  // namespace horloge
