#pragma once

#include <cstddef>
#include <optional>

#include "horloge/models/parts/attention.h"
#include "horloge/models/parts/feed_forward.h"
#include "horloge/models/parts/norm.h"

namespace horloge {

/// How the parts of a block are wired: where it normalises, and what a part adds to.
enum class Wiring {
  norm_before,  ///< h = x + attention(norm x)      y = h + feed_forward(norm h)
  norm_kept,    ///< the same, and a part adds to the norm that it takes, not to what was before it
  norm_after,   ///< h = norm(x + attention(x))     y = norm(h + feed_forward(h))
  parallel,     ///< y = x + attention(norm x) + feed_forward(norm x)
};

struct BlockOptions {
  Wiring wiring = Wiring::norm_before;
  NormOptions norm;
  bool one_norm = false;  ///< for both parts, where they are parallel; else each has its own
  std::size_t d_in = 0;   ///< width of x, if it is not that of y: a block that makes it wider
  GroupedQueryAttentionOptions attention;
  FeedForwardOptions feed_forward;
  double dropout = 0;            ///< of what each part adds
  bool cross_attention = false;  ///< a part between the two that looks at an encoder's result
};

/// What one call of a block needs besides its input.
struct BlockPass {
  AttentionPass self;
  Tensor earlier;       ///< (B, M, D) inputs of tokens before x, which are seen but do not ask
  Tensor memory;        ///< (B, S, D) what an encoder made; undefined if `cross` has it cached
  AttentionPass cross;  ///< of the attention to it
};

/// One block of a Transformer: attention and a feed-forward net, each with a residual.
///   x (B, T, D) -> y (B, T, D), or x (B, T, D_in) if the options say so
class Block : public Module {
 public:
  Block(std::size_t d_model, const BlockOptions& options, Rng& rng);
  Tensor operator()(const Tensor& x, const BlockPass& pass) const;

  std::optional<Linear> residual;  ///< (D, D_in) what attention adds to, made as wide as y
  Norm attention_norm;
  GroupedQueryAttention attention;
  std::optional<Norm> cross_norm;
  std::optional<GroupedQueryAttention> cross_attention;
  Norm feed_forward_norm;
  FeedForward feed_forward;

 private:
  Wiring wiring_;
  Dropout dropout_;
};

}  // namespace horloge
