// What cells of notebook 2 compute, in its own names.

#include "common/modules.h"
#include "course/stage/lesson.h"

using namespace horloge;
using xt::placeholders::_;

// Step: pe_entries
void pe_entries(Page& page) {
  const int d_model = 4, pos = 1;
  for (int i = 0; i < d_model / 2; ++i) {
    const double power = std::pow(10000, 2.0 * i / d_model);
    page.print("PE({}, {}) = sin({} / {:.0f}) = {:.4f}\n", pos, 2 * i, pos,
               power, std::sin(pos / power));
    page.print("PE({}, {}) = cos({} / {:.0f}) = {:.4f}\n", pos, 2 * i + 1, pos,
               power, std::cos(pos / power));
  }
}

// Step: class_with_seq_len
class EncodingOfSeqLen : public Module {  // there: PositionalEncoding
 public:
  EncodingOfSeqLen(std::size_t d_model, std::size_t seq_len, double p, Rng& rng)
      : dropout(child("dropout", Dropout(p, rng))) {
    const Array position = xt::arange<real>(0, real(seq_len));  // (seq_len)
    const Array two_i = xt::arange<real>(0, real(d_model), 2);
    const Array div_term = xt::exp(two_i * real(-std::log(10000.0) / d_model));
    const Array angle = xt::linalg::outer(position, div_term);
    Array table = xt::zeros<real>({std::size_t(1), seq_len, d_model});
    xt::view(table, 0, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
    xt::view(table, 0, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
    pe = buffer("pe", table);
  }
  Tensor operator()(const Tensor& x) const {  // (batch, seq_len, d_model)
    return dropout(x + slice(pe, {{}, {0, std::ptrdiff_t(x.shape()[1])}}));
  }
  Tensor pe;  // (1, seq_len, d_model)
  Dropout dropout;
};

void class_with_seq_len(Page& page) {
  Rng rng(1);
  EncodingOfSeqLen encode(512, 100, 0.1, rng);
  encode.eval();
  const Tensor y = encode(Tensor(zeros({2, 50, 512})));
  page.print("pe {}, div_term ({})\n", to_string(encode.pe.shape()), 512 / 2);
  page.print("x (2, 50, 512) -> {}, {} to learn\n", to_string(y.shape()),
             encode.parameter_count());
}
