#include "course/learn/other_programs.h"

#include <utility>

#include "course/claims/choice.h"
#include "course/models/model_place.h"
#include "course/runner/screen.h"

// Written in the folder of lesson 13.
const std::vector<std::string>& task_names();
const std::vector<std::string>& contenders();

namespace learn {

OtherPrograms::OtherPrograms(CLI::App& app, const runner::Session& session,
                             Do act, Become become)
    : session_(session), act_(std::move(act)), become_(std::move(become)) {
  add_claims(app);
  add_compare(app);
  add_models(app);
  add_web(app);
}

void OtherPrograms::add_claims(CLI::App& app) {
  CLI::App* const sub = app.add_subcommand(
      "claims", "The claims of the notebooks, and what came of them");
  commands::add_options(*sub, claims_);
  sub->callback([this] {
    const auto notebooks =
        claims::read_notebooks(session_.course.root / "lessons/claims");
    claims::check_options(notebooks, claims_);
    if (claims_.runs())
      act_({"what puts claims to the test", {"learn_claims"}},
           [&] { become_("learn_claims", false); });
    else
      act_({}, [&] { claims::show_chosen(session_, notebooks, claims_); });
  });
}

void OtherPrograms::add_compare(CLI::App& app) {
  CLI::App* const sub = app.add_subcommand(
      "compare", "Every position scheme in every task of lesson 13");
  commands::add_options(*sub, compare_);
  sub->callback([this] {
    commands::check_options(session_.course, compare_,
                            {task_names(), contenders()});
    act_({"the comparison", {"compare"}}, [&] { become_("compare", false); });
  });
}

void OtherPrograms::add_models(CLI::App& app) {
  const Needs needs{"published models", {"learn_models"}};
  CLI::App* const model =
      app.add_subcommand("model", "Look into a published model");
  commands::add_options(*model, model_);
  model->callback([this, needs] {
    commands::check_options(model_);
    models::need_folder(models::model_folder(model_.folder));
    act_(needs, [&] { become_("learn_models", true); });
  });
  CLI::App* const get =
      app.add_subcommand("get", "Fetch a published model, or show which");
  get->add_option("name", download_, "Which one; without it, what there is");
  get->callback([this, needs] {
    if (download_.empty())
      return act_({}, [&] { runner::show(models::show_downloads(session_)); });
    models::find_known_model(download_);
    act_(needs, [&] { become_("learn_models", true); });
  });
}

void OtherPrograms::add_web(CLI::App& app) {
  CLI::App* const sub = app.add_subcommand("web", "The course in the browser");
  commands::add_options(*sub, web_);
  sub->callback([this] {
    Needs needs{"the pages", {"learn_web"}};
    for (const runner::LessonEntry& lesson : session_.course.lessons)
      needs.targets.push_back("lesson_" + lesson.topic);
    act_(needs, [&] { become_("learn_web", false); });
  });
}

}  // namespace learn
