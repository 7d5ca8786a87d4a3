#include "course/exercise/relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

namespace exercise {
namespace {

using horloge::Array;
using Function = double (*)(double);

bool zero_or_one(const Pairs& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [](const Pair& p) {
    return std::all_of(p.want.begin(), p.want.end(),
                       [](double w) { return w == 0 || w == 1; });
  });
}

// Whether all that was given is a function of what was wanted, and enough of it
// is not what it would be anyway.
bool explained_by(const Pairs& pairs, double (*f)(double)) {
  std::size_t telling = 0;
  for (const Pair& p : pairs) {
    const double scale = largest_of(p.want);
    for (std::size_t i = 0; i < p.want.size(); ++i) {
      const double w = p.want.data()[i];
      const double value = f(w);
      if (!are_near(p.got.data()[i], value, std::max(scale, std::fabs(value))))
        return false;
      if (std::fabs(value - w) > 1e-3 * scale) ++telling;
    }
  }
  return telling >= enough_numbers;
}

struct NumberRelation {
  Function function;
  const char* sentence;
  const char* up_to;
};

// Numbers of 0 and 1 first: their opposites and squares say nothing.
constexpr NumberRelation of_truths[] = {
    {[](double w) { return 1 - w; },
     "true and false are exchanged: where 1 is wanted you have 0, and where 0 "
     "is wanted you have 1",
     "an exchange of true and false"},
    {[](double w) { return 2 * w - 1; },
     "you have -1 and 1 where 0 and 1 are wanted", "-1 instead of 0"},
};

constexpr NumberRelation of_numbers[] = {
    {[](double w) { return -w; },
     "the numbers are right up to the sign: each is the opposite of what is "
     "wanted",
     "the sign"},
    {[](double w) { return std::fabs(w); },
     "the numbers are right up to the sign: yours are all positive, as if "
     "their absolute values were taken",
     "the absolute value"},
    {[](double w) { return w * w; },
     "your numbers are the squares of the right ones: is a square root "
     "missing?",
     "a square"},
    {[](double w) { return std::sqrt(std::fabs(w)); },
     "your numbers are the square roots of the right ones", "a square root"},
    {[](double w) { return 1 / w; },
     "your numbers are 1 divided by the right ones: is a quotient upside "
     "down?",
     "1 divided by it"},
    {[](double w) { return std::exp(w); },
     "your numbers are exp of the right ones", "exp"},
    {[](double w) { return std::trunc(w); },
     "your numbers are the right ones cut to whole numbers: is there a "
     "division of whole numbers, or an int?",
     "what is behind the point"},
    {[](double w) { return std::round(w); },
     "your numbers are the right ones rounded to whole numbers", "rounding"},
    {[](double w) { return 1 - w; }, "your numbers are 1 minus the right ones",
     "1 minus it"},
};

bool only_signs_differ(const Pairs& pairs) {
  std::size_t turned = 0;
  for (const Pair& p : pairs)
    for (std::size_t i = 0; i < p.want.size(); ++i) {
      const double g = p.got.data()[i], w = p.want.data()[i];
      if (!are_near(std::fabs(g), std::fabs(w), largest_of(p.want)))
        return false;
      if (g * w < 0) ++turned;
    }
  return turned >= enough_numbers;
}

// --- a factor, or a number that is added ---

// What the sizes in brackets say: "T = 5, d_model = 8".
std::map<std::string, double> sizes_in(const std::string& text) {
  std::map<std::string, double> sizes;
  for (std::size_t at = text.find(" = "); at != std::string::npos;
       at = text.find(" = ", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 &&
           (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
            text[begin - 1] == '_'))
      --begin;
    char* end = nullptr;
    const double value = std::strtod(text.c_str() + at + 3, &end);
    if (begin < at && end != text.c_str() + at + 3)
      sizes[text.substr(begin, at - begin)] = value;
  }
  return sizes;
}

struct FactorName {
  Function of_size;
  const char* name;  // {} is the size's name
};
constexpr FactorName factor_names[] = {
    {[](double n) { return n; }, "{}"},
    {[](double n) { return 1 / n; }, "1 / {}"},
    {[](double n) { return std::sqrt(n); }, "sqrt({})"},
    {[](double n) { return 1 / std::sqrt(n); }, "1 / sqrt({})"},
    {[](double n) { return n - 1; }, "{} - 1"},
    {[](double n) { return 1 / (n - 1); }, "1 / ({} - 1)"},
    {[](double n) { return n / (n - 1); }, "{0} / ({0} - 1)"},
    {[](double n) { return (n - 1) / n; }, "({0} - 1) / {0}"},
    {[](double n) { return n / 2; }, "{} / 2"},
    {[](double n) { return 2 / n; }, "2 / {}"},
    {[](double n) { return n * n; }, "{} squared"},
};

// "sqrt(8), d_model being 8", if the numbers are that in every pair.
std::string name_by_size(const std::vector<double>& numbers,
                         const Pairs& pairs) {
  for (const auto& entry : sizes_in(pairs[0].about.sizes))
    for (const FactorName& factor : factor_names) {
      bool all = true;
      for (std::size_t i = 0; i < pairs.size() && all; ++i) {
        const auto sizes = sizes_in(pairs[i].about.sizes);
        const auto size = sizes.find(entry.first);
        if (size == sizes.end()) {
          all = false;
          break;
        }
        const double value = factor.of_size(size->second);
        all = are_near(numbers[i], value, std::fabs(value));
      }
      if (all && entry.second > 1)
        return fmt::format("{}, {} being {:g}",
                           fmt::format(fmt::runtime(factor.name),
                                       fmt::format("{:g}", entry.second)),
                           entry.first, entry.second);
    }
  return "";
}

bool all_near(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [&](double x) {
    return are_near(x, numbers[0], std::fabs(numbers[0]));
  });
}

// The factor of a pair, if there is one; `telling` counts what shows it.
std::optional<double> factor_of(const Pair& p, std::size_t& telling) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < p.want.size(); ++i)
    if (std::fabs(p.want.data()[i]) > std::fabs(p.want.data()[at])) at = i;
  if (p.want.size() == 0 || p.want.data()[at] == 0) return {};
  const double c = p.got.data()[at] / p.want.data()[at];
  if (!std::isfinite(c) || std::fabs(c) < 1e-9 || std::fabs(c - 1) < 1e-3)
    return {};
  const double scale = std::fabs(p.got.data()[at]);
  for (std::size_t i = 0; i < p.want.size(); ++i) {
    if (!are_near(p.got.data()[i], c * p.want.data()[i], scale)) return {};
    if (p.want.data()[i] != 0) ++telling;
  }
  return c;
}

std::optional<double> difference_of(const Pair& p, std::size_t& telling) {
  if (p.want.size() == 0) return {};
  const double scale = std::max(largest_of(p.want), largest_of(p.got));
  const double c = p.got.data()[0] - p.want.data()[0];
  if (!std::isfinite(c) || std::fabs(c) < 1e-3 * scale) return {};
  for (std::size_t i = 0; i < p.want.size(); ++i)
    if (!are_near(p.got.data()[i], c + p.want.data()[i], scale)) return {};
  telling += p.want.size();
  return c;
}

using Measure = std::optional<double> (*)(const Pair&, std::size_t&);

std::vector<double> measure_all(const Pairs& pairs, Measure measure) {
  std::vector<double> all;
  std::size_t telling = 0;
  for (const Pair& p : pairs) {
    const auto number = measure(p, telling);
    if (!number) return {};
    all.push_back(*number);
  }
  // One number for each pair is always possible; it must be the same one then,
  // and for several different ones.
  if (telling < enough_numbers) return {};
  if (telling > pairs.size()) return all;
  std::set<double> different;
  for (const Pair& p : pairs) different.insert(p.want.begin(), p.want.end());
  if (different.size() < enough_numbers || !all_near(all)) return {};
  return all;
}

std::optional<Relation> find_factor(const Pairs& pairs) {
  const std::vector<double> c = measure_all(pairs, factor_of);
  if (c.empty()) return {};
  const std::string name = name_by_size(c, pairs);
  if (!name.empty())
    return Relation{
        fmt::format("your numbers are {:.3g} times the right ones, which is {}",
                    c[0], name),
        "a factor of " + name};
  if (all_near(c))
    return Relation{
        fmt::format("your numbers are {:.6g} times the right ones", c[0]),
        fmt::format("a factor of {:.6g}", c[0])};
  return Relation{
      fmt::format("your numbers are right up to a factor, which is not the "
                  "same in each case: {:.6g}{}",
                  c[0],
                  pairs[0].about.sizes.empty()
                      ? std::string(" in the first one")
                      : " for " + pairs[0].about.sizes),
      "a factor"};
}

std::optional<Relation> find_difference(const Pairs& pairs) {
  const std::vector<double> c = measure_all(pairs, difference_of);
  if (c.empty() || !all_near(c)) return {};
  return Relation{fmt::format("each of your numbers is {:.6g} too {}",
                              std::fabs(c[0]), c[0] > 0 ? "large" : "small"),
                  fmt::format("{:.6g} that is {}", std::fabs(c[0]),
                              c[0] > 0 ? "added" : "subtracted")};
}

// --- digits ---

bool is_a_float(double x) {
  return static_cast<double>(static_cast<float>(x)) == x;
}

}  // namespace

bool have_same_shapes(const Pairs& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [](const Pair& p) {
    return p.got.shape() == p.want.shape();
  });
}

bool are_near(double a, double b, double scale) {
  return a == b || std::fabs(a - b) <= 1e-6 * scale;
}

double largest_of(const Array& numbers) {
  double largest = 1e-300;
  for (const double x : numbers) largest = std::max(largest, std::fabs(x));
  return largest;
}

bool are_near(const Array& a, const Array& b) {
  if (a.shape() != b.shape()) return false;
  const double scale = largest_of(b);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!are_near(a.data()[i], b.data()[i], scale)) return false;
  return true;
}

std::optional<Relation> find_lost_digits(const Pairs& pairs) {
  if (!have_same_shapes(pairs)) return {};
  bool all_floats = true, all_wanted_floats = true;
  double least = 1, most = 0;
  for (const Pair& p : pairs) {
    double by = 0;
    for (std::size_t i = 0; i < p.want.size(); ++i) {
      const double g = p.got.data()[i], w = p.want.data()[i];
      if (!(std::fabs(g - w) <= 1e300)) return {};
      by = std::max(by, std::fabs(g - w) / largest_of(p.want));
      all_floats = all_floats && is_a_float(g);
      all_wanted_floats = all_wanted_floats && is_a_float(w);
    }
    least = std::min(least, by);
    most = std::max(most, by);
  }
  if (least > 1e-5 || most > 0.05) return {};
  if (all_floats && !all_wanted_floats)
    return Relation{
        "your numbers are right to the digits of a float: something is "
        "computed in float, which has seven; compute in double",
        "the digits of a float"};
  if (least < 1e-13) return {};
  const int digits = static_cast<int>(-std::log10(most));
  return Relation{
      fmt::format("your numbers are right to about {} digits and no further: "
                  "something is computed in float, which has seven, or a "
                  "constant has too few",
                  std::max(1, digits)),
      "the last digits"};
}

std::optional<Relation> find_relation_of_numbers(const Pairs& pairs) {
  if (pairs.empty() || !have_same_shapes(pairs)) return {};
  if (zero_or_one(pairs)) {
    for (const NumberRelation& r : of_truths)
      if (explained_by(pairs, r.function)) return Relation{r.sentence, r.up_to};
    return {};
  }
  for (const NumberRelation& r : of_numbers)
    if (explained_by(pairs, r.function)) return Relation{r.sentence, r.up_to};
  if (only_signs_differ(pairs))
    return Relation{
        "the numbers are right up to the sign, which is wrong for some of them",
        "some signs"};
  if (const auto found = find_factor(pairs)) return found;
  return find_difference(pairs);
}

}  // namespace exercise
