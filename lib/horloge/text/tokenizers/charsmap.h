#pragma once

#include "horloge/text/tokenizers/normalizer.h"

namespace horloge {

/// SentencePiece's table of characters and what each becomes, from a `precompiled_charsmap`: most
/// have NFKC there, with spaces for other white space. A grapheme of up to five bytes that begins
/// with an entry becomes that; of longer ones each character is looked up.
Normalizer read_charsmap(const PartSettings& settings);

/// The same of the table's bytes; empty for bytes that are no such table.
Normalizer charsmap_normalizer(const std::string& bytes);

}  // namespace horloge
