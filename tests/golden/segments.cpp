#include "golden/segments.h"

#include <fmt/format.h>

#include "horloge/ops/layout.h"

namespace horloge::golden {

void check_segments(Case& c, const LanguageModel& model) {
  const NoGrad no_grad;
  ModelInput in;
  in.trace = true;
  const auto check = [&](const std::string& name, const Tensor& got) {
    if (c.has(name)) c.check(name, got);
  };
  for (std::size_t n = 1; c.has(fmt::format("in.segment{}", n)); ++n) {
    in.ids = c.ids(fmt::format("in.segment{}", n));
    const ModelOutput out = model.forward(in);
    const std::string name = fmt::format("out.segment{}", n);
    check(name, out.logits.defined() ? out.logits : out.last_hidden);
    for (std::size_t i = 0; i < out.hidden.size(); ++i)
      check(fmt::format("{}_hidden{}", name, i), out.hidden[i]);
    for (std::size_t i = 0; i < out.attention.size(); ++i)
      check(fmt::format("{}_attn{}", name, i), out.attention[i]);
    for (std::size_t i = 0; i < out.mems.size(); ++i)
      check(fmt::format("out.mems_after_{}_layer{}", n, i), transpose(out.mems[i], 0, 1));
    in.mems = out.mems;
  }
}

}  // namespace horloge::golden
