#include "horloge/text/tokenizers/regex.h"

#include <fmt/format.h>

#ifndef PCRE2_CODE_UNIT_WIDTH  // the header asks for it
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/text_work.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

constexpr std::uint32_t most_memory = 64;  // MB
constexpr std::size_t longest_pattern = 10'000;

std::string pcre2_message(int error) {
  PCRE2_UCHAR text[256];
  pcre2_get_error_message(error, text, sizeof(text));
  return reinterpret_cast<const char*>(text);
}

const pcre2_code* code_of(const std::shared_ptr<const void>& code) {
  return static_cast<const pcre2_code*>(code.get());
}

// What one search after another in one text needs.
class Search {
 public:
  Search(const pcre2_code* code, const std::string& pattern, std::string_view text)
      : code_(code),
        pattern_(pattern),
        text_(text),
        match_(pcre2_match_data_create(1, nullptr)),
        context_(pcre2_match_context_create(nullptr)) {
    if (match_ == nullptr || context_ == nullptr) throw std::bad_alloc();
    pcre2_set_heap_limit(context_.get(), most_memory * 1024);  // in KiB
    pcre2_set_match_limit(context_.get(), UINT32_MAX);         // count_steps does it
    pcre2_set_callout(context_.get(), count_steps, &place_);
  }

  // The next match that is not empty, from a place on.
  bool next(std::size_t from) {
    while (from <= text_.size() && run(from)) {
      if (begin() < end()) return true;
      if (end() == text_.size()) return false;
      from = end() + first_utf8_character(text_.substr(end())).value().bytes.size();
    }
    return false;
  }

  std::size_t begin() const { return pcre2_get_ovector_pointer(match_.get())[0]; }
  std::size_t end() const { return pcre2_get_ovector_pointer(match_.get())[1]; }

 private:
  // PCRE2 calls this before each item of a pattern. What it has passed in the text since is work,
  // too: `a*` is one item.
  static int count_steps(pcre2_callout_block* now, void* last_place) {
    auto& last = *static_cast<std::size_t*>(last_place);
    const std::size_t place = now->current_position;
    const std::size_t passed = place > last ? place - last : last - place;
    last = place;
    return TextWork::spend(1 + passed) ? 0 : PCRE2_ERROR_MATCHLIMIT;
  }

  bool run(std::size_t from) {
    int found = match(from, PCRE2_NO_UTF_CHECK);
    // The compiled form has a small stack; the other one takes what it needs.
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) found = match(from, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT);
    if (found >= 0) return true;
    if (found == PCRE2_ERROR_NOMATCH) return false;
    throw ValueError(fmt::format(
        "[Regex] the tokenizer's pattern \"{}\", from byte {} of this text of {} bytes on: {}",
        excerpt(pattern_), from, text_.size(), problem(found)));
  }

  static std::string problem(int error) {
    if (error == PCRE2_ERROR_MATCHLIMIT)
      return "takes more steps than a text of this length may; a shorter text may go through";
    if (error == PCRE2_ERROR_HEAPLIMIT)
      return fmt::format("takes more than {} MB; a shorter text may go through", most_memory);
    return pcre2_message(error);
  }

  int match(std::size_t from, std::uint32_t options) {
    place_ = from;
    return pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text_.data()), text_.size(), from,
                       options, match_.get(), context_.get());
  }

  struct Free {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  };

  const pcre2_code* code_;
  const std::string& pattern_;
  std::string_view text_;
  std::size_t place_ = 0;  // of the last item
  std::unique_ptr<pcre2_match_data, Free> match_;
  std::unique_ptr<pcre2_match_context, Free> context_;
};

}  // namespace

Regex::Regex(const std::string& pattern) : pattern_(pattern) {
  if (pattern.size() > longest_pattern)
    throw ValueError(fmt::format("[Regex] a pattern may have {} bytes, has {}", longest_pattern,
                                 pattern.size()));
  int error = 0;
  std::size_t where = 0;
  pcre2_code* const code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                    PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT, &error,
                    &where, nullptr);
  if (code == nullptr)
    throw ValueError(fmt::format("[Regex] \"{}\" at byte {}: {}", excerpt(pattern), where + 1,
                                 pcre2_message(error)));
  code_ = {static_cast<const void*>(code),
           [](const void* c) { pcre2_code_free(static_cast<pcre2_code*>(const_cast<void*>(c))); }};
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // faster where it works; not needed
}

std::vector<TextSpan> Regex::spans(std::string_view text) const {
  std::vector<TextSpan> spans;
  const TextWork work(text.size());
  Search search(code_of(code_), pattern_, text);
  std::size_t done = 0;
  while (done < text.size() && search.next(done)) {
    if (search.begin() > done) spans.push_back({done, search.begin(), false});
    spans.push_back({search.begin(), search.end(), true});
    done = search.end();
  }
  if (done < text.size()) spans.push_back({done, text.size(), false});
  return spans;
}

}  // namespace horloge
