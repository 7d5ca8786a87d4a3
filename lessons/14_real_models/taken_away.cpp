// A trained model without its positions, and with others.

#include "taken_away.h"

#include <memory>
#include <utility>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "small_model.h"

using namespace horloge;
using xt::placeholders::_;

// Step: taken_away
// Fold: losses of those who know characters only: a guess, and their
// frequencies
double loss_of_frequencies() {
  const Ids& pieces = held_out();
  std::vector<double> count(63, 0);
  for (const std::int64_t id : pieces) ++count[std::size_t(id)];
  double sum = 0;
  for (const double n : count)
    if (n > 0) sum -= n * std::log(n / double(pieces.size()));
  return sum / double(pieces.size());
}

// A row of the table, with a bar.
void print_loss(Page& page, const std::string& what, double nats) {
  std::string bar;
  for (int i = 0; i < int(std::lround(6 * nats)); ++i) bar += "▪";
  page.print("{:<37}{:6.3f}  {}\n", what, nats, bar);
}

// End fold
void taken_away(Page& page) {
  const auto model = small_model();
  const auto loss_with = [&](const std::string& scheme) {
    Rng rng(page.seed() + 1);
    const auto options =
        PositionOptions().with_d_model(64).with_num_heads(4).with_causal(true);
    return loss_of(*model, make_positions(scheme, options, rng).get());
  };
  print_loss(page, "its own, rotary", loss_of(*model));
  for (const std::string scheme : {"alibi", "sinusoidal", "none"})
    print_loss(page, scheme, loss_with(scheme));
  page.came_out(loss_with("none"));
  page.print("\n");
  print_loss(page, "how often each character comes", loss_of_frequencies());
  print_loss(page, "all 63 equally likely", std::log(63));
}

// Step: loss_along_the_text
void loss_along_the_text(Page& page) {
  const auto model = small_model();
  const NoPositions none;
  const AlibiPositions alibi(4);
  Lines curves;
  const auto add = [&](const std::string& name, const PositionScheme* scheme) {
    const Array loss = loss_by_place(*model, scheme);  // (32, 127)
    Lines::Line line{name, {}, {}};
    for (std::size_t from = 0; from < 120; from += 5) {
      line.x.push_back(double(from) + 3);  // characters read, in the middle
      line.y.push_back(
          xt::mean(xt::view(loss, xt::all(), xt::range(from, from + 5)))());
    }
    curves.lines.push_back(line);
    const double one = xt::mean(xt::view(loss, xt::all(), 0))();
    const double last = xt::mean(xt::view(loss, xt::all(), xt::range(87, _)))();
    page.print("{:<8}  {:.3f} after one character   {:.3f} after 88 and more\n",
               name, one, last);
  };
  add("its own", nullptr);
  add("none", &none);
  add("alibi", &alibi);
  // Fold: draws them
  curves.title = "loss of the next character, in nats";
  curves.x_label = "characters read";
  page.show(curves);
}

// Step: other_clocks
// The model's own positions, but each position is another one.
class Elsewhere : public PositionScheme {
 public:
  using Place = std::function<std::int64_t(std::int64_t)>;
  explicit Elsewhere(Place place) : place_(std::move(place)) {}
  Tensor query(const Tensor& q, const AttentionPositions& at) const override {
    return rotary_.query(q, {moved(at.queries), moved(at.keys)});
  }
  Tensor key(const Tensor& k, const AttentionPositions& at) const override {
    return rotary_.key(k, {moved(at.queries), moved(at.keys)});
  }

 private:
  // Fold: moved, the positions one by one
  Ids moved(Ids places) const {
    for (std::int64_t& place : places) place = place_(place);
    return places;
  }

  // End fold
  RotaryPositions rotary_{16};
  Place place_;
};

// Fold: measures with the positions moved, and with other clocks
void other_clocks(Page& page) {
  const auto model = small_model();
  const auto print = [&](const std::string& what,
                         const PositionScheme& scheme) {
    page.print("  {:<46}{:6.3f}\n", what, loss_of(*model, &scheme));
  };
  page.print("{:<48}{:6.3f}\n", "its own", loss_of(*model));
  page.print("other positions\n");
  print("all 100,000 further on",
        Elsewhere([](std::int64_t t) { return t + 100000; }));
  print("twice as far apart", Elsewhere([](std::int64_t t) { return 2 * t; }));
  print("backwards: 127, 126, … 0",
        Elsewhere([](std::int64_t t) { return 127 - t; }));
  print("in pairs: 0, 0, 2, 2, 4, 4, …",
        Elsewhere([](std::int64_t t) { return t / 2 * 2; }));
  page.print("the clock is another\n");
  RotaryScaling half;
  half.kind = RotaryScalingKind::linear;
  half.factor = 2;
  print("half as fast",
        RotaryPositions(16, RotaryOptions().with_scaling(half)));
  for (const double base : {5000., 20000., 500000.})
    print(fmt::format("base {:.0f} for 10000", base),
          RotaryPositions(16, RotaryOptions().with_base(base)));
  print(
      "neighbours for halves",
      RotaryPositions(16, RotaryOptions().with_pairing(Pairing::interleaved)));
}

// End of steps
std::shared_ptr<PositionScheme> elsewhere(
    std::function<std::int64_t(std::int64_t)> place) {
  return std::make_shared<Elsewhere>(std::move(place));
}
