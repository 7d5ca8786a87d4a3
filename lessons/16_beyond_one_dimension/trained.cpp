// Two questions about pictures, learned with six schemes, and asked again in
// larger pictures.

#include <map>
#include <memory>

#include "common/modules.h"
#include "common/side_by_side.h"
#include "common/three_back.h"
#include "course/stage/lesson.h"
#include "exercises/resize_table/answer.h"
#include "grid.h"
#include "pictures.h"

using namespace horloge;

constexpr std::size_t D = 32, H = 4, small_side = 8, large_side = 12, seeds = 5;

// Step: two_questions
class Looker : public Module {
 public:
  Looker(std::shared_ptr<PositionScheme> positions, Rng rng)
      : to_vectors(child("to_vectors", Linear(patch_pixels, D, rng))),
        encoder(child("encoder", make_encoder(rng))),
        to_below(child("to_below", Linear(D, num_marks, rng))),
        to_quarter(child("to_quarter", Linear(D, 4, rng))),
        scheme(child("scheme", std::move(positions))) {}

  // patches (B, T, 16) -> (B, T, D)
  Tensor operator()(const Array& patches, const PositionScheme& at) const {
    return encoder(to_vectors(Tensor(patches)), at);
  }

  // Fold: one layer of four heads; its members
  static TransformerEncoder make_encoder(Rng& rng) {
    const auto options =
        TransformerOptions().with_dim_feedforward(64).with_dropout(0).with_norm(
            NormPlace::before);
    return {1, D, H, rng, options, FinalNorm::yes};
  }

  Linear to_vectors;
  TransformerEncoder encoder;
  Linear to_below, to_quarter;
  std::shared_ptr<PositionScheme> scheme;
  // End fold
};

// Fold: schemes; training and asking; the table of six schemes
const std::vector<std::string> scheme_names = {
    "none",          "sinusoidal, one count", "rotary, one count",
    "learned table", "sinusoidal, two axes",  "rotary, two axes"};

// For pictures of side * side patches.
std::shared_ptr<PositionScheme> scheme_for(std::size_t name, std::size_t side,
                                           double spacing, Rng rng) {
  switch (name) {
    case 1:
      return std::make_shared<SinusoidalPositions>(side * side, D);
    case 2:
      return std::make_shared<RotaryPositions>(D / H);
    case 3:
      return std::make_shared<LearnedPositions>(side * side, D, rng);
    case 4:
      return std::make_shared<GridSinusoidal>(side, spacing);
    case 5:
      return std::make_shared<GridRotary>(D / H, side, spacing);
    default:
      return std::make_shared<NoPositions>();
  }
}

Looker trained_looker(std::size_t name, std::uint64_t seed) {
  const Looker model(scheme_for(name, small_side, 1, Rng(seed).stream(3)),
                     Rng(seed).stream(1));
  constexpr std::size_t updates = 1000;
  Rng rng = Rng(seed).stream(2);
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(0.01, updates / 30, updates);
  for (std::size_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Pictures some = new_pictures(8, small_side, small_side, rng);
    const Tensor seen = model(some.patches, *model.scheme);
    const Tensor loss = cross_entropy(model.to_below(seen), some.below) +
                        cross_entropy(model.to_quarter(seen), some.quarter);
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
  return model;
}

// The share of right answers to both questions.
Shares ask(const Looker& model, std::size_t rows, std::size_t columns,
           const PositionScheme& at) {
  stage::stop_if_interrupted();
  const NoGrad no_grad;
  Rng rng(99);
  const Pictures some = new_pictures(20, rows, columns, rng);
  const Tensor seen = model(some.patches, at);
  return {right_from(0, model.to_below(seen).array(), some.below),
          right_from(0, model.to_quarter(seen).array(), some.quarter)};
}

// Trained once for both steps.
const std::vector<Looker>& lookers(Page& page, std::size_t name) {
  static std::map<std::pair<std::size_t, std::uint64_t>, std::vector<Looker>>
      all;
  auto& some = all[{name, page.seed()}];
  if (!some.empty()) return some;
  std::vector<std::unique_ptr<Looker>> each(seeds);
  side_by_side(page, each, [&](std::size_t i) {
    return std::make_unique<Looker>(trained_looker(name, page.seed() + 1 + i));
  });
  for (const auto& one : each) some.push_back(*one);
  return some;
}

HeatMap marks_drawn(std::uint64_t seed) {
  Rng rng(seed + 1);
  HeatMap map;
  map.title = "four rows of eight marks";
  map.values =
      put_together(xt::view(new_pictures(1, 4, 8, rng).patches, 0), small_side);
  return map;
}

void two_questions(Page& page) {
  page.show(marks_drawn(page.seed()));
  page.print("{:<22}{:>14}{:>14}\n", "% right, 8 by 8", "mark below",
             "quarter");
  for (std::size_t name = 0; name < scheme_names.size(); ++name) {
    std::vector<Shares> shares;
    for (const Looker& model : lookers(page, name))
      shares.push_back(ask(model, small_side, small_side, *model.scheme));
    print_shares(page, scheme_names[name], shares, 22);
    if (name == 5) page.came_out(mean_percent(shares, 1));
  }
}

// Step: at_another_size
// A table that was learned for small pictures, for large ones.
LearnedPositions stretched_table(const LearnedPositions& small, Rng rng) {
  LearnedPositions large(large_side * large_side, D, rng);
  large.weight.mutable_array() = resize_table(
      small.weight.array(), small_side, small_side, large_side, large_side);
  return large;
}

// Fold: asks in pictures of 12 by 12 patches, counted on and stretched
Shares ask_stretched(const Looker& model, std::size_t name) {
  const double spacing = double(small_side) / double(large_side);
  if (name != 3)
    return ask(model, large_side, large_side,
               *scheme_for(name, large_side, spacing, Rng()));
  const auto& small = dynamic_cast<const LearnedPositions&>(*model.scheme);
  return ask(model, large_side, large_side, stretched_table(small, Rng()));
}

// How often it names the mark that stands eight patches further on in the row.
double eight_further(const Looker& model) {
  const NoGrad no_grad;
  Rng rng(99);
  const Pictures some = new_pictures(20, large_side, large_side, rng);
  Ids marks = some.below;  // the mark below patch t - 4 is at t + 8
  for (std::size_t b = 0; b < marks.shape(0); ++b)
    for (std::size_t t = 0; t < marks.shape(1); ++t)
      marks(b, t) = t < 4 ? no_question : some.below(b, t - 4);
  const Tensor seen = model(some.patches, *model.scheme);
  return right_from(0, model.to_below(seen).array(), marks);
}

void at_another_size(Page& page) {
  page.print("{:<22}{:>14}{:>14}\n", "% right, 12 by 12", "mark below",
             "quarter");
  for (const bool stretched : {false, true}) {
    page.print("{}\n", stretched ? "stretched" : "counted on");
    for (std::size_t name = stretched ? 3 : 1; name < scheme_names.size();
         ++name) {
      if (!stretched && name == 3) continue;  // it has no row 64
      std::vector<Shares> shares;
      for (const Looker& model : lookers(page, name))
        shares.push_back(stretched
                             ? ask_stretched(model, name)
                             : ask(model, large_side, large_side,
                                   *scheme_for(name, large_side, 1, Rng())));
      print_shares(page, "  " + scheme_names[name], shares, 24);
      if (!stretched && name == 2) page.came_out(mean_percent(shares, 0));
    }
  }
  std::vector<Shares> further;
  for (const Looker& model : lookers(page, 2))
    further.push_back(
        {eight_further(model), ask(model, 18, small_side, *model.scheme)[0]});
  page.print("\n{:<24}{:>14}{:>14}\n", "rotary, one count", "8 further on",
             "18 rows of 8");
  print_shares(page, "  % right", further, 24);
}
