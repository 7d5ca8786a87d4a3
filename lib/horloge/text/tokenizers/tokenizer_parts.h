#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "horloge/text/tokenizers/added_tokens.h"
#include "horloge/text/tokenizers/normalizer.h"
#include "horloge/text/tokenizers/pre_tokenizer.h"
#include "horloge/text/tokenizers/special_frame.h"
#include "horloge/text/tokenizers/subword_model.h"
#include "horloge/text/tokenizers/token_decoder.h"
#include "horloge/text/tokenizers/token_table.h"

namespace horloge {

/// What a PretrainedTokenizer is made of, in the order in which a text meets it.
struct TokenizerParts {
  AddedTokens in_text;                  ///< are looked for in the text as it comes
  Normalizer normalizer;                ///< may be empty
  AddedTokens in_normalised;            ///< are looked for behind the normaliser
  PreTokenizer pre_tokenizer;           ///< may be empty
  std::unique_ptr<SubwordModel> model;  ///< null if only the names of the tokens are known
  std::string why_no_model;             ///< for that case
  SpecialFrame frame;

  TokenTable tokens;  ///< all of them, with those that were added
  std::unordered_set<std::int64_t> special_ids;
  TokenDecoder decoder;

  /// Takes the tokens that are looked for in texts, and their names and ids. Comes last, for some
  /// are looked for in their normalised form.
  void add(const std::vector<AddedToken>& added);
};

}  // namespace horloge
