// Where it shows in which order numbers were added up.

#include "common/mailboxes.h"
#include "course/stage/lesson.h"
#include "exercises/mean_of_parts/answer.h"
#include "exercises/rows_of_rank/answer.h"
#include "numpy_style.h"

using namespace horloge;

// Step: order_of_sums
// The gradient of 48 rows, added up by n ranks.
Array together(const Examples& all, const Array& weight, std::size_t n) {
  Array result;
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    const Rows rows = rows_of_rank(all.x.shape(0), me.rank(), me.size());
    const Array mine = gradient(take(all, rows), weight);
    const Array mean = mean_of_parts(mine, rows.count(), me);
    if (me.rank() == 0) result = mean;
  });
  return result;
}

// Fold: 1 to 8 ranks, each twice
void order_of_sums(Page& page) {
  const Examples all = new_examples(48, page.seed());
  const Array weight = Rng(page.seed() + 2).normal({num_features, num_classes});
  const Array one = together(all, weight, 1);
  page.print("          not the bits       largest    not the bits of\n");
  page.print("ranks      of one rank    difference    the same again\n");
  std::size_t most = 0;
  for (const std::size_t n : {1, 2, 3, 4, 8}) {
    const Array once = together(all, weight, n);
    const Array twice = together(all, weight, n);
    std::size_t other = 0, again = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      other += once.data()[i] != one.data()[i] ? 1 : 0;
      again += once.data()[i] != twice.data()[i] ? 1 : 0;
    }
    page.print("{:<8}{:>8} of {:>3}{:>14.0e}{:>15}\n", n, other, one.size(),
               largest_difference(once, one), again);
    if (n > 1) most = std::max(most, again);
  }
  page.came_out(most == 0 ? "the same number of ranks" : "neither");
}
