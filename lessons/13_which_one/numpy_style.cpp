// The notebook's table as data, and the statistics of pairs on arrays.

#include "numpy_style.h"

#include "exercises/paired_differences/answer.h"
#include "exercises/which_scheme/answer.h"

#include "course/stage/lesson.h"
#include "measured.h"
#include "paired.h"
#include "tables.h"

// Step: what_is_said
const std::vector<Said>& hearsay() {
  static const std::vector<Said> table = {
      {"Sinusoïdal", "Transformer original", "absolue", "moyenne",
       "sinusoidal"},
      {"Learned", "BERT, GPT-2", "absolue", "limitée", "learned"},
      {"RoPE", "LLaMA, Mistral", "relative", "bonne", "rotary"},
      {"ALiBi", "BLOOM", "relative", "excellente", "alibi"},
      {"Relative PE", "T5", "relative", "bonne", "t5"}};
  return table;
}

// Fold: prints it
void what_is_said(Page& page) {
  page.print("{:<12}{:<22}{:<10}{}\n", "Méthode", "Utilisé par", "Position",
             "Généralisation");
  for (const Said& row : hearsay())
    page.print("{:<12}{:<22}{:<10}{}\n", row.method, row.used_by, row.positions,
               row.stretches);
}

using Doubles = xt::xarray<double>;

// (S) -> (S, 1)
static horloge::Array as_column(const Doubles& x) {
  horloge::Array column = xt::cast<horloge::real>(x);
  column.reshape({x.size(), std::size_t{1}});
  return column;
}

// Step: pairs

// How far numbers lie from their mean, which is theirs: hence n - 1.
double spread(const Doubles& x) {
  const double middle = xt::mean(x)(), n = double(x.size());
  return std::sqrt(xt::sum(xt::square(x - middle))() / (n - 1));
}

void pairs(Page& page) {
  // Fold: two schemes in one task, with five seeds each
  const auto a = values_of(measured(), "language", "p_rope", 2);
  const auto b = values_of(measured(), "language", "rotary", 2);
  const Doubles p_rope = xt::adapt(a), rotary = xt::adapt(b);
  // End fold
  const Doubles d = p_rope - rotary;
  // Fold: prints them
  page.print("{:<12}{:>8}{:>8}{:>12}\n", "perplexity", "p_rope", "rotary",
             "difference");
  for (std::size_t s = 0; s < d.size(); ++s)
    page.print("{:<12}{:8.3f}{:8.3f}{:12.3f}\n", fmt::format("seed {}", s + 1),
               p_rope(s), rotary(s), d(s));
  page.print("{:<12}{:8.3f}{:8.3f}{:12.3f}\n", "mean", xt::mean(p_rope)(),
             xt::mean(rotary)(), xt::mean(d)());
  page.print("{:<12}{:8.3f}{:8.3f}{:12.3f}\n", "std dev", spread(p_rope),
             spread(rotary), spread(d));
  // End fold
  const double unpaired = std::hypot(spread(p_rope), spread(rotary));
  const double noise = 2.776 * spread(d) / std::sqrt(double(d.size()));
  page.print("not knowing the pairs, the difference had ±{:.3f}\n", unpaired);
  page.print("noise: up to {:.3f} for the mean of 5 pairs\n", noise);
  // Fold: compares with what all tables of the lesson use, and your own
  const Difference same = paired_difference(a, b);
  page.print("the lesson's own program says {:.3f} ± {:.3f}, {} the noise\n",
             same.mean, same.deviation,
             same.within_noise ? "within" : "beyond");
  const horloge::Array rows =
      paired_differences(as_column(p_rope), as_column(rotary));
  page.print("and paired_differences {:.3f} ± {:.3f}\n", rows(0, 0),
             rows(1, 0));
}
