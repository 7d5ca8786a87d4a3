#include "horloge/text/json.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "horloge/core/error.h"
#include "support/error_of.h"
#include "support/files.h"

namespace horloge {
namespace {

using nlohmann::json;

std::string refusal_of(const std::string& text) {
  return error_of<FileError>([&] { parse_json(text, "file: "); });
}

TEST(Json, IsTheSameTreeAsTheLibrarys) {
  for (const char* text :
       {"null", "true", "false", "7", "-7", "1.5", "-1e3", "18446744073709551615",
        "-9223372036854775808", "\"text\"", "[]", "{}", "[[],[[1]],{}]",
        R"({"a": [1, {"b": null, "c": [true]}, "x"], "d": {"e": {"f": 2}, "g": 3}, "h": 4})",
        R"({"again": 1, "again": [2]})", " [1 , 2 ]\n"})
    EXPECT_EQ(parse_json(text, ""), json::parse(text)) << text;
}

TEST(Json, SaysWhereItIsBroken) {
  EXPECT_THAT(refusal_of(""), HasSubstr("file: must be valid JSON; at byte 1"));
  EXPECT_THAT(refusal_of("{\"n\": 3,"), HasSubstr("file: must be valid JSON; at byte 9"));
  EXPECT_THAT(refusal_of("[1] 2"), HasSubstr("must be valid JSON"));
  EXPECT_THAT(refusal_of(std::string("[1]\0x", 5)), HasSubstr("at byte 4: a zero byte"));
  EXPECT_THAT(refusal_of("{\"factor\": 1e999}"),
              HasSubstr("at or after \"factor\": 1e999 is beyond the largest number, 1.8e+308"));
}

// What is quoted may be anything.
TEST(Json, QuotesNothingThatATerminalWouldObey) {
  EXPECT_THAT(refusal_of("{\"a\x1b[2J\": 1}"), Not(HasSubstr("\x1b")));
  EXPECT_THAT(refusal_of("{\"\xff\": 1}"), Not(HasSubstr("\xff")));
  EXPECT_THAT(refusal_of("{\"\u202e\": x}"), Not(HasSubstr("\u202e")));
  EXPECT_LT(refusal_of("{\"" + std::string(5'000'000, 'a')).size(), 1000U);
  EXPECT_LT(refusal_of("{\"" + std::string(5'000'000, 'a') + "\": x}").size(), 1000U);
}

TEST(Json, ReadsNoDeeperThanItMay) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_EQ(refusal_of(nested(127)), "no error");
  EXPECT_EQ(refusal_of(nested(128)), "file: JSON may be nested at most 127 levels deep");
  EXPECT_EQ(refusal_of(std::string(10'000'000, '[')),
            "file: JSON may be nested at most 127 levels deep");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(refusal_of(objects), "file: JSON may be nested at most 127 levels deep");
}

TEST(Json, HoldsNoMoreValuesThanItMay) {
  std::string many = "[0";
  for (int i = 0; i < 5'000'000; ++i) many += ",0";
  EXPECT_EQ(refusal_of(many + "]"), "file: may hold at most 5000000 values");
}

std::string refusal_to_read(const std::filesystem::path& path) {
  return error_of<FileError>([&] { read_json(path, "reader"); });
}

TEST(Json, ReadsRegularFilesOnly) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "file", "[1]");
  EXPECT_EQ(read_json(folder / "file", "reader"), json::array({1}));
  std::filesystem::create_symlink("file", folder / "link");
  EXPECT_EQ(read_json(folder / "link", "reader"), json::array({1}));
  std::filesystem::create_symlink("/dev/zero", folder / "zeros");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"zeros", "pipe"})
    EXPECT_EQ(
        refusal_to_read(folder / name),
        "[reader] " + (folder / name).string() + ": must be a regular file, is a device or a pipe");
  EXPECT_THAT(refusal_to_read(folder.path()), HasSubstr("must be a regular file, is a folder"));
}

// 8 GiB of nothing, which take no room on the disk.
TEST(Json, ReadsNoFileThatIsTooLarge) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "file", "[1]");
  std::filesystem::resize_file(folder / "file", std::uintmax_t{8} << 30U);
  EXPECT_EQ(refusal_to_read(folder / "file"),
            "[reader] " + (folder / "file").string() + ": may have at most 64 MB, has 8192");
}

}  // namespace
}  // namespace horloge
