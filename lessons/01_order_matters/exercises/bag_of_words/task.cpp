// A sentence as a bag of words: the sum of the rows of its words.
//
//   bag = matrix[ids[0]] + matrix[ids[1]] + ... + matrix[ids[T - 1]]
//
// See "A bag of words forgets the order" in this lesson.

#include "exercises/bag_of_words/answer.h"

using namespace horloge;

/// The word with id v has row v of the embedding matrix.
///   ids (T), matrix (V, D) -> (D)
/// A word that stands there twice counts twice. A sentence without words (T is
/// 0) gives zeros. Every id is from 0 to V - 1.
///
/// What may help: `Array` holds numbers, `Ids` holds ids. zeros({D}) is an
/// array of D zeros, matrix.shape(1) is D, xt::view(matrix, id) is a row, and
/// arrays are added with +=. `for (const std::int64_t id : ids)` goes through
/// the sentence.
Array bag_of_words(const Ids& ids, const Array& matrix) {
  // solution
  Array bag = zeros({matrix.shape(1)});
  for (const std::int64_t id : ids) bag += xt::view(matrix, id);
  return bag;
  // end
}
