// What the page of this lesson can draw in the plane.

#include "point_sets.h"

#include <cmath>

#include "../numpy_style.h"
#include "../tables.h"
#include "horloge/core/rng.h"
#include "horloge/io/safetensors.h"
#include "horloge/nn/position/sinusoidal.h"

using horloge::Array;
using horloge::Ids;

namespace {

constexpr std::size_t d_model = 128;

PointSet random_points(std::uint64_t seed) {
  PointSet set;
  set.x = horloge::Rng(seed).normal({200, d_model});
  return set;
}

PointSet words_at_places(std::uint64_t seed) {
  const std::size_t words = 8, places = 12;
  const Array E =
      horloge::Rng(seed).normal({words, d_model}) / std::sqrt(float(d_model));
  Ids ids = Ids::from_shape({words, places});
  PointSet set;
  for (std::size_t w = 0; w < words; ++w)
    for (std::size_t t = 0; t < places; ++t) {
      ids(w, t) = std::int64_t(w);
      set.groups.push_back(w);
      set.places.push_back(t);
    }
  set.x = input_embedding(ids, E, horloge::sinusoidal_table(places, d_model));
  set.x.reshape({words * places, d_model});
  set.learning_rate = 12;  // about N / 8
  return set;
}

PointSet five_groups_of_words() {
  PointSet set;
  set.x = horloge::read_safetensors(HORLOGE_DATA_DIR
                                    "/words/five_groups.safetensors")
              .at("vectors")
              .to_array();
  for (const Group& group : read_groups("words/groups.tsv")) {
    if (set.group_names.size() == 5) break;
    for (std::size_t i = 0; i < 7; ++i) {
      set.names.push_back(group.words[i]);
      set.groups.push_back(set.group_names.size());
    }
    set.group_names.push_back(group.name);
  }
  set.learning_rate = 5;  // as in the lesson
  return set;
}

}  // namespace

PointSet point_set(const std::string& name, std::uint64_t seed) {
  if (name == "random") return random_points(seed);
  if (name == "places") return words_at_places(seed);
  return five_groups_of_words();
}

std::vector<std::string> point_set_names() {
  return {"random", "places", "words"};
}
