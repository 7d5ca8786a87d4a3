// The tables of five seeds, task by task.

#include "course/stage/lesson.h"
#include "measured.h"
#include "numpy_style.h"
#include "paired.h"
#include "reader.h"
#include "tables.h"
#include "task.h"

namespace {

void show_task(Page& page, const std::string& name) {
  const stage::Table table =
      comparison_table(task(name), measured(), contenders(), "sinusoidal");
  page.put(text_of(page.terminal(), table));
  page.behind(table);
}

void show_costs(Page& page) {
  const stage::Table costs = cost_table(measured(), contenders());
  page.put(cost_text(costs));
  page.behind(costs);
}

// The means of some schemes as curves; the axis below counts doublings.
void show_curves(Page& page, const std::string& name,
                 const std::vector<std::string>& schemes, double most) {
  const Task& what = task(name);
  horloge::Lines curves;
  curves.x_label = "how often the trained length is doubled";
  curves.y_label = what.unit;
  curves.y_high = most;
  for (const std::string& scheme : schemes) {
    horloge::Lines::Line line{scheme, {}, {}};
    for (std::size_t i = 0; i < what.lengths.size(); ++i) {
      line.x.push_back(
          std::log2(double(what.lengths[i]) / double(what.lengths[0])));
      line.y.push_back(
          std::min(most, mean(values_of(measured(), name, scheme, i))));
    }
    curves.lines.push_back(line);
  }
  page.show(curves);
}

// The scheme with the lowest perplexity at 1024 characters.
std::string lowest(const std::vector<std::string>& schemes) {
  const auto at_end = [](const std::string& scheme) {
    return mean(values_of(measured(), "language", scheme, 3));
  };
  return *std::min_element(schemes.begin(), schemes.end(),
                           [&](const std::string& a, const std::string& b) {
                             return at_end(a) < at_end(b);
                           });
}

}  // namespace

// Step: who_does_what
void who_does_what(Page& page) { show_task(page, "order"); }

// Step: three_words_back
void three_words_back(Page& page) { show_task(page, "three_back_both_ways"); }

// Step: with_a_causal_mask
void with_a_causal_mask(Page& page) {
  show_task(page, "three_back");
  page.came_out(mean(values_of(measured(), "three_back", "alibi", 0)));
}

// Step: a_list_again
void a_list_again(Page& page) {
  show_task(page, "copy_distinct");
  double most = 0;
  for (const std::string& scheme : contenders())
    most =
        std::max(most, mean(values_of(measured(), "copy_distinct", scheme, 1)));
  page.came_out(most);
}

// Step: two_words_only
void two_words_only(Page& page) { show_task(page, "copy_repeating"); }

// Step: a_language_model
void a_language_model(Page& page) {
  show_task(page, "language");
  // Fold: says which of the five is best
  const std::string best =
      lowest({"sinusoidal", "learned", "rotary", "alibi", "t5"});
  page.came_out(best == "alibi" ? "ALiBi" : best == "t5" ? "T5" : best);
}

// Step: as_curves
void as_curves(Page& page) {
  show_curves(page, "three_back",
              {"rotary", "t5", "transformer_xl", "alibi", "sinusoidal"}, 100);
  show_curves(page, "language",
              {"rotary", "t5", "transformer_xl", "alibi", "sinusoidal"}, 35);
}

// Step: random_offsets
void random_offsets(Page& page) {
  // Fold: two tables, of six tasks each
  const std::vector<std::string> names = {"who does what",  "3 back, no mask",
                                          "3 back, causal", "a list",
                                          "two tokens",     "language"};
  for (const std::string scheme : {"sinusoidal", "learned"}) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < names.size(); ++i)
      rows.push_back({names[i], tasks()[i].name, scheme + "+offset", scheme});
    const std::vector<std::string> heading = {scheme, "as trained", "twice",
                                              "4 times", "16 times"};
    page.put(text_of(page.terminal(), table_of(measured(), heading, rows)));
    page.print("\n");
  }
}

// Step: a_slower_clock
void a_slower_clock(Page& page) {
  for (const bool tuned : {false, true}) {
    page.print("{}\n", tuned ? "\nafter 100 more steps, on texts of 1024"
                             : "as it was trained");
    page.put(text_of(page.terminal(), clock_table(measured(), tuned)));
  }
  // Fold: says which clock is best at 1024
  const std::string best =
      lowest({"rotary", "rotary:interpolation", "rotary:ntk", "rotary:yarn"});
  page.came_out(best == "rotary" ? "as it is" : best.substr(7));
}

// Step: what_it_costs
void what_it_costs(Page& page) {
  show_costs(page);
  const auto update = [](const std::string& scheme) {
    return mean(values_of(measured(), "cost", scheme, 1));
  };
  page.came_out(update("transformer_xl") / update("rotary"));
}

// Step: what_came_of_it
void what_came_of_it(Page& page) {
  // Fold: prints the table
  page.print("{:<12}{:<12}{:>14}{:>14}{:>14}{:>12}\n", "", "they say",
             "who does what", "3 tokens back", "list of 20", "language");
  for (const Said& row : hearsay()) {
    page.print("{:<12}{:<12}", row.scheme, row.stretches);
    for (const std::string name : {"order", "three_back", "copy_distinct"})
      page.print("{:>12.0f} %",
                 mean(values_of(measured(), name, row.scheme,
                                name == "copy_distinct" ? 1 : 2)));
    page.print("{:>12.2f}\n",
               mean(values_of(measured(), "language", row.scheme, 2)));
  }
}
