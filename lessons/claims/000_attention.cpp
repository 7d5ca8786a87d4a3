// Notebook 1: why positions are needed, and what attention makes of them.

#include <cmath>
#include <string>

#include "common/sentences.h"
#include "course/claims/finding.h"
#include "horloge/core/linalg.h"
#include "horloge/nn/generate.h"
#include "horloge/nn/position/sinusoidal.h"
#include "tools.h"
#include "trained.h"

using namespace horloge;
using claims::Finding;

// Claim: all_at_once
void all_at_once(Finding& found) {
  std::size_t passes = 0;
  const auto model = [&passes](const Ids& ids) {  // a score for each of 8 words
    ++passes;
    return Tensor(Rng(passes).normal({1, ids.shape(1), 8}));
  };
  model(Rng(1).integers({1, 12}, 0, 8));
  found.check(passes == 1,
              "a text is read, or trained on: {} pass for 12 words", passes);
  passes = 0;
  generate(model, {{0}}, GenerateOptions().with_max_new_tokens(12));
  found.check(passes == 1, "a text is written: {} passes for 12 words", passes);
}

// Claim: same_words
void same_words(Finding& found) {
  Rng rng(1);
  const MultiHeadAttention attention(16, 1, rng);
  const Array cat = rng.normal({5, 16});  // le chat mange la souris
  const Array mouse = xt::view(cat, xt::keep(3, 4, 2, 0, 1), xt::all());
  const Array of_cat = attend(attention, cat, cat, cat);
  const Array of_mouse = attend(attention, mouse, mouse, mouse);
  const double by_place = largest_difference(of_cat, of_mouse);
  const Array in_order = xt::view(of_mouse, xt::keep(3, 4, 2, 0, 1), xt::all());
  found.check(by_place < 1e-5,
              "position by position the results are up to {:.2f} apart",
              by_place);
  found.note("word by word they are the same, but for {:.0e}",
             largest_difference(of_cat, in_order));
  found.note("and so are their sums over all words, but for {:.0e}",
             largest_difference(xt::sum(of_cat, 0), xt::sum(of_mouse, 0)));
}

// Claim: added_vector
void added_vector(Finding& found) {
  for (const std::string language : {"fr", "en", "zh"}) {
    const double without = who_does_it(language, "none");
    const double with = who_does_it(language, "sinusoidal");
    found.check(with > 90 && without < 55,
                "{}: who does it? {:.0f} % right without, {:.0f} % with",
                language, without, with);
  }
}

// Claim: added_once
void added_once(Finding& found) {
  const auto read_off =
      stored_numbers("06_input_embedding/results/mixed_in.txt",
                     "with positions", "position read off");
  found.check(
      read_off.back() > 80,
      "added: {:.0f} % of the positions are read off, {:.0f} % after 3 layers",
      read_off.front(), read_off.back());
  Rng rng(1);
  for (const std::string name : {"rotary", "alibi", "t5"})
    found.check(
        !make_positions(name, usual_positions(), rng)->affects_attention(),
        "{}: acts in every layer, and nothing is added", name);
}

// Claim: four_terms
void four_terms(Finding& found) {
  const Doubles x = Rng(1).normal({2, 64}),
                W = Rng(2).normal({64, 64}, 0, .125);
  const Doubles p = code_rows(2, 64), V = Rng(3).normal({64, 64}, 0, .125);
  const auto score = [&](const Doubles& query, const Doubles& key) {
    const Doubles q = xt::linalg::dot(xt::view(query, 0), W);
    const Doubles k = xt::linalg::dot(xt::view(key, 1), V);
    return xt::sum(q * k)() / 8;
  };
  const double whole = score(x + p, x + p), content = score(x, x);
  const double rest = score(x, p) + score(p, x) + score(p, p);
  found.note("the score of word 0 with word 1: {:.3f}", whole);
  found.check(std::abs(whole - content - rest) < 1e-9 && std::abs(rest) > 0.01,
              "{:.3f} of it from the words, {:.3f} from three terms with a "
              "position",
              content, rest);
}

// Claim: values_too
void values_too(Finding& found) {
  Rng rng(1);
  const MultiHeadAttention attention(64, 1, rng);
  const Array x = rng.normal({12, 64}), pe = sinusoidal_table(12, 64);
  const auto gap = [&](bool q, bool k, bool v) {
    const auto f = [&](const Array& y) {
      const auto with = [&](bool add) { return add ? Array(y + pe) : y; };
      return attend(attention, with(q), with(k), with(v));
    };
    return equivariance_gap(f, x);
  };
  found.note(
      "how far apart, shuffled before or after, without positions: {:.0e}",
      gap(false, false, false));
  const double values = gap(false, false, true);
  found.check(values > 0.01, "with positions in the values alone: {:.2f}",
              values);
  found.note(
      "in queries alone {:.2f}, in keys alone {:.2f}, in all three {:.2f}",
      gap(true, false, false), gap(false, true, false), gap(true, true, true));
}

// Claim: before_and_after
void before_and_after(Finding& found) {
  const double all = who_does_it("fr", "none");
  const double earlier = who_does_it("fr", "none", Sees::earlier);
  found.check(all < 55, "every word sees every word: {:.0f} % right", all);
  found.check(earlier < 55, "a word sees the earlier ones only: {:.0f} % right",
              earlier);
}

// Claim: first_place
void first_place(Finding& found) {
  for (const std::string language : {"fr", "en", "zh"}) {
    const auto& sentences = read_corpus(language).sentences;
    double first = 0;
    for (const Sentence& s : sentences) first += s.beings[s.doer_is].first <= 1;
    const double share = 100 * first / double(sentences.size());
    found.check(share > 50,
                "{}: the doer begins at position 0 or 1 in {:4.1f} %", language,
                share);
  }
}

// Claim: adjective
void adjective(Finding& found) {
  // the small mouse and the big cat: "mouse", at 2, looks for an adjective.
  const auto weight_of_small = [](double places) {
    double small = 0, all = 0;
    for (std::size_t s = 0; s < 7; ++s) {
      const double content = s == 1 || s == 5 ? 4 : 0;
      const double one_before =
          xt::sum(code_row(1, 64) * code_row(double(s), 64))();
      const double weight = std::exp(content + places * one_before / 8);
      all += weight;
      small += s == 1 ? weight : 0;
    }
    return small / all;
  };
  found.note("by content alone its weight on `small` is {:.2f}",
             weight_of_small(0));
  const double both = weight_of_small(3);
  found.check(both > 0.9, "with the position before its own added: {:.2f}",
              both);
}

// Claim: absolute
void absolute(Finding& found) {
  Rng rng(1);
  const Doubles a = rng.normal({64}), b = rng.normal({64});
  const Doubles W = rng.normal({64, 64}, 0, .125);
  std::vector<double> learned, plain;
  for (const double t : {0.0, 7.0, 100.0, 5000.0}) {
    const Doubles p = code_row(t, 64), later = code_row(t + 5, 64);
    learned.push_back(xt::sum(xt::linalg::dot(a + p, W) * (b + later))());
    plain.push_back(xt::sum(p * later)());
    found.note("at {:4}: the same two words, 5 apart, score {:6.2f}", t,
               learned.back());
  }
  found.check(spread(learned) > 1, "the score is another one at each position");
  found.note("row times row, without any weights, is {:.2f} at all four",
             plain[0]);
}

// Claim: longer_than_trained
void longer_than_trained(Finding& found) {
  const ThreeBack& fixed = trained_on_16("sinusoidal");
  const ThreeBack& anywhere = trained_anywhere("sinusoidal");
  found.note("which word stood three before? after training with 16 words");
  found.check(right_at(fixed, 64) < 50,
              "from position 0 on: {:.0f} % right at 16 words, {:.0f} % at 64",
              right_at(fixed, 16), right_at(fixed, 64));
  found.check(right_at(anywhere, 64) < 50,
              "from any position on: {:.0f} % at 16, {:.0f} % at 64",
              right_at(anywhere, 16), right_at(anywhere, 64));
}

// Claim: disappears
void disappears(Finding& found) {
  const auto stored = [](const char* row) {
    return stored_numbers("06_input_embedding/results/mixed_in.txt",
                          "with positions", row);
  };
  const auto read_off = stored("position read off"),
             share = stored("share of variance");
  for (std::size_t layer = 1; layer < 4; ++layer)
    found.check(read_off[layer] < 50,
                "layer {}: {:.0f} % of the positions read off, {:.0f} % of the "
                "variance",
                layer, read_off[layer], share[layer]);
}
