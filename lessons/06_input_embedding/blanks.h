#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/sentences.h"
#include "horloge/core/array.h"
#include "horloge/core/rng.h"
#include "horloge/text/vocabulary.h"

/// B sentences in which some words are blanks.
struct Blanks {
  horloge::Ids ids;      ///< (B, T), `blank` where a word must be guessed
  horloge::Mask words;   ///< (B, T), true = a word or a blank, no padding
  horloge::Ids answers;  ///< (B, T), the word behind each blank, else -100
};

/// The id that stands for a blank: no word of the sentences has it.
constexpr std::int64_t blank = horloge::Vocabulary::unknown_id;

/// The English sentences of data/sentences, a fifth of them set aside.
struct Reader {
  horloge::Vocabulary vocabulary;
  Split sentences;
};
const Reader& english();

/// Sentences side by side, nothing blank.
Blanks side_by_side(const std::vector<Sentence>& sentences);

/// Random training sentences, about a sixth of their words blank.
Blanks training_batch(std::size_t batch_size, horloge::Rng rng);

/// The sentences set aside, each as often as it has words: in every copy
/// another word is blank.
std::vector<Blanks> test_batches();

/// How well a model fills them: its mean cross-entropy, and how often the word
/// that scores highest is the right one.
///   model: B sentences -> scores (B, T, V)
struct TestResult {
  double loss, right;
};
TestResult fill_test_blanks(
    const std::function<horloge::Tensor(const Blanks&)>& model);

/// What stands at each word of a batch, and at which position of its sentence.
struct WordsAtPlaces {
  horloge::Array x;    ///< (N, D)
  horloge::Ids place;  ///< (N)
};
///   x (B, T, D)
WordsAtPlaces words_at_places(const horloge::Tensor& x, const Blanks& batch);

/// The share of the variance of x that its positions explain: how far the means
/// of the positions lie apart, of how far all lie apart.
double share_of_place(const WordsAtPlaces& words);

/// A sentence with a blank where `text` has an underscore.
Blanks one_blank(const std::string& text);

/// The words whose class data/words/classes.tsv knows, class after class.
struct ClassedWords {
  std::vector<std::string> words;
  horloge::Ids ids;
  std::vector<std::size_t> classes;
  std::vector<std::string> class_names;
};
ClassedWords classed_words();
