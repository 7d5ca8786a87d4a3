#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// A mask whose place (i, j) is `sees(i, j)`.
Mask made_of(std::size_t rows, std::size_t columns,
             const std::function<bool(std::size_t i, std::size_t j)>& sees) {
  Mask mask = Mask::from_shape({rows, columns});
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) mask(i, j) = sees(i, j);
  return mask;
}

bool right(std::size_t i, std::size_t j) { return j <= i; }

Mask diagonal_hidden(std::size_t T) {
  return made_of(T, T, [](std::size_t i, std::size_t j) { return j < i; });
}

Mask inverted(std::size_t T) {
  return made_of(T, T, [](std::size_t i, std::size_t j) { return j > i; });
}

Mask transposed(std::size_t T) {
  return made_of(T, T, [](std::size_t i, std::size_t j) { return j >= i; });
}

Mask one_ahead(std::size_t T) {
  return made_of(T, T, [](std::size_t i, std::size_t j) { return j <= i + 1; });
}

Mask everything(std::size_t T) {
  return made_of(T, T, [](std::size_t, std::size_t) { return true; });
}

Mask nothing(std::size_t T) {
  return made_of(T, T, [](std::size_t, std::size_t) { return false; });
}

Mask only_itself(std::size_t T) {
  return made_of(T, T, [](std::size_t i, std::size_t j) { return i == j; });
}

Mask itself_and_last(std::size_t T) {
  return made_of(
      T, T, [](std::size_t i, std::size_t j) { return j == i || j + 1 == i; });
}

Mask from_the_end(std::size_t T) {
  return made_of(T, T,
                 [T](std::size_t i, std::size_t j) { return i + j + 1 >= T; });
}

Mask anti_diagonal(std::size_t T) {
  return made_of(T, T, [T](std::size_t i, std::size_t j) { return i + j < T; });
}

Mask wider(std::size_t T) { return made_of(T, T + 1, right); }

Mask one_less(std::size_t T) { return made_of(T - 1, T - 1, right); }

Mask batch_axis(std::size_t T) {
  Mask mask = made_of(T, T, right);
  mask.reshape({std::size_t{1}, T, T});
  return mask;
}

Mask one_row(std::size_t T) {
  Mask mask = Mask::from_shape({T});
  std::fill(mask.begin(), mask.end(), true);
  return mask;
}

Mask first_sees_nothing(std::size_t T) {
  return made_of(T, T,
                 [](std::size_t i, std::size_t j) { return i > 0 && j <= i; });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"diagonal-hidden",
       "no word sees itself: the diagonal takes part, too. Without it the "
       "first word would see nothing",
       {diagonal_hidden}},
      {"inverted",
       "true and false are swapped: here true takes part (in PyTorch's "
       "nn.MultiheadAttention true is hidden)",
       {inverted}},
      {"transposed",
       "each word sees what comes after it, and not what came before: row i is "
       "query i, column j is key j",
       {transposed}},
      {"one-ahead",
       "each word sees the one after it, the very word that it is to guess",
       {one_ahead}},
      {"everything", "nothing is hidden", {everything}},
      {"nothing",
       "everything is hidden: the keys up to the query are to be true",
       {nothing}},
      {"only-itself",
       "each word sees only itself; it may see all that came before",
       {only_itself}},
      {"itself-and-last",
       "each word sees itself and one word before; it may see all that came "
       "before",
       {itself_and_last}},
      {"from-the-end",
       "your triangle leans on the other side: word 0 sees the last key",
       {from_the_end}},
      {"anti-diagonal",
       "your triangle is upside down: word 0 sees all keys, the last word one",
       {anti_diagonal}},
      {"wider",
       "there is one column too many: there are as many keys as queries",
       {wider}},
      {"one-less",
       "a row and a column are missing: there are seq_len of each",
       {one_less}},
      {"batch-axis",
       "there is an axis too many: the mask of one sentence is (T, T), and "
       "fits every batch by itself",
       {batch_axis}},
      {"one-row",
       "you give back one row; each query has a row of its own",
       {one_row}},
      {"first-sees-nothing",
       "the first word sees nothing; it sees itself",
       {first_sees_nothing}},
  };
  return all;
}
