#include <cmath>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Function = std::function<Array(const Array&)>;
using Order = std::vector<std::size_t>;

Array rows(const Array& x, const Order& order) {
  return xt::view(x, xt::keep(order), xt::all());
}

Array columns(const Array& x, const Order& order) {
  for (const std::size_t column : order)
    if (column >= x.shape(1)) throw std::out_of_range("out of bounds");
  return xt::view(x, xt::all(), xt::keep(order));
}

Order inverse(const Order& order) {
  Order back(order.size());
  for (std::size_t t = 0; t < order.size(); ++t) back[order[t]] = t;
  return back;
}

double largest(const Array& differences) {
  return xt::amax(xt::abs(differences))();
}

// What is to be compared, one minus the other.
Array difference(const Function& f, const Array& x, const Order& order) {
  return f(rows(x, order)) - rows(f(x), order);
}

double place_by_place(const Function& f, const Array& x, const Order& order) {
  return largest(f(rows(x, order)) - f(x));
}

double output_only(const Function& f, const Array& x, const Order& order) {
  return largest(rows(f(x), order) - f(x));
}

double inverse_output(const Function& f, const Array& x, const Order& order) {
  return largest(f(rows(x, order)) - rows(f(x), inverse(order)));
}

double inverse_input(const Function& f, const Array& x, const Order& order) {
  return largest(f(rows(x, inverse(order))) - rows(f(x), order));
}

double inverse_order(const Function& f, const Array& x, const Order& order) {
  return largest(difference(f, x, inverse(order)));
}

double shuffled_columns(const Function& f, const Array& x, const Order& order) {
  return largest(f(columns(x, order)) - columns(f(x), order));
}

double mean(const Function& f, const Array& x, const Order& order) {
  return xt::mean(xt::abs(difference(f, x, order)))();
}

double signed_largest(const Function& f, const Array& x, const Order& order) {
  return xt::amax(difference(f, x, order))();
}

double signed_other(const Function& f, const Array& x, const Order& order) {
  return xt::amax(-difference(f, x, order))();
}

double signed_from_zero(const Function& f, const Array& x, const Order& order) {
  return std::max(0.0, signed_largest(f, x, order));
}

double other_from_zero(const Function& f, const Array& x, const Order& order) {
  return std::max(0.0, signed_other(f, x, order));
}

double size_of_largest(const Function& f, const Array& x, const Order& order) {
  return std::fabs(signed_largest(f, x, order));
}

double size_of_other(const Function& f, const Array& x, const Order& order) {
  return std::fabs(signed_other(f, x, order));
}

double largest_of_each(const Function& f, const Array& x, const Order& order) {
  return std::fabs(xt::amax(f(rows(x, order)))() - xt::amax(f(x))());
}

double reversed(const Function& f, const Array& x, const Order& order) {
  Order from_end = order;
  for (std::size_t t = 0; t < order.size(); ++t)
    from_end[t] = order.size() - 1 - t;
  return largest(difference(f, x, from_end));
}

double first_dimension(const Function& f, const Array& x, const Order& order) {
  return largest(xt::col(difference(f, x, order), 0));
}

double last_dimension(const Function& f, const Array& x, const Order& order) {
  const Array d = difference(f, x, order);
  return largest(xt::col(d, static_cast<std::ptrdiff_t>(d.shape(1)) - 1));
}

double last_word(const Function& f, const Array& x, const Order& order) {
  const Array d = difference(f, x, order);
  return largest(xt::view(d, d.shape(0) - 1));
}

double row_sums(const Function& f, const Array& x, const Order& order) {
  const Array sums = xt::sum(xt::abs(difference(f, x, order)), {1});
  return largest(sums);
}

double in_float(const Function& f, const Array& x, const Order& order) {
  const Array before = f(rows(x, order)), after = rows(f(x), order);
  float gap = 0;
  for (std::size_t n = 0; n < before.size(); ++n)
    gap = std::max(gap, std::fabs(static_cast<float>(before.data()[n]) -
                                  static_cast<float>(after.data()[n])));
  return gap;
}

double whole_number(const Function& f, const Array& x, const Order& order) {
  return std::floor(largest(difference(f, x, order)));
}

double rounding_is_zero(const Function& f, const Array& x, const Order& order) {
  const double gap = largest(difference(f, x, order));
  return gap < 1e-6 ? 0 : gap;
}

double smallest(const Function& f, const Array& x, const Order& order) {
  return xt::amin(xt::abs(difference(f, x, order)))();
}

double sum(const Function& f, const Array& x, const Order& order) {
  return xt::sum(xt::abs(difference(f, x, order)))();
}

double squared(const Function& f, const Array& x, const Order& order) {
  const double gap = largest(difference(f, x, order));
  return gap * gap;
}

double norm(const Function& f, const Array& x, const Order& order) {
  const Array d = difference(f, x, order);
  return std::sqrt(xt::sum(d * d)());
}

double root_mean_square(const Function& f, const Array& x, const Order& order) {
  const Array d = difference(f, x, order);
  return std::sqrt(xt::mean(d * d)());
}

double longest_row(const Function& f, const Array& x, const Order& order) {
  const Array d = difference(f, x, order);
  return std::sqrt(xt::amax(Array(xt::sum(d * d, {1})))());
}

double relative(const Function& f, const Array& x, const Order& order) {
  return largest(difference(f, x, order)) / largest(f(x));
}

double yes_or_no(const Function& f, const Array& x, const Order& order) {
  return largest(difference(f, x, order)) > 1e-6 ? 1 : 0;
}

double first_word(const Function& f, const Array& x, const Order& order) {
  return largest(xt::view(difference(f, x, order), 0));
}

double bags(const Function& f, const Array& x, const Order& order) {
  return largest(xt::sum(difference(f, x, order), {0}));
}

double always_zero(const Function&, const Array&, const Order&) { return 0; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"place-by-place",
       "you compare f(x) with f(x[order]) place by place; word t of the second "
       "is word order[t] of the first, so f(x) must be shuffled as well",
       {place_by_place}},
      {"output-only",
       "f sees the words in one order only; it must be called with the "
       "shuffled words, too",
       {output_only}},
      {"inverse-output",
       "one side is shuffled and the other one put back, or one is shuffled "
       "twice: shuffle x before f, and f(x) after it, in the same order",
       {inverse_output}},
      {"inverse-input",
       "you move word t to place order[t]; it is the other way round: at place "
       "t of x[order] stands word order[t]",
       {inverse_input}},
      {"inverse-order",
       "you move row t to place order[t], before f and after it; it is the "
       "other way round: at place t stands row order[t]",
       {inverse_order}},
      {"columns",
       "you shuffle the columns; the words are the rows",
       {shuffled_columns}},
      {"mean",
       "you take the mean of the differences; a gap is the largest of them",
       {mean}},
      {"signed",
       "you take the largest difference with its sign: one far below 0 is "
       "missed. Take its size",
       {signed_largest}},
      {"signed-other",
       "you take the largest difference with its sign: one far below 0 is "
       "missed. Take its size",
       {signed_other}},
      {"signed-from-zero",
       "you begin with 0 and keep what is larger, sign included: a difference "
       "below 0 is never seen. Take its size",
       {signed_from_zero}},
      {"other-from-zero",
       "you begin with 0 and keep what is larger, sign included: a difference "
       "below 0 is never seen. Take its size",
       {other_from_zero}},
      {"size-of-largest",
       "you look for the largest difference with its sign, and take its size "
       "afterwards: take the size of each one first",
       {size_of_largest}},
      {"size-of-other",
       "you look for the largest difference with its sign, and take its size "
       "afterwards: take the size of each one first",
       {size_of_other}},
      {"largest-of-each",
       "you compare the largest number of one result with the largest of the "
       "other; compare number by number, then take the largest difference",
       {largest_of_each}},
      {"reversed",
       "you turn the sentence round, whatever `order` says",
       {reversed}},
      {"first-dimension",
       "only the first number of each word is compared; go through all of them",
       {first_dimension}},
      {"last-dimension",
       "only the last number of each word is compared; go through all of them",
       {last_dimension}},
      {"last-word",
       "only the last word is compared; go through all of them",
       {last_word}},
      {"row-sums",
       "you add up the differences of each word, and take the largest sum; a "
       "gap is the largest single difference",
       {row_sums}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "double, real or Array",
       {in_float}},
      {"whole-number",
       "your gap has lost its decimals: somewhere it is kept in an integer",
       {whole_number}},
      {"rounding-is-zero",
       "you take small gaps for rounding and call them 0; give the gap as it "
       "is, and let the reader judge",
       {rounding_is_zero}},
      {"smallest",
       "you take the smallest of the differences; a gap is the largest",
       {smallest}},
      {"sum",
       "you add up the differences; a gap is the largest of them",
       {sum}},
      {"squared",
       "your gap is squared; it is the difference itself",
       {squared}},
      {"norm",
       "you take the length of all differences together, the root of the sum "
       "of their squares; a gap is the largest of them",
       {norm}},
      {"root-mean-square",
       "you take the root of the mean square of the differences; a gap is the "
       "largest of them",
       {root_mean_square}},
      {"longest-row",
       "you take the length of each word's difference, and the largest of "
       "these; a gap is the largest single difference",
       {longest_row}},
      {"relative",
       "you divide by the size of f(x); a gap is the difference itself",
       {relative}},
      {"yes-or-no",
       "you say whether there is a gap; say how large it is",
       {yes_or_no}},
      {"first-word",
       "only the first word is compared; go through all of them",
       {first_word}},
      {"bags",
       "the outputs are added up before they are compared; compare them word "
       "by word",
       {bags}},
      {"always-zero",
       "your gap is 0 whatever f does; a function that looks at places has one",
       {always_zero}},
  };
  return all;
}
