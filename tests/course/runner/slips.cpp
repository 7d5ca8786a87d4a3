#include "slips.h"

#include <algorithm>

#include "scratch.h"

const std::vector<Slip>& slips() {
  static const std::vector<Slip> all = {
      {"missing_semicolon", "0, d_model, 2); ", "0, d_model, 2) ", "0, d_model, 2)",
       "a semicolon is missing"},
      {"undeclared_name", "/ real(d_model)", "/ real(size_of_all)", "real(size_of_all)",
       "`size_of_all` is not known here: is it"},
      {"misspelt_name", "= xt::sin(angle)", "= xt::sin(angel)", "angel",
       "`angel` is not known here; did you mean `angle`?",
       "`angel` is not known here"},  // clang 21 has no other name for it
      {"misspelt_function", "= xt::sin(", "= xt::sine(", "sine", "`xt` has nothing called `sine`"},
      {"missing_xt", "xt::view(pe, xt::all(), xt::range(0", "xt::view(pe, all(), xt::range(0",
       "all(), xt::range(0", "`all` is not known here"},
      {"missing_return", "  return pe;\n", "", "}",
       "this function can end without returning anything: a return is missing"},
      {"wrong_return_type", "Array sinusoidal_table(", "double sinusoidal_table(",
       "double sinusoidal_table(", "this function returns another type than the exercise asks"},
      {"wrong_argument_types", "return pe;", "return matmul(d_model, max_seq_len).array();",
       "matmul(", "is given where `Tensor&` is wanted",
       "`matmul` is called with arguments that it does not take"},
      {"too_few_arguments", "xt::pow(real(10000), pair / real(d_model))", "xt::pow(real(10000))",
       "xt::pow(", "is called with arguments that it does not take: look at their number"},
      {"missing_brace", "  return pe;\n}", "  return pe;\n", "",
       "a brace is missing: some { has no }"},
      {"extra_brace", "  return pe;\n}", "  return pe;\n}}", "}}", "there is one } too many"},
      {"missing_bracket", "xt::sin(angle)", "xt::sin(angle", "xt::sin(angle",
       "a closing parenthesis ) is missing"},
      {"assignment_to_const", "  return pe;", "  angle(0, 0) = 1;\n  return pe;", "angle(0, 0) = 1",
       "this changes something const"},
      {"two_indices_in_brackets", "  return pe;", "  pe[0][1] = 1;\n  return pe;", "pe[0][1]",
       "[ ] takes one index"},
      {"comparison_for_an_assignment", "  return pe;", "  pe(0, 0) == 1;\n  return pe;",
       "pe(0, 0) == 1", "this computes something that is never used", nullptr, false},
      {"sum_that_goes_nowhere", "  return pe;", "  pe(0, 0) + 1;\n  return pe;", "pe(0, 0) + 1",
       "this computes something that is never used"},
      {"power_as_in_python", "xt::pow(real(10000), pair / real(d_model))",
       "real(10000) ** (pair / real(d_model))", "**", "C++ has no **"},
      {"tensor_plus_array", "  return pe;", "  return pe + Tensor(pe);", "Tensor(pe)",
       "an Array and a Tensor do not mix"},
      {"tensor_for_array", "  return pe;", "  return Tensor(pe);", "Tensor(pe)",
       "a Tensor is given where an Array is wanted: its numbers are t.array()"},
      {"curly_quotes", "\"[sinusoidal_table] d_model must be even\"",
       "\u201cd_model must be even\u201d", "must be even",
       "there is a character that C++ does not know"},
      {"wrong_include", "answer.h\"", "anser.h\"", "anser.h", "there is no file with this name"},
      {"header_of_another_xtensor", "\nusing namespace horloge",
       "\n#include <xtensor/of_another_version.hpp>\nusing namespace horloge",
       "of_another_version.hpp", "all of xtensor is included already: take this #include out"},
      {"renamed_function", "Array sinusoidal_table(", "Array sinusoid_table(", "",
       "there is no function `sinusoidal_table(unsigned long, unsigned long)` in your file"},
      {"changed_signature", "std::size_t d_model) {",
       "double d_model_) {\n  std::size_t d_model = "
       "std::size_t(d_model_);",
       "", "was it renamed, or were its arguments changed?"},
      {"view_with_a_text", "xt::range(0, _, 2)", "\"even\"", "\"even\"",
       "a function or an operator here does not take what it is given"},
      {"array_and_vector", "position / xt::pow(real(10000), pair / real(d_model))",
       "position / std::vector<double>(3)", "std::vector<double>(3)",
       "do not fit together: `double` and `std::vector<double>`"},
      {"defined_twice", "  Array pe =", "  Array angle = position;\n  Array pe =",
       "Array angle = position", "`Array angle` is declared twice", "`angle` is defined twice"},
  };
  return all;
}

std::string Slip::source() const { return replaced(right_table(), from, to); }

const char* Slip::told(bool clang) const {
  return clang && by_clang != nullptr ? by_clang : sentence;
}

int Slip::line() const {
  const std::string what = at, text = source();
  if (what.empty()) return 0;
  const auto found = static_cast<std::ptrdiff_t>(text.rfind(what));
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + found, '\n'));
}

void PrintTo(const Slip& slip, std::ostream* out) { *out << slip.name; }
