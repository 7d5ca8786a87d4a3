#include "course/runner/explanations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "course/content/lines.h"

namespace runner {
namespace {

// A pattern is words that occur in this order in the message; in the sentence
// {0}, {1} and {2} are what the message has in quotes.
struct Explanation {
  std::vector<const char*> words;
  const char* sentence;
};

constexpr const char* strange_character =
    "there is a character that C++ does not know, such as a curly quote or a "
    "long dash, perhaps copied from a text; type it again";
constexpr const char* no_file =
    "there is no file with this name: look at the #include";
constexpr const char* header_of_xtensor =
    "xtensor's headers stand elsewhere in each version, and all of xtensor is "
    "included already: take this #include out";
constexpr const char* other_return_type =
    "this function returns another type than the exercise asks for: restore "
    "the one it had";
constexpr const char* missing_brace = "a brace is missing: some {{ has no }}";
constexpr const char* extra_brace = "there is one }} too many";
constexpr const char* nested_function =
    "a function begins inside another: probably a }} is missing above";
constexpr const char* missing_return =
    "this function can end without returning anything: a return is missing";
constexpr const char* product =
    "`{0}` is not known here: the product of two matrices is "
    "xt::linalg::dot(a, b), of tensors matmul(a, b)";
constexpr const char* no_mask =
    "a Mask is not made of its sizes alone: Mask::from_shape({{rows, "
    "columns}}) "
    "has that shape, and you then set each of its numbers";
constexpr const char* no_ids =
    "Ids are not made of their sizes alone: Ids::from_shape({{rows, columns}}) "
    "has that shape, and you then set each of its numbers";
constexpr const char* perhaps = "`{0}` is not known here; did you mean `{1}`?";
constexpr const char* unknown =
    "`{0}` is not known here: is it spelled right, declared above, and does it "
    "need xt:: in front?";
constexpr const char* no_type =
    "`{0}` is not the name of a type: is it spelled right?";
constexpr const char* wrong_call =
    "`{0}` is called with arguments that it does not take: look at their "
    "number and their types";
constexpr const char* one_index =
    "[ ] takes one index, and only on vectors; an element of an Array is "
    "a(i, j)";
constexpr const char* is_const =
    "this changes something const: remove the const, or change a copy";
constexpr const char* no_power =
    "a * stands where there is nothing to multiply; C++ has no **, powers are "
    "xt::pow or std::pow";
constexpr const char* given_0_wanted_1 =
    "`{0}` is given where `{1}` is wanted: the types do not match";
constexpr const char* given_1_wanted_0 =
    "`{1}` is given where `{0}` is wanted: the types do not match";
constexpr const char* given_1_wanted_2 =
    "`{1}` is given where `{2}` is wanted: the types do not match";
constexpr const char* no_effect =
    "this computes something that is never used, so it has no effect; = "
    "assigns, == only compares";
constexpr const char* lost_by_comma =
    "the value before this comma is lost; an element of an Array is a(i, j)";
constexpr const char* not_an_expression =
    "something is missing or misspelled here, or there is one symbol too many";

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = {
      {{"extended character"}, strange_character},
      {{"in program", "\\"}, strange_character},
      {{"non-ASCII"}, strange_character},
      {{"unexpected character <"}, strange_character},
      {{"missing terminating"},
       "a string does not end on its line: a quote is missing"},
      {{"xtensor/", "No such file or directory"}, header_of_xtensor},
      {{"xtensor/", "file not found"}, header_of_xtensor},
      {{"No such file or directory"}, no_file},
      {{"file not found"}, no_file},
      {{"ambiguating new declaration"}, other_return_type},
      {{"functions that differ only in their return type"}, other_return_type},
      {{"expected", "at end of input"}, missing_brace},
      {{"expected '}'"}, missing_brace},
      {{"extraneous closing brace"}, extra_brace},
      {{"expected declaration before '}'"}, extra_brace},
      {{"extraneous ')'"}, "there is one ) too many"},
      {{"expected ';' before ')'"}, "there is one ) too many"},
      {{"function-definition is not allowed here"}, nested_function},
      {{"function definition is not allowed here"}, nested_function},
      {{"expected '('"},
       "a ( is missing: the condition of if, while or for stands in "
       "parentheses"},
      {{"expected ')'"},
       "a closing parenthesis ) is missing, or a comma between two arguments"},
      {{"expected", "';'"}, "a semicolon is missing"},
      {{"expected ']'"}, "a closing bracket ] is missing"},
      {{"no return statement"}, missing_return},
      {{"control reaches end"}, missing_return},
      {{"non-void function does not return"}, missing_return},
      {{"'dot' was not declared in this scope"}, product},
      {{"undeclared identifier 'dot'"}, product},
      {{"'dot' is not a member of 'xt'"}, product},
      {{"no member named 'dot' in namespace 'xt'"}, product},
      {{"was not declared in this scope", "did you mean"}, perhaps},
      {{"undeclared identifier", "did you mean"}, perhaps},
      {{"does not name a template", "did you mean"}, perhaps},
      {{"was not declared in this scope"}, unknown},
      {{"undeclared identifier"}, unknown},
      {{"has not been declared"}, unknown},
      {{"does not name a type", "did you mean"}, perhaps},
      {{"unknown type name", "did you mean"}, perhaps},
      {{"does not name a type"}, no_type},
      {{"unknown type name"}, no_type},
      {{"is not a member of", "did you mean"},
       "`{1}` has nothing called `{0}`; perhaps you mean `{2}`"},
      {{"is not a member of"}, "`{1}` has nothing called `{0}`"},
      {{"no member named", "did you mean"},
       "`{1}` has nothing called `{0}`; perhaps you mean `{2}`"},
      {{"has no member named"}, "`{0}` has nothing called `{1}`"},
      {{"no member named"}, "`{1}` has nothing called `{0}`"},
      {{"too few arguments"}, "`{0}` is called with too few arguments"},
      {{"too many arguments"}, "`{0}` is called with too many arguments"},
      {{"no matching function for call to 'Mask("}, no_mask},
      {{"no matching constructor", "'horloge::Mask'"}, no_mask},
      {{"no matching function for call to 'Ids("}, no_ids},
      {{"no matching constructor", "'horloge::Ids'"}, no_ids},
      {{"no matching function for call to"}, wrong_call},
      {{"no matching constructor"},
       "`{0}` cannot be constructed from these: look at their number and their "
       "types"},
      {{"no match for call to"}, wrong_call},
      {{"comma", "subscript"}, one_index},
      {{"for array subscript"}, one_index},
      {{"subscripted value is not"}, one_index},
      {{"no match for 'operator["}, one_index},
      {{"no viable overloaded operator[]"}, one_index},
      {{"no match for 'operator*' (operand type is"}, no_power},
      {{"indirection requires pointer"}, no_power},
      {{"no match for 'operator", "operand types are"},
       "the two sides of `{0}` do not fit together: `{1}` and `{2}`"},
      {{"invalid operands of types"},
       "the two sides of `{2}` do not fit together: `{0}` and `{1}`"},
      {{"invalid operands to binary"},
       "the two sides of an operator do not fit together: `{0}` and `{1}`"},
      {{"discards qualifiers"}, is_const},
      {{"read-only"}, is_const},
      {{"const-qualified"}, is_const},
      {{"returns a const value"}, is_const},
      {{"no viable overloaded '='"},
       "this cannot be assigned: is the left side const, or of another type?"},
      {{"could not convert"}, given_1_wanted_2},
      {{"invalid 'static_cast' from"}, given_1_wanted_2},
      {{"cannot convert"}, given_0_wanted_1},
      {{"no viable conversion"}, given_0_wanted_1},
      {{"conversion from"}, given_0_wanted_1},
      {{"invalid conversion"}, given_0_wanted_1},
      {{"invalid initialization of reference"}, given_1_wanted_0},
      {{"cannot initialize"},
       "a value of one type is given where another type is wanted"},
      {{"cannot be narrowed"},
       "`{0}` is given where `{1}` is wanted, and may not fit into it"},
      {{"redefinition of"}, "`{0}` is defined twice"},
      {{"conflicting declaration"}, "`{0}` is declared twice"},
      {{"redeclar"}, "`{0}` is declared twice"},
      {{"ambiguous"},
       "several functions or types of this name match: say which, with "
       "horloge:: or xt:: in front"},
      {{"static assertion failed"}, "a library that you use refuses this"},
      {{"static_assert failed"}, "a library that you use refuses this"},
      {{"statement has no effect"}, no_effect},
      {{"value computed is not used"}, no_effect},
      {{"comma operator"}, lost_by_comma},
      {{"result unused"}, no_effect},
      {{"expected primary-expression"}, not_an_expression},
      {{"expected expression"}, not_an_expression},
      {{"expected unqualified-id"},
       "a declaration cannot stand here: look at the braces and "
       "semicolons above"},
  };
  return all;
}

bool has_in_order(const std::string& text,
                  const std::vector<const char*>& words) {
  std::size_t from = 0;
  for (const char* const word : words) {
    from = text.find(word, from);
    if (from == std::string::npos) return false;
    from += 1;
  }
  return true;
}

// Where the bracket < that stands at `open` is closed.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string::npos;
}

// "BEGIN…END" becomes `by`, wherever it stands.
void replace_all(std::string& text, const std::string& begin,
                 const std::string& end, const std::string& by) {
  for (std::size_t at = text.find(begin); at != std::string::npos;
       at = text.find(begin, at + by.size())) {
    const std::size_t last = text.find(end, at + begin.size());
    if (last == std::string::npos) return;
    text.replace(at, last + end.size() - at, by);
  }
}

// What an array of these numbers is called: xarray_container<uvector<bool, …
std::string array_name(const std::string& arguments) {
  std::string type = arguments;
  for (const char* const around : {"xt::", "uvector<"})
    if (content::begins_with(type, around))
      type.erase(0, std::string(around).size());
  if (content::begins_with(type, "bool")) return "Mask";
  return content::begins_with(type, "long") ||
                 content::begins_with(type, "std::int64_t")
             ? "Ids"
             : "Array";
}

// All of a template with its arguments becomes `by`, or the name of an array.
void shorten_template(std::string& text, const std::string& name,
                      const std::string& other = "") {
  std::string by = other;
  for (std::size_t at = text.find(name + "<"); at != std::string::npos;
       at = text.find(name + "<", at + by.size())) {
    const std::size_t open = at + name.size();
    const std::size_t last = closing(text, open);
    if (last == std::string::npos) return;
    if (other.empty()) by = array_name(text.substr(open + 1, last - open - 1));
    text.replace(at, last + 1 - at, by);
  }
}

// What stands in quotes, the first three.
std::array<std::string, 3> quoted(const std::string& message) {
  std::array<std::string, 3> names{"this", "this", "this"};
  std::size_t end = std::string::npos;
  for (std::string& name : names) {
    const std::size_t begin = message.find('\'', end + 1);
    if (begin == std::string::npos) break;
    end = message.find('\'', begin + 1);
    if (end == std::string::npos) break;
    name = message.substr(begin + 1, end - begin - 1);
    if (content::begins_with(name, "operator")) name.erase(0, 8);
    replace_all(name, "horloge", "::", "");
    if (content::begins_with(name, "const Tensor")) name.erase(0, 6);
  }
  return names;
}

}  // namespace

std::string with_short_types(const std::string& message) {
  std::string text = message;
  replace_all(text, " {aka '", "'}", "");
  replace_all(text, " (aka '", "')", "");
  for (const char* const name :
       {"xt::xarray_container", "xt::xarray", "xarray_container", "xarray"})
    shorten_template(text, name);
  replace_all(text, "::xarray_container(", "", "(");
  for (const char* const name :
       {"xt::detail::xfunction_type_t", "detail::xfunction_type_t",
        "xt::xfunction", "xt::xview", "xt::xreducer", "xt::xbroadcast"})
    shorten_template(text, name, "an xtensor expression");
  replace_all(text, "using Array = ", "Array", "Array");
  replace_all(text, "std::__cxx11::basic_string<char", ">", "std::string");
  replace_all(text, "std::basic_string<char", ">", "std::string");
  return text;
}

std::string explain_message(const std::string& message, bool in_library) {
  const auto names = quoted(message);
  const auto is = [&](const std::string& name, const char* type) {
    return name.find(type) != std::string::npos;
  };
  const bool from_tensor = is(names[0], "Tensor") || is(names[1], "Tensor");
  if (in_library && from_tensor)
    return "an Array and a Tensor do not mix: t.array() is a Tensor's "
           "numbers, and Tensor(a) makes one of an Array";
  for (const Explanation& e : explanations()) {
    if (!has_in_order(message, e.words)) continue;
    // Deep inside a library only the types say something.
    const std::string sentence = e.sentence;
    if (in_library && sentence.find("two sides") == std::string::npos &&
        sentence.find("refuses") == std::string::npos)
      break;
    std::string text =
        fmt::format(fmt::runtime(sentence), names[0], names[1], names[2]);
    if (is(text, "`Tensor` is given where `Array`"))
      text =
          "a Tensor is given where an Array is wanted: its numbers are "
          "t.array()";
    if (is(text, "`Array` is given where `Tensor"))
      text = "an Array is given where a Tensor is wanted: Tensor(a) makes one";
    return text;
  }
  return in_library ? "a function or an operator here does not take what it is "
                      "given: look at the types"
                    : "the compiler does not understand this";
}

}  // namespace runner
