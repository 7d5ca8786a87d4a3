// The third marked token back: a distance that depends on content.

#include <string>
#include <vector>

#include "common/side_by_side.h"
#include "common/three_back.h"
#include "course/stage/page.h"
#include "reader.h"

using namespace horloge;
using stage::Page;

// Step: marked_words
// Fold: the texts; training with a third of the tokens marked, and asking with
// other shares
// Eight symbols, each marked with this probability; asked for everywhere is the
// third marked one before.
Batch marked_texts(std::size_t B, std::size_t T, double marked, Rng& rng) {
  Batch batch{rng.integers({B, T}, 0, 8), Ids::from_shape({B, T})};
  for (std::size_t b = 0; b < B; ++b) {
    std::vector<std::int64_t> before;
    for (std::size_t t = 0; t < T; ++t) {
      batch.answers(b, t) =
          before.size() < 3 ? no_question : before[before.size() - 3];
      if (rng.uniform() >= marked) continue;
      before.push_back(batch.ids(b, t));
      batch.ids(b, t) += 8;
    }
  }
  return batch;
}

struct Setting {
  std::size_t length;
  double marked;
};

Shares ask_marked(const Plan& plan, std::uint64_t seed) {
  const Reader model(plan, Rng(seed).stream(1));
  train(model, learning_steps, Rng(seed).stream(2),
        [](std::size_t B, std::size_t T, Rng& rng) {
          return marked_texts(B, T, 1.0 / 3, rng);
        });
  const NoGrad no_grad;
  Shares right;
  for (const Setting& at :
       {Setting{32, 1.0 / 3}, {128, 1.0 / 3}, {32, 0.6}, {128, 0.1}}) {
    Rng rng(99);
    const Batch batch = marked_texts(40, at.length, at.marked, rng);
    right.push_back(right_from(0, model(batch.ids).array(), batch.answers));
  }
  return right;
}

// End fold
void marked_words(Page& page) {
  page.print("{:<16}{:>13}{:>13}{:>13}{:>13}\n", "% right", "32 tokens", "128",
             "32", "128");
  page.print("{:<16}{:>13}{:>13}{:>13}{:>13}\n", "", "33 % marked", "33 %",
             "60 %", "10 %");
  for (const std::string scheme :
       {"none", "alibi", "rotary", "forget", "cope"}) {
    std::vector<Shares> shares(num_seeds);
    side_by_side(page, shares, [&](std::size_t i) {
      return ask_marked(twice(scheme), page.seed() + 1 + i);
    });
    print_shares(page,
                 scheme == "forget" ? "forget gate"
                 : scheme == "cope" ? "CoPE"
                                    : scheme,
                 shares, 16);
    if (scheme == "rotary") page.came_out(mean_percent(shares, 3));
  }
}
