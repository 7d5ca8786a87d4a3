#include <gtest/gtest.h>

#include "golden/run_on.h"
#include "support/checkpoints.h"

namespace horloge::golden {
namespace {

namespace fs = std::filesystem;
using test::small_checkpoint;
using test::TemporaryFolder;

TEST(GoldenModel, MayHaveMetasFilesAlone) {
  const TemporaryFolder folder;
  const fs::path from = small_checkpoint("llama_meta_tiny");
  fs::copy_file(from / "io.safetensors", folder / "io.safetensors");
  fs::copy_file(from / "consolidated_meta.safetensors", folder / "consolidated.safetensors");
  test::write_text(folder / "params.json",
                   read_safetensors(from / "io.safetensors").metadata.at("config"));
  EXPECT_EQ(run_on(folder), agrees);
}

// What a run of training starts from.
TEST(GoldenModel, ACheckpointWithoutACaseIsNoCase) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "gpt2");
  for (const char* file : {"config.json", "model.safetensors"})
    fs::copy_file(small_checkpoint("gpt2_tiny") / file, folder / "gpt2" / file);
  EXPECT_EQ(run_on(folder), "[golden] no case found\n");
  fs::remove(folder / "gpt2" / "config.json");
  EXPECT_NE(run_on(folder).find("belongs to no case"), std::string::npos);
}

TEST(GoldenModel, MasksMayBeFloats) {
  const TemporaryFolder folder;
  for (const char* file : {"config.json", "model.safetensors"})
    fs::copy_file(small_checkpoint("bert_tiny") / file, folder / file);
  SafetensorsFile io = read_safetensors(small_checkpoint("bert_tiny") / "io.safetensors");
  StoredTensor& mask = io.tensors.at("in.attention_mask");
  Array floats = zeros(mask.shape());
  const Ids ids = mask.to_ids();
  std::copy(ids.begin(), ids.end(), floats.begin());
  mask = StoredTensor::from(floats, DType::F32);
  write_safetensors(folder / "io.safetensors", io);
  EXPECT_EQ(run_on(folder), agrees);
}

// One after the other, tokens take their types along.
TEST(GoldenModel, TypesComeWithTheirTokens) {
  const TemporaryFolder folder;
  for (const char* file : {"config.json", "model.safetensors"})
    fs::copy_file(small_checkpoint("gpt2_tiny") / file, folder / file);
  ModelInput in;
  in.ids = test::random_ids(2, 5, 90, 1);
  in.token_type_ids = test::random_ids(2, 5, 90, 2);
  SafetensorsFile io;
  io.metadata = {{"kind", "model"}, {"config", "{}"}};
  io.tensors.emplace("in.input_ids", StoredTensor::from(in.ids));
  io.tensors.emplace("in.token_type_ids", StoredTensor::from(*in.token_type_ids));
  io.tensors.emplace(
      "out.logits",
      StoredTensor::from(load_pretrained(folder.path())->forward(in).logits.array(), DType::F32));
  write_safetensors(folder / "io.safetensors", io);
  EXPECT_EQ(run_on(folder), agrees);
}

}  // namespace
}  // namespace horloge::golden
