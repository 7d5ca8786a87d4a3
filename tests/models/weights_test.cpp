#include "horloge/models/weights.h"

#include "support/arrays.h"
#include "support/error_of.h"

namespace horloge {
namespace {

SafetensorsFile file_of(const std::vector<std::pair<std::string, Array>>& tensors) {
  SafetensorsFile file;
  for (const auto& [name, numbers] : tensors)
    file.tensors.emplace(name, StoredTensor::from(numbers));
  return file;
}

std::vector<NamedTensor> wanted(const std::vector<std::pair<std::string, Shape>>& shapes) {
  std::vector<NamedTensor> all;
  for (const auto& [name, shape] : shapes) all.push_back({name, Tensor(zeros(shape))});
  return all;
}

std::vector<NamedTensor> read(const SafetensorsFile& file,
                              const std::vector<std::pair<std::string, Shape>>& shapes,
                              const WeightTable& table) {
  const std::vector<NamedTensor> all = wanted(shapes);
  load_weights(file, all, table, "[test] ");
  return all;
}

TEST(Weights, ChangesNamesAndKeepsNumbers) {
  const WeightTable table{{{"h.*.ln_1", "blocks.*.norm"}, {"wte", "words"}}, {}, {}};
  const Array x = array_of({2}, {1, 2}), y = array_of({2, 1}, {3, 4});
  const auto found = read(file_of({{"h.11.ln_1.weight", x}, {"wte.weight", y}}),
                          {{"blocks.11.norm.weight", {2}}, {"words.weight", {2, 1}}}, table);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "blocks.11.norm.weight");
  EXPECT_TRUE(same(found[0].tensor.array(), x));
  EXPECT_TRUE(same(found[1].tensor.array(), y));
}

TEST(Weights, TakesAPrefixOffOrDoesWithoutIt) {
  const WeightTable table{{{"wte", "words"}, {"lm_head", "head"}}, {"transformer."}, {}};
  const Array x = array_of({1}, {1});
  for (const char* name : {"transformer.wte.weight", "wte.weight"})
    EXPECT_EQ(read(file_of({{name, x}, {"lm_head.weight", x}}),
                   {{"words.weight", {1}}, {"head.weight", {1}}}, table)
                  .size(),
              2U);
  EXPECT_ERROR(read(file_of({{"transformer.wte.weight", x}, {"wte.weight", x}}),
                    {{"words.weight", {1}}}, table),
               ValueError, "wte.weight is there twice, under two names");
}

TEST(Weights, KnowsOldEndings) {
  const WeightTable table{{{"LayerNorm", "norm"}}, {}, {}, {{".gamma", ".weight"}}};
  for (const char* name : {"LayerNorm.gamma", "LayerNorm.weight"})
    EXPECT_EQ(read(file_of({{name, zeros({2})}}), {{"norm.weight", {2}}}, table).size(), 1U);
}

TEST(Weights, TurnsWhatIsStoredTheOtherWayRound) {
  const WeightTable table{{{"fc", "up", Stored::transposed}}, {}, {}};
  const auto found = read(file_of({{"fc.weight", array_of({2, 3}, {1, 2, 3, 4, 5, 6})},
                                   {"fc.bias", array_of({3}, {7, 8, 9})}}),
                          {{"up.weight", {3, 2}}, {"up.bias", {3}}}, table);
  EXPECT_TRUE(same(found[0].tensor.array(), array_of({3, 2}, {1, 4, 2, 5, 3, 6})));
  EXPECT_TRUE(same(found[1].tensor.array(), array_of({3}, {7, 8, 9})));
}

// Two query rows, and one of the key and the value.
TEST(Weights, TakesQueriesKeysAndValuesApart) {
  const std::vector<std::pair<std::string, Shape>> grouped = {
      {"a.q.weight", {2, 2}}, {"a.k.weight", {1, 2}}, {"a.v.weight", {1, 2}}};
  const Array q = array_of({2, 2}, {1, 2, 3, 4}), k = array_of({1, 2}, {5, 6}),
              v = array_of({1, 2}, {7, 8});
  auto found = read(file_of({{"qkv.weight", array_of({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}}), grouped,
                    {{{"qkv", "a.{qkv}", Stored::fused}}, {}, {}});
  EXPECT_TRUE(same(found[0].tensor.array(), q));
  EXPECT_TRUE(same(found[1].tensor.array(), k));
  EXPECT_TRUE(same(found[2].tensor.array(), v));
  found = read(file_of({{"qkv.weight", array_of({2, 4}, {1, 3, 5, 7, 2, 4, 6, 8})}}), grouped,
               {{{"qkv", "a.{qkv}", Stored::fused_transposed}}, {}, {}});
  EXPECT_TRUE(same(found[0].tensor.array(), q));
  EXPECT_TRUE(same(found[1].tensor.array(), k));
  EXPECT_TRUE(same(found[2].tensor.array(), v));
}

TEST(Weights, TurnsMatricesOfAnySize) {
  const std::size_t D = 70, rows[] = {40, 33, 1};
  const Array all = Rng(1).normal({D, 74});
  const auto found =
      read(file_of({{"qkv.weight", all}}),
           {{"a.q.weight", {40, D}}, {"a.k.weight", {33, D}}, {"a.v.weight", {1, D}}},
           {{{"qkv", "a.{qkv}", Stored::fused_transposed}}, {}, {}});
  std::size_t first = 0;
  for (std::size_t part = 0; part < 3; first += rows[part++])
    for (std::size_t i = 0; i < rows[part]; ++i)
      for (std::size_t j = 0; j < D; ++j)
        ASSERT_EQ(found[part].tensor.array()(i, j), all(j, first + i)) << part << " " << i;
}

// Two heads of two rows: q0 k0 v0 q1 k1 v1, two numbers each.
TEST(Weights, TakesHeadsApart) {
  const auto found =
      read(file_of({{"qkv.bias", array_of({12}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})}}),
           {{"a.q.bias", {4}}, {"a.k.bias", {4}}, {"a.v.bias", {4}}},
           {{{"qkv", "a.{qkv}", Stored::fused_by_head, 2}}, {}, {}});
  EXPECT_TRUE(same(found[0].tensor.array(), array_of({4}, {0, 1, 6, 7})));
  EXPECT_TRUE(same(found[1].tensor.array(), array_of({4}, {2, 3, 8, 9})));
  EXPECT_TRUE(same(found[2].tensor.array(), array_of({4}, {4, 5, 10, 11})));
}

TEST(Weights, TakesATiedWeightUnderAnyOfItsNames) {
  const WeightTable table{{{"wte", "words"}, {"lm_head", "words"}}, {}, {}};
  const Array x = array_of({1}, {1});
  for (const auto& file :
       {file_of({{"wte", x}}), file_of({{"lm_head", x}}), file_of({{"wte", x}, {"lm_head", x}})})
    EXPECT_TRUE(same(read(file, {{"words", {1}}}, table)[0].tensor.array(), x));
  EXPECT_ERROR(
      read(file_of({{"wte", x}, {"lm_head", array_of({1}, {2})}}), {{"words", {1}}}, table),
      ValueError, "[test] wte and lm_head are one tied weight, but differ");
}

TEST(Weights, NamesWhatIsMissingOrLeftOver) {
  const WeightTable table{{{"h.*.fc", "up.*", Stored::transposed}}, {}, {"attn.bias"}};
  const Array x = zeros({2, 3});
  EXPECT_ERROR(
      read(file_of({{"h.1.fc.weight", x}, {"h.0.attn.bias", x}}), {{"up.0.weight", {3, 2}}}, table),
      ValueError,
      "[test] h.0.fc.weight (2, 3) is missing; h.1.fc.weight (2, 3) is not part of this "
      "model");
  // An end of a name is a part between dots, not any letters.
  EXPECT_ERROR(read(file_of({{"h.0.c_attn.bias", x}}), {}, table), ValueError,
               "h.0.c_attn.bias (2, 3) is not part");
}

TEST(Weights, ChangesNothingUnlessAllOfItFits) {
  const auto ours = wanted({{"a", {1}}, {"b", {2}}});
  const WeightTable table{{{"a", "a"}, {"b", "b"}}, {}, {}};
  const auto file = [](std::size_t size) {
    return file_of({{"a", array_of({1}, {7})}, {"b", ones({size})}});
  };
  EXPECT_THROW(load_weights(file(3), ours, table, ""), ShapeError);
  EXPECT_EQ(ours[0].tensor.array()(0), 0);
  load_weights(file(2), ours, table, "");
  EXPECT_EQ(ours[0].tensor.array()(0), 7);
}

TEST(Weights, ShowsNamesOfAnyKindAndLength) {
  const SafetensorsFile file =
      file_of({{std::string(5'000'000, 'a'), zeros({1})}, {"\x1b[2J\u202e", zeros({1})}});
  EXPECT_EQ(error_of<ValueError>([&] {
              read(file, {}, {{}, {}, {}});
            }),
            "[test] \\x1b[2J\\u202e (1,) is not part of this model; " + std::string(100, 'a') +
                "… (5000000 bytes) (1,) is not part of this model");
}

TEST(Weights, NamesBothShapes) {
  const WeightTable table{{{"fc", "up", Stored::transposed}}, {}, {}};
  EXPECT_ERROR(read(file_of({{"fc.weight", zeros({2, 4})}}), {{"up.weight", {3, 2}}}, table),
               ShapeError, "[test] fc.weight has shape (2, 4), but the config asks for (2, 3)");
}

TEST(Weights, SaysOnceWhatIsWrongWithATensorOfThreeParts) {
  const WeightTable table{{{"qkv", "a.{qkv}", Stored::fused}}, {}, {}};
  const std::vector<std::pair<std::string, Shape>> parts = {
      {"a.q.weight", {2, 2}}, {"a.k.weight", {1, 2}}, {"a.v.weight", {1, 2}}};
  EXPECT_THAT([&] { read({}, parts, table); },
              testing::ThrowsMessage<ValueError>("[test] qkv.weight (4, 2) is missing"));
  EXPECT_THAT(
      [&] {
        read(file_of({{"qkv.weight", zeros({3, 2})}}), parts, table);
      },
      testing::ThrowsMessage<ShapeError>(
          "[test] qkv.weight has shape (3, 2), but the config asks for (4, 2)"));
}

TEST(Weights, TakesNoIntegers) {
  SafetensorsFile file;
  file.tensors.emplace("wte", StoredTensor::from(Ids(arange(2))));
  EXPECT_ERROR(read(file, {{"words", {2}}}, {{{"wte", "words"}}, {}, {}}), ValueError,
               "[test] wte must hold floats, holds I64");
}

TEST(Weights, NeedsALineForEachOfOurs) {
  EXPECT_ERROR(read({}, {{"words", {2}}}, {{{"word", "wordless"}}, {}, {}}), ValueError,
               "the weight table has no rule for words");
}

}  // namespace
}  // namespace horloge
