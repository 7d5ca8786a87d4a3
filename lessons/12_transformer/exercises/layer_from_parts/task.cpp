// One layer of an encoder, put together from its parts.
//
// Attention comes first, then the feed-forward net. The result of each is added
// to what it was asked about. norm1 belongs to attention, norm2 to the
// feed-forward net. If norm_first, a part sees its input normalised, and what
// is added to is not normalised (pre-norm: GPT-2, LLaMA); if not, the sum is
// normalised (post-norm: the first Transformer, BERT).
//
// Vaswani et al. 2017, section 3.1; Xiong et al. 2020, table 1.

#include "exercises/layer_from_parts/answer.h"

using namespace horloge;

///   x (B, T, D) -> (B, T, D)
/// Each part is asked once. It records how gradients lead back, so you have
/// nothing to do about them.
///
/// What may help: parts.attention(x) calls a part; a + b adds tensors.
Tensor layer_from_parts(const Tensor& x, const LayerParts& parts,
                        bool norm_first) {
  // solution
  if (norm_first) {
    const Tensor y = x + parts.attention(parts.norm1(x));
    return y + parts.feed_forward(parts.norm2(y));
  }
  const Tensor y = parts.norm1(x + parts.attention(x));
  return parts.norm2(y + parts.feed_forward(y));
  // end
}
