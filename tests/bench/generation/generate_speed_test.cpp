// The models that the bench writes are models, and its program says in one sentence what it does
// not understand.

#include <fstream>
#include <string>
#include <vector>

#include "bench/generation/llama.h"
#include "horloge/models/models.h"
#include "horloge/nn/bfloat16.h"
#include "support/files.h"
#include "support/program.h"

namespace {

using horloge::Ids;
using horloge::test::expect_refused;
using horloge::test::Outcome;
using horloge::test::run_command;
using horloge::test::TemporaryFolder;

Outcome run(const std::string& arguments) {
  return run_command(HORLOGE_GENERATE_SPEED " " + arguments);
}

TEST(GenerateSpeed, WritesAModelAndGeneratesWithIt) {
  const TemporaryFolder folder;
  const std::string where = (folder / "toy").string();
  EXPECT_EQ(run("write toy " + where).status, 0);
  const bench::LlamaSize& toy = bench::llama_sizes().front();
  const auto model = horloge::load_pretrained(where);
  EXPECT_EQ(model->info.vocab_size, toy.vocab_size);
  EXPECT_EQ(model->info.sizes.num_kv_heads, toy.num_kv_heads);
  // Sizes, weights, and two angles for each place and pair.
  EXPECT_EQ(std::filesystem::file_size(folder / "toy/model.bin"),
            7 * 4 + toy.bytes() + toy.max_seq_len * (toy.d_model / toy.num_heads) * 4);

  const std::string ids_file = (folder / "ids").string();
  const Outcome outcome =
      run("generate toy " + where + " --tokens 30 --threads 2 --ids " + ids_file);
  EXPECT_THAT(outcome.text,
              testing::MatchesRegex("peer=horloge size=toy threads=2 tokens_per_second=[0-9.]+\n"));
  std::ifstream in(ids_file);
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 0; in >> id;) ids.push_back(id);
  Ids first = Ids::from_shape({std::size_t{1}, std::size_t{1}});
  first(0, 0) = 1;
  const Ids all = model->generate(first, horloge::GenerateOptions().with_max_new_tokens(30));
  EXPECT_EQ(ids, std::vector<std::int64_t>(all.begin() + 1, all.end()));
  EXPECT_EQ(ids.size(), 30U);

  EXPECT_THAT(
      run("prompt toy " + where + " --tokens 20").text,
      testing::MatchesRegex("peer=prompt size=toy threads=1 at_once=[0-9.]+ one_by_one=[0-9.]+\n"));
}

TEST(GenerateSpeed, RoundsItsWeightsIfAsked) {
  const TemporaryFolder folder;
  const std::string where = (folder / "toy").string();
  EXPECT_EQ(run("write toy " + where + " --bfloat16").status, 0);
  for (const horloge::Tensor& weight : horloge::load_pretrained(where)->parameters())
    EXPECT_TRUE(horloge::keep_bfloat16(weight));
  EXPECT_EQ(run("write toy " + where).status, 0);
  for (const horloge::Tensor& weight : horloge::load_pretrained(where)->parameters())
    EXPECT_FALSE(horloge::keep_bfloat16(weight));
}

TEST(GenerateSpeed, SaysWhatIsWrong) {
  expect_refused(
      HORLOGE_GENERATE_SPEED,
      {{"", "generate_speed: A subcommand is required; --help shows what can be asked for"},
       {"write huge /tmp/x", "SIZE: huge not in {toy,middle,gpt2}; --help"},
       {"generate toy /no/such/folder", "generate_speed: "},
       {"generate toy /tmp --tokens 1", "--tokens: Value 1 not in range "},
       {"write toy /proc/no/folder", "generate_speed: "}});
}

}  // namespace
