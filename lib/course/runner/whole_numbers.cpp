#include "course/runner/whole_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace runner {
namespace {

// What a source calls whole numbers.
struct WholeNumbers {
  Names all, without_sign;
};

// Names that are declared with a type: `std::size_t B = …, T = …`.
void read_names(const SourceText& s, std::size_t type, Names& names) {
  std::size_t i = type + 1;
  while (s.at(i) == "&" || s.at(i) == "const") ++i;
  while (is_name(s.at(i))) {
    const std::string_view next = s.at(i + 1);
    if (next != "=" && next != ";" && next != "," && next != ")" &&
        next != ":" && next != "{")
      return;
    names.insert(s.at(i));
    if (next == ")" || next == ":" || next == ";") return;
    std::size_t end = i + 1;
    while (end < s.size() && s.at(end) != "," && s.at(end) != ";" &&
           s.at(end) != ")")
      end = s.partner(end) != SourceText::none && s.partner(end) > end
                ? s.partner(end) + 1
                : end + 1;
    // In a list of parameters another type comes behind the comma.
    if (s.at(end) != "," || !is_name(s.at(end + 1)) ||
        (s.at(end + 2) != "=" && s.at(end + 2) != ";" && s.at(end + 2) != ","))
      return;
    i = end + 1;
  }
}

bool is_size_call(const SourceText& s, std::size_t name) {
  static const Names calls = {"size", "shape", "dimension"};
  return is_one_of(s.at(name), calls) && s.at(name + 1) == "(";
}

WholeNumbers whole_numbers_of(const SourceText& s) {
  static const Names with_sign = {"int",     "long",    "short",    "int64_t",
                                  "int32_t", "int16_t", "ptrdiff_t"};
  static const Names without_sign = {"size_t", "unsigned", "uint64_t",
                                     "uint32_t"};
  static const Names others = {"double", "real", "float", "Array", "Tensor"};
  WholeNumbers names;
  Names not_whole;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_one_of(s.at(i), with_sign)) read_names(s, i, names.all);
    if (is_one_of(s.at(i), without_sign)) {
      read_names(s, i, names.all);
      read_names(s, i, names.without_sign);
    }
    if (is_one_of(s.at(i), others)) read_names(s, i, not_whole);
    // const auto [B, T, D] = dims<3>(…)
    if (s.at(i) == "dims" && s.at(i - 1) == "=" && s.at(i - 2) == "]" &&
        i >= 2 && s.partner(i - 2) != SourceText::none)
      for (std::size_t n = s.partner(i - 2) + 1; n < i - 2; ++n)
        if (is_name(s.at(n))) {
          names.all.insert(s.at(n));
          names.without_sign.insert(s.at(n));
        }
  }
  for (const std::string_view name : not_whole) {
    names.all.erase(name);
    names.without_sign.erase(name);
  }
  return names;
}

// Whether all that stands from one token to another is made of whole numbers.
bool all_whole(const SourceText& s, const Names& whole, std::size_t first,
               std::size_t last) {
  static const Names signs = {"+", "-", "*", "/", "%", "(", ")"};
  for (std::size_t i = first; i <= last; ++i) {
    if (is_one_of(s.at(i), signs) || is_whole_number(s.at(i))) continue;
    if (is_name(s.at(i)) && s.at(i + 1) == "." && is_size_call(s, i + 2)) {
      i = s.partner(i + 3) == SourceText::none ? last : s.partner(i + 3);
      continue;
    }
    if (!is_one_of(s.at(i), whole) || s.at(i + 1) == "(" ||
        s.at(i + 1) == "." || s.at(i - 1) == ".")
      return false;
  }
  return first <= last;
}

// The first token of the product that ends before `end`: `2 * i` of `2 * i /`.
std::size_t begin_of_product(const SourceText& s, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0) {
    std::size_t i = begin - 1;
    if (s.at(i) == ")") {
      if (s.partner(i) == SourceText::none) return SourceText::none;
      i = s.partner(i);
      while (i > 0 && (is_name(s.at(i - 1)) || s.at(i - 1) == "." ||
                       s.at(i - 1) == "::"))
        --i;
    } else {
      while (i > 1 && (s.at(i - 1) == "." || s.at(i - 1) == "::")) i -= 2;
    }
    begin = i;
    if (i == 0 || (s.at(i - 1) != "*" && s.at(i - 1) != "/")) return begin;
    --begin;
  }
  return begin;
}

// The last token of the factor that begins at a token.
std::size_t end_of_factor(const SourceText& s, std::size_t begin) {
  std::size_t i = begin;
  if (s.at(i) == "(") return s.partner(i);
  while (s.at(i + 1) == "." || s.at(i + 1) == "::") i += 2;
  if (s.at(i + 1) == "(") return s.partner(i + 1);
  return i;
}

// Whether what stands at a token is made a number with a point: inside pow(…)
// and the like, or as the value of a double.
bool wants_a_point(const SourceText& s, std::size_t token) {
  static const Names functions = {"pow", "exp",  "sin",    "cos",  "sqrt",
                                  "log", "exp2", "double", "real", "float"};
  std::size_t around = s.tokens()[token].inside;
  while (around != SourceText::none && s.at(around) == "(") {
    const std::string_view before = around == 0 ? "" : s.at(around - 1);
    if (is_one_of(before, functions)) return true;
    if (before == ">")  // static_cast<double>(…)
      return around > 2 &&
             (s.at(around - 2) == "double" || s.at(around - 2) == "real" ||
              s.at(around - 2) == "float");
    if (is_name(before) && before != "return") return false;
    around = s.tokens()[around].inside;
  }
  if (around != SourceText::none && s.at(around) != "{") return false;
  std::size_t begin = token;  // of the statement
  while (begin > 0 && s.at(begin - 1) != ";" && s.at(begin - 1) != "{" &&
         s.at(begin - 1) != "}")
    --begin;
  if (s.at(begin) == "const") ++begin;
  return (s.at(begin) == "double" || s.at(begin) == "real") &&
         is_name(s.at(begin + 1)) && s.at(begin + 2) == "=" &&
         begin + 2 < token;
}

// Whether the same is divided elsewhere for its remainder: code with
// t % columns as well means the whole number.
bool has_remainder(const SourceText& s, std::size_t begin, std::size_t sign,
                   std::size_t end) {
  const std::size_t before = sign - begin, behind = end - sign;
  for (std::size_t i = before; i + behind < s.size(); ++i) {
    if (s.at(i) != "%") continue;
    bool same = true;
    for (std::size_t n = begin; n <= end && same; ++n)
      same = n == sign || s.at(n) == s.at(i + n - sign);
    if (same) return true;
  }
  return false;
}

std::string note_on_division(const SourceText& s, const WholeNumbers& whole) {
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    if (s.at(i) != "/") continue;
    const std::size_t begin = begin_of_product(s, i);
    const std::size_t end = end_of_factor(s, i + 1);
    if (begin == SourceText::none || end == SourceText::none || begin >= i)
      continue;
    // i / 2 is often meant, 1 / 2 never.
    const bool meant = end == i + 1 && is_whole_number(s.at(end)) &&
                       !is_whole_number(s.at(i - 1));
    if (meant || has_remainder(s, begin, i, end) ||
        !all_whole(s, whole.all, begin, i - 1) ||
        !all_whole(s, whole.all, i + 1, end) || !wants_a_point(s, i))
      continue;
    return s.at_line(
        s.tokens()[i].place,
        fmt::format("`{}` divides whole numbers and drops what is behind the "
                    "point; make one of them a double first, as in "
                    "double({})",
                    shortened(s.text(begin, end)),
                    shortened(s.text(i + 1, end))));
  }
  return "";
}

std::string note_on_power(const SourceText& s) {
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    if (s.at(i) != "^") continue;
    const std::string_view left = s.at(i - 1), right = s.at(i + 1);
    const bool base = left == "10000" || left == "10" || left == "2";
    const bool exponent = right == "2" || right == "3";
    if (base || exponent)
      return s.at_line(s.tokens()[i].place,
                       "^ is no power in C++, it compares bits; a power is "
                       "std::pow(base, exponent), of an Array xt::pow");
  }
  return "";
}

// Array a(n), Array a{n, m} and Array a({n, m}): numbers, not sizes.
std::string note_on_sizes(const SourceText& s, const WholeNumbers& whole) {
  for (std::size_t i = 0; i + 3 < s.size(); ++i) {
    if (s.at(i) != "Array" || !is_name(s.at(i + 1))) continue;
    std::size_t open = i + 2;
    if (s.at(open) == "=") ++open;
    if (s.at(open) != "(" && s.at(open) != "{") continue;
    const bool one = s.at(open) == "(" && open == i + 2;
    std::size_t end = s.partner(open);
    if (s.at(open + 1) == "{" && s.at(open) == "(") ++open;
    if (s.at(open) == "{") end = s.partner(open);
    if (end == SourceText::none || end <= open + 1) continue;
    bool sizes = true, named = false;
    for (std::size_t at = open + 1; at < end && sizes; ++at) {
      std::size_t last = at;
      while (last < end && s.at(last) != ",")
        last = s.at(last) == "(" && s.partner(last) != SourceText::none
                   ? s.partner(last) + 1
                   : last + 1;
      sizes = last > at && all_whole(s, whole.all, at, last - 1);
      for (std::size_t n = at; n < last; ++n) named = named || is_name(s.at(n));
      at = last;
    }
    if (!sizes || !named) continue;
    const std::string list = s.text(open + 1, end - 1);
    const bool scalar = one && s.at(open) == "(";
    return s.at_line(
        s.tokens()[i].place,
        fmt::format("`{}` holds {}, not so many zeros; those are "
                    "zeros({{{}}})",
                    shortened(s.text(
                        i, std::max(end, s.partner(i + 2) == SourceText::none
                                             ? end
                                             : s.partner(i + 2)))),
                    scalar ? "one number, " + list : "the numbers " + list,
                    list));
  }
  return "";
}

// -2 * i is a huge number if i has no sign.
std::string note_on_minus(const SourceText& s, const WholeNumbers& whole) {
  static const Names before = {"(", ",", "=", "return", "*", "+"};
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    if (s.at(i) != "-" || !is_one_of(s.at(i - 1), before)) continue;
    std::size_t end = end_of_factor(s, i + 1);
    while (end != SourceText::none && s.at(end + 1) == "*")
      end = end_of_factor(s, end + 2);
    if (end == SourceText::none || !all_whole(s, whole.all, i + 1, end))
      continue;
    bool unsigned_name = false;
    for (std::size_t n = i + 1; n <= end; ++n)
      unsigned_name = unsigned_name || is_one_of(s.at(n), whole.without_sign) ||
                      is_size_call(s, n);
    if (!unsigned_name) continue;
    return s.at_line(
        s.tokens()[i].place,
        fmt::format("`{}` is no negative number: a std::size_t has no sign, so "
                    "it becomes a huge one; write -2.0 * double(i), or -2 * "
                    "std::int64_t(i) for whole numbers",
                    shortened(s.text(i, end))));
  }
  return "";
}

const Names& whole_types() {
  static const Names types = {"int",     "long",     "unsigned",
                              "size_t",  "int64_t",  "uint64_t",
                              "int32_t", "uint32_t", "ptrdiff_t"};
  return types;
}

// A root that becomes a whole number: int n = std::sqrt(…).
std::string note_on_cut(const SourceText& s) {
  static const Names functions = {"sqrt", "pow", "exp", "log", "sin", "cos"};
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    if (!is_one_of(s.at(i), functions) || s.at(i + 1) != "(") continue;
    const std::size_t call = i >= 2 && s.at(i - 1) == "::" ? i - 2 : i;
    const bool cast =
        call >= 3 && s.at(call - 1) == "(" &&
        (s.at(call - 2) == ">" ? is_one_of(s.at(call - 3), whole_types())
                               : is_one_of(s.at(call - 2), whole_types()));
    const bool value = call >= 3 && s.at(call - 1) == "=" &&
                       is_one_of(s.at(call - 3), whole_types());
    if (cast || value)
      return s.at_line(
          s.tokens()[i].place,
          fmt::format("what {} gives becomes a whole number here, and loses "
                      "what is behind the point",
                      s.at(i)));
  }
  return "";
}

// Types that are too small for what is counted.
std::string note_on_small_types(const SourceText& s) {
  constexpr std::pair<std::string_view, int> types[] = {{"uint8_t", 255},
                                                        {"int8_t", 127},
                                                        {"uint16_t", 65535},
                                                        {"int16_t", 32767},
                                                        {"short", 32767}};
  for (std::size_t i = 0; i < s.size(); ++i)
    for (const auto& [name, most] : types)
      if (s.at(i) == name)
        return s.at_line(s.tokens()[i].place,
                         fmt::format("`{}` holds numbers up to {} and begins "
                                     "again after that",
                                     name, most));
  return "";
}

}  // namespace

std::string note_on_whole_numbers(const SourceText& source) {
  const WholeNumbers whole = whole_numbers_of(source);
  for (const std::string& note :
       {note_on_division(source, whole), note_on_power(source),
        note_on_sizes(source, whole), note_on_minus(source, whole),
        note_on_cut(source), note_on_small_types(source)})
    if (!note.empty()) return note;
  return "";
}

}  // namespace runner
