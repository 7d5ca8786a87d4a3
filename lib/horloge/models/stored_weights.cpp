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
  std::size_t parts_of_each = 1;  // of each expert, whose parts follow each other
};

// Heads stand beside the model in its class, not within it.
bool is_of_head(const std::string& name) {
  const auto heads = {"lm_head", "embed_out", "cls.", "crit.", "head.", "decoder."};
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

// The parts of an expert side by side, as columns or in turn.   -> (E, in, n out) or (E, n out)
Tensor of_all_experts(const Ingredients& of, const std::string& name) {
  std::vector<Tensor> experts;
  for (std::size_t first = 0; first < of.parts.size(); first += of.parts_of_each) {
    std::vector<Tensor> parts;
    for (std::size_t i = 0; i < of.parts_of_each; ++i) {
      const Tensor& part = of.parts[first + i];
      if (!part.defined())
        throw ValueError(fmt::format("[save_pretrained] {} lacks a part of an expert", name));
      parts.push_back(part.rank() == 2 ? transpose(part, 0, 1) : part);
    }
    if (of.rule->how != Stored::experts_interleaved) {
      experts.push_back(concat(parts, -1));
      continue;
    }
    Shape shape = parts.front().shape();
    shape.back() *= parts.size();
    experts.push_back(reshape(stack(parts, -1), shape));
  }
  return stack(experts, 0);
}

Tensor as_theirs(const Ingredients& of, const std::string& name) {
  if (has_experts(of.rule->how)) return of_all_experts(of, name);
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
    const std::size_t n = match.parts == nullptr ? 1 : match.parts->names.size();
    const std::size_t e = has_experts(rule->how) ? std::stoul(match.numbers.back()) : 0;
    of.parts.resize(std::max(of.parts.size(), (e + 1) * n));
    of.parts[e * n + match.part] = entry.tensor;
    of.parts_of_each = n;
  }
  const NoGrad no_grad;
  std::map<std::string, StoredTensor> stored;
  for (const auto& [name, of] : plan)
    stored.emplace(name, StoredTensor::from(as_theirs(of, name).array()));
  for (const auto& [name, constant] : table.constants)
    stored.emplace(name, StoredTensor::from(constant()));
  return stored;
}

}  // namespace horloge
