// Notebook 1: the other ways to tell a model where its words stand.

#include <cmath>
#include <string>

#include "common/modules.h"
#include "course/claims/finding.h"
#include "horloge/core/xtensor.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/nn/position/transformer_xl.h"
#include "tools.h"
#include "trained.h"

using namespace horloge;
using claims::Finding;

// Claim: learned_tables
void learned_tables(Finding& found) {
  Rng rng(1);
  const std::string gpt2 = R"({"model_type": "gpt2", "vocab_size": 8,
      "n_layer": 1, "n_positions": 1024, "n_embd": 768, "n_head": 12})";
  const std::string bert = R"({"model_type": "bert", "vocab_size": 8,
      "num_hidden_layers": 1, "max_position_embeddings": 512,
      "hidden_size": 768, "num_attention_heads": 12, "type_vocab_size": 2,
      "intermediate_size": 3072})";
  for (const auto& [config, rows] : {std::pair{bert, 512UL}, {gpt2, 1024UL}}) {
    bool has_table = false;
    const auto model = make_model(Config::parse(config), rng);
    for (const auto& [name, tensor] : model->named_parameters())
      has_table = has_table || tensor.shape() == Shape{rows, 768};
    found.check(has_table, "{}: {} x 768 among what it learns",
                model->info.architecture, rows);
  }
}

// Claim: exactly_useful
void exactly_useful(Finding& found) {
  const auto table = [](const ThreeBack& model) {
    return dynamic_cast<const LearnedPositions&>(*model.positions)
        .weight.array();
  };
  const Array after = table(trained_on_16("learned"));
  const Array before =
      table(ThreeBack("learned", false, usual_positions(), Rng(1)));
  const auto alike = [&](std::size_t row) {  // the cosine of both rows
    const Array a = xt::view(before, row), b = xt::view(after, row);
    return xt::sum(a * b)() / std::sqrt(xt::sum(a * a)() * xt::sum(b * b)());
  };
  found.check(alike(5) < 0.9,
              "row 5, used in training, has a cosine of {:.2f} with its start",
              alike(5));
  found.check(alike(40) < 0.9, "row 40, never used: {:.2f}", alike(40));
}

// Claim: end_of_table
void end_of_table(Finding& found) {
  Rng rng(1);
  const LearnedPositions positions(16, 8, rng);
  bool refused = false;
  try {
    positions(Tensor(zeros({1, 17, 8})));
  } catch (const IndexError&) {
    refused = true;
  }
  found.check(refused, "16 rows: a text of 17 words is an error");
  const ThreeBack& model = trained_on_16("learned");
  found.check(
      right_at(model, 24) < 50,
      "64 rows, trained with 16 words: {:.0f} % right there, {:.0f} % at 24",
      right_at(model, 16), right_at(model, 24));
}

// Claim: more_parameters
void more_parameters(Finding& found) {
  const double gpt2 = 124'439'808, bert = 109'482'240;  // all that they learn
  Rng rng(1);
  for (const auto& [name, rows, all] :
       {std::tuple{"GPT-2", 1024UL, gpt2}, {"BERT base", 512UL, bert}}) {
    const std::size_t fixed = SinusoidalPositions(rows, 768).parameter_count();
    const std::size_t learned =
        LearnedPositions(rows, 768, rng).parameter_count();
    found.check(learned > fixed, "{}: {} x 768 = {}, {:.2f} % of all it learns",
                name, rows, learned, 100 * double(learned) / all);
  }
}

// Claim: rotary_offset
void rotary_offset(Finding& found) {
  Rng rng(1);
  const RotaryPositions rotary(64);
  const Array q = rng.normal({1, 1, 64}), k = rng.normal({1, 1, 64});
  const auto turned = [&](const Array& x, std::int64_t t) {
    return rotary.rotate(Tensor(x), Ids{t}, 6000).array();
  };
  std::vector<double> scores;
  for (const std::int64_t t : {0, 7, 100, 5000}) {
    scores.push_back(xt::sum<double>(turned(q, t) * turned(k, t + 5))());
    found.note("query at {:4}, key 5 on: {:.4f}", t, scores.back());
  }
  found.check(spread(scores) < 1e-4, "only the offset counts");
}

// Claim: rotary_generalises
void rotary_generalises(Finding& found) {
  const ThreeBack& sines = trained_on_16("sinusoidal");
  found.note("three tokens back, after 16; sinusoidal at 64: {:.0f} %",
             right_at(sines, 64));
  for (const Sees sees : {Sees::all, Sees::earlier}) {
    const ThreeBack& rotary = trained_on_16("rotary", sees);
    found.check(right_at(rotary, 64) > 90,
                "rotary, {}: {:.0f} % at 16, {:.0f} % at 24, {:.0f} % at 64",
                sees == Sees::all ? "no mask" : "causal", right_at(rotary, 16),
                right_at(rotary, 24), right_at(rotary, 64));
  }
}

// Claim: alibi_formula
void alibi_formula(Finding& found) {
  const AlibiPositions alibi(8);
  const Array bias =
      alibi.bias(consecutive_positions(6, 6)).array();  // (H, T, S)
  double worst = 0;
  for (std::size_t h = 0; h < 8; ++h)
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const double m = std::pow(2.0, -double(h + 1));
        const double formula = -m * std::abs(double(i) - double(j));
        worst = std::max(worst, std::abs(bias(h, i, j) - formula));
      }
  found.note("the slopes of 8 heads: 1/2, 1/4, … 1/256");
  found.check(worst < 1e-6, "each score gets -m |i - j|");
}

// Claim: alibi_both_ways
void alibi_both_ways(Finding& found) {
  const ThreeBack& all = trained_on_16("alibi");
  const ThreeBack& none = trained_on_16("none");
  const ThreeBack& earlier = trained_on_16("alibi", Sees::earlier);
  found.note("three tokens back, 16 tokens; no positions: {:.0f} %",
             right_at(none, 16));
  found.check(right_at(all, 16) > right_at(none, 16) + 15,
              "no mask, so that |i - j| is the same before and after: {:.0f} %",
              right_at(all, 16));
  found.check(right_at(earlier, 16) > right_at(none, 16) + 15,
              "causal: {:.0f} %", right_at(earlier, 16));
}

// Claim: alibi_generalises
void alibi_generalises(Finding& found) {
  const ThreeBack& alibi = trained_on_16("alibi", Sees::earlier);
  const ThreeBack& sines = trained_on_16("sinusoidal", Sees::earlier);
  const double near = right_at(alibi, 16), far = right_at(alibi, 64);
  const double lost = right_at(sines, 16) - right_at(sines, 64);
  found.note("three tokens back, causal, after training with 16");
  found.check(near - far < lost / 2,
              "it falls from {:.0f} % to {:.0f} % at 64, sinusoidal by {:.0f}",
              near, far, lost);
  found.check(far > 90, "it gets {:.0f} % right at 64", far);
}

// Claim: no_parameters
void no_parameters(Finding& found) {
  for (const std::size_t heads : {4, 12, 32})
    found.check(AlibiPositions(heads).parameter_count() == 0,
                "{} heads: {} numbers to learn", heads,
                AlibiPositions(heads).parameter_count());
}

// Claim: favours_near
void favours_near(Finding& found) {
  for (const double m : {1 / 2.0, 1 / 16.0, 1 / 256.0})
    found.check(
        std::exp(-100 * m) < 0.01,
        "slope 1/{:.0f}: a weight is {:.2g} of itself at 100, 1 % at {:.0f}",
        1 / m, std::exp(-100 * m), std::ceil(std::log(100) / m));
}

// Claim: learned_distances
void learned_distances(Finding& found) {
  Rng rng(1);
  const T5Bias t5(8, rng);
  found.check(t5.weight.shape() == Shape{32, 8},
              "T5: {} numbers, one a bucket and head, all learned",
              t5.parameter_count());
  const TransformerXLPositions xl(64, 8, 8, rng);
  const Array codes = xl.distance_codes(consecutive_positions(6, 6));  // 5 … 0
  const Array sines =
      sinusoidal_rows({5, 4, 3, 2, 1, 0}, 64,
                      SinusoidOptions().with_layout(SinusoidLayout::halves));
  found.check(largest_difference(codes, sines) > 1e-5,
              "Transformer-XL: rows of distances are fixed sines");
  found.note(
      "it learns one matrix that reads them, and two vectors: {} numbers",
      xl.parameter_count());
}

// Claim: relative_generalises
void relative_generalises(Finding& found) {
  for (const Sees sees : {Sees::all, Sees::earlier}) {
    const ThreeBack& t5 = trained_on_16("t5", sees);
    const char* const mask = sees == Sees::all ? "no mask" : "causal";
    found.note("{}: T5 {:.0f} % at 16, {:.0f} % at 64", mask, right_at(t5, 16),
               right_at(t5, 64));
    for (const char* const other : {"sinusoidal", "rotary"}) {
      const double far = right_at(trained_on_16(other, sees), 64);
      found.check(right_at(t5, 64) > far + 10, "{}: better than {}: {:.0f} %",
                  mask, other, far);
    }
  }
}

// Claim: largest_distance
void largest_distance(Finding& found) {
  for (const bool both : {true, false}) {
    const auto options = T5BiasOptions().with_bidirectional(both);
    std::int64_t d = 1;
    while (t5_bucket(-d, options) != t5_bucket(-100000, options)) ++d;
    found.check(d <= 128, "T5, {}: from {} on all distances share a bucket",
                both ? "both directions" : "causal", d);
  }
  Rng rng(1);
  const TransformerXLPositions xl(8, 1, 8, rng);
  const Array codes = xl.distance_codes(consecutive_positions(1, 5001));
  const double far = largest_difference(xt::view(codes, 0), xt::view(codes, 1));
  found.check(far < 1e-3,
              "Transformer-XL: distances 5000 and 4999 have rows {:.2f} apart",
              far);
}

// Claim: ranking
void ranking(Finding& found) {
  found.note("three tokens back, after training with 16, at 32: % right");
  for (const Sees sees : {Sees::all, Sees::earlier}) {
    const auto at_32 = [sees](const char* scheme) {
      return right_at(trained_on_16(scheme, sees), 32);
    };
    const double learned = at_32("learned"), sines = at_32("sinusoidal");
    const double alibi = at_32("alibi"), t5 = at_32("t5"),
                 rotary = at_32("rotary");
    found.note(
        "{}: learned {:.0f}, sinusoidal {:.0f}, ALiBi {:.0f}, T5 {:.0f}, "
        "rotary {:.0f}",
        sees == Sees::all ? "no mask" : "causal", learned, sines, alibi, t5,
        rotary);
    found.check(learned < sines + 5 && sines < t5 && sines < rotary,
                "learned and sinusoidal come last");
    found.check(alibi > t5 && alibi > rotary, "ALiBi comes first");
  }
}

// Claim: nothing_to_learn
void nothing_to_learn(Finding& found) {
  const SinusoidalPositions positions(5000, 512);
  found.check(positions.parameter_count() == 0,
              "5000 x 512 numbers in a buffer, {} to learn",
              positions.parameter_count());
}
