// What the playground asks.

#include "course/live/question.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "common/live_runs.h"
#include "common/live_steps.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/core/xtensor.h"
#include "horloge/nn/position/by_name.h"
#include "play_training.h"

using live::Json;

namespace {

LiveRuns<PlayTraining>& trainings() {
  static LiveRuns<PlayTraining> all;
  return all;
}

constexpr std::size_t order_length = 16;

PlaySetting setting_of(const Json& with) {
  const PlaySetting setting{
      live::choice(with, "task", play_task_names()),
      live::choice(with, "scheme", horloge::position_names()),
      live::truth(with, "causal"),
      live::whole_number(with, "length", 4, 64),
      live::whole_number(with, "width", 2, 128),
      live::whole_number(with, "layers", 1, 6),
      live::whole_number(with, "heads", 1, 16),
      live::number(with, "lr", 1e-6, 1),
      live::whole_number(with, "updates", 1, 20000),
      live::whole_number(with, "seed", 0, 1000000000)};
  need_equal_heads(setting.d_model, setting.num_heads);
  if (setting.task == "copy" && !setting.causal)
    throw horloge::ValueError(
        "copying needs the causal mask: without it the next word, which is "
        "asked for, stands there to be read");
  if (setting.task == "order" && setting.length != order_length)
    throw horloge::ValueError(
        "the sentences of this task stand in texts of 16 words");
  return setting;
}

Json choices(const Json&) {
  return {{"tasks", play_task_names()}, {"schemes", horloge::position_names()}};
}

Json shape_of(const horloge::Tensor& tensor) {
  Json shape = Json::array();
  for (const std::size_t size : tensor.shape()) shape.push_back(size);
  return shape;
}

// Every number to learn, by name.
Json parameters_of(const PlayModel& model) {
  Json all = Json::array();
  for (const auto& [name, tensor] : model.named_parameters())
    all.push_back({{"name", name},
                   {"shape", shape_of(tensor)},
                   {"count", tensor.array().size()}});
  return all;
}

Json start(const Json& with) {
  auto training = std::make_unique<PlayTraining>(setting_of(with));
  const Json about = {{"steps", training->steps()},
                      {"parameters", training->model.parameter_count()},
                      {"tables", parameters_of(training->model)},
                      {"accuracy", training->accuracy()}};
  Json answer = about;
  answer["run"] = trainings().add(std::move(training));
  return answer;
}

Json steps(const Json& with) { return live_steps(trainings().at(with), with); }

// In texts 1, 2 or 4 times as long as those of the training. Where a scheme
// cannot go on, why.
Json right(const Json& with) {
  const PlayTraining& training = trainings().at(with);
  const std::size_t times = live::whole_number(with, "times", 1, 4);
  try {
    return {{"length", times * training.setting.length},
            {"accuracy", training.task->right(training.model, times)}};
  } catch (const horloge::Error& error) {
    return {{"length", times * training.setting.length},
            {"ends", horloge::without_who(error.what())}};
  }
}

// One text, what the model says to it, and all that its heads look at.
Json look(const Json& with) {
  const PlayTraining& training = trainings().at(with);
  const std::size_t number = live::whole_number(with, "example", 0, 999999);
  constexpr std::size_t longest = 132;
  const PlayExample example = training.task->example(training.model, number, 1);
  if (example.words.size() > longest)
    throw horloge::ValueError("this text is too long to be drawn");
  Json layers = Json::array();
  for (const horloge::Tensor& weights : example.weights) {
    horloge::Array heads = weights.array();  // (1, H, T, T)
    heads.reshape({heads.shape(1), heads.shape(2), heads.shape(3)});
    layers.push_back(live::to_json(heads));
  }
  return {{"words", example.words},
          {"right", example.right},
          {"says", example.says},
          {"weights", layers}};
}

// All numbers of one table, as a matrix.
Json table(const Json& with) {
  const PlayTraining& training = trainings().at(with);
  const std::string wanted = live::text(with, "name");
  constexpr std::size_t most = 20000;
  for (const auto& [name, tensor] : training.model.named_parameters()) {
    if (name != wanted) continue;
    horloge::Array numbers = tensor.array();
    if (numbers.size() > most)
      throw horloge::ValueError(fmt::format(
          "{} has {} numbers, too many to be drawn: a smaller model shows all",
          name, numbers.size()));
    const std::size_t columns =
        numbers.dimension() < 2 ? numbers.size() : numbers.shape().back();
    numbers.reshape({numbers.size() / columns, columns});
    const double most = double(xt::amax(xt::abs(numbers))());
    return {{"kind", "heat_map"},
            {"title", name},
            {"values", live::to_json(numbers)},
            {"low", -most},  // zero has the neutral colour
            {"high", most}};
  }
  throw horloge::ValueError(fmt::format("the model has no {}", wanted));
}

Json stop(const Json& with) {
  trainings().remove(with);
  return Json::object();
}

}  // namespace

live::Questions playground_questions() {
  return {{"playground.choices", choices}, {"playground.start", start},
          {"playground.steps", steps},     {"playground.right", right},
          {"playground.look", look},       {"playground.table", table},
          {"playground.stop", stop}};
}
