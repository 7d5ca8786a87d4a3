#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
  std::vector<double> scores;
  std::vector<bool> seen;
};
using Weights = std::vector<double>;

// Each line along an axis by itself.
Array along(const Array& scores, const Mask& mask, std::size_t axis,
            const std::function<Weights(const Row&)>& weights_of) {
  if (axis >= scores.dimension()) throw std::out_of_range("out of bounds");
  const auto [outer, size, inner] = view_axis(scores.shape(), axis);
  Array out = zeros(scores.shape());
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      Row row;
      for (std::size_t j = 0; j < size; ++j) {
        row.scores.push_back(scores.data()[(o * size + j) * inner + i]);
        row.seen.push_back(mask.data()[(o * size + j) * inner + i]);
      }
      const Weights w = weights_of(row);
      for (std::size_t j = 0; j < size; ++j)
        out.data()[(o * size + j) * inner + i] = w[j];
    }
  return out;
}

Array each_row(const Array& scores, const Mask& mask,
               const std::function<Weights(const Row&)>& weights_of) {
  return along(scores, mask, scores.dimension() - 1, weights_of);
}

Weights exponentials(const Row& row, double subtracted) {
  Weights e;
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    e.push_back(row.seen[j] ? std::exp(row.scores[j] - subtracted) : 0);
  return e;
}

// What a total of 0 gives: zeros, or 0 / 0.
enum class Nothing { zeros, nan };

Weights divided(Weights e, Nothing nothing = Nothing::zeros) {
  double total = 0;
  for (const double x : e) total += x;
  for (double& x : e)
    x = total == 0 && nothing == Nothing::zeros ? 0 : x / total;
  return e;
}

double highest_seen(const Row& row) {
  double highest = -infinity;
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    if (row.seen[j]) highest = std::max(highest, row.scores[j]);
  return highest;
}

double highest(const Row& row) {
  return *std::max_element(row.scores.begin(), row.scores.end());
}

Weights right(const Row& row) {
  return divided(exponentials(row, highest_seen(row)));
}

Row all_seen(Row row) {
  row.seen.assign(row.seen.size(), true);
  return row;
}

Weights plain(const Row& row) { return right(all_seen(row)); }

bool sees_nothing(const Row& row) { return highest_seen(row) == -infinity; }

// Softmax of the scores after `change` has dealt with the hidden ones.
Weights changed(Row row, const std::function<double(double)>& change) {
  for (std::size_t j = 0; j < row.scores.size(); ++j)
    if (!row.seen[j]) row.scores[j] = change(row.scores[j]);
  return plain(row);
}

double minus_billion(double) { return -1e9; }
double less_a_billion(double s) { return s - 1e9; }

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

Array maximum_of_hidden_nan(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return divided(exponentials(row, highest(row)), Nothing::nan);
  });
}

Array multiplied_after(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    Weights w = plain(row);
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!row.seen[j]) w[j] = 0;
    return w;
  });
}

Array multiplied_before(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return changed(row, [](double) { return 0; });
  });
}

Array inverted(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](Row row) {
    row.seen.flip();
    return right(row);
  });
}

Array mask_ignored(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, plain);
}

Array diagonal_masked(const Array& scores, const Mask& mask) {
  const std::size_t S = scores.shape().back();
  const std::size_t T = scores.shape(scores.dimension() - 2);
  Mask other = mask;
  for (std::size_t n = 0; n < mask.size(); ++n)
    if (n / S % T == n % S) other.data()[n] = false;
  return each_row(scores, other, right);
}

Array mask_of_first_row(const Array& scores, const Mask& mask) {
  Mask other = mask;
  for (std::size_t n = 0; n < mask.size(); ++n)
    other.data()[n] = mask.data()[n % scores.shape().back()];
  return each_row(scores, other, right);
}

Array nan_for_nothing(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? Weights(row.seen.size(), std::nan(""))
                             : right(row);
  });
}

Array mean_for_nothing(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row)
               ? Weights(row.seen.size(), 1.0 / double(row.seen.size()))
               : right(row);
  });
}

Array billion_filled(const Array& scores, const Mask& mask) {
  return each_row(scores, mask,
                  [](const Row& row) { return changed(row, minus_billion); });
}

Array billion_added(const Array& scores, const Mask& mask) {
  return each_row(scores, mask,
                  [](const Row& row) { return changed(row, less_a_billion); });
}

Array billion_filled_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? right(row) : changed(row, minus_billion);
  });
}

Array billion_added_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return sees_nothing(row) ? right(row) : changed(row, less_a_billion);
  });
}

Array hundred_leaks(const Array& scores, const Mask& mask) {
  return each_row(scores, mask, [](const Row& row) {
    return changed(row, [](double s) { return s - 100; });
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
      {"hundred-leaks",
       "100 is subtracted from hidden scores; that is not enough as soon as "
       "scores differ by more. Minus infinity is lower than any score",
       {hundred_leaks}},
  };
  return all;
}
