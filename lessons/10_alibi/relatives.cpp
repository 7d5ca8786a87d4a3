// KERPLE and FIRE: the penalty, learned.

#include "course/stage/lesson.h"
#include "horloge/nn/position/position.h"
#include "task.h"

using namespace horloge;

// Step: learned_penalties
void learned_penalties(Page& page) {
  print_lengths(page);
  page.print("causal\n");
  try_all(page, {trial("kerple", true), trial("fire", true)}, 5);
  page.print("3,000 steps\n");
  try_all(page, {trial("kerple", true, 3000)}, 3);
  // Fold: prints what the heads of one model with KERPLE add
  const Scheme scheme = scheme_of("kerple", page.seed() + 1);
  Trial one = trial("kerple", true);
  one.scheme = [&](std::uint64_t) { return scheme; };
  trained_model(one, page.seed() + 1);
  const NoGrad no_grad;
  const Array bias = scheme->bias(consecutive_positions(1, 65)).array();
  page.print("\none model with KERPLE, after 600 steps; added to the score\n");
  page.print("tokens back     1      2      3      4     16     64\n");
  for (std::size_t h = 0; h < bias.shape(0); ++h) {
    page.print("  head {}  ", h);
    for (const std::size_t back : {1, 2, 3, 4, 16, 64})
      page.print("{:7.2f}", bias(h, 0, 64 - back));
    page.print("\n");
  }
  // End fold
}
