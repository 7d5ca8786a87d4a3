#include "bench/generation/llama.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <stdexcept>

#include "horloge/core/rng.h"
#include "horloge/io/safetensors.h"
#include "horloge/io/small_float.h"
#include "horloge/nn/bfloat16.h"

namespace bench {
namespace {

using horloge::Array;
using horloge::Shape;

// A matrix of all layers, or of none: the order is that of llama2.c's file.
struct Weight {
  std::string name;  ///< in Meta's files; {} is the layer
  Shape shape;
  double mean, deviation;
};

std::vector<Weight> weights_of(const LlamaSize& s) {
  const std::size_t D = s.d_model, F = s.d_ff, kv = D / s.num_heads * s.num_kv_heads;
  const auto matrix = [](const char* name, std::size_t out, std::size_t in) {
    return Weight{name, {out, in}, 0, 1.5 / std::sqrt(static_cast<double>(in))};
  };
  const auto norm = [D](const char* name) { return Weight{name, {D}, 1, 0.1}; };
  return {{"tok_embeddings.weight", {s.vocab_size, D}, 0, 0.5},
          norm("layers.{}.attention_norm.weight"),
          matrix("layers.{}.attention.wq.weight", D, D),
          matrix("layers.{}.attention.wk.weight", kv, D),
          matrix("layers.{}.attention.wv.weight", kv, D),
          matrix("layers.{}.attention.wo.weight", D, D),
          norm("layers.{}.ffn_norm.weight"),
          matrix("layers.{}.feed_forward.w1.weight", F, D),
          matrix("layers.{}.feed_forward.w2.weight", D, F),
          matrix("layers.{}.feed_forward.w3.weight", F, D),
          norm("norm.weight")};
}

bool in_layers(const Weight& weight) { return weight.name.find("{}") != std::string::npos; }

template <class Number>
void put(std::ostream& out, const Number* numbers, std::size_t count) {
  out.write(reinterpret_cast<const char*>(numbers),
            static_cast<std::streamsize>(count * sizeof(Number)));
}

void put_int(std::ostream& out, std::size_t number) {
  const auto value = static_cast<std::int32_t>(number);
  put(out, &value, 1);
}

void close(std::ofstream& out, const std::filesystem::path& path) {
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{} cannot be written", path.string()));
}

void round_to_bfloat16(Array& x) {
  using horloge::BFloat16;
  for (auto& number : x)
    number = static_cast<horloge::real>(BFloat16::decode(BFloat16::encode(number)));
}

// The same numbers, one tensor at a time, into both files.
void write_weights(const LlamaSize& s, const std::filesystem::path& folder, Weights weights) {
  const std::filesystem::path path = folder / "model.bin";
  std::ofstream bin(path, std::ios::binary);
  for (const std::size_t n :
       {s.d_model, s.d_ff, s.num_layers, s.num_heads, s.num_kv_heads, s.vocab_size, s.max_seq_len})
    put_int(bin, n);
  horloge::Rng rng(1);
  horloge::SafetensorsFile file;
  for (const Weight& weight : weights_of(s))
    for (std::size_t layer = 0; layer < (in_layers(weight) ? s.num_layers : 1); ++layer) {
      Array x = rng.normal(weight.shape, weight.mean, weight.deviation);
      if (!in_layers(weight) &&
          weight.shape.size() == 2)  // token 1 begins a text: it ends one, too
        for (std::size_t i = 0; i < s.d_model; ++i) x(1, i) *= 0.01F;
      if (weights == Weights::bfloat16) round_to_bfloat16(x);
      put(bin, x.data(), x.size());
      file.tensors.emplace(fmt::format(fmt::runtime(weight.name), layer),
                           horloge::StoredTensor::from(x));
    }
  const std::vector<float> angles(s.max_seq_len * (s.d_model / s.num_heads));  // which it skips
  put(bin, angles.data(), angles.size());
  close(bin, path);
  horloge::write_safetensors(folder / "model.safetensors", file);
}

void write_config(const LlamaSize& s, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "config.json";
  std::ofstream out(path);
  out << fmt::format(
      R"({{"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": {},
 "hidden_size": {}, "intermediate_size": {}, "num_hidden_layers": {}, "num_attention_heads": {},
 "num_key_value_heads": {}, "max_position_embeddings": {}, "rms_norm_eps": 1e-05,
 "hidden_act": "silu", "tie_word_embeddings": true, "bos_token_id": 1, "eos_token_id": 1}}
)",
      s.vocab_size, s.d_model, s.d_ff, s.num_layers, s.num_heads, s.num_kv_heads, s.max_seq_len);
  close(out, path);
}

// Each token is spelled as its number, so that what llama2.c writes can be compared.
void write_tokenizer(const LlamaSize& s, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "tokenizer.bin";
  std::ofstream out(path, std::ios::binary);
  put_int(out, 16);
  for (std::size_t id = 0; id < s.vocab_size; ++id) {
    const std::string piece = fmt::format("{}\n", id);
    const float score = 0;
    put(out, &score, 1);
    put_int(out, piece.size());
    put(out, piece.data(), piece.size());
  }
  close(out, path);
}

}  // namespace

std::size_t LlamaSize::bytes(Weights weights) const {
  std::size_t numbers = 0, in_matrices = 0;
  for (const Weight& weight : weights_of(*this)) {
    std::size_t size = in_layers(weight) ? num_layers : 1;
    for (const std::size_t n : weight.shape) size *= n;
    numbers += size;
    if (weight.shape.size() == 2) in_matrices += size;
  }
  const bool halved = weights == Weights::bfloat16 && numbers >= horloge::worth_bfloat16;
  return numbers * sizeof(float) - (halved ? in_matrices * sizeof(std::uint16_t) : 0);
}

const std::vector<LlamaSize>& llama_sizes() {
  static const std::vector<LlamaSize> sizes = {{"toy", 64, 172, 5, 8, 4, 512, 512},
                                               {"middle", 288, 768, 6, 6, 6, 32000, 256},
                                               {"gpt2", 768, 2048, 12, 12, 12, 50257, 256}};
  return sizes;
}

void write_random_llama(const LlamaSize& size, const std::filesystem::path& folder,
                        Weights weights) {
  std::filesystem::create_directories(folder);
  write_config(size, folder);
  write_weights(size, folder, weights);
  write_tokenizer(size, folder);
}

}  // namespace bench
