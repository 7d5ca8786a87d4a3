#include "horloge/nn/position/by_name.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/fire.h"
#include "horloge/nn/position/hard_alibi.h"
#include "horloge/nn/position/index.h"
#include "horloge/nn/position/kerple.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/p_rope.h"
#include "horloge/nn/position/random_offset.h"
#include "horloge/nn/position/random_subset.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/nn/position/transformer_xl.h"
#include "horloge/nn/position/xpos.h"

namespace horloge {
namespace {

using Scheme = std::shared_ptr<PositionScheme>;

// The same rotation, which also fades.
XposOptions xpos_options(const PositionOptions& o) {
  if (!o.rotary) return {};
  XposOptions x = XposOptions().with_pairing(o.rotary->pairing).with_base(o.rotary->base);
  x.rotary_dim = o.rotary->rotary_dim;
  x.scaling = o.rotary->scaling;
  return x;
}

// Null for a name that is none.
Scheme make(const std::string& name, const PositionOptions& o, Rng& rng) {
  if (name == "none") return std::make_shared<NoPositions>();
  if (name == "index") return std::make_shared<IndexPositions>();
  if (name == "scaled_index") return std::make_shared<ScaledIndexPositions>();
  if (name == "sinusoidal") return std::make_shared<SinusoidalPositions>(o.max_seq_len, o.d_embed);
  if (name == "learned") return std::make_shared<LearnedPositions>(o.max_seq_len, o.d_embed, rng);
  if (name == "rotary")
    return std::make_shared<RotaryPositions>(o.head_dim, o.rotary.value_or(RotaryOptions()));
  if (name == "xpos") return std::make_shared<XposPositions>(o.head_dim, xpos_options(o));
  if (name == "p_rope")
    return std::make_shared<PRopePositions>(o.head_dim, o.turning_share,
                                            o.rotary.value_or(RotaryOptions()));
  if (name == "hard_alibi")
    return std::make_shared<HardAlibiPositions>(
        o.num_heads, o.windowed_heads.value_or(usual_windowed_heads(o.num_heads)));
  if (name == "alibi") return std::make_shared<AlibiPositions>(o.num_heads);
  if (name == "kerple") return std::make_shared<KerplePositions>(o.num_heads, rng);
  if (name == "fire") return std::make_shared<FirePositions>(o.num_heads, rng);
  if (name == "t5")
    return std::make_shared<T5Bias>(o.num_heads, rng,
                                    T5BiasOptions().with_bidirectional(!o.causal));
  if (name == "transformer_xl")
    return std::make_shared<TransformerXLPositions>(
        o.d_model, o.num_heads, o.head_dim, rng,
        TransformerXLOptions().with_bidirectional(!o.causal));
  return nullptr;
}

// Around a scheme, what draws its positions in training.
Scheme drawn(Scheme scheme, const PositionOptions& o, Rng& rng) {
  if (o.random == RandomPlaces::offset)
    return std::make_shared<RandomOffsetPositions>(scheme, o.range, rng);
  if (o.random == RandomPlaces::subset)
    return std::make_shared<RandomSubsetPositions>(scheme, o.range, rng, o.stride);
  return scheme;
}

}  // namespace

std::shared_ptr<PositionScheme> make_positions(const std::string& name,
                                               const PositionOptions& options, Rng& rng) {
  if (options.num_heads == 0) throw ValueError("[make_positions] num_heads must be 1 or more");
  PositionOptions complete = options;
  if (complete.d_embed == 0) complete.d_embed = options.d_model;
  if (complete.head_dim == 0) complete.head_dim = options.d_model / options.num_heads;
  if (options.random != RandomPlaces::none)
    complete.max_seq_len = std::max(options.max_seq_len, options.range);
  if (const Scheme scheme = make(name, complete, rng)) return drawn(scheme, complete, rng);
  throw ValueError(
      fmt::format("[make_positions] there is no position scheme \"{}\"; choose one of {}", name,
                  joined(position_names())));
}

}  // namespace horloge
