// The same model with and without positions, under two masks.

#include "common/side_by_side.h"
#include "course/stage/lesson.h"
#include "language.h"
#include "mean_and_deviation.h"

using namespace horloge;

// Step: only_the_mask
constexpr std::size_t seeds = 3, early = 250, late = 1000;

// The perplexity after each number of steps.
std::vector<double> perplexities(const Task& task, std::uint64_t seed) {
  std::vector<double> all;
  const LanguageModel model(king_james(), ModelSize().with_d_model(48),
                            Rng(seed));
  learn(model, task, cosine_with_warmup(0.003, 50, late), late, {16, 32}, seed,
        [&](std::uint64_t updates) {
          if (updates == early || updates == late)
            all.push_back(std::exp(held_out_loss(model, task, 32)));
        });
  return all;
}

const std::vector<Task> tasks = {{true, "none"},        {true, "sinusoidal"},
                                 {true, "rotary"},      {false, "none"},
                                 {false, "sinusoidal"}, {false, "rotary"}};

// Fold: three seeds of each; prints the table
void only_the_mask(Page& page) {
  std::vector<double> first(tasks.size() * seeds), last = first;
  side_by_side(page, last, [&](std::size_t i) {
    const auto both =
        perplexities(tasks[i / seeds], page.seed() + 1 + i % seeds);
    first[i] = both[0];
    return both[1];
  });
  page.print("perplexity after      {:>10} steps   {:>10} steps\n", early,
             late);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i == 0) page.print("each character sees those before it\n");
    if (i == 3) page.print("each sees all, and 15 of 100 are masked\n");
    page.print("  {:<18} {:>16}   {:>16}\n", tasks[i].positions,
               mean_and_deviation(first, i * seeds, seeds),
               mean_and_deviation(last, i * seeds, seeds));
  }
  double blind = 0;  // blanks, without positions
  for (std::size_t s = 0; s < seeds; ++s)
    blind += last[3 * seeds + s] / double(seeds);
  page.came_out(blind);
}
