// Learned positions as a module: a table that is trained like any other weight.
//
//   y[b, t, :] = x[b, t, :] + weight[offset + t, :]
//
// A module registers what belongs to it, and keeps what it gets back:
//
//   parameter("name", tensor)  saved and trained: the tensor itself, no copy
//   buffer("name", array)      saved, never trained
//
// The gradients need no code of yours, if you work on tensors all the way:
// slice(x, {{begin, end, 1}}) cuts rows out of a tensor, embedding(ids, x)
// looks rows up, and + adds tensors, repeating one along an axis that it lacks.
// slice is as lenient as Python's: what lies past the end is left out without a
// word.
//
// Convolutional Sequence to Sequence Learning (Gehring et al. 2017), section
// 3.1; BERT and GPT-2 call it position embeddings.

#include "exercises/learned_positions/answer.h"

using namespace horloge;

namespace mine {

class LearnedPositions : public Module {
 public:
  /// Makes the table, of shape (max_seq_len, D), a parameter called weight. It
  /// goes on changing while it is trained.
  explicit LearnedPositions(const Tensor& table) {
    // solution: the parameter
    weight = parameter("weight", table);
    // end
  }

  /// x (B, T, D) -> x + the rows offset … offset + T - 1, the same for all B
  /// sentences. A word whose position is max_seq_len or more has no row: throws
  /// an IndexError.
  Tensor operator()(const Tensor& x, std::size_t offset) const {
    // solution: the sum
    const std::size_t T = x.shape()[1];
    const std::size_t rows = weight.shape()[0];
    // Not offset + T, which may be more than a size_t can hold.
    if (T > rows || offset > rows - T)
      throw IndexError("[LearnedPositions] a position is past the table");
    const auto begin = static_cast<std::ptrdiff_t>(offset);
    const auto end = static_cast<std::ptrdiff_t>(offset + T);
    return x + slice(weight, {{begin, end, 1}});  // (B, T, D) + (T, D)
    // end
  }

  Tensor weight;  ///< (max_seq_len, D)
};

}  // namespace mine

// How the check gets at your module.
Positions learned_positions(const Tensor& table) {
  const mine::LearnedPositions module(table);
  return {module, module.named_parameters(), module.named_buffers()};
}
