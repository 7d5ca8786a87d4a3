// Looks each row up by its position, and keeps an axis for the batch, as
// PyTorch programs often do.

#include "exercises/sinusoidal_positions/answer.h"
#include "horloge/nn/position/sinusoidal.h"

using namespace horloge;

namespace mine {

class Positions : public Module {
 public:
  Positions(std::size_t max_seq_len, std::size_t d_model, double base) {
    SinusoidOptions options;
    options.base = base;
    Array table = sinusoidal_table(max_seq_len, d_model, options);
    table.reshape({1, max_seq_len, d_model});
    pe = buffer("pe", table);
  }

  Tensor operator()(const Tensor& x, std::size_t offset) const {
    const std::size_t D = pe.shape()[2];
    Ids rows = Ids::from_shape({x.shape()[1]});
    for (std::size_t t = 0; t < rows.size(); ++t)
      rows(t) = static_cast<std::int64_t>(offset + t);
    return x + embedding(rows, reshape(pe, {pe.shape()[1], D}));
  }

  Tensor pe;  // (1, max_seq_len, D)
};

}  // namespace mine

Positions sinusoidal_positions(std::size_t max_seq_len, std::size_t d_model,
                               double base) {
  const mine::Positions module(max_seq_len, d_model, base);
  return {module, module.named_parameters(), module.named_buffers()};
}
