// The learn_models program: published models, what they are and how to fetch
// them. A program of its own, so that you do not wait for models to be compiled
// if you only read lessons. The learn program starts it.

#include <string>

#include "course/commands/command_line.h"
#include "course/commands/model_options.h"
#include "course/models/get.h"
#include "course/models/model.h"
#include "course/models/model_nll.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"

namespace {

using namespace models;

// With a setting that says how to draw, words are drawn.
horloge::SamplingOptions sampling(const commands::ModelOptions& options) {
  horloge::SamplingOptions how = ModelOptions().sampling;
  if (options.temperature || options.top_k || options.top_p || options.min_p)
    how.temperature = options.temperature.value_or(1);
  how.top_k = options.top_k.value_or(0);
  how.top_p = options.top_p.value_or(1);
  how.min_p = options.min_p.value_or(0);
  how.repetition_penalty = options.repetition_penalty;
  return how;
}

void look_into_model(const runner::Session& session,
                     const commands::ModelOptions& options) {
  commands::check_options(options);
  const auto folder = model_folder(options.folder);
  if (options.nll)
    return show_nll(session, {folder, options.ids, options.text, options.file,
                              options.positions, options.seed});
  ModelOptions model;
  model.folder = folder;
  model.ids = options.ids;
  model.text = options.text;
  if (!options.positions.empty()) model.position = options.positions.front();
  model.at = options.at;
  model.top = options.top;
  model.generate = options.generate;
  model.sampling = sampling(options);
  model.shuffle = options.shuffle;
  model.seed = options.seed;
  show_model(session, model);
}

int run(const runner::Session& session, int argc, char** argv) {
  CLI::App app{"Published models", "./learn"};
  app.require_subcommand(1);
  commands::ModelOptions model;
  CLI::App* const look =
      app.add_subcommand("model", "Look into a published model");
  commands::add_options(*look, model);
  CLI::App* const fetch =
      app.add_subcommand("get", "Fetch a published model, or show which");
  std::string name;
  fetch->add_option("name", name, "Which one; without it, what there is");
  if (!commands::parse(app, argc, argv, argc > 1 ? argv[1] : "")) return 0;
  if (fetch->parsed() && !name.empty())
    return get(session, find_download(name));
  if (fetch->parsed())
    runner::show(show_downloads(session));
  else
    look_into_model(session, model);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return runner::run_program([&] {
    const runner::Session session = runner::open_session();
    return run(session, argc, argv);
  });
}
