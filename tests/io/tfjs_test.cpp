#include "horloge/io/tfjs.h"

#include <nlohmann/json.hpp>

#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using nlohmann::json;

std::string bytes_of(std::initializer_list<float> numbers) {
  std::string bytes(numbers.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), numbers.begin(), bytes.size());
  return bytes;
}

// Two groups; the first lies in two files, cut in the middle of a number.
class Tfjs : public testing::Test {
 protected:
  Tfjs() {
    const std::string first = bytes_of({1, 2, 3, 4, 5, 6, 0.5F});
    write_text(folder_ / "a1", first.substr(0, 10));
    write_text(folder_ / "a2", first.substr(10));
    write_text(folder_ / "b", std::string("\x07\0\0\0", 4));
    model_ = json::parse(R"({
      "modelTopology": {"node": []},
      "weightsManifest": [
        {"paths": ["a1", "a2"],
         "weights": [{"name": "layer/kernel", "shape": [2, 3], "dtype": "float32"},
                     {"name": "half", "shape": [], "dtype": "float32"}]},
        {"paths": ["b"], "weights": [{"name": "heads", "shape": [1], "dtype": "int32"}]}]})");
  }
  std::map<std::string, StoredTensor> read() const {
    write_text(path_, model_.dump());
    return read_tfjs_weights(path_);
  }
  json& weight(std::size_t i) { return model_["weightsManifest"][0]["weights"][i]; }

  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "model.json";
  json model_;
};

TEST_F(Tfjs, ReadsWeightsByName) {
  const auto weights = read();
  EXPECT_EQ(weights.size(), 3U);
  EXPECT_TRUE(same(weights.at("layer/kernel").to_array(), array_of({2, 3}, {1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(weights.at("half").to_array()(), real(0.5));
  EXPECT_EQ(weights.at("heads").to_ids()(0), 7);
}

TEST_F(Tfjs, NamesWhatIsMissing) {
  EXPECT_ERROR(read_tfjs_weights(folder_ / "none.json"), FileError, "[read_tfjs_weights]");
  std::filesystem::remove(folder_ / "a2");
  EXPECT_ERROR(read(), FileError, "a2");
  model_["weightsManifest"][0].erase("paths");
  EXPECT_ERROR(read(), FileError, "model.json: paths is missing");
  weight(0).erase("dtype");
  model_["weightsManifest"][0]["paths"] = {"a1"};
  EXPECT_ERROR(read(), FileError, "dtype is missing");
  model_.erase("weightsManifest");
  EXPECT_ERROR(read(), FileError, "weightsManifest is missing");
  model_ = json::array();
  EXPECT_ERROR(read(), FileError, "weightsManifest is missing");
}

TEST_F(Tfjs, WantsAsManyBytesAsItSpeaksOf) {
  weight(1)["shape"] = {2};
  EXPECT_ERROR(read(), FileError, "half (2,) runs past the end of the files");
  weight(1)["shape"] = {std::size_t{1} << 62U, 8};
  EXPECT_ERROR(read(), FileError, "runs past the end");
  model_["weightsManifest"][0]["weights"].erase(1);
  EXPECT_ERROR(read(), FileError, "the weight files have 28 bytes, the manifest describes 24");
}

TEST_F(Tfjs, RefusesWhatItDoesNotRead) {
  weight(0)["dtype"] = "complex64";
  EXPECT_ERROR(read(), FileError,
               "layer/kernel is complex64; only float32, int32 and bool are supported");
  weight(0)["dtype"] = "float32";
  weight(0)["quantization"] = {{"dtype", "uint8"}};
  EXPECT_ERROR(read(), FileError, "layer/kernel is quantized");
  weight(0).erase("quantization");
  weight(0)["shape"] = {2, -3};
  EXPECT_ERROR(read(), FileError, "the shape of layer/kernel must be unsigned integers");
  weight(0)["shape"] = {1};
  weight(1)["name"] = "layer/kernel";
  EXPECT_ERROR(read(), FileError, "layer/kernel appears twice");
  for (const char* path : {"../a1", "/etc/passwd"}) {
    model_["weightsManifest"][0]["paths"] = {path};
    EXPECT_ERROR(read(), FileError, "paths must name files in the same folder");
  }
  write_text(path_, "{\"weightsManifest\": ");
  EXPECT_ERROR(read_tfjs_weights(path_), FileError, "must be valid JSON");
}

}  // namespace
}  // namespace horloge
