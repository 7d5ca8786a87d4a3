#pragma once

#include <string>
#include <vector>

#include "common/sentences.h"
#include "horloge/text/tokenizer.h"

/// A sentence that somebody wrote, in the words of a corpus.
class OwnSentences {
 public:
  explicit OwnSentences(const Corpus& corpus);

  /// Finds the two beings, but not who does it. ValueError, in a sentence, for
  /// an unknown word, and if there are not two beings in it.
  Sentence read(const std::string& text) const;

  const std::vector<std::string>& beings() const { return beings_; }
  horloge::WordTokenizer tokenizer;

 private:
  std::vector<std::string> beings_;  // in alphabetical order
};
