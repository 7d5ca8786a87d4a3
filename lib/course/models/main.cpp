// The learn_models program: published models, what they are and how to fetch
// them. A program of its own, so that nobody waits for models to be compiled
// who only reads lessons. The script ./learn builds and calls it.

#include <optional>
#include <string>
#include <vector>

#include "course/models/get.h"
#include "course/models/model.h"
#include "course/models/model_nll.h"
#include "course/models/refuse.h"
#include "course/runner/command_line.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"

namespace {

using namespace models;
using runner::number;
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
    CLI::Option* const text = sub->add_option("--text", model_.text,
                                              "The same with words as they are")
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
    sub->add_option("--position", positions_,
                    "Another position scheme in place of the model's")
        ->allow_extra_args(false);
    sub->add_option("--seed", model_.seed,
                    "Of the order, of what is drawn, and of new schemes")
        ->check(whole_number(0, runner::most_seed));
    add_sampling(sub);
    CLI::Option* const nll = sub->add_flag(
        "--nll", nll_,
        "How likely it finds the words, with and without\npositions, and with "
        "each --position");
    for (const char* other : {"--shuffle", "--generate", "--at", "--top"})
      nll->excludes(other);
    sub->add_option("--file", file_, "The words are in a file")
        ->needs(nll)
        ->excludes(ids)
        ->excludes(text);
    sub->callback([this] { look_into_model(); });
  }

  void add_sampling(CLI::App* sub) {
    const auto add = [&](const char* name, auto& value,
                         const CLI::Validator& check, const char* help) {
      sub->add_option(name, value, help)->check(check)->needs("--generate");
    };
    add("--temperature", temperature_, number(0, 100),
        "Draw the words; below 1: the likely ones");
    add("--top-k", top_k_, whole_number(1, 1'000'000),
        "Draw from this many of the likeliest");
    add("--top-p", top_p_, number(0, 1),
        "Draw from the likeliest, up to this part");
    add("--min-p", min_p_, number(0, 1),
        "Draw from all this near to the likeliest");
    add("--repetition-penalty", model_.sampling.repetition_penalty,
        number(0.01, 100), "Above 1: fewer words a second time");
  }

  // What is to be drawn from says that words are drawn.
  void set_sampling() {
    if (temperature_ || top_k_ || top_p_ || min_p_)
      model_.sampling.temperature = temperature_.value_or(1);
    model_.sampling.top_k = top_k_.value_or(0);
    model_.sampling.top_p = top_p_.value_or(1);
    model_.sampling.min_p = min_p_.value_or(0);
  }

  void look_into_model() {
    model_.folder = model_folder(model_.folder);
    set_sampling();
    if (!nll_) {
      if (positions_.size() > 1)
        refuse("--position is given more than once; only --nll compares");
      if (!positions_.empty()) model_.position = positions_.front();
      return show_model(session_, model_);
    }
    if (!model_.ids && !model_.text && !file_)
      refuse("--nll needs --text, --file or --ids");
    show_nll(session_, {model_.folder, model_.ids, model_.text, file_,
                        positions_, model_.seed});
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
  std::vector<std::string> positions_;
  std::optional<double> temperature_, top_p_, min_p_;
  std::optional<std::size_t> top_k_;
  bool nll_ = false;
  std::optional<std::string> file_;
};

}  // namespace

int main(int argc, char** argv) {
  return runner::run_program([&] {
    const runner::Session session = runner::open_session();
    return Commands(session).run(argc, argv);
  });
}
