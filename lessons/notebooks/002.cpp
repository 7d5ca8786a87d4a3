// What cells of notebook 3 compute, in its own names.

#include <fmt/format.h>

#include "common/modules.h"
#include "course/stage/lesson.h"

using namespace horloge;
using xt::placeholders::_;

// Step: wo_ai_ni
Array self_attention(const Array& x) {  // no weights but the words' own
  const Array e = xt::exp(xt::linalg::dot(x, xt::transpose(x)));
  const Array all = xt::sum(e, {1}, xt::keep_dims);
  return xt::linalg::dot(e / all, x);
}

void wo_ai_ni(Page& page) {
  const Array wo = {1, 0}, ai = {0, 1}, ni = {1, 1};
  const auto print = [&](const std::vector<std::string>& words,
                         const Array& x) {
    const Array y = self_attention(x);
    for (std::size_t t = 0; t < 3; ++t)
      page.print("{} ({:.3f}, {:.3f}){}", words[t], y(t, 0), y(t, 1),
                 t < 2 ? "   " : "\n");
  };
  print({"我", "爱", "你"}, xt::stack(xt::xtuple(wo, ai, ni)));
  print({"你", "爱", "我"}, xt::stack(xt::xtuple(ni, ai, wo)));
}

// Step: binary_positions
void binary_positions(Page& page) {
  for (unsigned pos = 0; pos <= 4; ++pos)
    page.print("位置 {}: {} {} {} {}\n", pos, pos >> 3 & 1, pos >> 2 & 1,
               pos >> 1 & 1, pos & 1);
}

// Step: class_with_max_len
class EncodingOfMaxLen : public Module {  // there: PositionalEncoding
 public:
  explicit EncodingOfMaxLen(std::size_t d_model, Rng& rng,
                            std::size_t max_len = 5000, double p = 0.1)
      : dropout(child("dropout", Dropout(p, rng))) {
    const Array position = xt::arange<real>(0, real(max_len));
    const Array two_i = xt::arange<real>(0, real(d_model), 2);
    const Array div_term = xt::exp(two_i * real(-std::log(10000.0) / d_model));
    const Array angle = xt::linalg::outer(position, div_term);
    Array table = xt::zeros<real>({std::size_t(1), max_len, d_model});
    xt::view(table, 0, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
    xt::view(table, 0, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
    pe = buffer("pe", table);
  }
  Tensor operator()(const Tensor& x) const {  // (batch, seq_len, d_model)
    return dropout(x + slice(pe, {{}, {0, std::ptrdiff_t(x.shape()[1])}}));
  }
  Tensor pe;  // (1, max_len, d_model)
  Dropout dropout;
};

void class_with_max_len(Page& page) {
  Rng rng(1);
  EncodingOfMaxLen encode(512, rng, 100);
  const Tensor output = encode(Tensor(rng.normal({2, 50, 512})));
  page.print("x (2, 50, 512) -> {}\n", to_string(output.shape()));
}

// Step: pe_matrix
Array pe_matrix_of(std::size_t max_len, std::size_t d_model) {
  Rng rng(1);
  const EncodingOfMaxLen pe_module(d_model, rng, max_len, 0.0);
  return xt::view(pe_module.pe.array(), 0);
}

void pe_matrix(Page& page) {
  page.print("位置编码矩阵形状: {}\n",
             to_string(pe_matrix_of(100, 128).shape()));
}

// Step: pe_heatmap
void pe_heatmap(Page& page) {
  HeatMap map;
  map.values = pe_matrix_of(100, 128);
  map.low = -1;
  map.high = 1;
  map.x_label = "dimension";
  map.y_label = "position";
  page.show(map);
}

// Step: pe_waves
void pe_waves(Page& page) {
  const Array pe = pe_matrix_of(100, 128);
  Lines waves;
  waves.y_low = -1.2;
  waves.y_high = 1.2;
  for (const std::size_t dim : {0, 10, 50, 100}) {
    waves.lines.emplace_back();
    waves.lines.back().name = fmt::format("dim={}", dim);
    for (std::size_t pos = 0; pos < 100; ++pos) {
      waves.lines.back().x.push_back(double(pos));
      waves.lines.back().y.push_back(pe(pos, dim));
    }
  }
  page.show(waves);
}
