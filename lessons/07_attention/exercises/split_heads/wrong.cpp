#include <array>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Order = std::array<std::size_t, 4>;

Array reshaped(Array x, const Shape& shape) {
  x.reshape(shape);
  return x;
}

Array permuted(const Array& x, const Order& order) {
  return xt::transpose(x, order);
}

void refuse(const Array& x, std::size_t H) {
  if (H == 0 || x.shape(2) % H != 0) throw ValueError("no");
}

Array right_split(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / H;
  return permuted(reshaped(x, {B, T, H, K}), {0, 2, 1, 3});
}

Array right_merge(const Array& x) {
  const std::size_t B = x.shape(0), H = x.shape(1), T = x.shape(2);
  return reshaped(permuted(x, {0, 2, 1, 3}), {B, T, H * x.shape(3)});
}

Array reshape_split(const Array& x, std::size_t H) {
  refuse(x, H);
  return reshaped(x, {x.shape(0), H, x.shape(1), x.shape(2) / H});
}

Array reshape_merge(const Array& x) {
  return reshaped(x, {x.shape(0), x.shape(2), x.shape(1) * x.shape(3)});
}

Array unmoved_split(const Array& x, std::size_t H) {
  refuse(x, H);
  return reshaped(x, {x.shape(0), x.shape(1), H, x.shape(2) / H});
}

// As if x were (B, T, H, K).
Array unmoved_merge(const Array& x) {
  return reshaped(x, {x.shape(0), x.shape(1), x.shape(2) * x.shape(3)});
}

Array interleaved_split(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / H;
  return permuted(reshaped(x, {B, T, K, H}), {0, 3, 1, 2});
}

Array interleaved_merge(const Array& x) {
  const std::size_t B = x.shape(0), H = x.shape(1), T = x.shape(2);
  return reshaped(permuted(x, {0, 2, 3, 1}), {B, T, H * x.shape(3)});
}

Array heads_first_split(const Array& x, std::size_t H) {
  return permuted(right_split(x, H), {1, 0, 2, 3});
}

Array words_first_merge(const Array& x) {
  const std::size_t B = x.shape(0), H = x.shape(1), T = x.shape(2);
  return reshaped(permuted(x, {2, 0, 1, 3}), {T, B, H * x.shape(3)});
}

Array turned_split(const Array& x, std::size_t H) {
  return permuted(right_split(x, H), {0, 1, 3, 2});
}

Array size_for_count_split(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / H;
  return permuted(reshaped(x, {B, T, K, H}), {0, 2, 1, 3});
}

Array sentences_mixed_split(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / H;
  return reshaped(permuted(reshaped(x, {B, T, H, K}), {2, 0, 1, 3}),
                  {B, H, T, K});
}

Array added_merge(const Array& x) {
  const Array right = right_merge(x);
  const Array sum = xt::sum(x, {1});  // (B, T, K)
  Array out = zeros(right.shape());
  const std::size_t K = x.shape(3);
  for (std::size_t h = 0; h < x.shape(1); ++h)
    xt::view(out, xt::all(), xt::all(), xt::range(h * K, (h + 1) * K)) =
        sum / real(x.shape(1));
  return out;
}

Array mean_merge(const Array& x) { return xt::mean(x, {1}); }

Array unchecked_split(const Array& x, std::size_t H) {
  const std::size_t heads = std::max<std::size_t>(H, 1);
  const std::size_t K = x.shape(2) / heads;
  const Array kept = xt::view(x, xt::all(), xt::all(), xt::range(0, heads * K));
  return right_split(kept, heads);
}

Array zero_unchecked_split(const Array& x, std::size_t H) {
  if (H == 0) return zeros({x.shape(0), 0, x.shape(1), 0});
  return right_split(x, H);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"reshape-at-once",
       "you reshape to (B, H, T, K) at once, and back: the shape is right, but "
       "head 0 gets the first words whole, not some columns of each. A reshape "
       "moves no numbers; the axes of words and heads must be swapped",
       {reshape_split, reshape_merge}},
      {"split-by-reshape",
       "you split by a reshape to (B, H, T, K): the shape is right, but head 0 "
       "gets the first words whole, not some columns of each",
       {reshape_split, right_merge}},
      {"merge-by-reshape",
       "you merge by a reshape alone: the axis of the heads must be moved back "
       "behind that of the words first",
       {right_split, reshape_merge}},
      {"axes-not-swapped",
       "you cut the columns into heads, and stop there: (B, T, H, K). The axes "
       "of words and heads are still to be swapped",
       {unmoved_split, right_merge}},
      {"axes-never-swapped",
       "you split into (B, T, H, K) and merge from there; the heads come "
       "before the words, (B, H, T, K)",
       {unmoved_split, unmoved_merge}},
      {"merge-keeps-order",
       "merge_heads gives (B, H, T K): it puts words side by side, and not "
       "heads",
       {right_split, unmoved_merge}},
      {"interleaved",
       "the columns are dealt out like cards, column c to head c % H; head h "
       "gets K columns that stand next to each other, from h K on",
       {interleaved_split, interleaved_merge}},
      {"split-interleaved",
       "split_heads deals the columns out like cards, column c to head c % H; "
       "head h gets K columns that stand next to each other, from h K on",
       {interleaved_split, right_merge}},
      {"merge-interleaved",
       "merge_heads takes one column of each head in turn; the K columns of a "
       "head stay next to each other",
       {right_split, interleaved_merge}},
      {"heads-before-batch",
       "you split into (H, B, T, K); the sentences of the batch come first",
       {heads_first_split, right_merge}},
      {"words-before-batch",
       "you merge into (T, B, D); the sentences of the batch come first",
       {right_split, words_first_merge}},
      {"columns-before-words",
       "you split into (B, H, K, T): in each head the words come before the "
       "columns",
       {turned_split, right_merge}},
      {"size-for-count",
       "you make heads of num_heads columns each; num_heads says how many "
       "heads there are, not how wide",
       {size_for_count_split, right_merge}},
      {"sentences-mixed",
       "your heads are in (H, B, T, K) order under the shape (B, H, T, K): the "
       "heads of different sentences are mixed",
       {sentences_mixed_split, right_merge}},
      {"heads-averaged",
       "merge_heads takes the mean of the heads; they stand side by side, so "
       "that the projection after them can tell them apart",
       {right_split, mean_merge}},
      {"heads-averaged-repeated",
       "merge_heads puts the mean of the heads in the place of each; every "
       "head keeps its own columns",
       {right_split, added_merge}},
      {"not-refused",
       "any number of heads is accepted; if it does not divide the columns, "
       "some are lost",
       {unchecked_split, right_merge}},
      {"zero-not-refused",
       "num_heads = 0 is accepted; nothing can be shared out among no heads",
       {zero_unchecked_split, right_merge}},
  };
  return all;
}
