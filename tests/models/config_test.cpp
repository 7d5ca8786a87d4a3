#include "horloge/models/config.h"

#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

Config config(const std::string& text) { return Config::parse(text, "config.json"); }

TEST(Config, ReadsWhatIsThereAndFallsBackWhereNothingIs) {
  const Config c = config(
      R"({"n": 3, "x": 0.5, "yes": true, "name": "gelu", "null": null, "list": ["a", "b"],
          "ids": [1, 2], "id": 7})");
  EXPECT_EQ(c.size("n"), 3U);
  EXPECT_EQ(c.size("other", 5), 5U);
  EXPECT_EQ(c.size("null", 5), 5U);
  EXPECT_EQ(c.number("x"), 0.5);
  EXPECT_EQ(c.number("other", 0.25), 0.25);
  EXPECT_TRUE(c.flag("yes", false));
  EXPECT_TRUE(c.flag("other", true));
  EXPECT_EQ(c.text("name"), "gelu");
  EXPECT_EQ(c.text("other", "relu"), "relu");
  EXPECT_THAT(c.texts("list"), ElementsAre("a", "b"));
  EXPECT_THAT(c.texts("name"), ElementsAre("gelu"));
  EXPECT_THAT(c.texts("other"), IsEmpty());
  EXPECT_THAT(c.ids("ids"), ElementsAre(1, 2));
  EXPECT_THAT(c.ids("id"), ElementsAre(7));
}

TEST(Config, TellsNullFromAbsent) {
  const Config c = config(R"({"window": null})");
  EXPECT_FALSE(c.has("window"));
  EXPECT_TRUE(c.mentions("window"));
  EXPECT_FALSE(c.mentions("other"));
}

TEST(Config, TakesTheFirstOfSeveralNamesThatIsThere) {
  const Config c = config(R"({"n_embed": 8, "hidden_size": null})");
  EXPECT_EQ(c.size({"hidden_size", "n_embed"}), 8U);
}

TEST(Config, NamesFileKeyAndValueOfAWrongSetting) {
  const Config c =
      config(R"({"n": -3, "half": 1.5, "zero": 0, "huge": 1e12, "word": "four", "ids": ["a"]})");
  const std::string who = "[load_pretrained] config.json: ";
  EXPECT_ERROR(c.size("n"), ValueError, who + "n = -3 must be a natural number");
  EXPECT_ERROR(c.size("half"), ValueError, who + "half = 1.5 must be a natural number");
  EXPECT_ERROR(c.size("zero"), ValueError, who + "zero = 0 must be a natural number");
  EXPECT_ERROR(c.size("huge"), ValueError, "huge = 1000000000000.0 must be a natural number");
  EXPECT_ERROR(c.size("word"), ValueError, who + "word = \"four\" must be a number");
  EXPECT_ERROR(c.flag("word", true), ValueError, who + "word = \"four\" must be true or false");
  EXPECT_ERROR(c.text("n"), ValueError, who + "n = -3 must be text");
  EXPECT_ERROR(c.texts("n"), ValueError, who + "n = -3 must be text, or a list of texts");
  EXPECT_ERROR(c.ids("ids"), ValueError, who + "ids = [\"a\"] must be an id, or a list of ids");
  EXPECT_ERROR(c.group("n"), ValueError, who + "n = -3 must be a JSON object");
  EXPECT_ERROR(c.size("other"), ValueError, who + "other is missing");
  EXPECT_ERROR(c.size({"one", "other"}), ValueError, who + "one is missing");
}

TEST(Config, RefusesASettingThatNobodyHasRead) {
  const Config c = config(R"({"n": 3, "qk_norm": true})");
  (void)c.size("n");
  EXPECT_ERROR(c.finish(), ValueError, "[load_pretrained] config.json: qk_norm = true is unknown");
  c.ignore({"qk_norm"});
  EXPECT_NO_THROW(c.finish());
}

TEST(Config, LetsPassWhatChangesNoNumber) {
  EXPECT_NO_THROW(config(R"({"torch_dtype": "float32", "use_cache": true, "_name_or_path": "x",
                             "qk_norm": false, "scores": null, "extra": 0, "layers": [],
                             "more": {}, "text": ""})")
                      .finish());
}

TEST(Config, RefusesByValue) {
  const Config c = config(R"({"is_decoder": true})");
  EXPECT_NO_THROW(c.require("is_decoder", true));
  EXPECT_NO_THROW(c.require("other", false));
  EXPECT_ERROR(c.require("is_decoder", false), ValueError,
               "is_decoder = true is not supported; only false is");
}

TEST(Config, ReadsGroups) {
  const Config group =
      config(R"({"rope_scaling": {"type": "linear", "factor": 2, "truncate": true}})")
          .group("rope_scaling");
  EXPECT_EQ(group.text("type"), "linear");
  const std::map<std::string, double> numbers = {{"factor", 2}, {"truncate", 1}};
  EXPECT_EQ(group.numbers(), numbers);
  EXPECT_ERROR(group.text("factor"), ValueError, "rope_scaling.factor = 2 must be text");
  EXPECT_NO_THROW(group.finish());
}

TEST(Config, RefusesWhatNobodyReadsInAGroup) {
  const Config group =
      config(R"({"rope_scaling": {"factor": 2, "sections": [1, 2]}})").group("rope_scaling");
  (void)group.numbers();
  EXPECT_ERROR(group.finish(), ValueError, "config.json: rope_scaling.sections = [1,2] is unknown");
}

TEST(Config, NamesTheFileInsteadOfWhoFoundTheError) {
  const Config c = config("{}");
  EXPECT_ERROR(c.fail(ValueError("[rotary_scaling] a factor is missing")), ValueError,
               "[load_pretrained] config.json: a factor is missing");
}

TEST(Config, TakesNoNumberThatIsNone) {
  EXPECT_ERROR(config(R"({"rope_theta": 1e999})"), FileError,
               "config.json: must be valid JSON; at byte 20, at or after \"rope_theta\": 1e999 is "
               "beyond the largest number");
  const Config c = config(R"({"ids": [1, 9223372036854775808], "most": 9223372036854775807,
                              "float": 1e30, "texts": {"a": 1}, "text": 3})");
  EXPECT_ERROR(c.ids("ids"), ValueError,
               "ids = [1,9223372036854775808] must be an id, and ids go up to 9223372036854775807");
  EXPECT_THAT(c.ids("most"), ElementsAre(9223372036854775807));
  EXPECT_ERROR(c.ids("float"), ValueError, "float = 1e+30 must be an id, or a list of ids");
  EXPECT_ERROR(c.texts("texts"), ValueError, "must be text, or a list of texts");
  EXPECT_ERROR(c.texts("text"), ValueError, "text = 3 must be text, or a list of texts");
}

TEST(Config, ShowsValuesOfAnyKindAndLength) {
  const Config c = config("{\"n\": \"" + std::string(5'000'000, 'a') +
                          "\", \"\u202e\": \"\u009b2J\", \"deep\": " + std::string(100, '[') +
                          std::string(100, ']') + "}");
  EXPECT_ERROR(c.size("n"), ValueError, "n = \"" + std::string(99, 'a') + "… (5000002 bytes) must");
  EXPECT_ERROR(c.size("\u202e"), ValueError, "\\u202e = \"\\u009b2J\" must be a number");
  EXPECT_ERROR(c.text("deep"), ValueError, "[… (200 bytes) must be text");
  EXPECT_ERROR(config(std::string(1'000'000, '[')), FileError, "nested at most 127 levels deep");
}

TEST(Config, SaysWhereAFileIsBroken) {
  const test::TemporaryFolder folder;
  const auto path = folder / "config.json";
  EXPECT_ERROR(Config::read(path), FileError, path.string());
  test::write_text(path, R"({"n": 3,)");
  EXPECT_ERROR(Config::read(path), FileError,
               "[load_pretrained] " + path.string() + ": must be valid JSON; at byte 9");
  test::write_text(path, "[1, 2]");
  EXPECT_ERROR(Config::read(path), FileError, path.string() + ": must be a JSON object");
  test::write_text(path, "");
  EXPECT_ERROR(Config::read(path), FileError, path.string() + ": must be valid JSON");
}

}  // namespace
}  // namespace horloge
