#include "horloge/text/normal_form.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

utf8proc_option_t options_of(NormalForm form) {
  const bool composed = form == NormalForm::nfc || form == NormalForm::nfkc;
  const bool plain = form == NormalForm::nfkc || form == NormalForm::nfkd;
  return static_cast<utf8proc_option_t>(UTF8PROC_STABLE |
                                        (composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                                        (plain ? UTF8PROC_COMPAT : 0));
}

std::string mapped(std::string_view text, NormalForm form) {
  utf8proc_uint8_t* bytes = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &bytes, options_of(form));
  if (size < 0) throw ValueError(fmt::format("[normal_form] {}", utf8proc_errmsg(size)));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(bytes, std::free);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

// Each character by itself, so marks in a row stand as they come.
std::string decomposed(const std::vector<Utf8Character>& characters, NormalForm form) {
  const bool plain = form == NormalForm::nfkc || form == NormalForm::nfkd;
  std::string all;
  for (const auto& [code, bytes] : characters)
    if (code < 0x80)
      all += bytes;
    else
      all += mapped(bytes, plain ? NormalForm::nfkd : NormalForm::nfd);
  return all;
}

int combining_class(char32_t code) {
  return code < 0x80 ? 0
                     : utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class;
}

// Unicode's canonical order: marks in a row by class, those of one class as they come.
std::string in_order(std::string_view text) {
  struct Mark {
    int order;
    std::string_view bytes;
  };
  std::string all;
  std::vector<Mark> row;
  const auto finish_row = [&] {
    std::stable_sort(row.begin(), row.end(),
                     [](const Mark& a, const Mark& b) { return a.order < b.order; });
    for (const Mark& mark : row) all += mark.bytes;
    row.clear();
  };
  for (const auto& [code, bytes] : utf8_characters(text, "normal_form")) {
    if (const int order = combining_class(code); order > 0) {
      row.push_back({order, bytes});
      continue;
    }
    finish_row();
    all += bytes;
  }
  finish_row();
  return all;
}

}  // namespace

// utf8proc sorts marks in a time that grows with the square of their number, unless they stand in
// order already.
std::string normal_form(std::string_view text, NormalForm form) {
  return mapped(in_order(decomposed(utf8_characters(text, "normal_form"), form)), form);
}

}  // namespace horloge
