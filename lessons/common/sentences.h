#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

/// Some words of a sentence, by their position.
struct Place {
  std::size_t first, count;
};

/// A sentence with two beings, one of which does something to the other.
struct Sentence {
  std::string text;
  std::string doer;
  std::int64_t pair;  ///< both sentences of a pair have the same words
  horloge::Ids ids;   ///< (T), its words
  Place beings[2];    ///< in alphabetical order, which says nothing about who
                      ///< does it
  std::int64_t doer_is;  ///< 0 or 1
};

struct Corpus {
  std::vector<Sentence> sentences;
  std::size_t vocab_size;
};

/// Reads data/sentences/LANGUAGE.tsv, once; FileError names the line that is
/// wrong.
const Corpus& read_corpus(const std::string& language);

/// The pairs in two parts. About a fifth is for testing, chosen at random but
/// so that every word of a test sentence is in a training sentence too.
struct Split {
  std::vector<Sentence> train, test;
};
Split split_pairs(const Corpus& corpus, horloge::Rng rng);

/// B sentences as numbers, padded to the longest.
struct Batch {
  horloge::Ids ids;     ///< (B, T)
  horloge::Mask words;  ///< (B, T), true = a word, not padding
  horloge::Tensor
      beings;         ///< (B, 2, T): row c averages over the words of being c
  horloge::Ids doer;  ///< (B), 0 or 1
};
Batch make_batch(const std::vector<Sentence>& sentences);

/// All sentences once, so many at a time.
std::vector<Batch> in_order(const std::vector<Sentence>& sentences,
                            std::size_t batch_size);

/// The same in random order.
std::vector<Batch> shuffled(const std::vector<Sentence>& sentences,
                            std::size_t batch_size, horloge::Rng rng);
