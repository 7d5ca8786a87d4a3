// Where a head looks if there is nothing to find, and what a window without
// the first token costs.

#include <string>
#include <vector>

#include "common/side_by_side.h"
#include "course/stage/page.h"
#include "offsets.h"
#include "reader.h"

using namespace horloge;
using stage::Page;

// Step: first_keys
// Fold: the texts, and what is right in them
Batch with_beginning(std::size_t B, std::size_t T, Rng& rng) {
  const cards::Texts texts = cards::new_texts_with_beginning(B, T, rng);
  return {texts.ids, texts.answers()};
}

// Right answers in texts of 128 tokens: near, cards within the window, and
// cards that have not come.
Shares ask_with(const Reader& model, const Ids& offsets) {
  Rng rng(99);
  const cards::Texts texts = cards::new_texts_with_beginning(32, 128, rng);
  const Array scores = read_with(model, texts.ids, offsets);
  return {right_from(32, scores, texts.near),
          right_from(32, scores, texts.card_answers(1, 24)),
          right_from(32, scores, texts.card_answers(0, 1))};
}

// End fold
void first_keys(Page& page) {
  std::vector<std::vector<Shares>> each(num_seeds);  // of each seed, each row
  side_by_side(page, each, [&](std::size_t i) {
    const std::uint64_t seed = page.seed() + 1 + i;
    const Reader model(twice("rotary"), Rng(seed).stream(1));
    train(model, learning_steps, Rng(seed).stream(2), with_beginning);
    const NoGrad no_grad;
    std::vector<Shares> rows;
    for (const std::size_t sinks : {0, 1, 4})
      for (const Counted counted :
           {Counted::in_the_text, Counted::in_the_cache})
        if (sinks > 0 || counted == Counted::in_the_text)
          rows.push_back(
              ask_with(model, cache_offsets(128, 28, sinks, counted)));
    return rows;
  });
  // Fold: prints the table
  page.print("{:<38}{:>13}{:>13}{:>13}\n", "% right, 128 tokens, window of 28",
             "near", "card", "no card");
  const std::vector<std::string> names = {
      "the window alone", "and the first, positions of the text",
      "  the same, counted in the cache", "and the first 4, of the text",
      "  the same, counted in the cache"};
  for (std::size_t r = 0; r < names.size(); ++r) {
    std::vector<Shares> shares;
    for (const std::vector<Shares>& rows : each) shares.push_back(rows[r]);
    print_shares(page, names[r], shares, 38);
    if (r == 3) page.came_out(mean_percent(shares, 0));
  }
  // End fold
}
