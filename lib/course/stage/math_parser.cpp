#include "course/stage/math_parser.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <utility>

#include "course/stage/math_environment.h"
#include "course/stage/math_reader.h"
#include "course/stage/math_row.h"
#include "course/stage/math_script.h"
#include "horloge/text/width.h"

namespace stage {
namespace {

using K = MathKind;

constexpr std::size_t longest = 1000;  // longer input is shown verbatim
constexpr int deepest = 100;

bool is_any_of(std::string_view name,
               std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n\t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \n\t") + 1 - begin);
}

class Parser {
 public:
  Parser(std::string_view latex, bool tall, const MathNames& plain)
      : in_(latex), tall_(tall), plain_(plain) {}

  // Lines that \\ separates stand below each other.
  MathBox parse() {
    MathTable lines;
    do {
      const MathBox line = join(parse_row(End::formula), false);
      if (in_.is_done() && lines.cells.empty()) return line;
      for (const std::string& row : line.rows)
        if (!row.empty()) lines.cells.push_back({row});
    } while (!in_.is_done());
    return lay_out(lines);
  }

  MathNames plain_names() { return has_plain_ ? indexed_ : MathNames(); }

 private:
  enum class End { formula, brace, right, cell };

  bool at_end(End end) const {
    switch (end) {
      case End::brace:
        return in_.next() == '}';
      case End::right:
        return in_.command() == "right";
      case End::cell:
        return in_.next() == '&' || in_.command() == "\\" ||
               in_.command() == "end";
      case End::formula:
        break;
    }
    return false;
  }

  MathRow parse_row(End end) {
    MathRow row;
    ++depth_;
    spaced_ = false;
    while (true) {
      const bool after_space = in_.skip_spaces() || spaced_;
      if (in_.is_done() || at_end(end)) break;
      if (end == End::formula && in_.command() == "\\") {
        skip_line_end();
        break;
      }
      if (depth_ > deepest) {
        row.push_back(make(in_.take_all(), K::ordinary));
        break;
      }
      const std::size_t before = row.size();
      parse_piece(row);
      parse_scripts(row);
      if (row.size() > before) row[before].after_space = after_space;
    }
    --depth_;
    return row;
  }

  void skip_line_end() {
    in_.skip_command();
    in_.take("*");
    in_.skip_option();
  }

  static MathPiece make(std::string text, MathKind kind) {
    MathPiece piece;
    piece.box = MathBox(std::move(text));
    piece.kind = kind;
    piece.apart = kind == K::word;
    return piece;
  }

  static MathPiece make(MathBox box, bool apart) {
    MathPiece piece;
    piece.box = std::move(box);
    piece.apart = apart;
    return piece;
  }

  void parse_piece(MathRow& row) {
    const char c = in_.next();
    if (!in_.command().empty()) {
      const std::string name(in_.command());
      in_.skip_command();
      parse_command(row, name);
    } else if (in_.take("{")) {
      row.push_back(group(parse_rest_of_group()));
    } else if (c != '_' && c != '^' && c != '\'') {  // else scripts of nothing
      if (in_.take(":=")) {
        row.push_back(make(":=", K::relation));
        return;
      }
      const std::string character = in_.take_character();
      if (c == '&' || c == '}' || c == '\\') return;  // out of place
      row.push_back(make(c == '~' ? " " : character, character_kind(c)));
      row.back().bare = std::isalnum(static_cast<unsigned char>(c)) != 0;
    }
  }

  MathRow parse_rest_of_group() {
    MathRow row = parse_row(End::brace);
    in_.take("}");
    return row;
  }

  // {...} only holds things together.
  MathPiece group(MathRow row) {
    if (row.size() == 1) return row[0];
    const bool apart = !row.empty() && row.back().apart;
    const bool loose = bond(row) != MathBond::one_thing;
    MathPiece piece = make(join(std::move(row), tight_), apart);
    piece.loose = loose;
    return piece;
  }

  // What a command is applied to: {...}, or one thing.
  MathRow parse_argument() {
    in_.skip_spaces();
    if (in_.take("{")) return parse_rest_of_group();
    MathRow row;
    if (depth_ >= deepest || in_.is_done()) return row;
    if (in_.next() == '}' || in_.next() == '&') return row;
    ++depth_;
    parse_piece(row);
    --depth_;
    return row;
  }

  MathRow parse_tight_argument() {
    const bool before = std::exchange(tight_, true);
    MathRow row = parse_argument();
    tight_ = before;
    return row;
  }

  void parse_scripts(MathRow& row) {
    std::optional<MathRow> low, high;
    std::string primes;
    while (true) {
      spaced_ = in_.skip_spaces();
      if (in_.take("''"))
        primes += "″";
      else if (in_.take("'"))
        primes += "′";
      else if (in_.take("_"))
        low = parse_tight_argument();
      else if (in_.take("^"))
        high = parse_tight_argument();
      else if (in_.command() == "limits" || in_.command() == "nolimits")
        in_.skip_command();
      else
        break;
    }
    if (!low && !high && primes.empty()) return;
    if (row.empty()) row.emplace_back();
    append(row.back().box, MathBox(primes));
    if (low) add_index(row.back(), *low);
    if (high) attach_exponent(row.back(), *high);
  }

  void add_index(MathPiece& piece, const MathRow& index) {
    const IndexForm form = index_form(index);
    const bool counts = !tight_ && piece.kind != K::big;
    const std::string name = piece.box.line();
    if (counts && form != IndexForm::own) indexed_.insert(name);
    has_plain_ = has_plain_ || (counts && form == IndexForm::plain);
    attach_index(piece, index, plain_.count(name) > 0);
  }

  void parse_command(MathRow& row, const std::string& name) {
    if (const auto symbol = math_symbol(name)) {
      row.push_back(make(std::string(symbol->text), symbol->kind));
    } else if (is_any_of(name, {"frac", "dfrac", "tfrac", "cfrac"})) {
      row.push_back(parse_fraction());
    } else if (name == "sqrt") {
      row.push_back(parse_root());
    } else if (is_any_of(name, {"text", "textrm", "textbf", "textit", "texttt",
                                "mathrm", "mathsf", "mathtt", "operatorname",
                                "mbox", "textsf"})) {
      in_.take("*");
      parse_text(row);
    } else if (name == "mathbb") {
      row.push_back(make(blackboard(trimmed(in_.take_raw())), K::ordinary));
    } else if (!accent(name).empty()) {
      row.push_back(parse_accent(name));
    } else if (name == "left") {
      row.push_back(parse_fence());
    } else if (name == "begin") {
      row.push_back(parse_environment());
    } else {
      parse_rare_command(row, name);
    }
  }

  void parse_rare_command(MathRow& row, const std::string& name) {
    if (is_any_of(name, {"mathbf", "boldsymbol", "bm", "mathcal", "mathit",
                         "mathscr", "mathfrak", "underline", "underbrace",
                         "overbrace", "boxed", "substack", "mathstrut"})) {
      row.push_back(group(parse_argument()));
    } else if (name == "binom") {
      const std::string upper = join(parse_argument(), tight_).line();
      const std::string lower = join(parse_argument(), tight_).line();
      row.push_back(make(MathBox("C(" + upper + ", " + lower + ")"), true));
    } else if (is_any_of(name, {"overset", "underset", "stackrel"})) {
      parse_argument();
      row.push_back(group(parse_argument()));
    } else if (name == "not") {
      MathRow next = parse_argument();
      if (next.empty()) return;
      append(next[0].box, MathBox("\u0338"));
      row.push_back(next[0]);
    } else if (name == "middle") {
      row.push_back(make("|", K::relation));
      take_delimiter();
    } else if (name == "pmod") {
      row.push_back(make("(mod " + in_.take_raw() + ")", K::word));
    } else if (name == "\\") {
      row.push_back(make(" ", K::space));
    } else if (name == "right") {
      take_delimiter();  // of a bracket that was never opened
    } else if (is_any_of(name, {"end", "label", "color", "phantom", "hspace",
                                "vspace", "tag"})) {
      in_.take_raw();
    } else if (!is_any_of(
                   name, {"big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl",
                          "Bigr", "biggl", "biggr", "displaystyle", "textstyle",
                          "nonumber", "notag", "limits", "nolimits"})) {
      row.push_back(make(name, K::word));
    }
  }

  void parse_text(MathRow& row) {
    const std::string text = in_.take_raw();
    const std::string core = trimmed(text);
    if (core.empty()) {
      row.push_back(make(text, K::space));
      return;
    }
    const bool starts_word =
        std::string_view(",.;:)").find(core[0]) == std::string_view::npos;
    const bool one_letter = core.size() == 1 && starts_word;
    row.push_back(make(core, one_letter    ? K::ordinary
                             : starts_word ? K::word
                                           : K::punctuation));
    row.back().bare = one_letter;
  }

  MathPiece parse_fraction() {
    const MathRow upper = parse_argument();
    const MathRow lower = parse_argument();
    MathBox box(join(upper, tight_).line());
    MathBox below(join(lower, tight_).line());
    if (bond(upper) == MathBond::sum) box = fenced(box, "(", ")");
    if (bond(lower) != MathBond::one_thing) below = fenced(below, "(", ")");
    append(box, MathBox(tight_ ? "/" : " / "));
    append(box, below);
    MathPiece piece = make(box, true);
    piece.fraction = true;
    return piece;
  }

  MathPiece parse_root() {
    std::string degree;
    if (in_.next() == '[') {
      in_.take("[");
      while (!in_.is_done() && in_.next() != ']')
        degree += in_.take_character();
      in_.take("]");
      degree = superscript(degree).value_or(degree);
    }
    const MathRow row = parse_argument();
    MathBox inner(join(row, tight_).line());
    if (bond(row) != MathBond::one_thing) inner = fenced(inner, "(", ")");
    MathBox box(degree + "√");
    append(box, inner);
    MathPiece piece = make(box, true);
    piece.loose = true;
    return piece;
  }

  // A mark above a letter; a longer thing is hat(abc).
  MathPiece parse_accent(const std::string& name) {
    const MathRow row = parse_argument();
    MathBox box(join(row, tight_).line());
    if (horloge::display_width(box.rows[0]) > 1)
      return make(MathBox(name + "(" + box.rows[0] + ")"), true);
    append(box, MathBox(std::string(accent(name))));
    MathPiece piece = make(box, false);
    piece.bare = row.size() == 1 && row[0].bare;
    return piece;
  }

  std::string take_delimiter() {
    in_.skip_spaces();
    if (in_.command().empty()) return in_.take_character();
    const auto symbol = math_symbol(in_.command());
    in_.skip_command();
    return symbol ? std::string(symbol->text) : ".";
  }

  // \left( ... \right)
  MathPiece parse_fence() {
    const std::string open = take_delimiter();
    MathRow row = parse_row(End::right);
    std::string close = ".";
    if (in_.command() == "right") {
      in_.skip_command();
      close = take_delimiter();
    }
    return make(fenced(join(std::move(row), tight_), open, close), true);
  }

  MathCells parse_cells() {
    MathCells cells(1);
    while (true) {
      cells.back().push_back(join(parse_row(End::cell), tight_).line());
      if (in_.take("&")) continue;
      if (in_.command() != "\\") break;
      skip_line_end();
      cells.emplace_back();
    }
    if (in_.command() == "end") {
      in_.skip_command();
      in_.take_raw();
    }
    if (cells.back().size() == 1 && cells.back()[0].empty()) cells.pop_back();
    return cells;
  }

  MathPiece parse_environment() {
    const std::string name = in_.take_raw();
    in_.skip_option();
    if (name == "array") in_.take_raw();
    MathCells cells = parse_cells();
    return make(environment(name, std::move(cells), tall_ && !tight_), true);
  }

  MathReader in_;
  bool tall_;
  const MathNames& plain_;
  MathNames indexed_;       // names that have indices
  bool has_plain_ = false;  // one of them cannot be small
  bool tight_ = false;      // in an index or exponent
  bool spaced_ = false;     // spaces stood behind the last piece
  int depth_ = 0;
};

}  // namespace

MathBox parse_math(std::string_view latex, bool tall, const MathNames& plain) {
  if (latex.size() > longest) return MathBox(std::string(latex));
  return Parser(latex, tall, plain).parse();
}

MathNames plain_indices(std::string_view latex) {
  const MathNames none;
  Parser parser(latex.substr(0, longest), false, none);
  parser.parse();
  return parser.plain_names();
}

}  // namespace stage
