#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

struct Bfloat16;

/// Keeps the numbers in 16 bits, too, if each of them is a bfloat16, and answers whether they are:
/// linear() of a single row reads half the memory then, and gives the same bits. Published weights
/// often are bfloat16. What is kept needs half as much memory again, and counts until the tensor is
/// changed.
bool keep_bfloat16(const Tensor& tensor);

/// What was kept, row-major as the numbers are; null if there is nothing, or they were changed
/// since.
const Bfloat16* kept_bfloat16(const Tensor& tensor);

}  // namespace horloge
