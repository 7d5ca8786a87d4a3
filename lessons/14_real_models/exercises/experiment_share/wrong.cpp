#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How a model is counted; a mistake changes one of these.
struct Way {
  double words = 1;      // how often the table of words is counted
  double positions = 1;  // and that of positions, in the whole
  double matrices = 4;   // of attention
  double widening = 4;   // of the feed-forward net
  double nets = 2;       // its matrices
  bool biases = true;
  double norms = 2, last_norm = 1;
  double hundred = 100;

  double run(const Sizes& s) const {
    const auto V = double(s.vocab_size), P = double(s.places);
    const auto D = double(s.d_model), L = double(s.num_layers);
    const double b = biases ? 1 : 0;
    const double attention = matrices * (D * D + b * D);
    const double net =
        nets * D * widening * D + b * (widening * D + (nets > 1 ? D : 0));
    const double all = words * V * D + positions * P * D +
                       L * (attention + net + norms * 2 * D) +
                       last_norm * 2 * D;
    return hundred * P * D / all;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
double with(const Sizes& sizes) {
  Way way;
  mistake(way);
  return way.run(sizes);
}

void no_words(Way& w) { w.words = 0; }
void head_too(Way& w) { w.words = 2; }
void of_the_rest(Way& w) { w.positions = 0; }
void three_matrices(Way& w) { w.matrices = 3; }
void not_widened(Way& w) { w.widening = 1; }
void one_net(Way& w) { w.nets = 1; }
void no_biases(Way& w) { w.biases = false; }
void no_norms(Way& w) { w.norms = w.last_norm = 0; }
void no_last_norm(Way& w) { w.last_norm = 0; }
void one_norm(Way& w) { w.norms = 1; }
void norms_without_bias(Way& w) { w.norms = 1, w.last_norm = 0.5; }
void no_percent(Way& w) { w.hundred = 1; }

double right(const Sizes& s) { return Way().run(s); }

double one_layer(const Sizes& s) {
  Sizes one = s;
  one.num_layers = 1;
  return right(one);
}

double of_the_tables(const Sizes& s) {
  return 100 * double(s.places) / double(s.places + s.vocab_size);
}

double of_the_words(const Sizes& s) {
  return right(s) * double(s.vocab_size) / double(s.places);
}

double places_alone(const Sizes& s) { return right(s) / double(s.d_model); }

double cut_off(const Sizes& s) { return double(std::size_t(right(s) / 100)); }

double the_others(const Sizes& s) { return 100 - right(s); }

double guess() { return 5; }
Meaning a() { return Meaning::always_small; }
Meaning b() { return Meaning::always_a_large_part; }
Meaning c() { return Meaning::small_unless_long; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-words",
       "you leave out the table of words, the largest of all in a small model",
       {guess, with<no_words>, c}},
      {"head-too",
       "you count the table of words twice; the head is the same table (tied)",
       {guess, with<head_too>, c}},
      {"of-the-rest",
       "you divide by all the others; the positions are a part of the whole",
       {guess, with<of_the_rest>, c}},
      {"three-matrices",
       "you count three matrices of attention; the output has one, too",
       {guess, with<three_matrices>, c}},
      {"not-widened",
       "your feed-forward net is D wide; it is 4 D",
       {guess, with<not_widened>, c}},
      {"one-net",
       "you count one matrix of the feed-forward net; there is one that widens "
       "and one that comes back",
       {guess, with<one_net>, c}},
      {"no-biases",
       "you leave out the biases of the matrices",
       {guess, with<no_biases>, c}},
      {"no-norms", "you leave out the norms", {guess, with<no_norms>, c}},
      {"no-last-norm",
       "you leave out the norm at the end",
       {guess, with<no_last_norm>, c}},
      {"one-norm",
       "you count one norm in a layer; there are two",
       {guess, with<one_norm>, c}},
      {"norms-without-bias",
       "your norms have a weight and no bias",
       {guess, with<norms_without_bias>, c}},
      {"no-percent",
       "you give a share from 0 to 1; percent are asked for",
       {guess, with<no_percent>, c}},
      {"one-layer",
       "you count one layer; there are num_layers",
       {guess, one_layer, c}},
      {"of-the-tables",
       "you compare the two tables with each other; the layers belong to the "
       "whole as well",
       {guess, of_the_tables, c}},
      {"of-the-words",
       "you give the share of the words",
       {guess, of_the_words, c}},
      {"places-alone",
       "you count the places; each has D numbers",
       {guess, places_alone, c}},
      {"cut-off",
       "you divide whole numbers, and what is behind the point is lost",
       {guess, cut_off, c}},
      {"the-others",
       "you give the share of all that is *not* positions",
       {guess, the_others, c}},
      {"chose-always-small",
       "you chose that it is small in any model; with 131,072 places it is 45 "
       "%",
       {guess, right, a}},
      {"chose-always-large",
       "you chose that it is large in any model; in GPT-2 it is 0.63 %",
       {guess, right, b}},
  };
  return all;
}
