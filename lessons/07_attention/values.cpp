// What attention gives back: words that move.

#include <array>

#include "course/stage/lesson.h"
#include "exercises/masked_softmax/answer.h"
#include "numpy_style.h"
#include "positions.h"
#include "tables.h"

// Step: values_at_work
// Two columns for what a word means: mouse or cat, small or big.
const Array meanings = {{0, 0}, {0, -1}, {-1, 0}, {0, 0},
                        {0, 0}, {0, 1},  {1, 0}};

// The values say what describes a thing: small and big pass on their size.
Array words_after(const Array& weights) {
  Array values = meanings;
  xt::view(values, xt::keep(2, 6), xt::all()) = 0;  // mouse and cat
  const Array y = xt::linalg::dot(weights, values);
  return meanings + y;  // the output is added to the word that asked
}

// Fold: prints and draws where mouse and cat go
void values_at_work(Page& page) {
  const Array without =
      words_after(masked_softmax(word_scores(), everyone(7, 7)));
  const Array with = words_after(neighbours_weights());
  page.print("{:<8}{:>14}{:>20}{:>20}\n", "", "before", "without positions",
             "with positions");
  for (const std::size_t t : {2, 6})
    page.print("{:<8}{:>14}{:>20}{:>20}\n", words[t], point(meanings, t),
               point(without, t), point(with, t));

  horloge::Scatter figure;
  figure.title = "each dot a tenth of the way";
  figure.x_label = "mouse or cat";
  figure.y_label = "small or big";
  figure.group_names = {"words", "on the way", "after", "what is meant"};
  std::vector<std::array<double, 2>> points;
  const auto add = [&](double x, double y, const char* name,
                       std::size_t group) {
    points.push_back({x, y});
    figure.names.emplace_back(name);
    figure.groups.push_back(group);
  };
  for (const std::size_t t : {1, 2, 5, 6})
    add(meanings(t, 0), meanings(t, 1), words[t].c_str(), 0);
  for (const std::size_t t : {2, 6})
    for (int tenth = 1; tenth <= 10; ++tenth) {
      const Array at = meanings + tenth * (with - meanings) / 10;
      add(at(t, 0), at(t, 1), "", tenth < 10 ? 1 : 2);
    }
  add(-1, -1, "small mouse", 3);
  add(1, 1, "big cat", 3);
  figure.points = Array::from_shape({points.size(), 2});
  for (std::size_t n = 0; n < points.size(); ++n)
    for (std::size_t c = 0; c < 2; ++c)
      figure.points(n, c) = static_cast<horloge::real>(points[n][c]);
  page.show(figure);
}
