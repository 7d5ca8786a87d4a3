// The same with modules.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/clipped_backward/answer.h"
#include "exercises/shift_both_ways/answer.h"
#include "exercises/two_way_buckets/answer.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/nn/position/transformer_xl.h"
#include "numpy_style.h"
#include "shaw.h"
#include "transformer_xl.h"

using namespace horloge;

// Step: t5_as_module
class RelativeBias : public Module {
 public:
  RelativeBias(std::size_t num_heads, Rng& rng, std::size_t num_buckets = 32,
               std::size_t max_distance = 128)
      : weight(
            parameter("weight", rng.normal({num_buckets, num_heads}, 0, 0.02))),
        max_distance_(max_distance) {}

  // What is added to the scores of T queries, the last of S tokens: (H, T, S).
  Tensor operator()(std::size_t T, std::size_t S) const {
    const Ids buckets = two_way_buckets(T, S, weight.shape()[0], max_distance_);
    return permute(embedding(buckets, weight), {2, 0, 1});
  }

  Tensor weight;  // (num_buckets, H)

 private:
  std::size_t max_distance_;
};

// Fold: prints its size, and the size of scores as T5 starts them
double deviation(const Array& x) {
  return std::sqrt(double(xt::mean(x * x)()) -
                   std::pow(double(xt::mean(x)()), 2));
}

void t5_as_module(Page& page) {
  constexpr std::size_t T = 200, D = 512, H = 8, K = D / H;
  Rng rng(page.seed() + 1);
  const RelativeBias bias(H, rng);
  page.print("{} numbers to learn, {}; bias for 6 queries of 10 tokens {}\n\n",
             bias.parameter_count(), to_string(bias.weight.shape()),
             to_string(bias(6, 10).shape()));
  const Array x = rng.normal({T, D});
  const auto scores = [&](double q_deviation, double k_deviation) -> Array {
    const Array Wq = rng.normal({D, K}, 0, q_deviation);
    const Array Wk = rng.normal({D, K}, 0, k_deviation);
    return xt::linalg::dot(xt::linalg::dot(x, Wq),
                           xt::transpose(xt::linalg::dot(x, Wk)));
  };
  const double plain = 1 / std::sqrt(double(D)), root_k = std::sqrt(double(K));
  page.print("standard deviation of the scores at the start\n");
  page.print("  W_q and W_k alike, no scale      {:5.2f}\n",
             deviation(scores(plain, plain)));
  page.print("  the same, divided by √K          {:5.2f}\n",
             deviation(scores(plain, plain) / real(root_k)));
  page.print("  T5: W_q smaller by √K, no scale  {:5.2f}\n",
             deviation(scores(plain / root_k, plain)));
}

// Step: memory
// One layer reads 12 tokens in segments of four. A segment sees itself and what
// is kept of the earlier ones: how many of their tokens.
struct Reader {
  Linear to_q, to_k, to_v;

  // x (1, T, D), memory (1, M, D) -> (1, T, D); positions as the scheme says
  Tensor operator()(const Tensor& x, const Tensor& memory,
                    const PositionScheme& scheme) const {
    const Tensor all = concat({memory, x}, 1);
    const std::size_t T = x.shape()[1], S = all.shape()[1];
    const PositionContext positions(scheme, consecutive_positions(T, S));
    const auto causal = AttentionMasks::causal(std::ptrdiff_t(S - T));
    const auto layer = positions.layer(to_q(x), to_k(all), causal);
    return multi_head_attention(layer.q, layer.k, to_v(all), 4,
                                AttentionOptions().with_masks(layer.masks));
  }
};

// Fold: reads pieces with and without memory, and compares the last piece
void memory(Page& page) {
  constexpr std::size_t D = 32;
  Rng rng(page.seed() + 1);
  const Reader read{Linear(D, D, rng), Linear(D, D, rng), Linear(D, D, rng)};
  TransformerXLPositions relative(D, 4, D / 4, rng);
  const PositionScheme none;
  const Array x = rng.normal({1, 12, D}), code = sinusoidal_table(12, D);
  const Tensor nothing(zeros({1, 0, D}));
  const auto words = [](const Array& from, std::size_t a, std::size_t b) {
    return Tensor(Array(xt::view(from, xt::all(), xt::range(a, b))));
  };
  const Array counted_on = x + code;
  Array anew = x;  // 0 1 2 3 0 1 2 3 0 1 2 3
  for (std::size_t t = 0; t < 12; ++t)
    xt::view(anew, 0, t) += xt::view(code, t % 4);

  page.print(
      "what the last four tokens of 12 get, when read in pieces of\n"
      "four, differs from reading all at once by up to\n\n");
  const auto compare = [&](const std::string& name, const Array& in_pieces,
                           const Array& at_once, const PositionScheme& scheme,
                           std::size_t M) {
    const Tensor kept = M == 0 ? nothing : words(in_pieces, 8 - M, 8);
    const Array whole = read(Tensor(at_once), nothing, scheme).array();
    const Array last = xt::view(whole, xt::all(), xt::range(8, 12));
    const double off = largest_difference(
        read(words(in_pieces, 8, 12), kept, scheme).array(), last);
    page.print("{:<52}{:8.1e}\n", name, off);
  };
  compare("Transformer-XL, no memory", x, x, relative, 0);
  compare("Transformer-XL, memory of 4 tokens", x, x, relative, 4);
  compare("Transformer-XL, memory of 8 tokens", x, x, relative, 8);
  compare("sinusoidal, counted anew, memory of 8 tokens", anew, counted_on,
          none, 8);
  compare("sinusoidal, counted on, memory of 8 tokens", counted_on, counted_on,
          none, 8);
}

// Step: what_is_shared
// Fold: makes the modules of a model of 12 layers, and counts
void what_is_shared(Page& page) {
  constexpr std::size_t D = 768, H = 12, K = D / H, layers = 12, k = 16;
  Rng rng(page.seed() + 1);
  const LearnedPositions learned(512, D, rng);
  const ClippedVectors keys(k, K, rng), values(k, K, rng);
  const T5Bias t5(H, rng);
  const TransformerXLPositions xl(D, H, K, rng);
  page.print("{:<17}{:>9}  {:<12}{:<12}{:>9}  {}\n", "", "numbers", "heads",
             "layers", "in all", "past the end");
  const auto print = [&](const char* name, std::size_t count, const char* heads,
                         const char* in_layers, std::size_t times,
                         const char* end) {
    page.print("{:<17}{:9}  {:<12}{:<12}{:9}  {}\n", name, count, heads,
               in_layers, count * times, end);
  };
  print("learned rows", learned.parameter_count(), "no matter", "enter once", 1,
        "an error");
  print("rotary", RotaryPositions(K, {}).parameter_count(), "alike", "alike", 1,
        "turns on");
  print("clipped vectors", keys.parameter_count() + values.parameter_count(),
        "share", "own", layers, "the last row");
  print("T5", t5.parameter_count(), "own", "share", 1, "the last bucket");
  print("Transformer-XL", xl.parameter_count(), "own", "own", layers,
        "new sinusoids");
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  constexpr std::size_t T = 20, S = 50, K = 16, k = 4;
  Rng rng(page.seed() + 1);
  const AttentionPositions at = consecutive_positions(T, S),
                           whole = consecutive_positions(T, T);
  const Array q = rng.normal({T, K}), dy = rng.normal({T, T});
  const RelativeBias by_class(4, rng);
  T5Bias t5(4, rng);
  t5.weight.mutable_array() = by_class.weight.array();
  const ClippedVectors vectors(k, K, rng);
  const Array table = vectors.weight.array();
  const Tensor input(Array(q / real(std::sqrt(double(K)))), true);  // unscaled
  const Tensor scores = vectors.bias_from(reshape(input, {1, T, K}), whole);
  scores.backward(Array(xt::view(dy, xt::newaxis(), xt::newaxis())));
  // Fold: prints the differences, and those of the shift
  const auto print = [&](const std::string& what, const Array& a,
                         const Array& b) {
    page.print("{:<42}{:.1e}\n", what, largest_difference(a, b));
  };
  print("T5's buckets, both ways", two_way_buckets(T, S, 32, 128),
        t5_buckets(relative_positions(at)));
  print("T5's bias, by the class and the library", by_class(T, S).array(),
        t5.bias(at).array());
  const Array by_hand = distance_scores(q, table) / real(K);
  print("scores of clipped vectors", by_hand, xt::view(scores.array(), 0, 0));
  const ClippedGradients d = clipped_backward(q, table, dy);
  print("the gradient of the queries", Array(d.q / real(std::sqrt(double(K)))),
        input.grad());
  print("the gradient of the vectors", Array(d.table / real(K)),
        vectors.weight.grad());

  const Array x = rng.normal({T, S + T - 1}), dkeys = rng.normal({T, S});
  const Tensor far(x, true);
  const Tensor by_key = slice(relative_shift(far), {{}, {0, S}});
  by_key.backward(dkeys);
  print("the shift, with leftovers", relative_shift(x),
        relative_shift(far).array());
  print("the shift, both ways", shift_both_ways(x), by_key.array());
  print("its gradient", shift_both_ways_backward(dkeys), far.grad());

  TransformerXLPositions xl(K, 1, K, rng,
                            TransformerXLOptions().with_bidirectional(true));
  xl.r_r_bias.mutable_array() = rng.normal({1, K});
  const Array codes = xl.distance_codes(at), asks = q + xl.r_r_bias.array();
  const Array r =
      xt::linalg::dot(codes, xt::transpose(xl.r_net.weight.array()));
  const Array by_distance = xt::linalg::dot(asks, xt::transpose(r));
  const Tensor by_library =
      xl.position_scores(reshape(Tensor(q), {1, T, K}), Tensor(codes), S);
  print("terms (b) and (d) of Transformer-XL",
        shift_both_ways(by_distance) / real(std::sqrt(double(K))),
        xt::view(by_library.array(), 0, 0));
}
