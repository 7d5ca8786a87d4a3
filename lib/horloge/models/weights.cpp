#include "horloge/models/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/text/shown.h"

namespace horloge {
namespace {

// What is one tensor in a file and several here, in the order of its rows.
struct Parts {
  const char* pattern;
  std::vector<std::string> names;
};

const std::vector<Parts>& fused_parts() {
  static const std::vector<Parts> all = {{"{qkv}", {"q", "k", "v"}}, {"{gate,up}", {"gate", "up"}}};
  return all;
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

const Parts* parts_at(const std::string& pattern, std::size_t at) {
  for (const Parts& parts : fused_parts())
    if (pattern.compare(at, std::string(parts.pattern).size(), parts.pattern) == 0) return &parts;
  return nullptr;
}

// What the placeholders of a pattern match in a name, and what follows: `.weight`.
struct Match {
  std::string number;
  const Parts* parts = nullptr;
  std::size_t part = 0;
  std::string rest;
};

std::optional<Match> match(const std::string& pattern, const std::string& name) {
  Match found;
  std::size_t at = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '*') {
      while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0)
        found.number += name[at++];
      if (found.number.empty()) return {};
    } else if (const Parts* parts = parts_at(pattern, i)) {
      const auto& names = parts->names;
      const auto part = std::find_if(names.begin(), names.end(), [&](const std::string& start) {
        return name.compare(at, start.size(), start) == 0;
      });
      if (part == names.end()) return {};
      found.parts = parts;
      found.part = static_cast<std::size_t>(part - names.begin());
      at += part->size();
      i += std::string(parts->pattern).size() - 1;
    } else if (at == name.size() || name[at++] != pattern[i]) {
      return {};
    }
  }
  found.rest = name.substr(at);
  if (!found.rest.empty() && found.rest[0] != '.') return {};
  return found;
}

std::string fill(std::string pattern, const Match& match) {
  if (const auto star = pattern.find('*'); star != std::string::npos)
    pattern.replace(star, 1, match.number);
  if (match.parts != nullptr)
    if (const auto open = pattern.find(match.parts->pattern); open != std::string::npos)
      pattern.replace(open, std::string(match.parts->pattern).size(),
                      match.parts->names[match.part]);
  return pattern + match.rest;
}

// `count` columns of x, from `first` on, as rows; in squares, so that what is read and what is
// written both stay in the cache.
void columns_as_rows(const Array& x, std::size_t first, std::size_t count, real* to) {
  constexpr std::size_t side = 32;
  const std::size_t rows = x.shape()[0], columns = x.shape()[1];
  const real* const from = x.data() + first;
  for (std::size_t i0 = 0; i0 < rows; i0 += side)
    for (std::size_t j0 = 0; j0 < count; j0 += side)
      for (std::size_t i = i0; i < std::min(rows, i0 + side); ++i)
        for (std::size_t j = j0; j < std::min(count, j0 + side); ++j)
          to[j * rows + i] = from[i * columns + j];
}

bool is_transposed(Stored how) {
  return how == Stored::transposed || how == Stored::fused_transposed;
}

Shape as_stored(Shape shape, Stored how) {
  if (is_transposed(how)) std::reverse(shape.begin(), shape.end());
  return shape;
}

// One checkpoint and one table at work.
class Translation {
 public:
  Translation(const SafetensorsFile& file, const std::vector<NamedTensor>& ours,
              const WeightTable& table, const std::string& where)
      : ours_(ours), table_(table), where_(where) {
    for (const auto& [name, tensor] : file.tensors)
      if (!tensors_.emplace(usual_name(name), Entry{shown(name), &tensor}).second)
        problems_.push_back(fmt::format("{} is there twice, under two names", shown(name)));
    for (const NamedTensor& entry : ours) shapes_.emplace(entry.name, entry.tensor.shape());
  }

  void run() {
    std::vector<std::pair<Tensor, Source>> plan;
    for (const NamedTensor& entry : ours_)
      if (const auto source = find(entry.name, entry.tensor.shape()))
        plan.emplace_back(entry.tensor, *source);
    for (const auto& [name, entry] : tensors_)
      if (used_.count(name) == 0 && !is_ignored(name))
        problems_.push_back(fmt::format("{} {} is not part of this model", entry.name,
                                        shown(to_string(entry.tensor->shape()))));
    report();
    for (auto& [tensor, source] : plan) read(source, tensor.shape(), tensor.mutable_array().data());
  }

 private:
  struct Entry {
    std::string name;  // in the file, as a sentence shows it
    const StoredTensor* tensor;
  };

  // Where a tensor of ours comes from.
  struct Source {
    const WeightRule* rule;
    Match match;
    const StoredTensor* stored;
  };

  // Without a prefix, and with today's ending.
  std::string usual_name(std::string name) const {
    for (const std::string& prefix : table_.prefixes)
      if (starts_with(name, prefix)) {
        name.erase(0, prefix.size());
        break;
      }
    for (const auto& [old, now] : table_.endings)
      if (ends_with(name, old)) name.replace(name.size() - old.size(), old.size(), now);
    return name;
  }

  bool is_ignored(const std::string& name) const {
    return std::any_of(table_.ignored.begin(), table_.ignored.end(), [&](const std::string& end) {
      return name == end || ends_with(name, "." + end);
    });
  }

  // Our tensor under the first name that the file has for it; the others must say the same.
  std::optional<Source> find(const std::string& ours, const Shape& shape) {
    std::optional<Source> found;
    std::string origin, missing;
    for (const WeightRule& rule : table_.rules) {
      const auto matched = match(rule.ours, ours);
      if (!matched) continue;
      const std::string theirs = fill(rule.theirs, *matched);
      const Shape stored = stored_shape(rule, *matched, shape);
      if (missing.empty()) missing = fmt::format("{} {} is missing", theirs, to_string(stored));
      const auto entry = tensors_.find(theirs);
      if (entry == tensors_.end()) continue;
      used_.insert(theirs);
      const bool first = origin.empty();
      if (first) origin = entry->second.name;
      if (!fits(entry->second, stored)) continue;
      const Source source{&rule, *matched, entry->second.tensor};
      if (first)
        found = source;
      else if (found && !same(*found, source, shape))
        problems_.push_back(
            fmt::format("{} and {} are one tied weight, but differ", origin, entry->second.name));
    }
    if (missing.empty())
      throw ValueError(fmt::format("{}the weight table has no rule for {}", where_, ours));
    if (origin.empty()) note(problems_, missing);
    return found;
  }

  bool same(const Source& a, const Source& b, const Shape& shape) const {
    if (a.rule->how == b.rule->how && *a.stored == *b.stored) return true;
    Array x = empty(shape), y = empty(shape);
    read(a, shape, x.data());
    read(b, shape, y.data());
    return x == y;
  }

  bool fits(const Entry& entry, const Shape& wanted) {
    if (!is_float(entry.tensor->dtype())) {
      note(problems_, fmt::format("{} must hold floats, holds {}", entry.name,
                                  name_of(entry.tensor->dtype())));
      return false;
    }
    if (entry.tensor->shape() == wanted) return true;
    note(wrong_shapes_, fmt::format("{} has shape {}, but the config asks for {}", entry.name,
                                    shown(to_string(entry.tensor->shape())), to_string(wanted)));
    return false;
  }

  // Rows of the parts of our layer, such as queries, keys and values, of which one tensor of theirs
  // is made.
  std::vector<std::size_t> rows_of_parts(const WeightRule& rule, Match match) const {
    std::vector<std::size_t> rows;
    for (match.part = 0; match.part < match.parts->names.size(); ++match.part)
      rows.push_back(shapes_.at(fill(rule.ours, match)).at(0));
    return rows;
  }

  Shape stored_shape(const WeightRule& rule, const Match& match, Shape shape) const {
    if (match.parts != nullptr) {
      const auto rows = rows_of_parts(rule, match);
      shape[0] = std::accumulate(rows.begin(), rows.end(), std::size_t{0});
    }
    return as_stored(shape, rule.how);
  }

  // Into the memory of a tensor of ours.
  void read(const Source& source, const Shape& shape, real* to) const {
    const WeightRule& rule = *source.rule;
    const Match& match = source.match;
    const bool turns = is_transposed(rule.how) && source.stored->shape().size() == 2;
    if (match.parts == nullptr && !turns) {
      source.stored->read_to(to);
      if (rule.how == Stored::less_one)
        std::transform(to, to + element_count(shape), to, [](real w) { return w + real{1}; });
      return;
    }
    const Array all = source.stored->to_array();
    if (match.parts == nullptr) return columns_as_rows(all, 0, shape[0], to);
    const auto rows = rows_of_parts(rule, match);
    const std::size_t columns = element_count(shape) / shape[0];
    const bool by_head = rule.how == Stored::fused_by_head;
    const std::size_t K = by_head ? shape[0] / rule.num_heads : shape[0];
    std::size_t first = 0;
    for (std::size_t part = 0; part < match.part; ++part) first += by_head ? K : rows[part];
    if (turns) return columns_as_rows(all, first, shape[0], to);
    for (std::size_t row = 0; row < shape[0]; ++row) {
      const std::size_t from = row / K * 3 * K + first + row % K;
      std::copy_n(all.data() + from * columns, columns, to + row * columns);
    }
  }

  // Queries, keys and values in one tensor have the same trouble, which is told once.
  static void note(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }

  void report() const {
    std::vector<std::string> all = wrong_shapes_;
    all.insert(all.end(), problems_.begin(), problems_.end());
    if (all.empty()) return;
    constexpr std::size_t most = 8;
    std::string text = where_;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
      text += (i == 0 ? "" : "; ") + all[i];
    if (all.size() > most) text += fmt::format("; and {} more", all.size() - most);
    if (problems_.empty()) throw ShapeError(text);
    throw ValueError(text);
  }

  const std::vector<NamedTensor>& ours_;
  const WeightTable& table_;
  const std::string& where_;
  std::map<std::string, Entry> tensors_;
  std::map<std::string, Shape> shapes_;
  std::set<std::string> used_;
  std::vector<std::string> wrong_shapes_, problems_;
};

}  // namespace

void load_weights(const SafetensorsFile& file, const std::vector<NamedTensor>& ours,
                  const WeightTable& table, const std::string& where) {
  Translation(file, ours, table, where).run();
}

}  // namespace horloge
