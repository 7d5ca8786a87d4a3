// Multi-head attention as a module: project, split, attend in each head, merge,
// project once more.
//
//   head_h = softmax(Q_h K_h^T / sqrt(K)) V_h          K = D / H columns a head
//   y      = (head_0, …, head_(H-1) side by side) W_out^T + b_out
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.2.2, with the
// weights of torch.nn.MultiheadAttention.

#include "exercises/multi_head_attention/answer.h"

using namespace horloge;

class AllHeads : public Module {
 public:
  AllHeads(const HeadsWeights& weights, std::size_t num_heads)
      : in_proj_weight(parameter("in_proj_weight", weights.in_proj_weight)),
        in_proj_bias(parameter("in_proj_bias", weights.in_proj_bias)),
        out_weight(parameter("out_proj.weight", weights.out_weight)),
        out_bias(parameter("out_proj.bias", weights.out_bias)),
        num_heads(num_heads) {}

  /// Self-attention: queries, keys and values all come from x. Head h has the
  /// columns h K to (h + 1) K of each of them. With `causal` a word sees itself
  /// and the words before it, otherwise all words.
  ///   x (B, T, D) -> y (B, T, D)
  /// Throws a ValueError if num_heads is 0 or does not divide D.
  ///
  /// Work on tensors all the way, so that gradients find their way back. What
  /// may help: linear(x, weight, bias) is x W^T + b; chunk(x, 3, axis) cuts an
  /// axis in three; reshape(x, {…}), transpose(x, axis, axis), matmul(a, b) for
  /// the last two axes, softmax(x), causal_softmax(x). An axis of -1 is the
  /// last one.
  Tensor operator()(const Tensor& x, bool causal) const {
    // solution
    const auto [B, T, D] = dims<3>(x.shape(), "[AllHeads] x (B, T, D)");
    if (num_heads == 0 || D % num_heads != 0)
      throw ValueError("[AllHeads] num_heads must divide d_model");
    const std::size_t K = D / num_heads;
    std::vector<Tensor> qkv =
        chunk(linear(x, in_proj_weight, in_proj_bias), 3, -1);
    for (Tensor& part : qkv)  // (B, T, D) -> (B, H, T, K)
      part = transpose(reshape(part, {B, T, num_heads, K}), 1, 2);

    const Tensor scores =
        matmul(qkv[0], transpose(qkv[1], -2, -1)) / std::sqrt(real(K));
    const Tensor weights = causal ? causal_softmax(scores) : softmax(scores);
    const Tensor heads = transpose(matmul(weights, qkv[2]), 1, 2);
    return linear(reshape(heads, {B, T, D}), out_weight, out_bias);
    // end
  }

  Tensor in_proj_weight;  ///< (3 D, D): D rows each for queries, keys, values
  Tensor in_proj_bias;    ///< (3 D)
  Tensor out_weight;      ///< (D, D)
  Tensor out_bias;        ///< (D)
  std::size_t num_heads;
};

Tensor multi_head_attention(const HeadsWeights& weights, const Tensor& x,
                            std::size_t num_heads, bool causal) {
  return AllHeads(weights, num_heads)(x, causal);
}
