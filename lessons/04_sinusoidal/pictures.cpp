// The whole table at a glance.

#include "course/stage/lesson.h"
#include "numpy_style.h"

using horloge::HeatMap;
using horloge::Lines;

// Step: positions_across
// Fold: a picture of numbers from -1 to 1
HeatMap heat_map(const std::string& title, const Array& values) {
  HeatMap map;
  map.title = title;
  map.values = values;
  map.low = -1;
  map.high = 1;
  return map;
}

// End fold
void positions_across(Page& page) {
  const Array pe = sinusoidal_table(100, 64);
  HeatMap map = heat_map("100 positions, d_model 64", xt::transpose(pe));
  map.x_label = "position";
  map.y_label = "dimension";
  page.show(map);
}

// Step: positions_down
void positions_down(Page& page) {
  const Array pe = sinusoidal_table(100, 128);
  for (const std::size_t count : {100, 50}) {
    HeatMap map = heat_map(fmt::format("{} positions, d_model 128", count),
                           xt::view(pe, xt::range(0, count), xt::all()));
    map.x_label = "dimension";
    map.y_label = "position";
    page.show(map);
  }
}

// Step: waves
// Fold: wave(pe, dim) is a line through column dim
Lines::Line wave(const Array& pe, std::size_t dim) {
  Lines::Line line;
  line.name = fmt::format("dimension {}", dim);
  for (std::size_t pos = 0; pos < pe.shape(0); ++pos) {
    line.x.push_back(double(pos));
    line.y.push_back(pe(pos, dim));
  }
  return line;
}

// End fold
void waves(Page& page) {
  const Array pe = sinusoidal_table(100, 128);
  for (const std::vector<std::size_t>& dims :
       {std::vector<std::size_t>{0, 50}, {10, 100}}) {
    // Fold: draws these columns
    Lines waves;
    waves.x_label = "position";
    waves.y_low = -1;
    waves.y_high = 1;
    for (const std::size_t dim : dims) waves.lines.push_back(wave(pe, dim));
    page.show(waves);
    // End fold
  }

  const Array longer = sinusoidal_table(3000, 128);
  page.print("where the first rise ends:");
  for (const std::size_t dim : {0, 10, 50, 100}) {
    std::size_t pos = 0;
    while (longer(pos + 1, dim) > longer(pos, dim)) ++pos;
    page.print("  {} (dim {})", pos, dim);
  }
  page.print("\n");
}
