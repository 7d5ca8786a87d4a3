#pragma once

// LLaMA models of random weights, to measure how fast they write.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

struct LlamaSize {
  std::string name;
  std::size_t d_model, d_ff, num_layers, num_heads, num_kv_heads, vocab_size, max_seq_len;

  /// What one token reads: all weights once.
  std::size_t bytes() const;
};

/// A toy that tells stories, a larger one with a real vocabulary, and one as large as GPT-2 small.
const std::vector<LlamaSize>& llama_sizes();

/// Writes one model in two forms into a folder, which is made if need be: `config.json` and
/// `model.safetensors` for horloge, `model.bin` and `tokenizer.bin` for llama2.c. Its text does not
/// end early: no token is ever followed by token 1.
void write_random_llama(const LlamaSize& size, const std::filesystem::path& folder);

}  // namespace bench
