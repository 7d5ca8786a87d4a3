// A layer that sees a window, and one that sees everything.

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "course/stage/page.h"
#include "exercises/layer_plan/answer.h"
#include "reader.h"
#include "tables.h"

using namespace horloge;
using stage::Page;

// Step: local_and_global
void local_and_global(Page& page) {
  const LayerPlan rotary{"rotary"}, local{"rotary", 16}, none{"none"};
  print_lengths(page);
  const auto row = [&](const std::string& name, const Plan& plan) {
    const std::vector<Shares> shares = ask_all(page, plan);
    print_row(page, name, shares);
    return shares;
  };
  row("rotary, rotary", {rotary, rotary});
  row("rotary, none", {rotary, none});
  row("window, window", {local, local});
  row("window, rotary", {local, rotary});
  const std::vector<Shares> both = row("window, none", {local, none});
  page.came_out(mean_percent(both, 4));
}

// Step: two_bases
void two_bases(Page& page) {
  const LayerPlan local{"rotary", 16};
  print_lengths(page);
  for (const double base : {1e2, 1e4, 1e6, 1e8})
    print_row(page, fmt::format("base {:.0f}", base),
              ask_all(page, {local, {"rotary", 0, base}}));
  print_row(page, "no positions", ask_all(page, {local, {"none"}}));
}

// Step: what_a_cache_holds
struct Published {
  const char* name;
  std::size_t num_layers, global_every, window;
};

void what_a_cache_holds(Page& page) {
  constexpr std::array<Published, 4> models = {
      {{"Mistral 7B (2023)", 32, 0, 4096},
       {"Gemma 3 27B", 62, 6, 1024},
       {"gpt-oss 20B", 24, 2, 128},
       {"Llama 4 Scout", 48, 4, 8192}}};
  page.print("{:<20}{:>8}{:>8}{:>8}{:>20}\n", "", "layers", "global", "window",
             "keys after 131072");
  for (const Published& model : models) {
    const Ids windows =
        layer_windows(model.num_layers, model.global_every, model.window);
    const std::size_t T = 131072;
    const std::int64_t keys = cached_keys(windows, T);
    const double share = 100.0 * double(keys) / double(model.num_layers * T);
    // Fold: prints a row
    std::size_t global = 0;
    for (const std::int64_t window : windows) global += window == 0 ? 1 : 0;
    page.print("{:<20}{:>8}{:>8}{:>8}{:>10.2f} million, {:.0f} %\n", model.name,
               model.num_layers, global, model.window, double(keys) / 1e6,
               share);
    if (model.window == 1024) page.came_out(share);
    // End fold
  }
}
