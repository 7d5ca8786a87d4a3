#pragma once

// The way back from a model to the folder that it could have come from.

#include <filesystem>
#include <string>

#include "horloge/models/decoder.h"
#include "horloge/models/language_model.h"
#include "horloge/text/tokenizer.h"

namespace horloge {

/// Writes a model as a folder that load_pretrained() and ./learn model open, and the library of
/// Hugging Face too: `config.json`, and `model.safetensors` under the published names. The folder
/// is made if it is not there, each file is written whole or not at all, config.json last.
///
/// A model that was made from a config has its own. For a decoder that was put together by hand
/// one is found: GPT-2's if its positions are learned, LLaMA's if they are rotary. ValueError that
/// names both for what that family has no setting for, such as another position scheme, and for
/// other models made by hand; FileError for a folder that cannot be written.
void save_pretrained(const LanguageModel& model, const std::filesystem::path& folder);

/// Writes `tokenizer.json` for a tokenizer of characters: BPE without merges.
void save_pretrained(const CharTokenizer& tokenizer, const std::filesystem::path& folder);

/// The config.json of a decoder that was put together by hand. The same errors.
std::string config_of(const DecoderModel& model);

}  // namespace horloge
