#include "horloge/text/tokenizers/pre_tokenizer.h"

#include <map>
#include <utility>

#include "horloge/text/tokenizers/byte_letters.h"
#include "horloge/text/tokenizers/characters.h"
#include "horloge/text/tokenizers/regex.h"
#include "horloge/text/tokenizers/text_pattern.h"
#include "horloge/text/tokenizers/text_work.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

constexpr const char* gpt2_words =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

void add_parts(const TextPiece& piece, const std::vector<TextSpan>& spans, SplitBehavior behavior,
               TextPieces& out) {
  for (const TextSpan& part : split(spans, behavior))
    out.push_back(
        {piece.text.substr(part.begin, part.end - part.begin), piece.at_start && part.begin == 0});
}

PreTokenizer at_each(bool (*kind)(char32_t), SplitBehavior behavior) {
  return [=](const TextPiece& piece, TextPieces& out) {
    add_parts(piece, spans_of(piece.text, kind), behavior, out);
  };
}

PreTokenizer in_turn(const std::vector<PreTokenizer>& steps) {
  return [=](const TextPiece& piece, TextPieces& out) {
    TextPieces pieces = {piece};
    const TextWork work(piece.text.size());
    for (const PreTokenizer& step : steps) {
      TextWork::need(1 + piece.text.size());
      TextPieces smaller;
      for (const TextPiece& p : pieces) step(p, smaller);
      pieces = std::move(smaller);
    }
    out.insert(out.end(), std::make_move_iterator(pieces.begin()),
               std::make_move_iterator(pieces.end()));
  };
}

SplitBehavior read_behavior(const PartSettings& settings, const std::string& fallback) {
  static const std::map<std::string, SplitBehavior> names = {
      {"Removed", SplitBehavior::removed},
      {"Isolated", SplitBehavior::isolated},
      {"MergedWithPrevious", SplitBehavior::merged_with_previous},
      {"MergedWithNext", SplitBehavior::merged_with_next},
      {"Contiguous", SplitBehavior::contiguous}};
  const auto found = names.find(settings.text("behavior", fallback));
  if (found == names.end()) settings.refuse("behavior");
  return found->second;
}

PreTokenizer byte_level(bool add_prefix_space, bool use_regex) {
  return [=, words = Regex(gpt2_words)](const TextPiece& piece, TextPieces& out) {
    TextPiece whole = piece;
    if (add_prefix_space && !whole.text.empty() && whole.text[0] != ' ') whole.text.insert(0, " ");
    const std::size_t from = out.size();
    if (use_regex)
      add_parts(whole, words.spans(whole.text), SplitBehavior::isolated, out);
    else
      out.push_back(whole);
    for (std::size_t i = from; i < out.size(); ++i) out[i].text = to_byte_letters(out[i].text);
  };
}

PreTokenizer read_byte_level(const PartSettings& settings) {
  settings.ignore({"trim_offsets"});
  return byte_level(settings.flag("add_prefix_space", true), settings.flag("use_regex", true));
}

enum class Prepend { first, never, always };

Prepend read_prepend_scheme(const PartSettings& settings) {
  const std::string scheme = settings.text("prepend_scheme", "always");
  const bool prefix = settings.flag("add_prefix_space", true);
  if (scheme == "never" || !prefix) return Prepend::never;
  if (scheme == "first") return Prepend::first;
  if (scheme != "always") settings.refuse("prepend_scheme");
  return Prepend::always;
}

// ▁ for each space, and one before the text; each piece begins with one.
PreTokenizer read_metaspace(const PartSettings& settings) {
  settings.ignore({"str_rep"});
  const std::string mark = read_mark(settings);
  const Prepend prepend = read_prepend_scheme(settings);
  const bool cut = settings.flag("split", true);
  return [=](const TextPiece& piece, TextPieces& out) {
    TextPiece marked{"", piece.at_start};
    for (const char c : piece.text) marked.text += c == ' ' ? mark : std::string(1, c);
    const bool wanted = prepend == Prepend::always || (prepend == Prepend::first && piece.at_start);
    if (wanted && !marked.text.empty() && marked.text.rfind(mark, 0) != 0)
      marked.text.insert(0, mark);
    if (cut)
      add_parts(marked, spans_of(marked.text, mark), SplitBehavior::merged_with_next, out);
    else
      out.push_back(marked);
  };
}

PreTokenizer read_split(const PartSettings& settings) {
  const TextPattern pattern = read_pattern(settings);
  const SplitBehavior behavior = read_behavior(settings, "Isolated");
  const bool invert = settings.flag("invert", false);
  return [=](const TextPiece& piece, TextPieces& out) {
    std::vector<TextSpan> spans = pattern(piece.text);
    if (invert)
      for (TextSpan& span : spans) span.matches = !span.matches;
    add_parts(piece, spans, behavior, out);
  };
}

PreTokenizer read_digits(const PartSettings& settings) {
  return at_each(is_numeric, settings.flag("individual_digits", false) ? SplitBehavior::isolated
                                                                       : SplitBehavior::contiguous);
}

PreTokenizer read_punctuation(const PartSettings& settings) {
  return at_each(is_punctuation, read_behavior(settings, "Isolated"));
}

// Runs of word letters, and runs of what is neither that nor white space.
PreTokenizer whitespace(const PartSettings&) {
  const auto not_word = [](char32_t code) { return !is_word_letter(code); };
  return in_turn({at_each(is_unicode_space, SplitBehavior::removed),
                  at_each(not_word, SplitBehavior::contiguous)});
}

PreTokenizer whitespace_split(const PartSettings&) {
  return at_each(is_unicode_space, SplitBehavior::removed);
}

PreTokenizer read_delimiter(const PartSettings& settings) {
  const std::string delimiter = settings.text("delimiter");
  if (delimiter.empty()) settings.fail("delimiter", "must not be empty");
  return [=](const TextPiece& piece, TextPieces& out) {
    add_parts(piece, spans_of(piece.text, delimiter), SplitBehavior::removed, out);
  };
}

PreTokenizer read_steps(const PartSettings& settings) {
  std::vector<PreTokenizer> steps;
  for (const PartSettings& step : settings.parts("pretokenizers"))
    steps.push_back(read_pre_tokenizer(step));
  return in_turn(steps);
}

PreTokenizer bert(const PartSettings&) { return bert_words(); }

}  // namespace

PreTokenizer byte_level_words() { return byte_level(false, true); }

PreTokenizer bert_words() {
  return in_turn({at_each(is_unicode_space, SplitBehavior::removed),
                  at_each(is_punctuation, SplitBehavior::isolated)});
}

PreTokenizer read_pre_tokenizer(const PartSettings& settings) {
  static const std::map<std::string, PreTokenizer (*)(const PartSettings&)> kinds = {
      {"BertPreTokenizer", bert},
      {"ByteLevel", read_byte_level},
      {"CharDelimiterSplit", read_delimiter},
      {"Digits", read_digits},
      {"Metaspace", read_metaspace},
      {"Punctuation", read_punctuation},
      {"Sequence", read_steps},
      {"Split", read_split},
      {"Whitespace", whitespace},
      {"WhitespaceSplit", whitespace_split}};
  const auto found = kinds.find(settings.text("type"));
  if (found == kinds.end()) settings.refuse("type");
  PreTokenizer pre_tokenizer = found->second(settings);
  settings.finish();
  return pre_tokenizer;
}

}  // namespace horloge
