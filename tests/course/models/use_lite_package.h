#pragma once

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Writes a file, and makes the folder for it.
inline void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// The package of Universal Sentence Encoder Lite in small: as many words as a vocabulary of 12
/// pieces, 4 and 6 numbers wide.
class UseLitePackage {
 public:
  UseLitePackage() {
    const std::string graph = "module_apply_default/Encoder_en/KonaTransformer/";
    const std::string variables = "module/Encoder_en/KonaTransformer/Encode/";
    add("module/Embeddings_en", {12, 4});
    add("module/Encoder_en/hidden_layers/tanh_layer_0/weights", {6, 6});
    add("module/Encoder_en/hidden_layers/tanh_layer_0/bias", {6});
    add_integer(graph + "ClipToMaxLength/Less/y", 8);
    for (const int i : {0, 1}) {
      const std::string layer = "Layer_" + std::to_string(i) + "/TransformerLayer/";
      const std::string norm = "layer_prepostprocess/layer_norm/layer_norm_",
                        end = "/ConcatPartitions/concat";
      const std::string encode = graph + "Encode/" + layer,
                        stack = graph + "Encode/TransformerStack/" + layer;
      const int in = i == 0 ? 4 : 6;
      add(encode + norm + "scale" + end, {in});
      add(encode + norm + "bias" + end, {in});
      add(variables + layer + "MultiheadAttention/qkv_transform_single/kernel/part_0",
          {1, 1, in, 3 * in});
      add(encode + "MultiheadAttention/qkv_transform_single/bias" + end, {3 * in});
      add(variables + layer + "MultiheadAttention/output_transform_single/kernel/part_0",
          {1, 1, in, 6});
      add(encode + "MultiheadAttention/output_transform_single/bias" + end, {6});
      if (i == 0) add(encode + "dense/kernel" + end, {4, 6});
      if (i == 0) add(encode + "dense/bias" + end, {6});
      add(encode + "FFN/" + norm + "scale" + end, {6});
      add(encode + "FFN/" + norm + "bias" + end, {6});
      add(stack + "FFN/conv1/Tensordot/Reshape_1", {6, 10});
      add(encode + "FFN/conv1/bias" + end, {10});
      add(stack + "FFN/conv2/Tensordot/Reshape_1", {10, 6});
      add(encode + "FFN/conv2/bias" + end, {6});
      if (i == 0) continue;
      add_integer(stack + "MultiheadAttention/split_heads/split_last_dimension/Reshape/shape/2", 2);
      add(stack + "FFN/layer_prepostprocess/layer_norm/Cast/x", {}, 1e-6F);
    }
  }

  void write_to(const std::filesystem::path& folder) const {
    const nlohmann::json model = {
        {"weightsManifest",
         {{{"paths", {"group1-shard1of2", "group1-shard2of2"}}, {"weights", weights}}}}};
    write_text(folder / "dist/model.json", model.dump());
    write_text(folder / "dist/group1-shard1of2", bytes_.substr(0, 1001));
    write_text(folder / "dist/group1-shard2of2", bytes_.substr(1001));
    write_text(folder / "dist/vocab.json",
               R"([["?",0],["<s>",0],["</s>",0],["a",0],["b",0],["c",0],["▁",-2],["▁dog",-3],)"
               R"(["▁bites",-4],["▁man",-4],["s",-2],[":",null]])");
  }

  nlohmann::json weights = nlohmann::json::array();

 private:
  void add(const std::string& name, const std::vector<int>& shape, float value = 0) {
    int count = 1;
    for (const int size : shape) count *= size;
    const float from = static_cast<float>(weights.size());
    for (int i = 0; i < count; ++i)
      append(shape.empty() ? value : std::sin(from + 1.7F * static_cast<float>(i)));
    weights.push_back({{"name", name}, {"shape", shape}, {"dtype", "float32"}});
  }
  void add_integer(const std::string& name, std::int32_t number) {
    append(number);
    weights.push_back({{"name", name}, {"shape", nlohmann::json::array()}, {"dtype", "int32"}});
  }
  template <class T>
  void append(T number) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof(T));
    bytes_.append(bytes, sizeof(T));
  }

  std::string bytes_;
};
