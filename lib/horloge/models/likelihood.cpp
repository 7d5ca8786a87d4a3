#include "horloge/models/likelihood.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "horloge/core/error.h"
#include "horloge/ops/loss.h"

namespace horloge {
namespace {

constexpr std::int64_t not_asked = -100;

// ids (B, T) and the ids to predict (B, T), not_asked elsewhere -> nats of all together
double nats(const LanguageModel& model, const Ids& ids, const Ids& targets,
            const PositionScheme* positions) {
  ModelInput in;
  in.ids = ids;
  in.positions = positions;
  const Tensor logits = model.forward(in).logits;
  if (!logits.defined())
    throw ValueError(
        fmt::format("[likelihood] this {} has no language-model head", model.info.architecture));
  const auto each = CrossEntropyOptions().with_reduction(Reduction::none);
  const Tensor losses = cross_entropy(logits, targets, each);
  const double sum = std::accumulate(losses.data(), losses.data() + losses.size(), 0.0);
  if (!std::isfinite(sum))
    throw ValueError(
        "[likelihood] what this model computes is not a number (NaN) or infinite; its weights may "
        "be damaged");
  return sum;
}

Ids some_ids(std::size_t B, std::size_t T, std::int64_t value) {
  Ids ids = Ids::from_shape({B, T});
  ids.fill(value);
  return ids;
}

bool goes_on(const LikelihoodOptions& options) { return !options.stop_if || !options.stop_if(); }

void tell(const LikelihoodOptions& options, const Likelihood& so_far) {
  if (options.on_window) options.on_window(so_far);
}

Likelihood causal_likelihood(const LanguageModel& model, const Ids& ids, std::size_t window,
                             const LikelihoodOptions& options) {
  const std::size_t T = ids.size(), kept = window / 2;
  Likelihood sum;
  while (sum.read < T && goes_on(options)) {
    // The last of those read before are read again, and not asked for.
    const std::size_t begin = sum.read == 0 ? 0 : sum.read - kept;
    const std::size_t end = std::min(begin + window, T);
    const std::size_t first = std::max<std::size_t>(sum.read, 1);
    Ids inputs = some_ids(1, end - begin, 0), targets = some_ids(1, end - begin, not_asked);
    std::copy(ids.data() + begin, ids.data() + end, inputs.data());
    std::copy(ids.data() + first, ids.data() + end, targets.data() + first - begin - 1);
    sum.nll += nats(model, inputs, targets, options.positions);
    sum.tokens += end - first;
    sum.read = end;
    tell(options, sum);
  }
  return sum;
}

// Several masked copies of the text at once.
Likelihood masked_likelihood(const LanguageModel& model, const Ids& ids,
                             const LikelihoodOptions& options) {
  const std::size_t T = ids.size();
  std::vector<std::size_t> asked;
  for (std::size_t t = 0; t < T; ++t)
    if (std::count(options.special_ids.begin(), options.special_ids.end(), ids.data()[t]) == 0)
      asked.push_back(t);
  if (T == 0 || asked.empty()) throw ValueError("[likelihood] the text has no token to predict");
  const std::size_t copies = std::max<std::size_t>(1, 1024 / T);
  Likelihood sum;
  for (std::size_t done = 0; done < asked.size() && goes_on(options); done += copies) {
    const std::size_t B = std::min(copies, asked.size() - done);
    Ids inputs = Ids::from_shape({B, T}), targets = some_ids(B, T, not_asked);
    for (std::size_t b = 0; b < B; ++b) {
      const std::size_t t = asked[done + b];
      std::copy_n(ids.data(), T, inputs.data() + b * T);
      inputs(b, t) = *options.mask_id;
      targets(b, t) = ids.data()[t];
    }
    sum.nll += nats(model, inputs, targets, options.positions);
    sum.tokens += B;
    sum.read = done + B == asked.size() ? T : asked[done + B];
    tell(options, sum);
  }
  return sum;
}

}  // namespace

std::size_t likelihood_window(const LanguageModel& model) {
  constexpr std::size_t usual = 2048, most_logits = std::size_t{1} << 27U;
  const ModelInfo& info = model.info;
  const std::size_t own = info.max_seq_len.value_or(info.trained_len.value_or(usual));
  const std::size_t most = most_logits / std::max<std::size_t>(info.vocab_size, 1);
  return std::max<std::size_t>(2, std::min(own, most));
}

Likelihood likelihood(const LanguageModel& model, const Ids& ids,
                      const LikelihoodOptions& options) {
  const ModelInfo& info = model.info;
  const Shape& shape = ids.shape();
  const std::size_t T = dims<1>(shape, "[likelihood] ids (T)")[0];
  const std::size_t window = options.window > 0 ? options.window : likelihood_window(model);
  if (window < 2) throw ValueError("[likelihood] window must be 2 or more");
  if (info.decoder_start_id)
    throw ValueError(fmt::format(
        "[likelihood] {} writes about a text that it has read, and says nothing of a text alone",
        info.architecture));
  const NoGrad no_grad;
  if (info.causal) {
    if (T < 2) throw ValueError("[likelihood] a text needs a second token, to be predicted");
    return causal_likelihood(model, ids, window, options);
  }
  if (!options.mask_id)
    throw ValueError(fmt::format("[likelihood] {} fills in masked tokens; it needs the mask's id",
                                 info.architecture));
  if (T > window)
    throw ValueError(
        fmt::format("[likelihood] {} reads {} tokens at most, and these are {}: each is masked in "
                    "turn with all others in sight",
                    info.architecture, window, T));
  return masked_likelihood(model, ids, options);
}

}  // namespace horloge
