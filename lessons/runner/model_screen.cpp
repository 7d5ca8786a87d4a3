#include "runner/model_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "horloge/core/error.h"
#include "horloge/nn/position/none.h"
#include "horloge/view/text_width.h"
#include "runner/screen.h"

namespace runner {
namespace {

using horloge::Ids;
using horloge::LanguageModel;
using horloge::ModelInput;
using horloge::ModelOutput;
using horloge::PositionScheme;
using horloge::Tensor;
using stage::Style;

// 1234567 -> "1,234,567"
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string in_a_row(const std::vector<std::int64_t>& ids) {
  std::string row;
  for (const std::int64_t id : ids)
    row += (row.empty() ? "" : " ") + std::to_string(id);
  return row;
}

Ids as_batch(const std::vector<std::int64_t>& ids) {
  Ids batch = Ids::from_shape({std::size_t{1}, ids.size()});
  std::copy(ids.begin(), ids.end(), batch.data());
  return batch;
}

std::string line(const Session& session, const std::string& text) {
  return horloge::cut_to_width(text, session.terminal.columns) + "\n";
}

std::string heading(const Session& session, const std::string& text) {
  return stage::styled(session.terminal, Style::heading,
                       horloge::cut_to_width(text, session.terminal.columns)) +
         "\n";
}

// What a model says at a place: probabilities of the words, or the hidden
// state of a model that predicts none.
struct Answer {
  bool of_words;
  bool of_the_ids;  ///< not of what a decoder writes about them
  std::vector<double> numbers;
};

Answer answer_of(const ModelView& view, const std::vector<std::int64_t>& ids,
                 const PositionScheme* positions, bool causal = true) {
  ModelInput in;
  in.ids = as_batch(ids);
  in.positions = positions;
  in.causal = causal;
  const ModelOutput out = view.model.forward(in);
  const bool of_words = out.logits.defined();
  const Tensor& all = of_words ? out.logits : out.last_hidden;
  const auto [B, T, N] = horloge::dims<3>(all.shape(), "[answer] (B, T, N)");
  const bool of_the_ids = T == ids.size();
  const std::size_t place = of_the_ids ? view.place : T - 1;
  Answer answer{of_words, of_the_ids, std::vector<double>(N)};
  if (of_words)
    for (const auto& [id, probability] :
         horloge::top_predictions(out.logits, 0, place, N))
      answer.numbers[static_cast<std::size_t>(id)] = probability;
  else
    std::copy_n(all.data() + place * N, N, answer.numbers.begin());
  return answer;
}

std::vector<std::size_t> likeliest(const Answer& answer, std::size_t count) {
  std::vector<std::size_t> order(answer.numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return answer.numbers[a] > answer.numbers[b];
                   });
  order.resize(std::min(count, order.size()));
  return order;
}

// How much of the probability went to other words, or how far a hidden state
// moved against its length.
double moved(const Answer& before, const Answer& after) {
  double apart = 0, squares = 0, length = 0;
  for (std::size_t i = 0; i < before.numbers.size(); ++i) {
    const double difference = after.numbers[i] - before.numbers[i];
    apart += std::fabs(difference) / 2;
    squares += difference * difference;
    length += before.numbers[i] * before.numbers[i];
  }
  return before.of_words ? apart : std::sqrt(squares / length);
}

std::string sentence_about(const Answer& before, const Answer& after) {
  const double part = moved(before, after);
  constexpr double rounding = 5e-5;
  if (part < rounding) return "Nothing changed.";
  return fmt::format(before.of_words
                         ? "{:.1f} % of the probability went to other words."
                         : "The hidden state moved by {:.1f} % of its length.",
                     100 * part);
}

// One scheme's answers to both orders.
std::string comparison(const Session& session, const std::string& title,
                       const Answer& before, const Answer& after,
                       std::size_t count) {
  std::string out = wrapped(session, "  ", title, 2);
  if (before.of_words) {
    out += line(session, "      word   before  shuffled");
    for (const std::size_t id : likeliest(before, count))
      out += line(session, fmt::format("  {:>8} {:>6.1f} % {:>7.1f} %", id,
                                       100 * before.numbers[id],
                                       100 * after.numbers[id]));
  }
  return out + wrapped(session, "    ", sentence_about(before, after), 4);
}

// The ids in another order, but for the place that is looked at; behind a
// causal mask only those before it count.
std::vector<std::int64_t> shuffled(const ModelView& view, bool of_the_ids,
                                   std::uint64_t seed) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < view.ids.size(); ++i)
    if (!of_the_ids ||
        (view.model.info.causal ? i < view.place : i != view.place))
      places.push_back(i);
  const auto differs = [&](std::size_t a, std::size_t b) {
    return view.ids[a] != view.ids[b];
  };
  if (std::adjacent_find(places.begin(), places.end(), differs) == places.end())
    throw horloge::ValueError(
        view.model.info.causal && of_the_ids
            ? "--shuffle needs two different words before the one looked at"
            : "--shuffle needs two different words besides the one looked at");
  std::vector<std::int64_t> ids = view.ids;
  while (ids == view.ids) {
    const auto order = horloge::Rng(seed++).permutation(places.size());
    for (std::size_t i = 0; i < places.size(); ++i)
      ids[places[i]] = view.ids[places[order[i]]];
  }
  return ids;
}

std::string size_line(const horloge::ModelSizes& sizes) {
  const std::string shared =
      sizes.num_kv_heads == sizes.num_heads
          ? ""
          : fmt::format("; {} of keys and values", sizes.num_kv_heads);
  return fmt::format("{}, {} numbers wide, with {} heads of {}{}",
                     sizes.num_layers, sizes.d_model, sizes.num_heads,
                     sizes.head_dim, shared);
}

}  // namespace

std::string show_summary(const Session& session, const LanguageModel& model,
                         const std::string& scheme) {
  const auto& info = model.info;
  const auto entry = [&](const char* name, const std::string& text) {
    const std::string start = fmt::format("  {:<12}", name);
    return wrapped(session, start, text, start.size());
  };
  return heading(session, info.architecture) +
         entry("positions", scheme == info.positions
                                ? scheme
                                : scheme + "; its own are " + info.positions) +
         entry("parameters", grouped(model.parameter_count())) +
         entry("layers", size_line(info.sizes)) +
         entry("vocabulary", grouped(info.vocab_size) + " words");
}

std::string show_predictions(const Session& session, const ModelView& view,
                             std::size_t count) {
  const Answer answer = answer_of(view, view.ids, view.positions);
  if (!answer.of_words)
    return wrapped(session, "",
                   fmt::format("This {} has no head: it ends with hidden "
                               "states, and predicts no words.",
                               view.model.info.architecture),
                   0);
  const std::string where =
      !answer.of_the_ids ? "The first word about "
      : view.model.info.causal
          ? "The next word after "
          : fmt::format("The word at place {} of ", view.place + 1);
  std::vector<std::int64_t> seen = view.ids;
  if (view.model.info.causal && answer.of_the_ids) seen.resize(view.place + 1);
  std::string out = wrapped(session, "", where + in_a_row(seen) + ":", 2);
  out += line(session, "      word  probability");
  constexpr double longest_bar = 30;
  for (const std::size_t id : likeliest(answer, count)) {
    const double p = answer.numbers[id];
    const auto bar = static_cast<std::size_t>(std::lround(longest_bar * p));
    out +=
        line(session, fmt::format("  {:>8} {:>10.1f} %{}{}", id, 100 * p,
                                  bar > 0 ? "  " : "", std::string(bar, '#')));
  }
  return out;
}

std::string show_shuffled(const Session& session, const ModelView& view,
                          std::size_t count, std::uint64_t seed) {
  const horloge::NoPositions none;
  const Answer own = answer_of(view, view.ids, view.positions);
  const std::vector<std::int64_t> other = shuffled(view, own.of_the_ids, seed);
  const auto compare = [&](const std::string& title,
                           const PositionScheme* scheme, bool causal) {
    return "\n" + comparison(session, title,
                             answer_of(view, view.ids, scheme, causal),
                             answer_of(view, other, scheme, causal), count);
  };
  const bool masked = view.model.info.causal && own.of_the_ids;
  std::string out = wrapped(
      session, "", "The same words in another order: " + in_a_row(other), 2);
  out += compare("with positions: " + view.scheme, view.positions, true);
  out += compare(masked ? "with none, behind the causal mask" : "with none",
                 &none, true);
  if (masked)
    out += compare("with none, and every word in sight", &none, false);
  return out + "\n" +
         wrapped(session, "",
                 masked ? "Without positions only the causal mask tells the "
                          "order: each word sees those before it. With every "
                          "word in sight nothing does."
                        : "Without positions nothing tells the order.",
                 0);
}

std::string show_generated(const Session& session, const ModelView& view,
                           std::size_t count) {
  horloge::GenerateOptions options;
  options.max_new_tokens = count;
  options.positions = view.positions;
  const Ids all = view.model.generate(as_batch(view.ids), options);
  const std::size_t first =
      view.model.info.decoder_start_id ? 1 : view.ids.size();
  const std::vector<std::int64_t> written(
      all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  const bool ended = written.size() < count;
  return wrapped(session, "",
                 fmt::format("After {} it writes: {}{}", in_a_row(view.ids),
                             in_a_row(written), ended ? ", the end" : ""),
                 2);
}

}  // namespace runner
