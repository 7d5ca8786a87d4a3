#include "horloge/text/tokenizers/token_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/byte_letters.h"
#include "horloge/text/tokenizers/text_pattern.h"
#include "horloge/text/tokenizers/text_work.h"

namespace horloge {
namespace {

using Step = TokenDecoder::Step;
using Steps = std::vector<Step>;

// Tokens are short; rules that double one, one after the other, must not take all memory.
void need_modest_growth(const std::string& token, const std::string& spelled) {
  constexpr std::size_t always = 1000, most_times = 100;
  if (spelled.size() > always + most_times * token.size())
    throw ValueError(
        fmt::format("[TokenDecoder] the token \"{}\" becomes too long by the tokenizer's rules",
                    excerpt(token)));
}

void replace_each(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
}

// What BERT's own decoder tidies up, in its order.
void tidy(std::string& token) {
  static const std::pair<const char*, const char*> rules[] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : rules) replace_each(token, from, to);
}

Step decode_replace(const PartSettings& settings) {
  const TextPattern pattern = read_pattern(settings);
  const std::string content = settings.text("content");
  return [=](const std::string& token, bool) {
    std::string out;
    for (const TextSpan& span : pattern(token)) {
      if (span.matches)
        out += content;
      else
        out.append(token, span.begin, span.end - span.begin);
      need_modest_growth(token, out);
    }
    return out;
  };
}

// Takes characters off both ends of a token, or off the front of the first one alone.
Step decode_strip(const PartSettings& settings, bool of_text) {
  const std::string content = settings.text("content");
  if (content.empty()) settings.fail("content", "must not be empty");
  const std::size_t start = settings.size("start", 0), stop = settings.size("stop", 0);
  if (of_text && stop > 0) settings.refuse("stop");
  return [=](std::string token, bool first) {
    const auto ends = [&] {
      return token.size() >= content.size() &&
             token.compare(token.size() - content.size(), content.size(), content) == 0;
    };
    if (of_text && !first) return token;
    for (std::size_t i = 0; i < start && token.rfind(content, 0) == 0; ++i)
      token.erase(0, content.size());
    for (std::size_t i = 0; i < stop && ends(); ++i) token.erase(token.size() - content.size());
    return token;
  };
}

Step read_metaspace_step(const PartSettings& settings) {
  settings.ignore({"str_rep", "split"});
  const bool prefix = settings.flag("add_prefix_space", true);
  const std::string mark = read_mark(settings);
  return decode_metaspace(mark, prefix && settings.text("prepend_scheme", "always") != "never");
}

// What follows a Fuse applies to the text as a whole.
void add_steps(const PartSettings& settings, Steps& steps, bool& fused);

void add_step(const PartSettings& settings, Steps& steps, bool& fused) {
  const std::string type = settings.text("type");
  if (fused && type != "Strip" && type != "Fuse") settings.refuse("type");
  if (type == "ByteLevel") {
    settings.ignore({"add_prefix_space", "trim_offsets", "use_regex"});
    steps.push_back(decode_byte_level());
  } else if (type == "ByteFallback") {
    steps.push_back(decode_byte_fallback());
  } else if (type == "Metaspace") {
    steps.push_back(read_metaspace_step(settings));
  } else if (type == "WordPiece") {
    steps.push_back(
        decode_word_piece(settings.text("prefix", "##"), settings.flag("cleanup", true)));
  } else if (type == "Replace") {
    steps.push_back(decode_replace(settings));
  } else if (type == "Strip") {
    steps.push_back(decode_strip(settings, fused));
  } else if (type == "Fuse") {
    fused = true;  // also where it is the only one: the tokens as they are, without spaces
    steps.push_back([](const std::string& token, bool) { return token; });
  } else if (type == "Sequence") {
    add_steps(settings, steps, fused);
  } else {
    settings.refuse("type");
  }
  settings.finish();
}

void add_steps(const PartSettings& settings, Steps& steps, bool& fused) {
  for (const PartSettings& step : settings.parts("decoders")) add_step(step, steps, fused);
}

}  // namespace

TokenDecoder::TokenDecoder(Steps steps) : steps_(std::move(steps)) {
  if (steps_.empty())
    steps_.push_back(
        [](const std::string& token, bool first) { return first ? token : " " + token; });
}

std::string TokenDecoder::operator()(const std::string& token, bool first) const {
  std::string text = token;
  const TextWork work(token.size());
  for (const Step& step : steps_) {
    TextWork::need(1 + text.size());
    text = step(std::move(text), first);
    need_modest_growth(token, text);
  }
  return text;
}

Step decode_byte_level() {
  return [](const std::string& token, bool) { return from_byte_letters(token).value_or(token); };
}

Step decode_word_piece(const std::string& prefix, bool cleanup) {
  return [=](std::string token, bool first) {
    if (!first) token = token.rfind(prefix, 0) == 0 ? token.substr(prefix.size()) : " " + token;
    if (cleanup) tidy(token);
    return token;
  };
}

Step decode_metaspace(const std::string& mark, bool is_prepended) {
  return [=](std::string token, bool first) {
    replace_each(token, mark, first && is_prepended ? "" : " ");
    return token;
  };
}

Step decode_byte_fallback() {
  return [](std::string token, bool) {
    constexpr const char* digits = "0123456789ABCDEFabcdef";
    if (token.size() != 6 || token.rfind("<0x", 0) != 0 || token.back() != '>') return token;
    const std::string number = token.substr(3, 2);
    if (number.find_first_not_of(digits) != number.npos) return token;
    return std::string(1, static_cast<char>(std::stoi(number, nullptr, 16)));
  };
}

TokenDecoder read_decoder(const PartSettings& settings) {
  Steps steps;
  bool fused = false;
  add_step(settings, steps, fused);
  return TokenDecoder(std::move(steps));
}

TokenDecoder guess_decoder(const TokenTable& tokens, const TokenDecoder& otherwise) {
  const auto marked = [&](const std::string& mark) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (const std::string* const token = tokens.token(static_cast<std::int64_t>(i)))
        count += token->rfind(mark, 0) == 0 && *token != mark ? 1 : 0;
    return count;
  };
  const std::size_t letters = marked("Ġ"), ends = marked("##"), spaces = marked("▁");
  if (letters > std::max(ends, spaces)) return TokenDecoder({decode_byte_level()});
  if (ends > spaces) return TokenDecoder({decode_word_piece("##", false)});
  return spaces == 0 ? otherwise : TokenDecoder({decode_byte_fallback(), decode_metaspace()});
}

}  // namespace horloge
