// What the page of this lesson asks.

#include "course/live/question.h"

#include <cmath>
#include <memory>
#include <string>

#include "common/live_runs.h"
#include "common/live_steps.h"
#include "course/live/arguments.h"
#include "doer_training.h"
#include "horloge/nn/position/by_name.h"
#include "own_sentence.h"
#include "two_sentences.h"

using live::Json;

namespace {

LiveRuns<DoerTraining>& trainings() {
  static LiveRuns<DoerTraining> all;
  return all;
}

DoerSetting setting_of(const Json& with) {
  const DoerSetting setting{
      live::choice(with, "language", {"fr", "en", "zh"}),
      live::choice(with, "scheme", horloge::position_names()),
      live::whole_number(with, "width", 2, 128),
      live::whole_number(with, "heads", 1, 16),
      live::number(with, "lr", 1e-6, 1),
      live::whole_number(with, "seed", 0, 1000000000)};
  need_equal_heads(setting.d_model, setting.num_heads);
  return setting;
}

// What can be chosen.
Json choices(const Json&) {
  return {{"schemes", horloge::position_names()},
          {"languages", {"fr", "en", "zh"}}};
}

// Three pairs that the model is not trained with.
Json start(const Json& with) {
  auto training = std::make_unique<DoerTraining>(setting_of(with));
  Json sentences = Json::array();
  for (std::size_t i = 0; i < 6 && i < training->data.test.size(); ++i)
    sentences.push_back({{"text", training->data.test[i].text},
                         {"doer", training->data.test[i].doer}});
  const Json about = {{"steps", training->steps()},
                      {"parameters", training->model.parameter_count()},
                      {"train", training->data.train.size()},
                      {"test", training->data.test.size()},
                      {"accuracy", training->accuracy()},
                      {"sentences", sentences}};
  Json answer = about;
  answer["run"] = trainings().add(std::move(training));
  return answer;
}

// Some updates; and how many of the test's answers are right, if asked for.
Json steps(const Json& with) { return live_steps(trainings().at(with), with); }

Json test(const Json& with) {
  return {{"accuracy", trainings().at(with).accuracy()}};
}

Json stop(const Json& with) {
  trainings().remove(with);
  return Json::object();
}

// Who does it, in a sentence that somebody wrote or changed?
Json ask(const Json& with) {
  const DoerTraining& training = trainings().at(with);
  const OwnSentences own(training.corpus);
  const Sentence sentence = own.read(live::text(with, "sentence"));
  const horloge::NoGrad no_grad;
  const horloge::Array scores =
      training.model(make_batch({sentence})).array();  // (1, 2)
  Json beings = Json::array();
  const auto words = own.tokenizer.tokens(sentence.text);
  for (std::size_t c = 0; c < 2; ++c) {
    const Place place = sentence.beings[c];
    std::string name;
    for (std::size_t i = 0; i < place.count; ++i)
      name += words[place.first + i];
    const double other = scores(0, 1 - c), its = scores(0, c);
    beings.push_back({{"name", name},
                      {"first", place.first},
                      {"count", place.count},
                      {"score", its},
                      {"share", 1 / (1 + std::exp(other - its))}});
  }
  return {
      {"words", words},
      {"beings", beings},
      {"says", answer_is_second(scores, 0) ? 1 : 0},
      {"tie", std::abs(double(scores(0, 0)) - double(scores(0, 1))) <= 1e-5}};
}

// The words and the beings of a language.
Json words(const Json& with) {
  const Corpus& corpus =
      read_corpus(live::choice(with, "language", {"fr", "en", "zh"}));
  const OwnSentences own(corpus);
  Json all = Json::array();
  for (std::size_t id = 2; id < own.tokenizer.vocab_size(); ++id)
    all.push_back(own.tokenizer.vocabulary().token(std::int64_t(id)));
  return {{"words", all}, {"beings", own.beings()}};
}

}  // namespace

live::Questions order_matters_questions() {
  return {{"order.compare", compare_sentences},
          {"who_does_it.choices", choices},
          {"who_does_it.start", start},
          {"who_does_it.steps", steps},
          {"who_does_it.test", test},
          {"who_does_it.stop", stop},
          {"who_does_it.ask", ask},
          {"who_does_it.words", words}};
}
