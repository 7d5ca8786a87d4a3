#include <functional>
#include <set>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

Array sum_of_rows(const Ids& ids, const Array& matrix, Array bag) {
  for (const std::int64_t id : ids)
    for (std::size_t j = 0; j < bag.size(); ++j) bag(j) += matrix(id, j);
  return bag;
}

Array right(const Ids& ids, const Array& matrix) {
  return sum_of_rows(ids, matrix, zeros({matrix.shape(1)}));
}

Ids list(const std::vector<std::int64_t>& ids) {
  Ids all = Ids::from_shape({ids.size()});
  std::copy(ids.begin(), ids.end(), all.begin());
  return all;
}

// Those words that are counted.
Array some(const Ids& ids, const Array& matrix,
           const std::function<bool(std::size_t t)>& counted) {
  std::vector<std::int64_t> left;
  for (std::size_t t = 0; t < ids.size(); ++t)
    if (counted(t)) left.push_back(ids(t));
  return right(list(left), matrix);
}

Array shifted(const Ids& ids, const Array& matrix, std::int64_t by) {
  const auto V = static_cast<std::int64_t>(matrix.shape(0));
  Ids others = ids;
  for (std::int64_t& id : others) id = (id + by + V) % V;
  return right(others, matrix);
}

Array mean(const Ids& ids, const Array& matrix) {
  const Array bag = right(ids, matrix);
  return bag / std::max(1.0, double(ids.size()));
}

Array mean_or_nan(const Ids& ids, const Array& matrix) {
  return right(ids, matrix) / double(ids.size());
}

Array root(const Ids& ids, const Array& matrix) {
  return right(ids, matrix) / std::sqrt(std::max(1.0, double(ids.size())));
}

Array each_once(const Ids& ids, const Array& matrix) {
  const std::set<std::int64_t> words(ids.begin(), ids.end());
  return right(list({words.begin(), words.end()}), matrix);
}

// A word is left out that stands right behind itself.
Array neighbours_once(const Ids& ids, const Array& matrix) {
  return some(ids, matrix,
              [&](std::size_t t) { return t == 0 || ids(t) != ids(t - 1); });
}

Array last_word(const Ids& ids, const Array& matrix) {
  return some(ids, matrix, [&](std::size_t t) { return t + 1 == ids.size(); });
}

Array first_missing(const Ids& ids, const Array& matrix) {
  return some(ids, matrix, [](std::size_t t) { return t > 0; });
}

Array last_missing(const Ids& ids, const Array& matrix) {
  return some(ids, matrix, [&](std::size_t t) { return t + 1 < ids.size(); });
}

Array id_0_missing(const Ids& ids, const Array& matrix) {
  return some(ids, matrix, [&](std::size_t t) { return ids(t) != 0; });
}

Array row_before(const Ids& ids, const Array& matrix) {
  return shifted(ids, matrix, -1);
}

Array row_after(const Ids& ids, const Array& matrix) {
  return shifted(ids, matrix, 1);
}

Array places(const Ids& ids, const Array& matrix) {
  Ids others = ids;
  for (std::size_t t = 0; t < ids.size(); ++t)
    others(t) = static_cast<std::int64_t>(t % matrix.shape(0));
  return right(others, matrix);
}

Array whole_matrix(const Ids&, const Array& matrix) {
  return xt::sum(matrix, {0});
}

Array one_number_a_word(const Ids& ids, const Array& matrix) {
  Array sums = zeros({ids.size()});
  for (std::size_t t = 0; t < ids.size(); ++t)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      sums(t) += matrix(ids(t), j);
  return sums;
}

Array one_number(const Ids& ids, const Array& matrix) {
  return full({}, xt::sum(right(ids, matrix))());
}

Array rows_not_added(const Ids& ids, const Array& matrix) {
  Array rows = zeros({ids.size(), matrix.shape(1)});
  for (std::size_t t = 0; t < ids.size(); ++t)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      rows(t, j) = matrix(ids(t), j);
  return rows;
}

Array axis_kept(const Ids& ids, const Array& matrix) {
  Array bag = right(ids, matrix);
  return bag.reshape({1, -1});
}

Array counts(const Ids& ids, const Array& matrix) {
  Array times = zeros({matrix.shape(0)});
  for (const std::int64_t id : ids) times(id) += 1;
  return times;
}

Array largest(const Ids& ids, const Array& matrix) {
  if (ids.size() == 0) return right(ids, matrix);
  Array bag = xt::view(matrix, ids(0));
  for (const std::int64_t id : ids)
    for (std::size_t j = 0; j < bag.size(); ++j)
      bag(j) = std::max(bag(j), matrix(id, j));
  return bag;
}

Array begins_as_number(const Ids& ids, const Array& matrix) {
  return ids.size() == 0 ? zeros({}) : right(ids, matrix);
}

Array not_zeroed(const Ids& ids, const Array& matrix) {
  return sum_of_rows(ids, matrix, empty({matrix.shape(1)}));
}

Array no_numbers(const Ids& ids, const Array& matrix) {
  return ids.size() == 0 ? zeros({0}) : right(ids, matrix);
}

Array first_word_twice(const Ids& ids, const Array& matrix) {
  Array bag = right(ids, matrix);
  if (ids.size() > 0) bag += xt::view(matrix, ids(0));
  return bag;
}

Array number_that_holds_d(const Ids& ids, const Array& matrix) {
  Array bag = full({}, real(matrix.shape(1)));
  for (const std::int64_t id : ids) bag = Array(bag + xt::view(matrix, id));
  return bag;
}

Array begins_with_ones(const Ids& ids, const Array& matrix) {
  return sum_of_rows(ids, matrix, ones({matrix.shape(1)}));
}

Array in_float(const Ids& ids, const Array& matrix) {
  xt::xarray<float> bag = zeros({matrix.shape(1)});
  for (const std::int64_t id : ids)
    for (std::size_t j = 0; j < bag.size(); ++j)
      bag(j) += static_cast<float>(matrix(id, j));
  return bag;
}

Array in_integers(const Ids& ids, const Array& matrix) {
  Ids bag = zeros({matrix.shape(1)});
  for (const std::int64_t id : ids)
    for (std::size_t j = 0; j < bag.size(); ++j)
      bag(j) = static_cast<std::int64_t>(real(bag(j)) + matrix(id, j));
  return bag;
}

Array running_sums(const Ids& ids, const Array& matrix) {
  Array sums = zeros({ids.size(), matrix.shape(1)});
  for (std::size_t t = 0; t < ids.size(); ++t)
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      sums(t, j) = (t == 0 ? 0 : sums(t - 1, j)) + matrix(ids(t), j);
  return sums;
}

// One sum for all dimensions, which goes on from one to the next.
Array one_sum_for_all(const Ids& ids, const Array& matrix) {
  Array bag = zeros({matrix.shape(1)});
  real sum = 0;
  for (std::size_t j = 0; j < bag.size(); ++j) {
    for (const std::int64_t id : ids) sum += matrix(id, j);
    bag(j) = sum;
  }
  return bag;
}

Array weighted(const Ids& ids, const Array& matrix) {
  Array bag = zeros({matrix.shape(1)});
  for (std::size_t t = 0; t < ids.size(); ++t)
    for (std::size_t j = 0; j < bag.size(); ++j)
      bag(j) += double(t + 1) * matrix(ids(t), j);
  return bag;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"mean",
       "you divide by the number of words; here the bag is the plain sum",
       {mean}},
      {"mean-or-nan",
       "you divide by the number of words, which may be 0; here the bag is the "
       "plain sum",
       {mean_or_nan}},
      {"root",
       "you divide by the root of the number of words; here the bag is the "
       "plain sum",
       {root}},
      {"each-once",
       "a word that occurs again is not counted again; every occurrence counts",
       {each_once}},
      {"neighbours-once",
       "a word that stands right behind itself is not counted again; every "
       "occurrence counts",
       {neighbours_once}},
      {"last-word",
       "only the last word is left: each row is set with =, where it should be "
       "added with +=",
       {last_word}},
      {"first-missing",
       "the first word is left out; the first place is 0",
       {first_missing}},
      {"last-missing",
       "the last word is left out; the last place is T - 1",
       {last_missing}},
      {"id-0-missing",
       "the word with id 0 is left out, as if it were padding; here it is a "
       "word like any other",
       {id_0_missing}},
      {"row-before",
       "you add the row before that of each word; id 0 has the first row",
       {row_before}},
      {"row-after",
       "you add the row after that of each word; id 0 has the first row",
       {row_after}},
      {"places",
       "you add row t for the word at place t; its row is the one of its id",
       {places}},
      {"whole-matrix",
       "you add up the whole matrix, whatever the words of the sentence",
       {whole_matrix}},
      {"one-number-a-word",
       "you add up along the rows, which leaves a number for each word; add "
       "the rows to each other",
       {one_number_a_word}},
      {"one-number",
       "everything is added up to one number; each dimension has its own sum",
       {one_number}},
      {"rows-not-added",
       "the rows of the words are all there, and not yet added up",
       {rows_not_added}},
      {"axis-kept",
       "your bag is (1, D), a table of one row; it is a vector, (D)",
       {axis_kept}},
      {"counts",
       "you count how often each word occurs; here each occurrence adds the "
       "word's row",
       {counts}},
      {"largest",
       "you take the largest number in each dimension; here it is the sum",
       {largest}},
      {"begins-as-number",
       "your bag begins as `Array bag;`, a single number, and gets its length "
       "only with the first word. Without a word it stays what it was: begin "
       "with as many zeros as a row is long",
       {begins_as_number}},
      {"no-numbers",
       "for a sentence without words you give back an array of no numbers; it "
       "has as many zeros as a row is long",
       {no_numbers}},
      {"first-word-twice",
       "the first word counts twice: the bag begins with its row, and then it "
       "is added once more",
       {first_word_twice}},
      {"number-that-holds-d",
       "`Array bag(D)` is not an array of D zeros, but a single number that "
       "holds D. Write zeros({D})",
       {number_that_holds_d}},
      {"begins-with-ones",
       "your bag begins with ones; begin with zeros",
       {begins_with_ones}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or Array, which are double in a check",
       {in_float}},
      {"in-integers",
       "the bag holds whole numbers only, as Ids and int do; embeddings have "
       "decimals",
       {in_integers}},
      {"running-sums",
       "you keep the sum after each word, a row for each; only the last of "
       "them is asked for, as a vector (D)",
       {running_sums}},
      {"one-sum-for-all",
       "your sum goes on from one dimension to the next; each begins at 0",
       {one_sum_for_all}},
      {"not-zeroed",
       "your array is not set to zero before you add to it: a new array holds "
       "whatever was in that memory before",
       {not_zeroed}},
      {"weighted",
       "later words count more than earlier ones; in a bag all are equal",
       {weighted}},
  };
  return all;
}
