// Folders that were made to harm: each ends with one sentence, or is shown as text.

#include <fmt/format.h>

#include <fstream>

#include "../runner/scratch.h"
#include "course/runner/process.h"
#include "horloge/io/safetensors.h"
#include "support/matchers.h"

namespace models {
namespace {

using namespace runner;
namespace fs = std::filesystem;

// A sanitizer takes terabytes of addresses for itself, though not of memory.
#if defined(__has_feature)
constexpr std::size_t addresses = __has_feature(address_sanitizer) ? 0 : std::size_t{8} << 30U;
#else
constexpr std::size_t addresses = std::size_t{8} << 30U;
#endif

class HostileModel : public testing::Test {
 protected:
  HostileModel() {
    fs::create_directories(folder_);
    for (const char* name : {"config.json", "model.safetensors"})
      fs::copy_file(small_ / name, folder_ / name);
  }
  void write(const std::string& file, const std::string& text) const {
    fs::remove(folder_ / file);
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }
  std::string config_with(const std::string& more) const {
    return replaced(read_text(small_ / "config.json"), "{", "{" + more + ",");
  }

  // What the program says, which must be whole lines of plain text, and soon.
  std::string run(int status, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {scratch_.course().build / "bin/learn_models", "model",
                                        folder_};
    command.insert(command.end(), more.begin(), more.end());
    ProcessOptions process;
    process.environment = {{"HORLOGE_WORK", scratch_.folder()}, {"COLUMNS", "80"}};
    process.wall_seconds = 60;
    process.max_memory_bytes = addresses;
    const ProcessResult result = run_process(command, process);
    EXPECT_EQ(result.status, status) << result.output.substr(0, 3000);
    for (const char* raw : {"\x1b", "\u202e", "\u009b", "\xff", "\a"})
      EXPECT_THAT(result.output, Not(HasSubstr(raw)));
    EXPECT_LT(result.output.size(), 3000U);
    return result.output;
  }

  Scratch scratch_;
  const fs::path folder_ = scratch_.folder() / "model";
  const fs::path small_ = fs::path(HORLOGE_DATA_DIR) / "golden/models/gpt2_tiny";
};

TEST_F(HostileModel, NestsDeeply) {
  const std::string deep(200'000, '[');
  for (const char* key : {"rope_scaling", "eos_token_id", "architectures", "n_head"}) {
    write("config.json", config_with(fmt::format("\"{}\": {}", key, deep)));
    EXPECT_THAT(run(1), HasSubstr("config.json: JSON may be nested at most 127 levels deep\n"));
  }
  write("config.json",
        config_with("\"unknown\": " + std::string(100, '[') + std::string(100, ']')));
  EXPECT_THAT(run(1), HasSubstr("unknown = [["));
}

TEST_F(HostileModel, IsNoRegularFile) {
  fs::remove(folder_ / "config.json");
  fs::create_symlink("/dev/zero", folder_ / "config.json");
  EXPECT_THAT(run(1), HasSubstr("config.json: must be a regular file, is a device or a pipe\n"));
  write("config.json", "{");
  fs::resize_file(folder_ / "config.json", std::uintmax_t{8} << 30U);
  EXPECT_THAT(run(1), HasSubstr("config.json: may have at most 64 MB, has 8192\n"));
}

TEST_F(HostileModel, HasNumbersThatAreNone) {
  const auto said = [&](const std::string& setting) {
    write("config.json", config_with(setting));
    return run(1);
  };
  EXPECT_THAT(said("\"layer_norm_epsilon_\": 1e999"),
              HasSubstr("1e999 is beyond the largest number, 1.8e+308\n"));
  EXPECT_THAT(said("\"pad_token_id\": 9223372036854775808"),
              HasSubstr("pad_token_id = 9223372036854775808 must be an id"));
  EXPECT_THAT(said("\"architectures_\": 7"), HasSubstr("architectures_ = 7 is unknown"));
}

TEST_F(HostileModel, HasNamesThatATerminalWouldObey) {
  write("config.json", config_with("\"\u202e\\u001b[2J\": \"\u009b\\u0007\""));
  EXPECT_THAT(run(1), HasSubstr("\\u202e\\x1b[2J = \"\\u009b\\u0007\" is unknown"));
  write("config.json", read_text(small_ / "config.json"));
  const auto weights = horloge::read_safetensors(small_ / "model.safetensors");
  const auto with_name = [&](const std::string& name) {
    auto more = weights;
    more.tensors.emplace(name, horloge::StoredTensor::from(horloge::zeros({1})));
    horloge::write_safetensors(folder_ / "model.safetensors", more);
    return run(1);
  };
  EXPECT_THAT(with_name("\x1b[2J\u202e"), HasSubstr("\\x1b[2J\\u202e (1,) is not part of this"));
  EXPECT_THAT(with_name(std::string(5'000'000, 'a')),
              HasSubstr("aaa… (5000000 bytes) (1,) is not"));
  std::string bytes = horloge::format_safetensors(weights);
  bytes.replace(bytes.find("F32"), 3, "\u202eF");
  write("model.safetensors", bytes);
  run(1);
}

TEST_F(HostileModel, HasWordsThatATerminalWouldObey) {
  std::string names = "{\"Ġ\": 0";
  for (int id = 1; id < 96; ++id)
    names += fmt::format(", \"Ġ\u202e\\u001b[2J{}{}\": {}", id,
                         std::string(id > 90 ? 99999 : 0, 'x'), id);
  write("vocab.json", names + "}");
  const std::vector<std::string> all = {"--ids", "5,17,42,8", "--shuffle", "--generate",
                                        "2",     "--top",     "3"};
  EXPECT_THAT(run(0, all), HasSubstr("\\u202e\\x1b[2J"));
}

TEST_F(HostileModel, HasWordsThatCannotBeRead) {
  write("tokenizer.json", std::string(1'000'000, '['));
  const std::string text = run(0, {"--ids", "5,17"});
  EXPECT_THAT(text, HasSubstr("Words are shown by number:"));
  EXPECT_THAT(text, HasSubstr("The next token after 5 17:\n"));
}

}  // namespace
}  // namespace models
