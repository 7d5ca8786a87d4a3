#include "course/exercise/thrown.h"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <typeinfo>
#include <utility>

#include "course/exercise/throw_line.h"
#include "course/exercise/todo.h"
#include "horloge/core/error.h"

namespace exercise {
namespace {

bool has(const char* text, const char* what) {
  return std::strstr(text, what) != nullptr;
}

// The number behind a word of a text.
std::optional<long long> number_behind(const char* text, const char* word) {
  const char* const at = std::strstr(text, word);
  if (at == nullptr) return {};
  char* end = nullptr;
  const char* const begin = at + std::strlen(word);
  const long long number = std::strtoll(begin, &end, 10);
  if (end == begin) return {};
  return number;
}

// xtensor's own checks name a place in xtensor, which says nothing; the index
// and the size of the axis do.
std::string which_index(const char* text) {
  const auto index = number_behind(text, "index ");
  const auto axis = number_behind(text, "for axis ");
  const auto size = number_behind(text, "with size ");
  if (index && axis && size)
    return *size == 0 ? fmt::format(": index {} on axis {}, which is empty",
                                    *index, *axis)
                      : fmt::format(": index {} on axis {}, which has {} to {}",
                                    *index, *axis, 0, *size - 1);
  const auto given = number_behind(text, "Number of arguments (");
  const auto axes = number_behind(text, "number of dimensions (");
  if (given && axes)
    return fmt::format(": {} indices on an array with {} ax{}", *given, *axes,
                       *axes == 1 ? "is" : "es");
  return "";
}

// What xtensor's errors mean: a sentence, and what makes it more precise.
std::optional<std::pair<std::string, std::string>> in_plain_words(
    const char* what) {
  using Words = std::pair<std::string, std::string>;
  // xtensor-blas takes views of whole rows only.
  if (has(what, "t.layout()"))
    return Words{
        "your code gives xt::linalg a view that skips numbers, such as a range "
        "of columns: put it into an Array first",
        ""};
  if (has(what, "XTENSOR") || has(what, "Assertion error") ||
      has(what, "out of bounds") || has(what, "Number of arguments"))
    return Words{
        "your code reads or writes outside an array, or with too many indices",
        which_index(what)};
  if (has(what, "expr.dimension()"))
    return Words{"your code names an axis that the array does not have", ""};
  if (has(what, "Dot: shape mismatch"))
    return Words{
        "your code multiplies matrices that do not fit together: the first "
        "needs as many columns as the second has rows",
        ""};
  if (has(what, "broadcast") || has(what, "Broadcast shape") ||
      has(what, "Incompatible dimension"))
    return Words{
        fmt::format("your code combines arrays whose shapes do not fit "
                    "together ({})",
                    what),
        ""};
  return {};
}

Thrown with_line(std::string kind, std::string message) {
  const int line = line_of_last_throw();
  if (line > 0) message += fmt::format(" (line {})", line);
  return {std::move(kind), std::move(message)};
}

// Everybody words an error as they like. One of another class is the check's.
bool is_its_own(const std::exception& e) {
  for (const std::type_info* type :
       {&typeid(horloge::ShapeError), &typeid(horloge::IndexError),
        &typeid(horloge::ValueError), &typeid(std::runtime_error),
        &typeid(std::invalid_argument), &typeid(std::out_of_range),
        &typeid(std::logic_error), &typeid(std::domain_error)})
    if (typeid(e) == *type) return last_throw_is_its_own();
  return false;
}

Thrown explain(const std::exception& e, const std::string& lead) {
  if (dynamic_cast<const Todo*>(&e) != nullptr) return {e.what(), e.what()};
  if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr) {
    const std::string sentence =
        "your code asked for more memory than there is: look at the sizes of "
        "the arrays that it makes";
    return with_line(sentence, sentence);
  }
  if (const auto words = in_plain_words(e.what())) {
    // Either of the two reasons, once it is known which.
    std::string sentence = words->first;
    if (words->second.rfind(": index", 0) == 0)
      sentence = "your code reads or writes outside an array";
    else if (!words->second.empty())
      sentence = "your code uses too many indices";
    return with_line(words->first, sentence + words->second);
  }
  Thrown thrown = with_line(lead + e.what(), lead + e.what());
  thrown.is_its_own = is_its_own(e);
  if (thrown.is_its_own) thrown.kind = typeid(e).name();
  return thrown;
}

}  // namespace

Thrown what_was_thrown(const std::string& lead) {
  const char* const better =
      "; errors are thrown as objects, such as ValueError(\"…\")";
  try {
    throw;
  } catch (const std::exception& e) {
    return explain(e, lead);
  } catch (const std::string& text) {
    return {"thrown", "your code threw a text, \"" + text + "\"" + better};
  } catch (const char* text) {
    return {"thrown", fmt::format("your code threw a text, \"{}\"{}",
                                  text == nullptr ? "" : text, better)};
  } catch (int number) {
    return {"thrown",
            fmt::format("your code threw the number {}{}", number, better)};
  } catch (...) {
    return {"thrown", std::string("your code threw something that is not a "
                                  "std::exception") +
                          better};
  }
}

}  // namespace exercise
