// An experiment: do more dimensions tell neighbouring positions apart more
// clearly?
//
// "Try other values of d_model: 64, 256, 512." The rows of two neighbouring
// positions are vectors; the cosine of the angle between them says how alike
// they are, 1 being the same direction. With 8 dimensions it is 0.884, with 64
// it is 0.966. And with 512?

#include "exercises/experiment_width/answer.h"

using namespace horloge;

/// 1. Guess: the cosine of neighbours with 512 dimensions, between -1 and 1.
/// Any guess will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 0.99;
  // end
}

/// 2. Measure: the cosine of each row and the next, on average over all
/// neighbours. Any table may come, not only the paper's.
///   table (N, D), N is 2 or more, and no row is zeros only
///
/// What may help: xt::view(table, pos) is a row; xt::sum(x * y)() adds up
/// products.
double likeness(const Array& table) {
  // solution: the measurement
  const std::size_t N = table.shape(0);
  double sum = 0;
  for (std::size_t pos = 0; pos + 1 < N; ++pos) {
    const Array row = xt::view(table, pos);
    const Array next = xt::view(table, pos + 1);
    const double lengths =
        std::sqrt(xt::sum(row * row)() * xt::sum(next * next)());
    sum += xt::sum(row * next)() / lengths;
  }
  return sum / static_cast<double>(N - 1);
  // end
}

/// 3. Choose, when the check has shown you the numbers. From 64 dimensions on,
/// more of them make neighbours …
///   Meaning::ever_more_different   … stand out more and more clearly
///   Meaning::hardly_anything       … hardly anything: about as alike as before
///   Meaning::ever_more_alike       … more and more alike, up to 1
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::hardly_anything;
  // end
}
