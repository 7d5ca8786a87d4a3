#pragma once

// Tokenizers older than tokenizer.json: lists of tokens, whose rules only the model's family tells.

#include <filesystem>
#include <memory>

#include "horloge/text/tokenizers/pretrained_tokenizer.h"

namespace horloge {

/// vocab.json: ids by token, with merges.txt beside it (GPT-2, and RoBERTa if it has its special
/// tokens), or a list of tokens with log-probabilities (Universal Sentence Encoder Lite).
std::shared_ptr<const PretrainedTokenizer> load_vocab_json(const std::filesystem::path& folder);

/// vocab.txt: BERT's, a token a line. In lower case and without accents, unless the folder's
/// tokenizer_config.json says otherwise.
std::shared_ptr<const PretrainedTokenizer> load_vocab_txt(const std::filesystem::path& folder);

/// SentencePiece's own file: BPE as LLaMA 2 has it (tokenizer.model: `<s>` before a text), or
/// Unigram as T5 (spiece.model: `</s>` behind it, and `<extra_id_0>` to `<extra_id_99>`). A
/// tokenizer_config.json beside it may say otherwise, and add tokens. FileError for one with pieces
/// that a user defined.
std::shared_ptr<const PretrainedTokenizer> load_sentencepiece(const std::filesystem::path& file);

}  // namespace horloge
