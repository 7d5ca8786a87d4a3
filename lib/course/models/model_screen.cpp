#include "course/models/model_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "course/runner/screen.h"
#include "horloge/models/summary.h"
#include "horloge/nn/position/none.h"
#include "horloge/text/width.h"

namespace models {

using namespace runner;
namespace {

using horloge::LanguageModel;
using stage::Style;

// 0.1234 -> "12.3 %"
std::string percent(double part) {
  return part > 0 && part < 0.0005 ? "< 0.1 %"
                                   : fmt::format("{:.1f} %", 100 * part);
}

std::string line(const Session& session, const std::string& text) {
  return horloge::cut_to_width(text, session.terminal.columns) + "\n";
}

// The first columns of a table of words: ids, and what they spell if that is
// known.
class WordColumns {
 public:
  WordColumns(const ModelScreen& screen, std::vector<std::int64_t> ids)
      : names_(screen.names), ids_(std::move(ids)) {
    if (names_.empty()) return;
    for (const std::int64_t id : ids_)
      width_ = std::max(width_, stage::display_width(name(id)));
    // A narrow terminal has room for the numbers alone.
    const std::size_t columns = screen.session.terminal.columns;
    const std::size_t most =
        columns < 39 ? 0 : std::min<std::size_t>(24, columns - 31);
    width_ = std::min(width_, most);
  }

  const std::vector<std::int64_t>& ids() const { return ids_; }
  std::size_t width() const { return 10 + (width_ > 0 ? width_ + 2 : 0); }

  std::string heading() const {
    return fmt::format("{:<{}}", "     token", width());
  }
  std::string row(std::int64_t id) const {
    const std::string cell = fmt::format("  {:>8}", id);
    if (width_ == 0) return cell;
    const std::string shown = horloge::cut_to_width(name(id), width_);
    return cell + "  " + shown +
           std::string(width_ - stage::display_width(shown), ' ');
  }

 private:
  std::string name(std::int64_t id) const {
    return "\"" + names_.piece(id) + "\"";
  }

  const TokenNames& names_;
  std::vector<std::int64_t> ids_;
  std::size_t width_ = 0;
};

double of(const Answer& answer, std::int64_t id) {
  return answer.numbers[static_cast<std::size_t>(id)];
}

// Less than this is shown as 0.0 %, and may be rounding.
constexpr double visible = 0.0005;

std::string sentence_about(const Answer& before, const Answer& after) {
  const double part = moved(before, after);
  if (part < visible) return "Nothing changed.";
  const std::string percent = fmt::format("{:.1f} %", 100 * part);
  return before.of_words
             ? percent + " of the probability went to other tokens."
             : "The hidden state moved by " + percent + " of its length.";
}

// The answers to both orders under one scheme.
struct Comparison {
  std::string title;
  Answer before, after;

  bool same() const { return moved(before, after) < visible; }
};

std::string show_comparison(const ModelScreen& screen, const Comparison& c) {
  std::string out = "\n" + wrapped(screen.session, "  ", c.title, 2);
  if (c.before.of_words) {
    const WordColumns words(screen, likeliest(c.before, screen.top));
    out += line(screen.session, words.heading() + "   before  shuffled");
    for (const std::int64_t id : words.ids())
      out += line(
          screen.session,
          words.row(id) + fmt::format(" {:>8} {:>9}", percent(of(c.before, id)),
                                      percent(of(c.after, id))));
  }
  return out +
         wrapped(screen.session, "    ", sentence_about(c.before, c.after), 4);
}

// What the comparisons show; nothing where they do not, as behind a window.
std::string moral(const LanguageModel& model, bool mask_is_enough,
                  bool nothing_tells) {
  if (!nothing_tells) return "";
  if (!looks_back(model)) return "Without positions nothing tells the order.";
  if (mask_is_enough)
    return "Without positions only the causal mask tells the order: each token "
           "sees those before it. With every token in sight nothing does.";
  if (model.info.sizes.num_layers == 1)
    return "Without positions nothing tells the order to a single layer: the "
           "token looked at sees the same tokens before it. With more layers "
           "the "
           "causal mask would tell it.";
  return "Without positions nothing tells the order here.";
}

}  // namespace

std::string in_a_row(const TokenNames& names,
                     const std::vector<std::int64_t>& ids) {
  if (!names.empty()) return "\"" + names.text(ids) + "\"";
  std::string row;
  for (const std::int64_t id : ids)
    row += (row.empty() ? "" : " ") + std::to_string(id);
  return row;
}

std::string paragraph(const Session& session, const std::string& text) {
  constexpr std::size_t hang = 2;
  std::string out;
  for (const std::string& l :
       horloge::wrap_to_width(text, session.terminal.width - hang))
    out += std::string(out.empty() ? 0 : hang, ' ') + l + "\n";
  return out;
}

std::string show_summary(const Session& session, const LanguageModel& model,
                         const std::string& scheme) {
  const auto& info = model.info;
  const auto entry = [&](const std::string& name, const std::string& text) {
    const std::string start = fmt::format("  {:<12}", name);
    return wrapped(session, start, text, start.size());
  };
  std::string out =
      stage::styled(
          session.terminal, Style::heading,
          horloge::cut_to_width(info.architecture, session.terminal.columns)) +
      "\n";
  for (const auto& [name, text] : horloge::summary_of(model)) {
    const bool other = name == "positions" && scheme != text;
    out += entry(name, other ? scheme + "; its own are " + text : text);
  }
  return out;
}

std::string show_predictions(const ModelScreen& screen, const Answer& answer) {
  const ModelView& view = screen.view;
  if (!answer.of_words)
    return wrapped(screen.session, "",
                   fmt::format("This {} has no head: it ends with hidden "
                               "states, and predicts no tokens.",
                               view.model.info.architecture),
                   0);
  std::vector<std::int64_t> seen = view.ids;
  if (looks_back(view.model)) seen.resize(view.place + 1);
  const std::string where =
      writes_about(view.model) ? "The first token about "
      : looks_back(view.model)
          ? "The next token after "
          : fmt::format("The token at position {} of ", view.place + 1);
  std::string out =
      paragraph(screen.session, where + in_a_row(screen.names, seen) + ":");

  const WordColumns words(screen, likeliest(answer, screen.top));
  out += line(screen.session, words.heading() + "  probability");
  const std::size_t used = words.width() + 15;
  const std::size_t columns = screen.session.terminal.columns;
  const double longest =
      columns > used ? std::min<double>(30, columns - used) : 0;
  for (const std::int64_t id : words.ids()) {
    const double p = of(answer, id);
    const auto bar = static_cast<std::size_t>(std::lround(longest * p));
    out += line(screen.session,
                words.row(id) + fmt::format(" {:>12}", percent(p)) +
                    (bar > 0 ? "  " : "") + std::string(bar, '#'));
  }
  return out;
}

std::string show_shuffled(const ModelScreen& screen, const Answer& own,
                          const std::vector<std::int64_t>& other) {
  const ModelView& view = screen.view;
  const horloge::NoPositions none;
  const auto compare = [&](const std::string& title, bool causal) {
    return Comparison{title, answer_of(view, view.ids, &none, causal),
                      answer_of(view, other, &none, causal)};
  };
  std::string out =
      paragraph(screen.session, "The same tokens in another order: " +
                                    in_a_row(screen.names, other));
  if (screen.scheme != "none")
    out += show_comparison(screen, {"with positions: " + screen.scheme, own,
                                    answer_of(view, other, view.positions)});

  const bool masked = looks_back(view.model);
  const Comparison first =
      compare(masked ? "with none, behind the causal mask" : "with none", true);
  out += show_comparison(screen, first);
  bool nothing_tells = first.same();
  if (masked) {
    const Comparison all =
        compare("with none, and every token in sight", false);
    out += show_comparison(screen, all);
    nothing_tells = all.same();
  }
  const std::string sentence =
      moral(view.model, masked && !first.same(), nothing_tells);
  return sentence.empty()
             ? out
             : out + "\n" + wrapped(screen.session, "", sentence, 0);
}

}  // namespace models
