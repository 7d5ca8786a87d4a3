#include "course/exercise/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "course/exercise/relation.h"

namespace exercise {
namespace {

using horloge::Array;

// More numbers than that are not compared in every possible way.
constexpr std::size_t most_numbers = 200000;

enum class From { all_but_properties, first_part };

// The wrong numbers of the parts. What a property compares are no more than
// consequences.
Pairs wrong_numbers(const Examiner& answer, From from) {
  Pairs pairs;
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < answer.trace().size(); ++i) {
    const bool property = answer.findings()[i].kind == Kind::property;
    if (property && from == From::all_but_properties) continue;
    if (!pairs.empty() && from == From::first_part) break;
    for (const Observation& o : answer.trace()[i]) {
      if (!o.wrong || o.want.size() == 0 || o.numbers.size() == 0) continue;
      numbers += o.want.size() + o.numbers.size();
      if (numbers < most_numbers) pairs.push_back({o.numbers, o.want, o.about});
    }
  }
  return pairs;
}

bool is_unset(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  // A variable that was not set is nearly as large as a double can be; see the
  // flags that an answer is compiled with.
  return (bits | sign) == (unset_pattern | sign) ||
         x == static_cast<double>(unset_pattern) ||
         (std::fabs(x) > 1e303 && std::fabs(x) < 1e305);
}

std::string find_unset(const Examiner& answer) {
  std::size_t unset = 0, all = 0;
  for (const auto& part : answer.trace())
    for (const Observation& o : part) {
      const auto here = static_cast<std::size_t>(
          std::count_if(o.numbers.begin(), o.numbers.end(), is_unset));
      unset += here;
      if (here > 0) all += o.numbers.size();
    }
  if (unset == 0) return "";
  return fmt::format(
      "{} what your code returns was never set, or was made of numbers that "
      "were not: a variable without a first value, or an array from `empty` or "
      "`from_shape`, holds whatever was in the memory before",
      unset == all ? "all of" : "some of");
}

// Whether the first part that failed was ended by something thrown: what
// numbers there were later is of no matter then.
bool was_thrown_first(const Examiner& answer) {
  for (std::size_t i = 0; i < answer.trace().size(); ++i) {
    if (answer.findings()[i].ok) continue;
    const auto& part = answer.trace()[i];
    return !part.empty() && !part.back().text.empty() &&
           part.back().text != "no error" &&
           part.back().text != "the right error" &&
           std::none_of(part.begin(), part.end(),
                        [](const Observation& o) { return o.wrong; });
  }
  return false;
}

// Whether this is so of every number that is wrong.
template <class Fits>
bool all_wrong_ones(const Pairs& pairs, Fits fits) {
  std::size_t wrong = 0;
  for (const Pair& p : pairs) {
    if (p.got.shape() != p.want.shape()) return false;
    const double least = p.about.tolerance * std::max(1.0, largest_of(p.want));
    for (std::size_t i = 0; i < p.want.size(); ++i) {
      const double g = p.got.data()[i], w = p.want.data()[i];
      if (std::fabs(g - w) <= least) continue;
      if (!fits(g, w)) return false;
      ++wrong;
    }
  }
  return wrong >= enough_numbers;
}

std::string find_sameness(const Pairs& pairs) {
  if (all_wrong_ones(pairs, [](double g, double) { return std::isnan(g); }))
    return "wherever it is wrong it is NaN: look for 0 / 0, for infinity - "
           "infinity, and for the root of something negative";
  if (all_wrong_ones(pairs, [](double g, double) { return std::isinf(g); }))
    return "wherever it is wrong it is infinite: look for a division by 0, and "
           "for exp of a large number";
  if (all_wrong_ones(pairs, [](double g, double) { return g == 0; }))
    return "wherever it is wrong it is 0: are these places ever filled, or is "
           "what belongs there lost on the way?";
  return "";
}

std::string find_relation(const Pairs& pairs) {
  if (std::string same = find_sameness(pairs); !same.empty()) return same;
  if (const auto found = find_relation_of_numbers(pairs))
    return found->sentence;
  if (const auto found = find_relation_of_places(pairs)) return found->sentence;
  return "";
}

}  // namespace

Likeness find_likeness(const Examiner& answer) {
  if (const std::string unset = find_unset(answer); !unset.empty())
    return {unset, "unset"};
  if (was_thrown_first(answer)) return {};
  for (const From from : {From::all_but_properties, From::first_part}) {
    const Pairs pairs = wrong_numbers(answer, from);
    if (pairs.empty()) continue;
    if (const auto lost = find_lost_digits(pairs))
      return {lost->sentence, "digits"};
    if (std::string found = find_relation(pairs); !found.empty())
      return {found, ""};
    if (const auto lines = find_wrong_lines(pairs))
      return {lines->sentence, ""};
  }
  return {};
}

Likeness likeness_of_memory() {
  return {
      "the same calls give other results when calls come before them: "
      "something is kept from one call to the next, such as a static "
      "variable, or is read from beyond the end of an array, or depends on "
      "where things lie in memory, as the order of pointers in a set does",
      "memory"};
}

MistakeLikeness find_likeness_to_mistake(const Examiner& answer,
                                         const std::vector<KnownTrace>& known) {
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (known[k].failed != KnownTrace("", answer).failed) continue;
    Pairs pairs;
    bool comparable = true;
    std::set<double> different;
    for (std::size_t i = 0; i < answer.trace().size() && comparable; ++i) {
      const auto& mine = answer.trace()[i];
      const auto& others = known[k].trace[i];
      comparable = mine.size() == others.size();
      for (std::size_t j = 0; j < mine.size() && comparable; ++j) {
        if (!mine[j].wrong) continue;
        comparable = others[j].wrong && mine[j].want.size() > 0;
        if (!comparable) break;
        pairs.push_back({mine[j].numbers, others[j].numbers, mine[j].about});
        different.insert(others[j].numbers.begin(), others[j].numbers.end());
      }
    }
    constexpr std::size_t enough = 8;  // there are many mistakes to be like
    if (!comparable || pairs.empty() || different.size() < enough) continue;
    auto found = find_relation_of_numbers(pairs);
    if (!found) found = find_relation_of_places(pairs);
    if (found && found->up_to != "the places") return {k, found->up_to};
  }
  return {};
}

}  // namespace exercise
