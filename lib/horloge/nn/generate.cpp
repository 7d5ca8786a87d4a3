#include "horloge/nn/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "horloge/core/error.h"

namespace horloge {
namespace {

constexpr std::uint32_t purpose_sampling = 0x73616d70;

std::array<std::size_t, 2> dims_of_ids(const Ids& ids) {
  return dims<2>(ids.shape(), "[generate] ids (B, T)");
}

// logits (B, T, V) -> (B, V), those of the last position
Tensor at_the_end(const Tensor& logits, std::size_t B) {
  const auto [rows, T, V] = dims<3>(logits.shape(), "[generate] logits (B, T, V)");
  if (rows != B || T == 0)
    throw ShapeError(fmt::format("[generate] the model's logits {} must be (B, T, V) with B = {}",
                                 to_string(logits.shape()), B));
  Array last = empty({rows, V});
  for (std::size_t b = 0; b < rows; ++b)
    std::copy_n(logits.data() + (b * T + T - 1) * V, V, last.data() + b * V);
  return Tensor(std::move(last));
}

// Which texts have ended, and what fills them up.
class Endings {
 public:
  Endings(const GenerateOptions& options, std::size_t B) : options_(options), ended_(B, false) {}

  /// next (B): the id that text b gets, given the last one that it has.
  std::int64_t id(std::size_t b, std::int64_t next, std::int64_t last) {
    const std::int64_t id = ended_[b] ? options_.padding_id.value_or(last) : next;
    const auto& eos = options_.eos_ids;
    if (options_.stop_at_eos && std::count(eos.begin(), eos.end(), id) > 0) ended_[b] = true;
    return id;
  }
  bool all() const {
    return std::all_of(ended_.begin(), ended_.end(), [](bool e) { return e; });
  }

 private:
  const GenerateOptions& options_;
  std::vector<bool> ended_;
};

// (B, S), T <= S -> (B, T)
Ids last_tokens(const Ids& ids, std::size_t T) {
  const auto [B, S] = dims_of_ids(ids);
  Ids last = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(ids.data() + b * S + S - T, T, last.data() + b * T);
  return last;
}

// Each text followed by its next tokens.   (B, S), (B, T) -> (B, S + T)
Ids with_tokens(const Ids& ids, const Ids& next) {
  const auto [B, S] = dims_of_ids(ids);
  const std::size_t T = next.shape()[1];
  Ids all = Ids::from_shape({B, S + T});
  for (std::size_t b = 0; b < B; ++b) {
    std::copy_n(ids.data() + b * S, S, all.data() + b * (S + T));
    std::copy_n(next.data() + b * T, T, all.data() + b * (S + T) + S);
  }
  return all;
}

}  // namespace

Ids detail::in_shape(const Shape& shape, const Ids& ids) {
  Ids same = ids;
  same.reshape(shape);
  return same;
}

Ids decode_with_cache(const Ids& first, const GenerateOptions& options,
                      const std::function<Tensor(const Ids&)>& step) {
  const auto [B, T] = dims_of_ids(first);
  if (T == 0) throw ValueError("[generate] needs at least one token to continue from");
  const NoGrad no_grad;
  Rng rng(options.seed, purpose_sampling);
  Endings endings(options, B);
  const bool looks_back = options.sampling.repetition_penalty != 1;
  Ids all = first, next = first;
  for (std::size_t n = 0; n < options.max_new_tokens && !endings.all(); ++n) {
    if (options.stop_if && options.stop_if()) break;
    const Tensor logits = at_the_end(step(next), B);
    const Ids chosen = sample(logits, options.sampling, rng, looks_back ? all : Ids());
    next = Ids::from_shape({B, std::size_t{1}});
    for (std::size_t b = 0; b < B; ++b)
      next(b, 0) = endings.id(b, chosen(b), all(b, all.shape()[1] - 1));
    all = with_tokens(all, next);
    if (options.on_token) options.on_token(next);
  }
  return all;
}

Ids decode_without_cache(const Ids& first, const GenerateOptions& options,
                         const std::function<Tensor(const Ids&)>& model) {
  Ids text = Ids::from_shape({dims_of_ids(first)[0], std::size_t{0}});
  return decode_with_cache(first, options, [&](const Ids& ids) {
    text = with_tokens(text, ids);
    const std::size_t most = options.max_seq_len, T = text.shape()[1];
    return model(most == 0 || most >= T ? text : last_tokens(text, most));
  });
}

}  // namespace horloge
