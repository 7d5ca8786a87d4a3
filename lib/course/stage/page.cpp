#include "course/stage/page.h"

#include <algorithm>

#include "course/stage/narrow.h"
#include "horloge/figures/terminal.h"
#include "horloge/text/width.h"

namespace stage {
namespace {

std::string drawn(const horloge::Figure& figure, const Terminal& terminal,
                  std::size_t rows) {
  // Title, axes, legend and the question below: all is seen at once.
  constexpr std::size_t around = 7;
  horloge::Canvas canvas;
  canvas.width = std::min<std::size_t>(terminal.columns, 100);
  canvas.height = rows;
  // Without colour a line holds one row of a heat map, not two.
  const bool tall =
      !terminal.colour && std::holds_alternative<horloge::HeatMap>(figure);
  if (terminal.rows > around)
    canvas.height =
        std::min(canvas.height, (terminal.rows - around) / (tall ? 2 : 1));
  canvas.colour = terminal.colour;
  canvas.utf8 = terminal.utf8;
  try {
    return horloge::draw(figure, canvas);
  } catch (const std::exception& e) {
    return fmt::format("(This figure cannot be drawn: {})\n", e.what());
  }
}

}  // namespace

Passage passage_of(const Piece& piece, std::size_t rows) {
  if (piece.figure)
    return {[figure = piece.figure, rows](const Terminal& terminal) {
              return drawn(*figure, terminal, rows);
            },
            true};
  return {[text = piece.text](const Terminal& terminal) {
    return fit_printed(*text, terminal.columns);
  }};
}

Page::Page(const Terminal& terminal, std::uint64_t seed, Pager* pager,
           std::string keys)
    : terminal_(terminal),
      seed_(seed),
      pager_(pager),
      keys_(std::move(keys)),
      progress_(live_line(terminal)) {
  if (!keys_.empty()) progress("");
}

void Page::put(const std::string& text) {
  constexpr std::size_t usual = 80;  // what lessons print is no wider
  if (terminal_.columns >= usual) return add_text(text);
  waiting_ += text;
  const std::size_t end = waiting_.rfind("\n\n");
  if (end == std::string::npos) return;
  const std::string whole = waiting_.substr(0, end + 2);
  waiting_.erase(0, end + 2);
  add_text(whole);
}

void Page::finish() {
  const std::string rest = std::exchange(waiting_, {});
  if (!rest.empty()) add_text(rest);
  progress_.erase();
}

// A blank line stands below a figure, too.
void Page::add_text(const std::string& text) {
  if (text.empty()) return;
  progress_.erase();
  const bool below_figure =
      !pieces_.empty() && pieces_.back().figure != nullptr;
  if (below_figure && text[0] != '\n') separate();
  if (pieces_.empty() || pieces_.back().figure) {
    pieces_.push_back({std::make_shared<std::string>(), nullptr});
    if (pager_ != nullptr) pager_->show(passage_of(pieces_.back()));
  }
  *pieces_.back().text += text;
  end_ = (end_ + text)
             .substr(std::max<std::size_t>(end_.size() + text.size(), 2) - 2);
  const std::string fitted = fit_printed(text, terminal_.columns);
  if (pager_ == nullptr)
    stage::show(fitted);
  else
    pager_->grow(fitted);
  if (!keys_.empty() && end_.back() == '\n') progress("");
}

void Page::separate() {
  const bool is_separate = end_ == "\n" || end_ == "\n\n";
  if (!is_separate) add_text("\n");
}

std::string Page::printed() const {
  std::string text;
  for (const Piece& piece : pieces_) text += passage_of(piece).text(terminal_);
  return text;
}

void Page::show(const horloge::Figure& figure) {
  finish();
  if (!pieces_.empty()) separate();
  pieces_.push_back({nullptr, std::make_shared<const horloge::Figure>(figure)});
  end_ = ".\n";
  const Passage passage = passage_of(pieces_.back());
  if (pager_ == nullptr)
    stage::show(passage.text(terminal_));
  else
    pager_->show(passage);
}

// In a narrow window the keys come first.
void Page::progress(const std::string& text) {
  if (!terminal_.interactive || !terminal_.moves) return;
  const std::string keys = (text.empty() || keys_.empty() ? "" : "   ") + keys_;
  const std::size_t room = std::max<std::size_t>(terminal_.columns, 1) - 1;
  progress_.draw(
      horloge::cut_to_width(text, room - std::min(room, display_width(keys))) +
          keys,
      terminal_.columns);
}

}  // namespace stage
