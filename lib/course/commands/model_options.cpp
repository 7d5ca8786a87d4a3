#include "course/commands/model_options.h"

#include <CLI/CLI.hpp>

#include "course/commands/command_line.h"

namespace commands {
namespace {

void add_sampling(CLI::App& app, ModelOptions& options) {
  const auto add = [&](const char* name, auto& value,
                       const CLI::Validator& check, const char* help) {
    app.add_option(name, value, help)->check(check)->needs("--generate");
  };
  add("--temperature", options.temperature, number(0, 100),
      "Draw the words; below 1: the likely ones");
  add("--top-k", options.top_k, whole_number(1, 1'000'000),
      "Draw from this many of the likeliest");
  add("--top-p", options.top_p, number(0, 1),
      "Draw from the likeliest, up to this part");
  add("--min-p", options.min_p, number(0, 1),
      "Draw from all this near to the likeliest");
  add("--repetition-penalty", options.repetition_penalty, number(0.01, 100),
      "Above 1: fewer words a second time");
}

}  // namespace

void add_options(CLI::App& app, ModelOptions& options) {
  app.add_option("folder", options.folder,
                 "With its config.json, or a name from ./learn get")
      ->required();
  CLI::Option* const ids = app.add_option(
      "--ids", options.ids, "Words by number, 5,17,42: shows what follows");
  CLI::Option* const text =
      app.add_option("--text", options.text, "The same with words as they are")
          ->excludes(ids);
  const auto add = [&](const char* name, std::size_t& value, std::uint64_t most,
                       const char* help) {
    app.add_option(name, value, help)->check(whole_number(1, most));
  };
  app.add_flag("--shuffle", options.shuffle,
               "What another order of the words changes");
  add("--generate", options.generate, 1000, "Go on for this many words");
  add("--at", options.at, 1'000'000, "Look at this word, not the last one");
  add("--top", options.top, 1000, "How many predictions; 5 without it");
  app.add_option("--position", options.positions,
                 "Another position scheme instead of the model's")
      ->allow_extra_args(false);
  app.add_option("--seed", options.seed,
                 "Of the order, of what is drawn, and of new schemes")
      ->check(whole_number(0, most_seed));
  add_sampling(app, options);
  CLI::Option* const nll = app.add_flag(
      "--nll", options.nll,
      "How likely it finds the words, with and without\npositions, and with "
      "each --position");
  for (const char* other : {"--shuffle", "--generate", "--at", "--top"})
    nll->excludes(other);
  app.add_option("--file", options.file, "The words are in a file")
      ->needs(nll)
      ->excludes(ids)
      ->excludes(text);
}

void check_options(const ModelOptions& options) {
  if (options.nll && !options.ids && !options.text && !options.file)
    refuse("model", "--nll needs --text, --file or --ids");
  if (!options.nll && options.positions.size() > 1)
    refuse("model", "--position is given more than once; only --nll compares");
}

}  // namespace commands
