#pragma once

// Text token by token: the one loop behind every model that writes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "horloge/core/with.h"
#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/sampling.h"

namespace horloge {

struct [[nodiscard]] GenerateOptions {
  std::size_t max_new_tokens = 20;
  /// Greedy as it stands: the likeliest token, again and again.
  SamplingOptions sampling = SamplingOptions().with_temperature(0);
  std::uint64_t seed = 0;  ///< of what is drawn: the same seed, the same text
  bool stop_at_eos = true;
  std::vector<std::int64_t> eos_ids{};       ///< a text ends with one of these; or its model's own
  std::optional<std::int64_t> padding_id{};  ///< fills up a text that has ended; or its model's own
  /// Of a model without a cache: it reads only so many of the last tokens; 0: all.
  std::size_t max_seq_len = 0;
  const PositionScheme* positions = nullptr;   ///< of a published model, instead of its own
  std::function<void(const Ids&)> on_token{};  ///< called with each (B, 1) as it comes
  std::function<bool()> stop_if{};             ///< asked before each token; true: no more

  using Self = GenerateOptions;
  Self with_max_new_tokens(std::size_t n) const { return with(*this, &Self::max_new_tokens, n); }
  Self with_sampling(const SamplingOptions& how) const { return with(*this, &Self::sampling, how); }
  Self with_seed(std::uint64_t value) const { return with(*this, &Self::seed, value); }
  Self with_stop_at_eos(bool value) const { return with(*this, &Self::stop_at_eos, value); }
  Self with_eos_ids(const std::vector<std::int64_t>& ids) const {
    return with(*this, &Self::eos_ids, ids);
  }
  Self with_padding_id(std::int64_t id) const { return with(*this, &Self::padding_id, id); }
  Self with_max_seq_len(std::size_t n) const { return with(*this, &Self::max_seq_len, n); }
  Self with_positions(const PositionScheme* scheme) const {
    return with(*this, &Self::positions, scheme);
  }
  Self with_on_token(const std::function<void(const Ids&)>& hear) const {
    return with(*this, &Self::on_token, hear);
  }
  Self with_stop_if(const std::function<bool()>& ask) const {
    return with(*this, &Self::stop_if, ask);
  }
};

/// The loop: `step` takes the ids to append, (B, T) at first and (B, 1) then, and returns logits
/// (B, T, V), of which those of the last position count. Nothing is recorded for gradients.
///   first (B, T) -> (B, T + N), N <= max_new_tokens: `first` and what follows
/// A text that has ended is filled up with padding, or with its last id if there is none, until all
/// have ended. ValueError for no token to continue from; see also sample().
Ids decode_with_cache(const Ids& first, const GenerateOptions& options,
                      const std::function<Tensor(const Ids&)>& step);

/// The same for a model that remembers nothing: it takes all the ids so far, or the last
/// max_seq_len of them, for each token.
Ids decode_without_cache(const Ids& first, const GenerateOptions& options,
                         const std::function<Tensor(const Ids&)>& model);

/// The prompt and what the model writes after it.
///   prompt (B, T) -> (B, T + N), N <= max_new_tokens
///   prompt (T) -> (T + N): one text, as Tokenizer::encode() gives it; on_token gets (1, 1)
/// The model is one of these, and best in evaluation, without dropout:
/// - a published one, or any other with a generate() of its own;
/// - one with a cache, `Tensor operator()(const Ids& ids, DecodingCache* cache) const`: it reads
///   each token once. ids (B, T) follow the cached ones; -> logits (B, T, V);
/// - one without, `Tensor operator()(const Ids& ids) const`: it reads the whole text for each
/// token.
///   ids (B, T) -> logits (B, T, V).
template <class Model>
Ids generate(const Model& model, const Ids& prompt, const GenerateOptions& options = {});

namespace detail {

template <class Model, class = void>
struct has_generate : std::false_type {};
template <class Model>
struct has_generate<Model, std::void_t<decltype(std::declval<const Model&>().generate(
                               std::declval<const Ids&>(), std::declval<GenerateOptions>()))>>
    : std::true_type {};

// The same ids in another shape.
Ids in_shape(const Shape& shape, const Ids& ids);

}  // namespace detail

template <class Model>
Ids generate(const Model& model, const Ids& prompt, const GenerateOptions& options) {
  if (prompt.dimension() == 1) {
    const Ids text = generate(model, detail::in_shape({1, prompt.size()}, prompt), options);
    return detail::in_shape({text.size()}, text);
  }
  if constexpr (detail::has_generate<Model>::value) {
    return model.generate(prompt, options);
  } else if constexpr (std::is_invocable_r_v<Tensor, const Model&, const Ids&, DecodingCache*>) {
    DecodingCache cache;
    return decode_with_cache(prompt, options, [&](const Ids& ids) { return model(ids, &cache); });
  } else {
    static_assert(std::is_invocable_r_v<Tensor, const Model&, const Ids&>,
                  "generate() needs a model with Tensor operator()(const Ids& ids) const");
    return decode_without_cache(prompt, options, [&](const Ids& ids) { return model(ids); });
  }
}

}  // namespace horloge
