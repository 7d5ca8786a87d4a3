// Models trained at 32 tokens that read further, without training or with a
// little.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/side_by_side.h"
#include "course/stage/page.h"
#include "exercises/grouped_offsets/answer.h"
#include "offsets.h"
#include "reader.h"
#include "tables.h"

using namespace horloge;
using stage::Page;

// Step: times_log_length
// A weight of one key whose score is higher by `more` than those of n others.
double weight_among(double n, double more) {
  return std::exp(more) / (std::exp(more) + n);
}

void times_log_length(Page& page) {
  // Fold: prints the weight of one key among others, then the table
  page.print("{:<32}{:>6}{:>8}{:>8}{:>8}\n", "weight of one key among", 31, 127,
             511, 8191);
  for (const bool grows : {false, true}) {
    page.print("{:<32}",
               grows ? "its score times ln n / ln 32" : "its score 7 higher");
    for (const std::size_t others : {31, 127, 511, 8191})
      page.print("{:8.2f}", weight_among(double(others),
                                         7 * (grows ? log_length(others) : 1)));
    page.print("\n");
  }
  page.print("\n");
  // End fold
  const auto longer = [](const Reader& model, const Ids& ids) {
    const Ids all = clipped_offsets(ids.shape(1), 0);
    return read_with(model, ids, all, Scores::by_log_length);
  };
  print_lengths(page);
  print_row(page, "none", ask_all(page, twice("none")));
  const std::vector<Shares> grown = ask_all(page, twice("none"), longer);
  print_row(page, "  times ln n / ln 32", grown);
  page.came_out(mean_percent(grown, 5));
}

// Step: other_offsets
void other_offsets(Page& page) {
  constexpr std::size_t T = 12;
  const auto print = [&](const std::string& what, const Ids& offsets) {
    page.print("{:<36}", what);
    for (std::size_t s = 0; s < T; ++s) page.print("{:4}", offsets(T - 1, s));
    page.print("\n");
  };
  print("key", positions_from(0, T));
  print("as it is", clipped_offsets(T, T));
  print("clipped at 5", clipped_offsets(T, 5));
  print("Self-Extend, near 4, groups of 4", grouped_offsets(T, 4, 4));
  print("dual chunks of 4, trained at 8", chunked_offsets(T, 4, 8));
}

// Step: read_further
void read_further(Page& page) {
  print_lengths(page);
  const auto row = [&](const std::string& name, const auto& offsets,
                       Scores scores = Scores::as_they_are) {
    const auto reading = [&](const Reader& model, const Ids& ids) {
      return read_with(model, ids, offsets(ids.shape(1)), scores);
    };
    const auto shares = ask_all(page, twice("rotary"), reading);
    print_row(page, name, shares);
    return shares;
  };
  const auto clipped = [](std::size_t T) { return clipped_offsets(T, 16); };
  row("as it is", [](std::size_t T) { return clipped_offsets(T, T); });
  const auto shares = row("clipped at 16", clipped);
  row("Self-Extend",
      [](std::size_t T) { return grouped_offsets(T, 16, (T - 2) / 15); });
  row("dual chunks", [](std::size_t T) { return chunked_offsets(T, 16, 32); });
  row("clipped, ln n", clipped, Scores::by_log_length);
  page.came_out(mean_percent(shares, 4));
}

// Step: rotary_dropped
Reader without_rotary(const Reader& model) {
  Reader other(twice("none"), Rng());
  const std::vector<Tensor> from = model.parameters(), to = other.parameters();
  for (std::size_t i = 0; i < from.size(); ++i)
    Tensor(to[i]).mutable_array() = from[i].array();
  return other;
}

void rotary_dropped(Page& page) {
  const std::vector<Reader>& models = readers(page, twice("rotary"));
  print_lengths(page);
  print_row(page, "rotary", ask_all(page, twice("rotary")));
  for (const std::size_t steps : {0, 100, 400}) {
    std::vector<Shares> shares(models.size());
    side_by_side(page, shares, [&](std::size_t i) {
      const Reader other = without_rotary(models[i]);
      if (steps > 0) train(other, steps, Rng(page.seed() + 1 + i).stream(5));
      return ask(other);
    });
    print_row(page, fmt::format("dropped, {} steps", steps), shares);
    if (steps == 0) page.came_out(mean_percent(shares, 5));
  }
}
