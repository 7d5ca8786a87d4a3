#include "horloge/models/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/models/weight_names.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

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

// The part of a tensor that belongs to one expert.   (E, …) -> (…)
StoredTensor expert(const StoredTensor& all, std::size_t e) {
  const std::size_t bytes = all.bytes().size() / all.shape()[0];
  return {all.dtype(), Shape(all.shape().begin() + 1, all.shape().end()),
          Bytes{all.bytes().substr(e * bytes, bytes), nullptr}};
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
      if (!tensors_.emplace(usual_name(name), Entry{excerpt(name), &tensor}).second)
        problems_.push_back(fmt::format("{} is there twice, under two names", excerpt(name)));
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
                                        excerpt(to_string(entry.tensor->shape()))));
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
    NameMatch match;
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
      const auto matched = match_name(rule.ours, ours);
      if (!matched) continue;
      const std::string theirs = fill_name(rule.theirs, *matched);
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
                                    excerpt(to_string(entry.tensor->shape())), to_string(wanted)));
    return false;
  }

  // Rows of the parts of our layer, such as queries, keys and values, of which one tensor of theirs
  // is made.
  std::vector<std::size_t> rows_of_parts(const WeightRule& rule, NameMatch match) const {
    std::vector<std::size_t> rows;
    for (match.part = 0; match.part < match.parts->names.size(); ++match.part)
      rows.push_back(shapes_.at(fill_name(rule.ours, match)).at(0));
    return rows;
  }

  Shape stored_shape(const WeightRule& rule, const NameMatch& match, Shape shape) const {
    if (match.parts != nullptr) {
      const auto rows = rows_of_parts(rule, match);
      shape[0] = std::accumulate(rows.begin(), rows.end(), std::size_t{0});
    }
    if (!has_experts(rule.how)) return as_stored(shape, rule.how);
    Shape of_all = {experts_of(rule, match)};
    for (std::size_t i = shape.size(); i-- > 0;) of_all.push_back(shape[i]);
    return of_all;
  }

  // How many experts share a tensor of theirs.
  std::size_t experts_of(const WeightRule& rule, NameMatch match) const {
    std::size_t count = 0;
    do match.numbers.back() = std::to_string(++count);
    while (shapes_.count(fill_name(rule.ours, match)) > 0);
    return count;
  }

  // One expert of theirs, (in, n out) or (n out), has n parts: rows or numbers of ours are columns.
  void read_expert(const Source& source, const Shape& shape, real* to) const {
    const WeightRule& rule = *source.rule;
    const NameMatch& match = source.match;
    const Array theirs = expert(*source.stored, std::stoul(match.numbers.back())).to_array();
    const std::size_t parts = match.parts == nullptr ? 1 : match.parts->names.size();
    const std::size_t rows = shape[0], columns = shape.size() == 1 ? 1 : shape[1];
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t from = rule.how == Stored::experts_interleaved ? row * parts + match.part
                                                                       : match.part * rows + row;
      for (std::size_t column = 0; column < columns; ++column)
        to[row * columns + column] = theirs.data()[column * parts * rows + from];
    }
  }

  // Into the memory of a tensor of ours.
  void read(const Source& source, const Shape& shape, real* to) const {
    const WeightRule& rule = *source.rule;
    const NameMatch& match = source.match;
    if (has_experts(rule.how)) return read_expert(source, shape, to);
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
    const std::size_t heads = rule.how == Stored::fused_by_head ? rule.num_heads : 1;
    const std::size_t K = shape[0] / heads;
    const std::size_t of_head = std::accumulate(rows.begin(), rows.end(), std::size_t{0}) / heads;
    std::size_t first = 0;
    for (std::size_t part = 0; part < match.part; ++part) first += rows[part] / heads;
    if (turns) return columns_as_rows(all, first, shape[0], to);
    for (std::size_t row = 0; row < shape[0]; ++row) {
      const std::size_t from = row / K * of_head + first + row % K;
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
