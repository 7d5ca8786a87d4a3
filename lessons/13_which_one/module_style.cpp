// A line of the big table, made again.

#include "course/stage/lesson.h"
#include "measured.h"
#include "tables.h"
#include "task.h"

// Step: made_again
void made_again(Page& page) {
  const std::uint64_t seed = page.seed() + 1;
  const Task& task = ::task("three_back");
  // Fold: prints a heading
  page.print("{:<24}", "% right, texts of");
  for (const std::size_t length : task.lengths) page.print("{:>8}", length);
  page.print("\n");
  // End fold
  for (const std::string scheme : {"sinusoidal", "rotary"}) {
    const Outcome now = task.run({scheme, seed, task.updates}).front();
    // Fold: prints what came out, and what is stored of this seed
    page.print("{:<24}", scheme + ", just now");
    for (const double value : now.values) page.print("{:8.1f}", value);
    page.print("\n{:<24}", fmt::format("  stored, seed {}", seed));
    for (std::size_t i = 0; i < task.lengths.size(); ++i) {
      const auto stored = values_of(measured(), task.name, scheme, i);
      page.print("{:>8}", seed <= stored.size()
                              ? fmt::format("{:.1f}", stored[seed - 1])
                              : "");
    }
    page.print("\n");
    // End fold
  }
}
