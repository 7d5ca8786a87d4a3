#pragma once

// From the hidden states of a text's tokens to one vector.

#include <optional>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// x (B, T, D) -> (B, D), the first token's. ShapeError for a text without tokens.
Tensor first_token(const Tensor& x);

/// The mean over the tokens that are not padding, all without a mask.
///   x (B, T, D), tokens (B, T) -> (B, D)
/// ShapeError for a text without tokens, or a mask of another shape.
Tensor mean_of_tokens(const Tensor& x, const std::optional<Mask>& tokens);

/// Each vector divided by its length; zeros stay zeros.   x (…, D) -> y the same
Tensor of_length_one(const Tensor& x);

}  // namespace horloge
