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
