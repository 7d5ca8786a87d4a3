// What the page of this lesson asks.

#include "course/live/question.h"

#include <memory>

#include "common/live_runs.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "opened.h"
#include "reading.h"
#include "schemes.h"
#include "writing.h"

using live::Json;

namespace {

LiveRuns<Writing>& writings() {
  static LiveRuns<Writing> all(2);
  return all;
}

// {"folder", "text", "scheme", "temperature", "seed", "many"} -> {"run",
// "steps"}
Json start_writing(const Json& with) {
  const Opened& opened = model_of(with);
  const Use use = use_of(opened);
  if (use != Use::next && use != Use::about)
    throw horloge::ValueError(opened.model->info.architecture +
                              " does not say how a text goes on");
  const auto how =
      horloge::GenerateOptions()
          .with_max_new_tokens(live::whole_number(with, "many", 1, 1000))
          .with_seed(live::whole_number(with, "seed", 0, 1000000000))
          .with_sampling(horloge::SamplingOptions().with_temperature(
              live::number(with, "temperature", 0, 10)));
  const auto scheme =
      scheme_of(opened, live::choice(with, "scheme", scheme_names()));
  auto writing = std::make_unique<Writing>(
      opened, pieces_of(opened, live::text(with, "text")), how, scheme);
  const std::size_t steps = writing->steps();
  return {{"run", writings().add(std::move(writing))}, {"steps", steps}};
}

// Some pieces more: {"done", "steps", "text", "over"}
Json write(const Json& with) {
  Writing& writing = writings().at(with);
  const std::size_t many = live::whole_number(with, "steps", 1, 1000);
  for (std::size_t i = 0; i < many && !writing.over(); ++i) writing.step();
  return {{"done", writing.over() ? writing.steps() : writing.done()},
          {"steps", writing.steps()},
          {"text", writing.text()},
          {"pieces", writing.done()}};
}

Json stop_writing(const Json& with) {
  writings().remove(with);
  return Json::object();
}

}  // namespace

live::Questions real_models_questions() {
  return {
      {"model.open", open_model},         {"model.read", read_with},
      {"model.attention", attention_of},  {"model.predictions", predictions_of},
      {"model.vectors", compare_vectors}, {"model.write.start", start_writing},
      {"model.write.steps", write},       {"model.write.stop", stop_writing}};
}
