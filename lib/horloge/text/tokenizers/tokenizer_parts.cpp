#include "horloge/text/tokenizers/tokenizer_parts.h"

namespace horloge {

void TokenizerParts::add(const std::vector<AddedToken>& added) {
  std::vector<AddedToken> as_they_are, normalised;
  for (AddedToken token : added) {
    tokens.add(token.content, token.id);
    if (token.special) special_ids.insert(token.id);
    if (token.normalized && normalizer) token.content = normalizer(token.content);
    (token.normalized ? normalised : as_they_are).push_back(token);
  }
  in_text = AddedTokens(as_they_are);
  in_normalised = AddedTokens(normalised);
}

}  // namespace horloge
