// Several heads that look at another sentence, as a translator's do, with
// padding on both sides.
//
//   q      = asking x W_q^T + b_q          k, v = asked x W_k^T + b_k, …
//   head_h = softmax(Q_h K_h^T / sqrt(K)) V_h          K = D / H columns a head
//   y      = (head_0, …, head_(H-1) side by side) W_out^T + b_out
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.2.3, with the
// weights of torch.nn.MultiheadAttention.
//
// Given, in answer.h:
//
//   struct Padded { Tensor x; Mask words; };
//
// B sentences of one length, x (B, T, D), with true in words (B, T) for a word
// and false for padding.

#include "exercises/cross_attention/answer.h"

using namespace horloge;

class CrossAttention : public Module {
 public:
  CrossAttention(const HeadsWeights& weights, std::size_t num_heads)
      : in_proj_weight(parameter("in_proj_weight", weights.in_proj_weight)),
        in_proj_bias(parameter("in_proj_bias", weights.in_proj_bias)),
        out_weight(parameter("out_proj.weight", weights.out_weight)),
        out_bias(parameter("out_proj.bias", weights.out_bias)),
        num_heads(num_heads) {}

  /// T words ask, S words of another sentence are asked. Head h has the columns
  /// h K to (h + 1) K of queries, keys and values.
  ///   asking (B, T, D), asked (B, S, D) -> y (B, T, D)
  /// Nobody looks at padding. Where all that is asked is padding, the heads
  /// find zeros, and y is the output's bias. The rows of y where padding asks
  /// are zeros. Throws a ValueError if num_heads is 0 or does not divide D.
  ///
  /// Work on tensors all the way, so that gradients find their way back. What
  /// may help: linear(x, weight, bias) is x W^T + b; chunk(a, 3, axis) cuts an
  /// axis in three; reshape(x, {…}), transpose(x, axis, axis); matmul(a, b) for
  /// the last two axes; masked_fill(x, mask, number) writes the number wherever
  /// the mask, of a shape that fits x, is true; softmax(x) gives zeros for a
  /// row that is minus infinity throughout; a Mask m has m.reshape({…}), and
  /// !m. An axis of -1 is the last one.
  Tensor operator()(const Padded& asking, const Padded& asked) const {
    // solution
    const auto [B, T, D] = dims<3>(asking.x.shape(), "asking (B, T, D)");
    const std::size_t S = asked.x.shape()[1];
    if (num_heads == 0 || D % num_heads != 0)
      throw ValueError("[CrossAttention] num_heads must divide d_model");
    const std::size_t K = D / num_heads;
    const std::vector<Tensor> W = chunk(in_proj_weight, 3, 0);
    const std::vector<Tensor> b = chunk(in_proj_bias, 3, 0);
    const auto heads = [&, B = B](const Padded& from, std::size_t part) {
      const Tensor x = linear(from.x, W[part], b[part]);
      return transpose(reshape(x, {B, x.shape()[1], num_heads, K}), 1, 2);
    };
    const Tensor q = heads(asking, 0);  // (B, H, T, K)
    const Tensor k = heads(asked, 1), v = heads(asked, 2);

    Mask hidden = !asked.words, padding = !asking.words;
    hidden.reshape({B, std::size_t{1}, std::size_t{1}, S});
    padding.reshape({B, T, std::size_t{1}});
    const Tensor scores = matmul(q, transpose(k, -2, -1)) / std::sqrt(real(K));
    const real infinity = std::numeric_limits<real>::infinity();
    const Tensor weights = softmax(masked_fill(scores, hidden, -infinity));
    const Tensor found = transpose(matmul(weights, v), 1, 2);
    const Tensor y = linear(reshape(found, {B, T, D}), out_weight, out_bias);
    return masked_fill(y, padding, 0);
    // end
  }

  Tensor in_proj_weight;  ///< (3 D, D): D rows each for queries, keys, values
  Tensor in_proj_bias;    ///< (3 D)
  Tensor out_weight;      ///< (D, D)
  Tensor out_bias;        ///< (D)
  std::size_t num_heads;
};

Tensor cross_attention(const HeadsWeights& weights, const Padded& asking,
                       const Padded& asked, std::size_t num_heads) {
  return CrossAttention(weights, num_heads)(asking, asked);
}
