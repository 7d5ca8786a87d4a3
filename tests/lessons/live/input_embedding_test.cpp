// PCA and t-SNE on lesson 6's page.

#include <gmock/gmock.h>

#include <fstream>

#include "asked.h"
#include "horloge/io/safetensors.h"
#include "horloge/projection/tsne.h"

namespace {

using live::Json;

Json pca_of(const std::string& data, int seed = 42) {
  return asked("input_embedding.pca", {{"data", data}, {"seed", seed}});
}

Json chosen(const std::string& data, double perplexity, bool random_start = false, int seed = 1) {
  return {
      {"data", data}, {"seed", seed}, {"perplexity", perplexity}, {"random_start", random_start}};
}

Json stepped(const Json& run, int steps) {
  return asked("input_embedding.tsne.steps", {{"run", run}, {"steps", steps}});
}

horloge::Array stored_vectors(const std::string& name) {
  return horloge::read_safetensors(HORLOGE_DATA_DIR "/words/" + name).at("vectors").to_array();
}

TEST(ProjectionLive, PcaHoldsWhatTheLessonPrints) {
  const Json random = pca_of("random");
  EXPECT_EQ(random["points"].size(), 200U);
  EXPECT_NEAR(random["share"], 0.048, 0.0005);
  const Json words = pca_of("words");
  EXPECT_NEAR(words["share"], 0.43, 0.005);
  EXPECT_EQ(words["names"][0], "monday");
  EXPECT_EQ(words["groups"][34], 4);
  EXPECT_EQ(words["group_names"][4], "numbers");
}

TEST(ProjectionLive, EachWordStandsAtTwelvePlaces) {
  const Json places = pca_of("places");
  ASSERT_EQ(places["points"].size(), 96U);
  EXPECT_EQ(places["groups"][95], 7);
  EXPECT_EQ(places["places"][95], 11);
}

TEST(ProjectionLive, TheStoredWordsAreThoseOfTheWholeTable) {
  const Json names = pca_of("words")["names"];
  const horloge::Array few = stored_vectors("five_groups.safetensors");
  const horloge::Array all = stored_vectors("vectors.safetensors");
  ASSERT_EQ(few.shape(0), names.size());
  std::ifstream file(HORLOGE_DATA_DIR "/words/words.txt");
  std::size_t row = 0, found = 0;
  for (std::string word; std::getline(file, word); ++row)
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != word) continue;
      ++found;
      for (std::size_t d = 0; d < 100; ++d) ASSERT_EQ(few(i, d), all(row, d)) << word;
    }
  EXPECT_EQ(found, 35U);
}

TEST(ProjectionLive, SlicesEndWhereTheWholeDescentDoes) {
  Json last = asked("input_embedding.tsne.start", chosen("words", 5));
  EXPECT_EQ(last["done"], 0);
  EXPECT_EQ(last["names"].size(), 35U);
  const Json run = last["run"];
  for (int slice = 0; slice < 30 && last["done"] != last["steps"]; ++slice) last = stepped(run, 37);
  horloge::TsneOptions options;
  options.perplexity = 5;
  options.learning_rate = 5;
  const horloge::Tsne whole = horloge::tsne(stored_vectors("five_groups.safetensors"), options);
  EXPECT_EQ(last["done"], whole.iterations);
  EXPECT_EQ(last["divergence"], whole.divergence);
  for (std::size_t i = 0; i < 35; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis)
      EXPECT_EQ(last["points"][i][axis].get<float>(), whole.points(i, axis));
}

TEST(ProjectionLive, SeedsDrawTheRowsAndTheStart) {
  EXPECT_NE(pca_of("random", 1)["points"], pca_of("random", 2)["points"]);
  EXPECT_EQ(pca_of("words", 1), pca_of("words", 2));
  const auto start = [](bool random, int seed) {
    return asked("input_embedding.tsne.start", chosen("words", 5, random, seed))["points"];
  };
  EXPECT_EQ(start(false, 1), start(false, 2));
  EXPECT_EQ(start(true, 1), start(true, 1));
  EXPECT_NE(start(true, 1), start(true, 2));
  EXPECT_NE(start(true, 1), start(false, 1));
}

TEST(ProjectionLive, SaysWhatItCannotDo) {
  EXPECT_EQ(refused("input_embedding.tsne.start", chosen("words", 50)),
            "35 points cannot have 50 neighbours each: choose a smaller perplexity");
  const Json run = asked("input_embedding.tsne.start", chosen("words", 5))["run"];
  EXPECT_EQ(refused("input_embedding.tsne.stop", {{"run", run}}), "");
  EXPECT_EQ(refused("input_embedding.tsne.steps", {{"run", run}, {"steps", 1}}),
            "this descent has ended: start it again");
}

}  // namespace
