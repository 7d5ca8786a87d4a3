#pragma once

// LLaMA models of random weights, to measure how fast they write.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

/// Any floats, or rounded to bfloat16, as published ones often are.
enum class Weights { floats, bfloat16 };

struct LlamaSize {
  std::string name;
  std::size_t d_model, d_ff, num_layers, num_heads, num_kv_heads, vocab_size, max_seq_len;

  /// What one token reads: all weights once, matrices of bfloat16 in 16 bits.
  std::size_t bytes(Weights weights = Weights::floats) const;
};

/// A toy that tells stories, a larger one with a real vocabulary, and one as large as GPT-2 small.
const std::vector<LlamaSize>& llama_sizes();

/// Writes one model in two forms into a folder, which is made if need be: `config.json` and
/// `model.safetensors` for horloge, `model.bin` and `tokenizer.bin` for llama2.c. Its text does not
/// end early: no token is ever followed by token 1. Both files hold
/// floats.
void write_random_llama(const LlamaSize& size, const std::filesystem::path& folder,
                        Weights weights = Weights::floats);

}  // namespace bench
