#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "course/live/question.h"
#include "horloge/models/language_model.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"

// Models that a page asks about: the small one of the lesson, and one whose
// files a reader has given.

struct Opened {
  std::filesystem::path folder;
  std::shared_ptr<const horloge::LanguageModel> model;
  /// Null where there is none that could be read; then `trouble` says why.
  std::shared_ptr<const horloge::PretrainedTokenizer> tokenizer;
  std::string trouble;
};

/// What a model is for.
enum class Use {
  next,     ///< says which token comes next
  masked,   ///< fills in a masked token
  vectors,  ///< makes a vector of a text
  about,    ///< reads one text and writes another
  hidden,   ///< has no head: it ends with hidden states
};
Use use_of(const Opened& opened);

/// The model of {"folder"}, a name below data/models; read once, and again when
/// it is opened again. ValueError with a sentence that names no other folder.
const Opened& model_of(const live::Json& with);

/// {"folder"} -> what it is: {"architecture", "summary": [{"name", "text"}],
/// "use", "layers", "heads", "vocab_size", "most" tokens of a text, "mask",
/// "trouble"}
live::Json open_model(const live::Json& with);

/// How many tokens of a text are read at once.
std::size_t most_tokens(const Opened& opened);

/// A text in pieces.
struct Pieces {
  horloge::Ids ids;  ///< (1, T)
  std::vector<std::string> names;
};
/// ValueError for a text without a word, and for one that is too long.
Pieces pieces_of(const Opened& opened, const std::string& text);

/// How a piece is shown: a space as _, the end of a line as /.
std::string shown_piece(const Opened& opened, std::int64_t id);
