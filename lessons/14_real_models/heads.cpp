// What single heads do in a trained model.

#include "heads.h"

#include "course/stage/lesson.h"
#include "exercises/attention_back/answer.h"
#include "exercises/windowed_nll/answer.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/layout.h"
#include "small_model.h"

using namespace horloge;

// Step: who_looks_back
// Fold: head_names; offsets_of, how much each head looks 0, 1, … 8 back
std::vector<std::string> head_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 8; ++i)
    names.push_back(fmt::format("{}.{}", i / 4, i % 4));  // layer.head
  return names;
}

// -> (8, offsets)
Array offsets_of(const DecoderModel& model, std::size_t offsets) {
  const ModelOutput out = traced(model, held_out());
  Array all = Array::from_shape({8, offsets});
  for (std::size_t l = 0; l < 2; ++l)
    for (std::size_t r = 0; r < offsets; ++r)
      xt::view(all, xt::range(4 * l, 4 * l + 4), r) =
          attention_back(out.attention[l].array(), r);
  return all;
}

// End fold
void who_looks_back(Page& page) {
  Rng rng(page.seed() + 1);
  const auto random = std::dynamic_pointer_cast<DecoderModel>(
      make_model(Config::parse(small_model()->config), rng));
  random->eval();
  const Array before = offsets_of(*random, 9);
  const Array after = offsets_of(*small_model(), 9);
  HeatMap map;
  // Fold: draws the trained one's, and compares the two
  map.title = "mean attention to the character so many before";
  map.x_label = "characters before";
  map.y_label = "layer.head";
  map.values = after;
  map.row_names = head_names();
  for (std::size_t r = 0; r < 9; ++r)
    map.column_names.push_back(std::to_string(r));
  page.show(map);
  page.print("one before:       ");
  for (const std::string& name : head_names()) page.print("{:>7}", name);
  page.print("\n  trained         ");
  for (std::size_t i = 0; i < 8; ++i) page.print("{:7.2f}", after(i, 1));
  page.print("\n  random weights  ");
  for (std::size_t i = 0; i < 8; ++i) page.print("{:7.2f}", before(i, 1));
  page.print("\n");
  double half = 0;  // how many give half of it or more
  for (std::size_t i = 0; i < 8; ++i) half += after(i, 1) >= 0.5 ? 1 : 0;
  page.came_out(half);
}

// Step: one_head
void one_head(Page& page) {
  const std::string text = "And the king said";
  Ids ids = ids_of(text);
  const std::size_t T = ids.size();
  ids.reshape({1, T});
  const ModelOutput out = traced(*small_model(), ids);
  HeatMap map;
  map.values = xt::view(out.attention[0].array(), 0, 2);  // layer 0, head 2
  // Fold: draws it
  map.title = "layer 0, head 2";
  map.x_label = "looks at";
  map.y_label = "character";
  for (std::size_t t = 0; t < T; ++t) {
    map.row_names.push_back(shown(ids(0, t)));
    map.column_names.push_back(shown(ids(0, t)));
  }
  page.show(map);
}

// Step: without_a_head
double loss_without(std::size_t layer, std::size_t head) {
  const auto model = small_model();
  Tensor w = model->stack.blocks[layer].attention.out_proj.weight;  // (D, H K)
  xt::view(w.mutable_array(), xt::all(), xt::range(16 * head, 16 * head + 16)) =
      0;
  return loss_of(*model);
}

// Fold: prints it beside how much each head looks back
void without_a_head(Page& page) {
  const auto model = small_model();
  const Array back = offsets_of(*model, 2);
  const double whole = loss_of(*model);
  page.print("layer.head   one char. before   loss without it   more by\n");
  for (std::size_t i = 0; i < 8; ++i) {
    const double loss = loss_without(i / 4, i % 4);
    page.print("{:>10}   {:16.2f}   {:15.3f}   {:7.3f}\n", head_names()[i],
               back(i, 1), loss, loss - whole);
  }
  page.print("{:>10}   {:16}   {:15.3f}\n", "(all)", "", whole);
}

// Step: which_pairs
// Fold: pair_lengths, of q or k, on the average over all characters
//   x (B, T, H K) -> (H, K/2)
Array pair_lengths(const Array& x) {
  Array mean = zeros({4, 8});
  const std::size_t letters = x.size() / 64;
  for (std::size_t n = 0; n < letters; ++n)
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t j = 0; j < 8; ++j) {
        const real* head = x.data() + 64 * n + 16 * h;
        mean(h, j) += std::hypot(head[j], head[j + 8]) / real(letters);
      }
  return mean;
}

// End fold
void which_pairs(Page& page) {
  const NoGrad no_grad;
  const auto model = small_model();
  const ModelOutput out = traced(*model, held_out());
  HeatMap map;
  map.values = Array::from_shape({8, 8});
  for (std::size_t l = 0; l < 2; ++l) {
    const Block& block = model->stack.blocks[l];
    const Tensor x = block.attention_norm(out.hidden[l]);
    xt::view(map.values, xt::range(4 * l, 4 * l + 4)) =
        pair_lengths(block.attention.q_proj(x).array()) *
        pair_lengths(block.attention.k_proj(x).array()) / 4;  // 4 = sqrt(K)
  }
  // Fold: draws them, with the wavelength of each pair
  map.title = "length of q times length of k, pair by pair";
  map.x_label = "pair, and its wavelength in characters";
  map.y_label = "layer.head";
  map.row_names = head_names();
  for (std::size_t j = 0; j < 8; ++j)
    map.column_names.push_back(fmt::format(
        "{}", std::lround(2 * std::acos(-1.0) * std::pow(10000, j / 8.0))));
  page.show(map);
}

// Step: stopped_pairs
// The model's own positions, with one pair of each head left as it is.
class OnePairStopped : public PositionScheme {
 public:
  explicit OnePairStopped(std::size_t pair) : pair_(pair) {}
  Tensor query(const Tensor& q, const AttentionPositions& at) const override {
    return stopped(q, rotary_.query(q, at));
  }
  Tensor key(const Tensor& k, const AttentionPositions& at) const override {
    return stopped(k, rotary_.key(k, at));
  }

 private:
  // x (B, T, H K), the same turned
  Tensor stopped(const Tensor& x, const Tensor& turned) const {
    Array y = turned.array();
    for (std::size_t i = 0; i < y.size(); ++i)
      if (i % 8 == pair_) y.data()[i] = x.data()[i];  // columns j and j + 8
    return Tensor(y);
  }

  // Fold: its own two parts
  RotaryPositions rotary_{16};
  std::size_t pair_;
  // End fold
};

// Fold: stops each pair in turn; where the heads look then, and the loss
// How far back the heads of both layers look, on the average.
double mean_distance(const ModelOutput& out) {
  double sum = 0, rows = 0;
  for (const Tensor& map : out.attention) {
    const std::size_t T = map.shape()[3];
    rows += double(map.size() / T);
    for (std::size_t i = 0; i < map.size(); ++i)
      sum += map.data()[i] * (double(i / T % T) - double(i % T));
  }
  return sum / rows;
}

void stopped_pairs(Page& page) {
  const auto model = small_model();
  const auto print = [&](const std::string& pair, const std::string& length,
                         const PositionScheme* scheme) {
    const ModelOutput out = traced(*model, held_out(), scheme);
    const double back = attention_back(out.attention[0].array(), 1)(2);
    const double loss = loss_of(*model, scheme);
    page.print("{:>7}{:>12}{:18.2f}{:17.1f}{:11.3f}\n", pair, length, back,
               mean_distance(out), loss);
    return loss;
  };
  page.print(
      "stopped  wavelength   0.2 looks 1 back   mean distance       loss\n");
  print("none", "", nullptr);
  std::vector<double> losses;
  for (std::size_t j = 0; j < 8; ++j) {
    const double length = 2 * std::acos(-1.0) * std::pow(10000, double(j) / 8);
    const OnePairStopped scheme(j);
    losses.push_back(
        print(std::to_string(j), fmt::format("{:.1f}", length), &scheme));
  }
  const auto most = std::max_element(losses.begin(), losses.end());
  page.came_out(most == losses.begin()     ? "the fastest"
                : most + 1 == losses.end() ? "the slowest"
                                           : "one in between");
}

// End of steps
std::shared_ptr<PositionScheme> one_pair_stopped(std::size_t pair) {
  return std::make_shared<OnePairStopped>(pair);
}
