#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace horloge {

/// A piece of a SentencePiece model, and what it is there for.
struct SentencePiece {
  enum class Kind { normal = 1, unknown, control, user_defined, unused, byte };
  std::string text;
  float score = 0;
  Kind kind = Kind::normal;
};

/// What stands in a `tokenizer.model` or `spiece.model`, as far as it says how a text is cut: the
/// messages ModelProto, TrainerSpec and NormalizerSpec of SentencePiece (Kudo and Richardson 2018),
/// with its defaults. The id of a piece is its place.
struct SentencePieceFile {
  enum class Model { unigram = 1, bpe, word, character };
  std::vector<SentencePiece> pieces;
  Model model = Model::unigram;
  bool byte_fallback = false;
  bool whitespace_as_suffix = false;
  std::string charsmap;  ///< a table of characters, see charsmap.h; empty for none
  bool add_dummy_prefix = true;
  bool remove_extra_whitespaces = true;
  bool escape_whitespaces = true;
};

/// FileError `[load_tokenizer] FILE: …` for a file that is none.
SentencePieceFile read_sentencepiece_file(const std::filesystem::path& file);

}  // namespace horloge
