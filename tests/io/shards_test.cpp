#include "horloge/io/shards.h"

#include "support/arrays.h"
#include "support/error_of.h"
#include "support/files.h"

namespace horloge {
namespace {

// Two shards and an index of `weight_map`.
class Shards : public testing::Test {
 protected:
  Shards() {
    write("one.safetensors", "a", 1, "pt");
    write("two.safetensors", "b", 2, "ignored");
  }
  void write(const std::string& file, const std::string& name, double value,
             const std::string& format) {
    SafetensorsFile shard;
    shard.tensors.emplace(name, StoredTensor::from(array_of({1}, {value})));
    shard.tensors.emplace("extra", StoredTensor::from(array_of({1}, {0})));
    shard.metadata = {{"format", format}};
    write_safetensors(folder_ / file, shard);
  }
  void write_index(const std::string& weight_map) {
    write_text(index_, R"({"metadata":{"total_size":8},"weight_map":)" + weight_map + "}");
  }

  const test::TemporaryFolder folder_;
  const std::filesystem::path index_ = folder_ / "model.safetensors.index.json";
};

TEST_F(Shards, GathersTheTensorsThatTheIndexNames) {
  write_index(R"({"a":"one.safetensors","b":"two.safetensors"})");
  for (const auto& path : {index_, folder_.path()}) {
    const SafetensorsFile file = read_checkpoint(path);
    EXPECT_EQ(file.tensors.size(), 2U);
    EXPECT_TRUE(same(file.at("a").to_array(), array_of({1}, {1})));
    EXPECT_TRUE(same(file.at("b").to_array(), array_of({1}, {2})));
    EXPECT_EQ(file.metadata.at("format"), "pt");
  }
}

TEST_F(Shards, ReadsOneFileOrTheFolderOfOne) {
  EXPECT_EQ(read_checkpoint(folder_ / "one.safetensors").tensors.size(), 2U);
  EXPECT_ERROR(read_checkpoint(folder_.path()), FileError,
               "has neither model.safetensors nor model.safetensors.index.json");
  write("model.safetensors", "whole", 3, "pt");
  EXPECT_EQ(read_checkpoint(folder_.path()).tensors.count("whole"), 1U);
  EXPECT_ERROR(read_checkpoint(folder_ / "none"), FileError, "cannot be opened");
}

TEST_F(Shards, SaysWhyPicklesAreNotRead) {
  write_text(folder_ / "training_args.bin", "settings, not weights");
  const auto refusal = [&] {
    return error_of<FileError>([&] { read_checkpoint(folder_.path()); });
  };
  EXPECT_THAT(refusal(), testing::EndsWith("nor model.safetensors.index.json"));
  write_text(folder_ / "optimizer.pt", "momentum");
  write_text(folder_ / "rng_state_0.pth", "a state");
  EXPECT_THAT(refusal(), testing::EndsWith("nor model.safetensors.index.json"));
  write_text(folder_ / "adapter.bin", "perhaps");
  EXPECT_THAT(refusal(), testing::HasSubstr("; adapter.bin is a pickle"));
  write_text(folder_ / "consolidated.00.pth", "weights of Meta's");
  EXPECT_THAT(refusal(), testing::HasSubstr("; consolidated.00.pth is a pickle"));
  EXPECT_THAT(refusal(), testing::HasSubstr("safetensors.torch.save_file as consolidated.saf"));
  write_text(folder_ / "pytorch_model-00002-of-00002.bin", "weights");
  write_text(folder_ / "pytorch_model-00001-of-00002.bin", "weights");
  EXPECT_THAT(refusal(), testing::HasSubstr(
                             "index.json; pytorch_model-00001-of-00002.bin is a pickle, which can "
                             "run arbitrary code when it is loaded, and is not read here: "));
}

TEST_F(Shards, NamesWhatIsMissing) {
  write_index(R"({"a":"one.safetensors","b":"three.safetensors"})");
  EXPECT_ERROR(read_checkpoint(index_), FileError,
               "index.json: tensor \"b\": its shard \"three.safetensors\" is missing");
  write_index(R"({"a":")" + std::string(5000, 'x') + R"("})");  // longer than names can be
  EXPECT_ERROR(read_checkpoint(index_), FileError, "is missing");
  write_index(R"({"a":"one.safetensors","b":"one.safetensors"})");
  EXPECT_ERROR(read_checkpoint(index_), FileError,
               "tensor \"b\": is not in its shard \"one.safetensors\"");
  write_text(folder_ / "two.safetensors", "cut");
  write_index(R"({"b":"two.safetensors"})");
  EXPECT_ERROR(read_checkpoint(index_), FileError, "two.safetensors: must have at least 8 bytes");
}

TEST_F(Shards, RefusesTwoTensorsOfOneName) {
  write_index(R"({"a":"one.safetensors","b":"two.safetensors","extra":"one.safetensors"})");
  EXPECT_EQ(read_checkpoint(index_).tensors.size(), 3U);  // the same one twice is no harm
  SafetensorsFile two = read_safetensors(folder_ / "two.safetensors");
  two.tensors.at("extra") = StoredTensor::from(array_of({1}, {1}));
  write_safetensors(folder_ / "two.safetensors", two);
  EXPECT_ERROR(read_checkpoint(index_), FileError,
               "tensor \"extra\": its shard and \"two.safetensors\" hold different tensors");
}

TEST_F(Shards, RefusesShardsOutsideTheFolder) {
  std::filesystem::create_directory(folder_ / "inside");
  write("inside/three.safetensors", "c", 3, "pt");
  write_index(R"({"c":"inside/three.safetensors"})");
  EXPECT_EQ(read_checkpoint(index_).tensors.size(), 1U);
  for (const std::string shard : {"../one.safetensors", "inside/../../one.safetensors", "..", "",
                                  "inside/", "one.safetensors\\u0000"}) {
    write_index(R"({"a":")" + shard + R"("})");
    EXPECT_ERROR(read_checkpoint(index_), FileError,
                 "tensor \"a\": shards must be in the index's folder, \"");
  }
  write_index(R"({"a":")" + (folder_ / "one.safetensors").string() + R"("})");
  EXPECT_ERROR(read_checkpoint(index_), FileError, "shards must be in the index's folder");
}

TEST_F(Shards, SaysWhatIsWrongWithAMalformedIndex) {
  const auto message_of = [&](const std::string& text, const std::string& message) {
    SCOPED_TRACE(text);
    write_text(index_, text);
    EXPECT_ERROR(read_checkpoint(index_), FileError, message);
    EXPECT_ERROR(read_checkpoint(index_), FileError, "[read_checkpoint] " + index_.string());
  };
  message_of("", "must be valid JSON");
  message_of("{", "must be valid JSON");
  message_of("[]", "the index must be a JSON object");
  message_of("{}", "\"weight_map\" is missing");
  message_of(R"({"metadata":{"weight_map":{}}})", "\"weight_map\" is missing");
  message_of(R"({"weight_map":[]})", "\"weight_map\" must be a JSON object");
  message_of(R"({"weight_map":{"a":1}})", "tensor \"a\": its file name must be a string");
  message_of(R"({"weight_map":{"a":{}}})", "tensor \"a\": its file name must be a string");
  message_of(R"({"weight_map":{"a":"x","a":"x"}})", "tensor \"a\": the name appears twice");
  message_of(R"({"weight_map":{},"weight_map":{}})", "\"weight_map\" appears twice");
  message_of(R"({"x":)" + std::string(100000, '['), "nested at most 127 levels deep");
}

}  // namespace
}  // namespace horloge
