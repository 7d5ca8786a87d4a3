// Sinusoidal positions as a module: it keeps the table, and adds its rows.
//
// The table is computed once, never trained, and saved with the model: it is a
// buffer. The library computes it:
//
//   sinusoidal_table(max_seq_len, d_model, options)   -> (max_seq_len, d_model)
//
// (options is a SinusoidOptions; its base is the base of the powers, 10000 if
// nothing is said.)
//
// A module registers what belongs to it, and keeps what it gets back:
//
//   buffer("name", array)      saved, never trained
//   parameter("name", array)   saved and trained
//
// slice(x, {{begin, end, 1}}) cuts rows out of a tensor, and + adds tensors,
// repeating one along an axis that the other has and it has not.

#include "exercises/sinusoidal_positions/answer.h"
#include "horloge/nn/position/sinusoidal.h"

using namespace horloge;

namespace mine {

class SinusoidalPositions : public Module {
 public:
  /// A table for positions 0 … max_seq_len - 1, as a buffer called pe.
  SinusoidalPositions(std::size_t max_seq_len, std::size_t d_model,
                      double base) {
    // solution: the buffer
    SinusoidOptions options;
    options.base = base;
    pe = buffer("pe", sinusoidal_table(max_seq_len, d_model, options));
    // end
  }

  /// x (B, T, D) -> x + the rows offset … offset + T - 1, the same for all B
  /// sentences. A word whose position is max_seq_len or more has no row: throws
  /// an IndexError.
  Tensor operator()(const Tensor& x, std::size_t offset) const {
    // solution: the sum
    const std::size_t seq_len = x.shape()[1];
    const std::size_t rows = pe.shape()[0];
    // Not offset + seq_len, which may be more than a size_t can hold.
    if (seq_len > rows || offset > rows - seq_len)
      throw IndexError("[SinusoidalPositions] a position is past the table");
    const auto begin = static_cast<std::ptrdiff_t>(offset);
    const auto end = static_cast<std::ptrdiff_t>(offset + seq_len);
    return x + slice(pe, {{begin, end, 1}});  // (B, T, D) + (T, D)
    // end
  }

  Tensor pe;  ///< (max_seq_len, D)
};

}  // namespace mine

// How the check gets at your module.
Positions sinusoidal_positions(std::size_t max_seq_len, std::size_t d_model,
                               double base) {
  const mine::SinusoidalPositions module(max_seq_len, d_model, base);
  return {module, module.named_parameters(), module.named_buffers()};
}
