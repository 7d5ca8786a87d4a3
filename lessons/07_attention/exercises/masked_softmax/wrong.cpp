#include "course/exercise/exam.h"
#include "rows.h"
#include "wrong_masks.h"

using namespace horloge;
using namespace softmax_rows;

namespace {

Array first_axis(const Array& scores, const Mask& mask) {
  return along(scores, mask, 0, right);
}

Array second_axis(const Array& scores, const Mask& mask) {
  return along(scores, mask, 1, right);
}

Array last_but_one(const Array& scores, const Mask& mask) {
  return along(scores, mask, scores.dimension() - 2, right);
}

Array all_at_once(const Array& scores, const Mask& mask) {
  const auto everything = Shape{scores.size()};
  Array list = scores;
  Mask list_mask = mask;
  list.reshape(everything);
  list_mask.reshape(everything);
  Array out = each_row(list, list_mask, right);
  out.reshape(scores.shape());
  return out;
}

Array not_divided(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return exponentials(row, highest_seen(row));
  });
}

Array nothing_subtracted(const Array& scores, const Mask& mask) {
  return each_row(scores, mask,
                  [](const Row& row) { return divided(exponentials(row, 0)); });
}

Array nothing_subtracted_nan(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return divided(exponentials(row, 0), Nothing::nan);
  });
}

Array one_maximum(const Array& scores, const Mask& mask) {
  double highest = -infinity;
  for (std::size_t n = 0; n < scores.size(); ++n)
    if (mask.data()[n]) highest = std::max(highest, scores.data()[n]);
  return each_row(scores, mask, [&](const Row& row) {
    return divided(exponentials(row, highest));
  });
}

Array maximum_of_hidden(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return divided(exponentials(row, highest(row)));
  });
}

Array maximum_of_hidden_nan_there(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    if (sees_nothing(row)) return right(row);
    return divided(exponentials(row, highest(row)), Nothing::nan);
  });
}

Array maximum_of_hidden_nan(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return divided(exponentials(row, highest(row)), Nothing::nan);
  });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"first-axis",
       "your weights add up to 1 along the first axis; a row is a line along "
       "the last one, and each query has a row",
       {first_axis}},
      {"second-axis",
       "you take axis 1: that is the last one of a matrix, but not where there "
       "are heads or a batch before it",
       {second_axis}},
      {"last-but-one",
       "your weights add up to 1 along the last axis but one, over the "
       "queries; each query shares its 1 out among the keys",
       {last_but_one}},
      {"all-at-once",
       "all weights together add up to 1; each row should by itself",
       {all_at_once}},
      {"not-divided",
       "the exponentials are not divided by their sum",
       {not_divided}},
      {"nothing-subtracted",
       "you take the exponentials of the scores as they are, which is infinite "
       "for large scores: subtract the largest of each row first",
       {nothing_subtracted}},
      {"nothing-subtracted-nan",
       "you take the exponentials of the scores as they are, which is infinite "
       "for large scores; and where nothing takes part you divide 0 by 0",
       {nothing_subtracted_nan}},
      {"one-maximum",
       "you subtract one number, the largest of all rows: the exponentials of "
       "a row far below it are all 0. Each row has a largest of its own",
       {one_maximum}},
      {"maximum-of-hidden",
       "the number that you subtract may be a hidden score: if it is a large "
       "one, the exponentials of all the others are 0",
       {maximum_of_hidden}},
      {"maximum-of-hidden-0-by-0",
       "the number that you subtract may be a hidden score: if it is a large "
       "one, the exponentials of all the others are 0, and so is their sum",
       {maximum_of_hidden_nan_there}},
      {"maximum-of-hidden-nan",
       "the number that you subtract may be a hidden score, and where nothing "
       "takes part you divide 0 by 0",
       {maximum_of_hidden_nan}},
      {"multiplied-after",
       "hidden keys are set to 0 after the softmax, so they still take their "
       "share: the weights that are left no longer add up to 1",
       {multiplied_after}},
      {"multiplied-before",
       "hidden scores become 0 before the softmax; a score of 0 is a score, "
       "and exp(0) = 1",
       {multiplied_before}},
      {"inverted",
       "your mask means the opposite: here true takes part (PyTorch's "
       "nn.MultiheadAttention has it the other way round)",
       {inverted}},
      {"mask-ignored", "the mask is not used at all", {mask_ignored}},
      {"diagonal-masked",
       "a query's own place is always hidden; only the mask decides that",
       {diagonal_masked}},
      {"mask-of-first-row",
       "every row uses the mask of the first one; each row has its own",
       {mask_of_first_row}},
      {"nan-for-nothing",
       "a row in which nothing takes part becomes NaN, 0 divided by 0; here it "
       "is all zeros",
       {nan_for_nothing}},
      {"mean-for-nothing",
       "a row in which nothing takes part gets the same weight everywhere, on "
       "keys that were to be hidden; here it is all zeros",
       {mean_for_nothing}},
      {"billion-filled",
       "hidden scores become -1e9, which is only a low score: where nothing "
       "takes part all keys get the same weight, and scores can be lower",
       {billion_filled}},
      {"billion-added",
       "1e9 is subtracted from hidden scores, which makes them low, not "
       "hidden: where nothing takes part it is as if there were no mask",
       {billion_added}},
      {"billion-filled-leaks",
       "hidden scores become -1e9; if the others are lower still, the hidden "
       "keys get all the weight. Minus infinity is lower than any score",
       {billion_filled_leaks}},
      {"billion-added-leaks",
       "1e9 is subtracted from hidden scores; if the others are lower still, "
       "the hidden keys get all the weight. Minus infinity is lower than any "
       "score",
       {billion_added_leaks}},
      {"zero-is-hidden",
       "a score of 0 counts as hidden; only the mask says what is",
       {zero_is_hidden}},
      {"zero-is-hidden-nan",
       "a score of 0 counts as hidden, and where all scores are 0 you divide 0 "
       "by 0; only the mask says what is hidden",
       {zero_is_hidden_nan}},
      {"tiny-left",
       "hidden keys keep a tiny weight; they get exactly 0",
       {tiny_left}},
      {"epsilon-below",
       "a small number is added to the sum, so that the weights no longer add "
       "up to 1; the sum is at least 1 wherever something takes part",
       {epsilon_below}},
      {"in-float",
       "you compute in float, which has seven digits; use real",
       {in_float}},
      {"highest-from-0",
       "the search for the largest score begins at 0: if all scores are far "
       "below, their exponentials are all 0. Begin at minus infinity",
       {highest_from_0}},
      {"highest-from-0-nan",
       "the search for the largest score begins at 0 or just above, as "
       "numeric_limits::min() is: if all scores are far below, 0 is divided by "
       "0. Begin at minus infinity, or at numeric_limits::lowest()",
       {highest_from_0_nan}},
      {"clamped-50",
       "the scores are cut off at 50 instead of subtracting the largest; how "
       "much they differ must not change",
       {clamped<50>}},
      {"clamped-700",
       "the scores are cut off at 700 instead of subtracting the largest; how "
       "much they differ must not change",
       {clamped<700>}},
      {"first-key-for-nothing",
       "a row in which nothing takes part looks at its first key; here it is "
       "all zeros",
       {first_key_for_nothing}},
      {"multiplied-before-zeroed",
       "hidden scores become 0 before the softmax, and hidden weights "
       "afterwards: they still take their share of the sum, as exp(0) = 1",
       {multiplied_before_zeroed}},
      {"low-then-zeroed",
       "hidden scores become a low number, and hidden weights 0 afterwards: if "
       "the others are lower still, nothing is left for them. Minus infinity "
       "is "
       "lower than any score",
       {low_then_zeroed}},
      {"exponential-times-0",
       "the exponential of a hidden score is multiplied by 0; if it is "
       "infinite, that is NaN. Choose with xt::where instead",
       {exponential_times_0}},
      {"first-mask",
       "you keep the mask of the first call; each call brings its own",
       {first_mask}},
      {"mask-of-first-matrix",
       "all matrices of a batch use the mask of the first one; each has its "
       "own",
       {first_matrix}},
      {"in-place",
       "you write the weights into the scores that you were given; make a new "
       "array",
       {in_place}},
      {"hundred-leaks",
       "100 is subtracted from hidden scores; that is not enough as soon as "
       "scores differ by more. Minus infinity is lower than any score",
       {hundred_leaks}},
  };
  return all;
}
