// Is a long text used? Two questions, at any length and by depth.

#include <algorithm>
#include <string>
#include <vector>

#include "common/three_back.h"
#include "course/stage/long_work.h"
#include "course/stage/page.h"
#include "exercises/accuracy_by_depth/answer.h"
#include "offsets.h"
#include "reader.h"
#include "tables.h"

using namespace horloge;
using stage::Page;

// Step: two_questions
void two_questions(Page& page) {
  Rng rng(page.seed() + 3);
  const cards::Texts texts = cards::new_texts(1, 32, rng);
  page.print("{}\n\n", cards::shown(texts.ids, 0));
  print_lengths(page);
  for (const std::string scheme : {"none", "rotary", "alibi"}) {
    const std::vector<Shares> shares = ask_all(page, twice(scheme));
    print_row(page, scheme, shares);
    if (scheme == "alibi") page.came_out(mean_percent(shares, 5));
  }
}

// Step: by_depth
constexpr std::size_t depth_width = 64, depth_bins = 8;

// Fold: which questions of the last quarter a model answers right, and how far
// back their cards lie
struct Answered {
  Ids depth, right;
};

Answered answered(const Array& scores, const cards::Texts& texts) {
  const std::size_t N = texts.card.size(), V = cards::vocab_size;
  const std::size_t T = texts.card.shape(1);
  Answered all{Ids::from_shape({N}), Ids::from_shape({N})};
  for (std::size_t i = 0; i < N; ++i) {
    const real* const row = scores.data() + i * V;
    const auto best = std::max_element(row, row + V) - row;
    all.depth(i) = i % T < T / 4 * 3 ? no_question : texts.depth.data()[i];
    all.right(i) = best == texts.card.data()[i] ? 1 : 0;
  }
  return all;
}

// End fold
Array depths_of(const Reader& model) {
  const NoGrad no_grad;
  Rng rng(99);
  const cards::Texts texts = cards::new_texts(32, 512, rng);
  const Answered all = answered(model(texts.ids).array(), texts);
  return accuracy_by_depth(all.depth, all.right, depth_width, depth_bins);
}

void by_depth(Page& page) {
  // Fold: draws and prints the means over five seeds
  Lines figure;
  figure.title = "cards found in texts of 512 tokens, in %, by tokens back";
  figure.y_high = 100;
  page.print("{:<10}", "tokens back");
  for (std::size_t b = 0; b < depth_bins; ++b)
    page.print("{:>8}", fmt::format("to {}", (b + 1) * depth_width));
  page.print("\n");
  double deepest = 0;
  for (const std::string scheme : {"none", "rotary", "alibi"}) {
    Lines::Line line{scheme, {}, {}};
    Array mean = zeros({depth_bins});
    for (const Reader& model : readers(page, twice(scheme)))
      mean += 100 * depths_of(model) / real(num_seeds);
    page.print("{:<11}", scheme);
    for (std::size_t b = 0; b < depth_bins; ++b) {
      line.x.push_back(double(depth_width * b) + 32);
      line.y.push_back(mean(b));
      page.print("{:8.0f}", mean(b));
    }
    page.print("\n");
    figure.lines.push_back(line);
    deepest = mean(4);
  }
  page.show(figure);
  page.came_out(deepest);
  // End fold
}
