#include "course/stage/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "course/stage/math_parser.h"
#include "course/stage/math_text.h"
#include "course/stage/narrow.h"

namespace stage {
namespace {

/// A piece of running text; pieces without white space between them stay
/// together.
struct Word {
  std::string text;
  std::size_t width = 0;
};

// md4c calls back as it meets blocks, spans and text. Text of a paragraph
// gathers in `line_`, word by word, and is wrapped when its block ends.
class Renderer {
 public:
  Renderer(const Terminal& terminal, MathNames plain)
      : terminal_(terminal), plain_(std::move(plain)) {}

  /// Names in the formulas whose indices have no small characters.
  const MathNames& plain_names() const { return found_plain_; }

  std::string take() && {
    while (out_.size() > 1 && out_[out_.size() - 1] == '\n' &&
           out_[out_.size() - 2] == '\n')
      out_.pop_back();
    return std::move(out_);
  }

  void enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_UL:
        lists_.push_back(0);
        break;
      case MD_BLOCK_OL:
        lists_.push_back(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
        break;
      case MD_BLOCK_LI:
        start_item();
        break;
      case MD_BLOCK_QUOTE:
        indent_ += 2;
        break;
      case MD_BLOCK_H:
        style_ = block_style_ = Style::heading;
        break;
      case MD_BLOCK_CODE:
        verbatim_.clear();
        in_code_ = true;
        break;
      case MD_BLOCK_TABLE:
        table_.clear();
        in_table_ = true;
        break;
      case MD_BLOCK_TR:
        table_.emplace_back();
        break;
      case MD_BLOCK_HR:
        out_ += std::string(terminal_.width, '-') + "\n\n";
        break;
      default:
        break;
    }
  }

  void leave_block(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        if (lists_.empty()) out_ += "\n";
        break;
      case MD_BLOCK_LI:
        wrap();
        indent_ -= 2;
        break;
      case MD_BLOCK_QUOTE:
        indent_ -= 2;
        break;
      case MD_BLOCK_H:
      case MD_BLOCK_P:
        wrap();
        below_formula_ = false;
        style_ = block_style_ = Style::plain;
        if (lists_.empty()) out_ += "\n";
        break;
      case MD_BLOCK_CODE:
        put_code();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        table_.back().push_back(take_cell());
        break;
      case MD_BLOCK_TABLE:
        in_table_ = false;
        put_table();
        break;
      default:
        break;
    }
  }

  void enter_span(MD_SPANTYPE type) {
    add_mark(type);
    if (type == MD_SPAN_CODE) style_ = Style::code;
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) style_ = Style::bold;
    if (is_formula(type)) {
      verbatim_.clear();
      in_formula_ = true;
    }
  }
  void leave_span(MD_SPANTYPE type) {
    if (is_formula(type)) put_formula(type == MD_SPAN_LATEXMATH_DISPLAY);
    if (type == MD_SPAN_CODE || type == MD_SPAN_STRONG || type == MD_SPAN_EM)
      style_ = block_style_;
    add_mark(type);
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (in_formula_) {
      verbatim_ += type == MD_TEXT_SOFTBR ? "\n" : text;
    } else if (in_code_) {
      verbatim_ += text;
    } else if (type == MD_TEXT_SOFTBR) {
      open_ = false;
    } else if (type == MD_TEXT_BR) {
      line_.push_back({"\n", 0});
      open_ = false;
    } else if (type != MD_TEXT_HTML) {
      add_words(text);
    }
  }

 private:
  static bool is_formula(MD_SPANTYPE type) {
    return type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
  }

  // Where there are no styles, *words* keep their stars and `code` its quotes.
  void add_mark(MD_SPANTYPE type) {
    if (terminal_.colour) return;
    if (type == MD_SPAN_CODE) add_piece("`");
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) add_piece("*");
  }

  void add_piece(std::string_view piece) {
    if (!open_) line_.emplace_back();
    line_.back().text += styled(terminal_, style_, piece);
    line_.back().width += display_width(piece);
    open_ = true;
  }

  void add_words(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
      const std::size_t end = std::min(text.find(' ', i), text.size());
      if (end > i) add_piece(text.substr(i, end - i));
      if (end < text.size()) open_ = false;
      i = end + 1;
    }
  }

  // Formulas on lines of their own stand as far in as code. A short one in
  // running text stays together.
  void put_formula(bool displayed) {
    constexpr std::size_t unbroken = 24;
    in_formula_ = false;
    found_plain_.merge(plain_indices(verbatim_));
    if (displayed && !in_table_ && block_style_ == Style::plain) {
      put_displayed_formula();
      return;
    }
    const std::string text = math_text(verbatim_, plain_);
    if (display_width(text) <= unbroken)
      add_piece(text);
    else
      add_words(text);
  }

  // Blank lines set it apart from the text of its paragraph.
  void put_displayed_formula() {
    const bool apart = lists_.empty();
    if (!line_.empty()) {
      wrap();
      if (apart) out_ += "\n";
    }
    const std::size_t indent = indent_ + 4;
    const std::size_t width =
        terminal_.width - std::min(terminal_.width, indent);
    std::string left = std::string(indent, ' ');
    if (!first_prefix_.empty())
      left.replace(indent_ - 2, first_prefix_.size(), first_prefix_);
    for (const std::string& row : math_lines(verbatim_, width, plain_)) {
      out_ += left + row + "\n";
      left = std::string(indent, ' ');
    }
    first_prefix_.clear();
    below_formula_ = apart;
  }

  void start_item() {
    wrap();  // of an item that holds this list
    indent_ += 2;
    unsigned& number = lists_.back();
    first_prefix_ = number == 0 ? "- " : std::to_string(number++) + ". ";
  }

  void wrap() {
    if (line_.empty()) return;
    if (below_formula_) out_ += "\n";
    below_formula_ = false;
    const std::string left(indent_, ' ');
    const std::size_t hang =
        first_prefix_.size() > 2 ? first_prefix_.size() - 2 : 0;
    out_ += first_prefix_.empty() ? left : left.substr(2) + first_prefix_;
    std::size_t column = indent_ + hang;
    bool first = true;
    for (const Word& word : line_) {
      if (word.text == "\n" ||
          (!first && column + 1 + word.width > terminal_.width)) {
        out_ += "\n" + left + std::string(hang, ' ');
        column = indent_ + hang;
        first = true;
        if (word.text == "\n") continue;
      }
      out_ += (first ? "" : " ") + word.text;
      column += word.width + (first ? 0 : 1);
      first = false;
    }
    out_ += "\n";
    line_.clear();
    first_prefix_.clear();
    open_ = false;
  }

  void put_code() {
    in_code_ = false;
    const std::string left(indent_ + 4, ' ');
    const std::size_t width =
        terminal_.columns - std::min(terminal_.columns, left.size());
    const std::string code = fit_code(verbatim_, width);
    for (std::size_t i = 0; i < code.size();) {
      const std::size_t end = code.find('\n', i);
      out_ +=
          left + styled(terminal_, Style::code, code.substr(i, end - i)) + "\n";
      i = end + 1;
    }
    out_ += "\n";
  }

  Word take_cell() {
    Word cell;
    for (const Word& word : line_) {
      cell.text += (cell.text.empty() ? "" : " ") + word.text;
      cell.width += word.width + (cell.width == 0 ? 0 : 1);
    }
    line_.clear();
    open_ = false;
    return cell;
  }

  // As words that may stand on several lines.
  void add_cell(const Word& cell) {
    for (std::size_t i = 0; i < cell.text.size();) {
      const std::size_t end =
          std::min(cell.text.find(' ', i), cell.text.size());
      const std::string word = cell.text.substr(i, end - i);
      line_.push_back({word, display_width(word)});
      i = end + 1;
    }
  }

  // A table that is wider than the window becomes one paragraph a row.
  void put_table() {
    std::vector<std::size_t> widths;
    for (const auto& row : table_)
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c == widths.size()) widths.push_back(0);
        widths[c] = std::max(widths[c], row[c].width);
      }
    std::size_t total = indent_;
    for (const std::size_t width : widths) total += width + 2;
    for (std::size_t r = 0; r < table_.size(); ++r) {
      std::string line(indent_, ' ');
      if (total > terminal_.width + 2) {
        for (std::size_t c = 0; c < table_[r].size(); ++c) {
          if (c > 0) line_.push_back({"|", 1});
          add_cell(table_[r][c]);
        }
        wrap();
        continue;
      }
      for (std::size_t c = 0; c < table_[r].size(); ++c)
        line += table_[r][c].text +
                std::string(widths[c] - table_[r][c].width + 2, ' ');
      line.erase(line.find_last_not_of(' ') + 1);
      out_ += line + "\n";
      if (r == 0) {
        for (const std::size_t width : widths)
          out_ += std::string(width, '-') + "  ";
        out_.erase(out_.find_last_not_of(' ') + 1);
        out_ += "\n";
      }
    }
    out_ += "\n";
  }

  const Terminal& terminal_;
  const MathNames plain_;
  MathNames found_plain_;
  std::string out_;
  std::vector<Word> line_;
  bool open_ = false;  // the last word may still grow
  Style style_ = Style::plain;
  Style block_style_ = Style::plain;  // what a span falls back to
  std::size_t indent_ = 0;
  std::vector<unsigned>
      lists_;  // the next number of each open list, 0 for bullets
  std::string first_prefix_;
  std::string verbatim_;
  bool in_code_ = false;
  bool in_formula_ = false;
  bool below_formula_ = false;
  bool in_table_ = false;
  std::vector<std::vector<Word>> table_;
};

Renderer& self(void* data) { return *static_cast<Renderer*>(data); }

MD_PARSER callbacks() {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    self(data).enter_block(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
    self(data).leave_block(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void*, void* data) {
    self(data).enter_span(type);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* data) {
    self(data).leave_span(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size,
                   void* data) {
    self(data).text(type, {text, size});
    return 0;
  };
  return parser;
}

Renderer render(std::string_view markdown, const Terminal& terminal,
                const MathNames& plain) {
  Renderer renderer(terminal, plain);
  const MD_PARSER parser = callbacks();
  if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser,
               &renderer) != 0)
    throw std::runtime_error("[render_markdown] the text could not be parsed");
  return renderer;
}

}  // namespace

// In W_q and W_k the indices of W look alike, though only one could be small.
std::string render_markdown(std::string_view markdown,
                            const Terminal& terminal) {
  Renderer renderer = render(markdown, terminal, {});
  if (!renderer.plain_names().empty())
    return render(markdown, terminal, renderer.plain_names()).take();
  return std::move(renderer).take();
}

}  // namespace stage
