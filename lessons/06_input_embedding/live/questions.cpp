// What the page of this lesson asks.

#include "course/live/question.h"

#include <fmt/format.h>

#include <memory>

#include "common/live_runs.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/tsne.h"
#include "point_sets.h"

using live::Json;

namespace {

PointSet chosen_points(const Json& with) {
  return point_set(live::choice(with, "data", point_set_names()),
                   live::whole_number(with, "seed", 0, 1000000000));
}

// Names and groups of the points, if the set has them.
Json about(const PointSet& set) {
  Json out = Json::object();
  if (!set.names.empty()) out["names"] = set.names;
  if (!set.groups.empty()) out["groups"] = set.groups;
  if (!set.group_names.empty()) out["group_names"] = set.group_names;
  if (!set.places.empty()) out["places"] = set.places;
  return out;
}

Json pca_of(const Json& with) {
  const PointSet set = chosen_points(with);
  const horloge::Pca parts = horloge::pca(set.x, 2);
  Json answer = about(set);
  answer["points"] = live::to_json(parts.projected);
  answer["share"] = double(parts.explained_variance_ratio(0)) +
                    double(parts.explained_variance_ratio(1));
  return answer;
}

// A descent, and how many steps it may take.
struct TsneRun {
  TsneRun(const horloge::Array& x, const horloge::TsneOptions& options)
      : descent(x, options), steps(options.iterations) {}

  // Where it is over before its last step, all that it does count.
  Json answer() const {
    return {{"done", descent.iterations()},
            {"steps", descent.over() ? descent.iterations() : steps},
            {"divergence", descent.divergence()},
            {"points", live::to_json(descent.points())}};
  }

  horloge::TsneDescent descent;
  std::size_t steps;
};

LiveRuns<TsneRun>& descents() {
  static LiveRuns<TsneRun> all(4, "descent");
  return all;
}

void need_neighbours(double perplexity, std::size_t points) {
  if (perplexity >= double(points))
    throw horloge::ValueError(
        fmt::format("{} points cannot have {} neighbours each: choose a "
                    "smaller perplexity",
                    points, perplexity));
}

Json start(const Json& with) {
  const PointSet set = chosen_points(with);
  horloge::TsneOptions options;
  options.perplexity = live::number(with, "perplexity", 1, 100);
  need_neighbours(options.perplexity, set.x.shape(0));
  options.learning_rate = set.learning_rate;
  if (live::truth(with, "random_start")) {
    const auto seed = live::whole_number(with, "seed", 0, 1000000000);
    options.start = horloge::Rng(seed, 1).normal({set.x.shape(0), 2}, 0, 1e-4);
  }
  auto run = std::make_unique<TsneRun>(set.x, options);
  Json answer = about(set);
  answer.update(run->answer());
  answer["run"] = descents().add(std::move(run));
  return answer;
}

Json steps(const Json& with) {
  TsneRun& run = descents().at(with);
  const std::size_t many = live::whole_number(with, "steps", 1, 1000);
  for (std::size_t i = 0; i < many; ++i) run.descent.step();
  return run.answer();
}

Json stop(const Json& with) {
  descents().remove(with);
  return Json::object();
}

}  // namespace

live::Questions input_embedding_questions() {
  return {{"input_embedding.pca", pca_of},
          {"input_embedding.tsne.start", start},
          {"input_embedding.tsne.steps", steps},
          {"input_embedding.tsne.stop", stop}};
}
