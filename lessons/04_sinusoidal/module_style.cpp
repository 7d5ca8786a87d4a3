// The same table as a module of the library.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "course/stage/markdown.h"
#include "numpy_style.h"

using namespace horloge;
using xt::placeholders::_;
using Doubles = xt::xarray<double>;

namespace {

// Wrapped to the window.
void print_error(Page& page, const Error& error) {
  page.put(stage::render_markdown(error.what(), page.terminal()));
}

}  // namespace

// Step: the_class
class PositionalEncoding : public Module {
 public:
  PositionalEncoding(std::size_t max_seq_len, std::size_t d_model, double p,
                     Rng& rng)
      : dropout(child("dropout", Dropout(p, rng))) {
    const Doubles pos = xt::arange<double>(max_seq_len);
    const Doubles two_i = xt::arange<double>(0, d_model, 2);
    const Doubles div_term = xt::exp(two_i * (-std::log(10000.0) / d_model));
    const Doubles angle = xt::linalg::outer(pos, div_term);  // (…, D/2)
    Array table = Array::from_shape({1, max_seq_len, d_model});
    xt::view(table, 0, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
    xt::view(table, 0, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
    pe = buffer("pe", table);
  }
  // x (B, T, D) -> (B, T, D)
  Tensor operator()(const Tensor& x) const {
    const auto T = std::ptrdiff_t(x.shape()[1]);
    return dropout(x + slice(pe, {{}, {0, T}}));
  }
  Tensor pe;  // (1, max_seq_len, D)
  Dropout dropout;
};
// Fold: compares it with the library's
void the_class(Page& page) {
  Rng rng(page.seed() + 1);
  PositionalEncoding encode(5000, 512, 0.1, rng);
  encode.eval();
  for (const auto& [name, tensor] : encode.named_buffers())
    page.print("buffer {} {}, {} numbers to learn\n", name,
               to_string(tensor.shape()), encode.parameter_count());
  const Tensor x(rng.normal({2, 50, 512}));
  const Tensor y = encode(x);
  page.print("x {} -> {}\n", to_string(x.shape()), to_string(y.shape()));
  const SinusoidalPositions librarys(5000, 512);
  page.print("largest difference from the library's {:.1e}\n",
             xt::amax(xt::abs(y.array() - librarys(x).array()))());
}

// Step: buffer_or_parameter
// Fold: describe prints what a module learns, and what is saved with it
void describe(Page& page, const std::string& name, const Module& module) {
  page.print("{}: {} numbers to learn\n", name, module.parameter_count());
  for (const NamedTensor& saved : module.state_dict())
    page.print("   saved with the model: {} {}\n", saved.name,
               to_string(saved.tensor.shape()));
}

// End fold
void buffer_or_parameter(Page& page) {
  Rng rng(1);
  const SinusoidalPositions sinusoidal(100, 128);
  const LearnedPositions learned(100, 128, rng);
  describe(page, "SinusoidalPositions", sinusoidal);
  describe(page, "LearnedPositions", learned);

  const Tensor x(rng.normal({4, 10, 128}), true);
  sum(sinusoidal(x)).backward();
  sum(learned(x)).backward();
  // Fold: prints who has a gradient
  page.print("after backward: x has a gradient: {}, pe: {}, weight: {}\n",
             x.has_grad(), sinusoidal.pe.has_grad(), learned.weight.has_grad());
  // End fold

  SinusoidalPositions longer(200, 128);
  try {
    longer.load_state_dict(sinusoidal.state_dict());
  } catch (const Error& error) {
    print_error(page, error);
  }
}

// Step: dropout_behind
void dropout_behind(Page& page) {
  Rng rng(page.seed() + 1);
  PositionalEncoding encode(100, 512, 0.1, rng);
  const Tensor x(rng.normal({2, 50, 512}));
  const Array pe = xt::view(encode.pe.array(), 0, xt::range(0, 50));
  const Array plain = x.array() + pe;  // (B, T, D)

  const Array in_training = encode(x).array();
  // Fold: counts the zeros of the sum
  const Array dropped = xt::cast<real>(xt::equal(in_training, 0));
  page.print("training: {:.3f} of the numbers are 0, the others times {:.4f}\n",
             xt::mean<double>(dropped)(), xt::amax(in_training / plain)());
  // End fold
  encode.eval();
  page.print("evaluation: largest difference from x + pe is {}\n",
             xt::amax(xt::abs(encode(x).array() - plain))());
}

// Step: layouts
// Fold: print_row prints the numbers of a row
void print_row(Page& page, const std::string& name, const Array& row) {
  page.print("{:<14}", name);
  for (const real number : row) page.print(" {:7.4f}", number);
  page.print("\n");
}

// End fold
void layouts(Page& page) {
  Ids three = Ids::from_shape({1});
  three(0) = 3;
  SinusoidOptions options;
  print_row(page, "interleaved", sinusoidal_rows(three, 8, options));
  print_row(page, "halves", halves_rows(three, 8, 10000));
  options.layout = SinusoidLayout::tensor2tensor;
  print_row(page, "tensor2tensor", sinusoidal_rows(three, 8, options));
  try {
    const SinusoidalPositions positions(100, 7);
  } catch (const ValueError& error) {
    print_error(page, error);
  }
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  const Array by_hand = ::sinusoidal_table(5000, 512);
  const SinusoidalPositions positions(5000, 512);
  const Array by_module = xt::view(positions.pe.array(), 0);
  page.print("largest difference of the tables: {:.1e}\n",
             xt::amax(xt::abs(by_hand - by_module))());

  const Array x = Rng(2).normal({4, 10, 512});
  const Array sum_by_hand = x + look_up(by_hand, position_ids(4, 10));
  const Array sum_by_module = positions(Tensor(x)).array();
  page.print("largest difference of x + pe:     {:.1e}\n",
             xt::amax(xt::abs(sum_by_hand - sum_by_module))());
}
