// From our names and layouts to those of published checkpoints.

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/models/weight_names.h"
#include "horloge/models/weights.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// What one tensor of theirs is made of: one of ours, or several, such as queries, keys and values.
struct Ingredients {
  const WeightRule* rule = nullptr;
  std::vector<Tensor> parts;
};

// Heads stand beside the model in its class, not within it.
bool is_of_head(const std::string& name) {
  const auto heads = {"lm_head", "embed_out", "cls.", "crit."};
  return std::any_of(heads.begin(), heads.end(),
                     [&](const char* head) { return starts_with(name, head); });
}

std::string full_name(const std::string& name, const WeightTable& table) {
  return table.prefixes.empty() || is_of_head(name) ? name : table.prefixes.front() + name;
}

// Rows of the first head's query, key and value, then of the second head's …
Tensor fused_by_head(const std::vector<Tensor>& parts, std::size_t num_heads) {
  std::vector<Tensor> rows;
  for (std::size_t head = 0; head < num_heads; ++head)
    for (const Tensor& part : parts) rows.push_back(chunk(part, num_heads, 0)[head]);
  return concat(rows, 0);
}

Tensor as_theirs(const Ingredients& of, const std::string& name) {
  const auto& parts = of.parts;
  if (!std::all_of(parts.begin(), parts.end(), [](const Tensor& t) { return t.defined(); }))
    throw ValueError(
        fmt::format("[save_pretrained] {} lacks one of its {} parts", name, parts.size()));
  const Tensor all = parts.size() == 1 ? parts.front()
                     : of.rule->how == Stored::fused_by_head
                         ? fused_by_head(parts, of.rule->num_heads)
                         : concat(parts, 0);
  if (of.rule->how == Stored::less_one) return all - real{1};
  return is_transposed(of.rule->how) && all.rank() == 2 ? transpose(all, 0, 1) : all;
}

}  // namespace

std::map<std::string, StoredTensor> stored_weights(const std::vector<NamedTensor>& ours,
                                                   const WeightTable& table) {
  std::map<std::string, Ingredients> plan;
  for (const NamedTensor& entry : ours) {
    const auto rule = std::find_if(
        table.rules.begin(), table.rules.end(),
        [&](const WeightRule& r) { return match_name(r.ours, entry.name).has_value(); });
    if (rule == table.rules.end())
      throw ValueError(
          fmt::format("[save_pretrained] the weight table has no rule for {}", entry.name));
    const auto match = *match_name(rule->ours, entry.name);
    Ingredients& of = plan[full_name(fill_name(rule->theirs, match), table)];
    of.rule = &*rule;
    of.parts.resize(match.parts == nullptr ? 1 : match.parts->names.size());
    of.parts[match.part] = entry.tensor;
  }
  const NoGrad no_grad;
  std::map<std::string, StoredTensor> stored;
  for (const auto& [name, of] : plan)
    stored.emplace(name, StoredTensor::from(as_theirs(of, name).array()));
  return stored;
}

}  // namespace horloge
