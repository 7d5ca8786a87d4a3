// The learn_models program: published models, what they are and how to fetch
// them. A program of its own, so that nobody waits for models to be compiled
// who only reads lessons. The script ./learn builds and calls it.

#include <string>

#include "course/models/get.h"
#include "course/models/model.h"
#include "course/runner/command_line.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"

namespace {

using namespace models;
using runner::show;
using runner::whole_number;

// Both commands, and what their options say.
class Commands {
 public:
  explicit Commands(const runner::Session& session) : session_(session) {
    app_.require_subcommand(1);
    add_model();
    add_get();
  }

  int run(int argc, char** argv) try {
    app_.parse(argc, argv);
    return status_;
  } catch (const CLI::Success& help) {
    return app_.exit(help);
  } catch (const CLI::ParseError& error) {
    throw runner::WrongUse(runner::refusal(error, argc > 1 ? argv[1] : ""));
  }

 private:
  void add_model() {
    CLI::App* const sub =
        app_.add_subcommand("model", "Look into a published model");
    sub->add_option("folder", model_.folder,
                    "With its config.json, or a name from ./learn get")
        ->required();
    CLI::Option* const ids = sub->add_option(
        "--ids", model_.ids, "Words by number, 5,17,42: shows what follows");
    sub->add_option("--text", model_.text, "The same with words as they are")
        ->excludes(ids);
    const auto add = [&](const char* name, std::size_t& value,
                         std::uint64_t most, const char* help) {
      sub->add_option(name, value, help)->check(whole_number(1, most));
    };
    sub->add_flag("--shuffle", model_.shuffle,
                  "What another order of the words changes");
    add("--generate", model_.generate, 1000, "Go on for this many words");
    add("--at", model_.at, 1'000'000, "Look at this word, not the last one");
    add("--top", model_.top, 1000, "How many predictions; 5 without it");
    sub->add_option("--position", model_.position,
                    "Another position scheme in place of the model's");
    sub->add_option("--seed", model_.seed, "Of the order, and of new schemes")
        ->check(whole_number(0, runner::most_seed));
    sub->callback([this] {
      model_.folder = model_folder(model_.folder);
      show_model(session_, model_);
    });
  }

  void add_get() {
    CLI::App* const sub = app_.add_subcommand("get", "Fetch a published model");
    sub->add_option("name", name_, "Which one; without it, what there is");
    sub->callback([this] {
      if (name_.empty())
        show(show_downloads(session_));
      else
        status_ = get(session_, find_download(name_));
    });
  }

  const runner::Session& session_;
  CLI::App app_{"Published models", "./learn"};
  int status_ = 0;
  std::string name_;
  ModelOptions model_;
};

}  // namespace

int main(int argc, char** argv) {
  return runner::run_program([&] {
    const runner::Session session = runner::open_session();
    return Commands(session).run(argc, argv);
  });
}
