#include "horloge/text/tokenizers/tokenizer_parts.h"

#include "horloge/text/tokenizers/text_work.h"

namespace horloge {

void TokenizerParts::add(const std::vector<AddedToken>& added) {
  std::vector<AddedToken> as_they_are, normalised;
  std::size_t bytes = 0;
  for (const AddedToken& token : added) bytes += token.content.size();
  const TextWork work(bytes);
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
