// The same with the library's module.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/shifted_positions_backward/answer.h"
#include "numpy_style.h"

using namespace horloge;

// Step: the_class
namespace by_hand {

class LearnedPositions : public Module {
 public:
  LearnedPositions(std::size_t max_seq_len, std::size_t d_model, double p,
                   Rng& rng)
      : weight(
            parameter("weight", rng.normal({max_seq_len, d_model}, 0, 0.02))),
        dropout(child("dropout", Dropout(p, rng))) {}

  // x (B, T, D) -> (B, T, D)
  Tensor operator()(const Tensor& x) const {
    const auto T = std::ptrdiff_t(x.shape()[1]);
    return dropout(x + slice(weight, {{0, T}}));  // row t at position t
  }

  Tensor weight;  // (max_seq_len, D)
  Dropout dropout;
};

}  // namespace by_hand

// Fold: compares it with the library's, both from the same seed
void the_class(Page& page) {
  Rng rng(page.seed() + 1), same(page.seed() + 1);
  by_hand::LearnedPositions ours(512, 64, 0.1, rng);
  ours.eval();
  const LearnedPositions librarys(512, 64, same);
  for (const auto& [name, tensor] : ours.named_parameters())
    page.print("parameter {} {}, {} numbers to learn\n", name,
               to_string(tensor.shape()), tensor.size());
  const Array x = rng.normal({8, 100, 64}), dy = rng.normal({8, 100, 64});
  const Tensor y = ours(Tensor(x)), y_librarys = librarys(Tensor(x));
  y.backward(dy);
  y_librarys.backward(dy);
  page.print("x {} -> {}\n", to_string({8, 100, 64}), to_string(y.shape()));
  page.print("sum: largest difference from the library's      {:.1e}\n",
             xt::amax(xt::abs(y.array() - y_librarys.array()))());
  page.print("gradient: largest difference from the library's {:.1e}\n",
             xt::amax(xt::abs(ours.weight.grad() - librarys.weight.grad()))());
}

// Step: what_it_costs
// Fold: the sizes of a published model
struct PublishedModel {
  const char* name;
  std::size_t max_seq_len, d_model, numbers_in_all;
};

// End fold
void what_it_costs(Page& page) {
  Rng rng(page.seed() + 1);
  const LearnedPositions positions(512, 768, rng);
  for (const auto& [name, tensor] : positions.named_parameters())
    page.print("{} {}: {} numbers to learn\n", name, to_string(tensor.shape()),
               tensor.size());
  const SinusoidalPositions sinusoidal(512, 768);
  page.print("sinusoidal: {} numbers to learn\n\n",
             sinusoidal.parameter_count());

  // Fold: prints the same for four published models
  page.print("{:<12}{:>8}{:>9}{:>12}{:>16}{:>9}\n", "model", "rows", "d_model",
             "positions", "numbers in all", "share");
  for (const PublishedModel& m :
       {PublishedModel{"BERT base", 512, 768, 109'482'240},
        PublishedModel{"BERT large", 512, 1024, 335'141'888},
        PublishedModel{"GPT-2", 1024, 768, 124'439'808},
        PublishedModel{"GPT-2 XL", 1024, 1600, 1'557'611'200}}) {
    const std::size_t numbers = m.max_seq_len * m.d_model;
    page.print("{:<12}{:>8}{:>9}{:>12}{:>16}{:>7.2f} %\n", m.name,
               m.max_seq_len, m.d_model, numbers, m.numbers_in_all,
               100.0 * double(numbers) / double(m.numbers_in_all));
  }
}

// Step: end_of_the_table
// Fold: print_error(), runs something and prints what it throws
template <class Work>
void print_error(Page& page, const char* what, const Work& work) {
  try {
    work();
    page.print("{}: fine\n\n", what);
  } catch (const Error& error) {
    page.print("{}:\n  {}\n\n", what, error.what());
  }
}

// End fold
void end_of_the_table(Page& page) {
  Rng rng(page.seed() + 1);
  LearnedPositions positions(6, 4, rng);
  const LearnedPositions longer(8, 4, rng);
  const Array six = zeros({1, 6, 4}), seven = zeros({1, 7, 4});  // (B, T, D)
  print_error(page, "6 words", [&] { positions(Tensor(six)); });
  print_error(page, "7 words", [&] { positions(Tensor(seven)); });
  print_error(page, "7 words, by hand",
              [&] { add_learned_positions(seven, positions.weight.array()); });
  print_error(page, "6 words that go on from position 3",
              [&] { positions(Tensor(six), 3); });
  print_error(page, "the state of a table of 8 rows",
              [&] { positions.load_state_dict(longer.state_dict()); });

  const Array sinusoidal = sinusoidal_table(7, 4);
  // Fold: prints row 6 of it
  page.print("sinusoidal, row 6: {:.3f} {:.3f} {:.3f} {:.3f}\n",
             sinusoidal(6, 0), sinusoidal(6, 1), sinusoidal(6, 2),
             sinusoidal(6, 3));
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  Rng rng(page.seed() + 1);
  const LearnedPositions positions(512, 64, rng);
  const Array x = rng.normal({8, 100, 64});
  const Array dy = rng.normal({8, 100, 64});

  const Tensor y = positions(Tensor(x));
  y.backward(dy);
  const Array& table = positions.weight.array();
  const Array by_hand = add_learned_positions(x, table);
  const Array dtable = learned_positions_backward(dy, 512);
  // Fold: prints the differences
  page.print("forward:  largest difference {:.1e}\n",
             xt::amax(xt::abs(y.array() - by_hand))());
  page.print("backward: largest difference {:.1e}\n",
             xt::amax(xt::abs(positions.weight.grad() - dtable))());

  // Sentence b begins at 3 b: the module takes them one by one.
  LearnedPositions shifted(512, 64, rng);
  const Ids starts = 3 * xt::arange<std::int64_t>(8);
  for (std::size_t b = 0; b < 8; ++b)
    shifted(Tensor(Array(xt::view(x, xt::range(b, b + 1)))),
            std::size_t(starts(b)))
        .backward(xt::view(dy, xt::range(b, b + 1)));
  const Array dshifted = shifted_positions_backward(dy, starts, 512);
  page.print("backward, each from a start of its own: {:.1e}\n",
             xt::amax(xt::abs(shifted.weight.grad() - dshifted))());
}
