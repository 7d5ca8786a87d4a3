#include "horloge/models/summary.h"

#include <fmt/format.h>

#include "horloge/text/grouped.h"

namespace horloge {
namespace {

std::string layers_line(const ModelSizes& sizes) {
  const std::string decoder = sizes.num_decoder_layers == 0
                                  ? ""
                                  : fmt::format(" and {} of the decoder", sizes.num_decoder_layers);
  const std::string shared = sizes.num_kv_heads == sizes.num_heads
                                 ? ""
                                 : fmt::format("; {} key and value head{}", sizes.num_kv_heads,
                                               sizes.num_kv_heads == 1 ? "" : "s");
  return fmt::format("{}{}, of width {}, with {} heads of size {}{}", sizes.num_layers, decoder,
                     sizes.d_model, sizes.num_heads, sizes.head_dim, shared);
}

}  // namespace

std::vector<SummaryLine> summary_of(const LanguageModel& model) {
  const ModelInfo& info = model.info;
  std::vector<SummaryLine> lines = {{"positions", info.positions}};
  if (info.trained_len)
    lines.push_back(
        {"length", fmt::format("up to {} tokens in training", grouped(*info.trained_len))});
  lines.push_back({"parameters", grouped(model.parameter_count())});
  lines.push_back({"layers", layers_line(info.sizes)});
  lines.push_back(
      {"vocabulary", grouped(info.vocab_size) + (info.vocab_size == 1 ? " token" : " tokens")});
  return lines;
}

}  // namespace horloge
