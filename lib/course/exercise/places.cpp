// Right numbers in the wrong places.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "course/exercise/relation.h"
#include "horloge/core/shape.h"

namespace exercise {
namespace {

using horloge::Array;
using horloge::Shape;

// Where each number of a result comes from: places in what was wanted.
using Places = std::vector<std::size_t>;

// The sizes before an axis, along it, and behind it.
struct Lines {
  std::size_t outer = 1, size = 1, inner = 1;
  std::size_t at(std::size_t o, std::size_t i, std::size_t n) const {
    return (o * size + i) * inner + n;
  }
};

Lines lines_along(const Shape& shape, std::size_t axis) {
  Lines lines;
  for (std::size_t a = 0; a < shape.size(); ++a)
    (a < axis ? lines.outer : a == axis ? lines.size : lines.inner) *= shape[a];
  return lines;
}

// Every number along an axis comes from the place that `from` says.
Places moved_along(const Shape& shape, std::size_t axis,
                   const std::function<std::size_t(std::size_t)>& from) {
  const Lines lines = lines_along(shape, axis);
  Places places(lines.outer * lines.size * lines.inner);
  for (std::size_t o = 0; o < lines.outer; ++o)
    for (std::size_t i = 0; i < lines.size; ++i)
      for (std::size_t n = 0; n < lines.inner; ++n)
        places[lines.at(o, i, n)] = lines.at(o, from(i), n);
  return places;
}

// The axis and the next one change places.
Places with_axes_swapped(const Shape& shape, std::size_t axis) {
  const Lines lines = lines_along(shape, axis);
  const std::size_t second = shape[axis + 1];
  const std::size_t inner = lines.inner / std::max<std::size_t>(second, 1);
  Places places;
  places.reserve(lines.outer * lines.size * lines.inner);
  for (std::size_t o = 0; o < lines.outer; ++o)
    for (std::size_t j = 0; j < second; ++j)
      for (std::size_t i = 0; i < lines.size; ++i)
        for (std::size_t n = 0; n < inner; ++n)
          places.push_back(((o * lines.size + i) * second + j) * inner + n);
  return places;
}

// Whether what was given is what was wanted, taken from these places; and how
// many numbers show it.
bool comes_from(const Pair& p, const Places& places, std::size_t& telling) {
  if (places.size() != p.got.size()) return false;
  const double scale = largest_of(p.want);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double there = p.want.data()[places[i]];
    if (!are_near(p.got.data()[i], there, scale)) return false;
    if (p.got.shape() != p.want.shape() ||
        std::fabs(there - p.want.data()[i]) > 1e-3 * scale)
      ++telling;
  }
  return true;
}

using PlacesOf = std::function<std::optional<Places>(const Pair&)>;

bool explained_by(const Pairs& pairs, const PlacesOf& places_of) {
  std::size_t telling = 0;
  for (const Pair& p : pairs) {
    const auto places = places_of(p);
    if (!places || !comes_from(p, *places, telling)) return false;
  }
  return telling >= enough_numbers;
}

std::string axis_name(const Pairs& pairs, std::size_t axis) {
  const About& about = pairs[0].about;
  if (about.axes.size() == pairs[0].want.dimension()) {
    const std::string& name = about.axes[axis];
    return name.substr(0, name.find(" ="));  // "i =" stands before a number
  }
  const std::size_t rank = pairs[0].want.dimension();
  return rank == 1          ? "place"
         : axis + 1 == rank ? "column"
         : axis + 2 == rank ? "row"
                            : fmt::format("index of axis {}", axis);
}

bool same_rank(const Pairs& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
    return p.want.dimension() == pairs[0].want.dimension();
  });
}

// --- what may have happened along one axis ---

struct AxisChange {
  // From where the i-th of n comes.
  std::size_t (*from)(std::size_t i, std::size_t n);
  bool (*fits)(std::size_t n);
  const char* sentence;  // {} is the axis
  const char* up_to;
};

bool any_size(std::size_t) { return true; }
bool even(std::size_t n) { return n % 2 == 0; }

constexpr AxisChange axis_changes[] = {
    {[](std::size_t i, std::size_t n) { return n - 1 - i; }, any_size,
     "the numbers are right, but along the {}s in reversed order",
     "the order along the {}s"},
    {[](std::size_t i, std::size_t n) { return (i + n / 2) % n; }, even,
     "the two halves of the {}s are swapped", "the order of the halves"},
    {[](std::size_t i, std::size_t) { return i ^ 1U; }, even,
     "{}s 2i and 2i + 1 are swapped, in each pair", "the order in each pair"},
    {[](std::size_t i, std::size_t n) {
       return i < n / 2 ? 2 * i : 2 * (i - n / 2) + 1;
     },
     even,
     "the numbers are right, but in halves: first what belongs in the even "
     "{}s, then what belongs in the odd ones; here the two alternate",
     "halves instead of pairs"},
    {[](std::size_t i, std::size_t n) {
       return i % 2 == 0 ? i / 2 : n / 2 + i / 2;
     },
     even,
     "the numbers are right, but in pairs: what belongs in the two halves of "
     "the {}s alternates",
     "pairs instead of halves"},
    {[](std::size_t i, std::size_t n) { return (i + 1) % n; }, any_size,
     "{0} i holds what belongs in {0} i + 1, and the last one what belongs in "
     "the first",
     "a shift by one {}"},
    {[](std::size_t i, std::size_t n) { return (i + n - 1) % n; }, any_size,
     "{0} i holds what belongs in {0} i - 1, and the first one what belongs in "
     "the last",
     "a shift by one {}"},
    {[](std::size_t, std::size_t) { return std::size_t{0}; }, any_size,
     "every {} holds what belongs in the first one", "the first {} everywhere"},
    {[](std::size_t, std::size_t n) { return n - 1; }, any_size,
     "every {} holds what belongs in the last one", "the last {} everywhere"},
};

std::optional<Relation> find_change_along(const Pairs& pairs,
                                          std::size_t axis) {
  const std::string name = axis_name(pairs, axis);
  for (const AxisChange& change : axis_changes) {
    const auto places_of = [&](const Pair& p) -> std::optional<Places> {
      const std::size_t n = p.want.shape(axis);
      if (!change.fits(n)) return {};
      return moved_along(p.want.shape(), axis,
                         [&](std::size_t i) { return change.from(i, n); });
    };
    if (explained_by(pairs, places_of))
      return Relation{fmt::format(fmt::runtime(change.sentence), name),
                      fmt::format(fmt::runtime(change.up_to), name)};
  }
  return {};
}

// Everything moved on by one; what came in at the edge may be anything.
bool is_shifted(const Pairs& pairs, std::size_t axis, bool forward) {
  std::size_t telling = 0;
  for (const Pair& p : pairs) {
    const Lines lines = lines_along(p.want.shape(), axis);
    const double scale = largest_of(p.want);
    for (std::size_t o = 0; o < lines.outer; ++o)
      for (std::size_t i = 0; i + 1 < lines.size; ++i)
        for (std::size_t n = 0; n < lines.inner; ++n) {
          const std::size_t here = lines.at(o, i, n);
          const std::size_t next = lines.at(o, i + 1, n);
          const double g = p.got.data()[forward ? here : next];
          const double w = p.want.data()[forward ? next : here];
          if (!are_near(g, w, scale)) return false;
          if (std::fabs(p.want.data()[here] - p.want.data()[next]) >
              1e-3 * scale)
            ++telling;
        }
  }
  return telling >= enough_numbers;
}

std::optional<Relation> find_shift(const Pairs& pairs, std::size_t axis) {
  const std::string name = axis_name(pairs, axis);
  for (const bool forward : {true, false})
    if (is_shifted(pairs, axis, forward))
      return Relation{
          fmt::format("{0} i holds what belongs in {0} i {1} 1: is there a "
                      "shift by one?",
                      name, forward ? '+' : '-'),
          "a shift by one " + name};
  return {};
}

std::optional<Relation> find_swapped_axes(const Pairs& pairs) {
  const std::size_t rank = pairs[0].want.dimension();
  for (std::size_t back = 2; back <= rank; ++back) {
    const std::size_t axis = rank - back;
    const auto places_of = [&](const Pair& p) -> std::optional<Places> {
      Shape swapped = p.want.shape();
      std::swap(swapped[axis], swapped[axis + 1]);
      if (p.got.shape() != swapped) return {};
      return with_axes_swapped(p.want.shape(), axis);
    };
    if (explained_by(pairs, places_of))
      return Relation{rank == 2
                          ? std::string("it is the transpose of what is wanted")
                          : fmt::format("axes {} and {} are swapped: it is a "
                                        "transpose of what is wanted",
                                        axis, axis + 1),
                      "a transposition"};
  }
  return {};
}

// The same numbers one after the other, cut into another shape.
std::optional<Relation> find_reshape(const Pairs& pairs) {
  const bool other_shape = std::any_of(
      pairs.begin(), pairs.end(),
      [](const Pair& p) { return p.got.shape() != p.want.shape(); });
  const auto as_it_is = [](const Pair& p) -> std::optional<Places> {
    Places places(p.want.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    return places;
  };
  if (!other_shape || !explained_by(pairs, as_it_is)) return {};
  return Relation{
      fmt::format("the numbers are right, and in the right order; only the "
                  "shape is another: {} instead of {}",
                  horloge::to_string(pairs[0].got.shape()),
                  horloge::to_string(pairs[0].want.shape())),
      "the shape"};
}

std::vector<double> sorted(const Array& numbers) {
  std::vector<double> all(numbers.begin(), numbers.end());
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<Relation> find_another_order(const Pairs& pairs) {
  std::set<double> different;
  for (const Pair& p : pairs) {
    if (p.got.size() != p.want.size()) return {};
    for (const double g : p.got)
      if (std::isnan(g)) return {};
    const auto got = sorted(p.got), want = sorted(p.want);
    const double scale = largest_of(p.want);
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!are_near(got[i], want[i], scale)) return {};
    different.insert(want.begin(), want.end());
  }
  if (different.size() < 4) return {};
  return Relation{
      "all the right numbers are there, but not in the right places",
      "the places"};
}

// --- which lines are wrong ---

enum class Line { right, wrong, none };

// Line i along an axis, over all pairs in which there is one.
bool line_is_wrong(const Pair& p, std::size_t axis, std::size_t i) {
  const Lines lines = lines_along(p.want.shape(), axis);
  const double tolerance =
      p.about.tolerance * std::max(1.0, largest_of(p.want));
  for (std::size_t o = 0; o < lines.outer; ++o)
    for (std::size_t n = 0; n < lines.inner; ++n) {
      const std::size_t at = lines.at(o, i, n);
      if (!(std::fabs(p.got.data()[at] - p.want.data()[at]) <= tolerance))
        return true;
    }
  return false;
}

struct LinePattern {
  bool (*wrong)(std::size_t i, std::size_t n);
  const char* sentence;  // {} is the axis
  std::size_t least;     // so many lines show it
};
constexpr LinePattern line_patterns[] = {
    {[](std::size_t i, std::size_t) { return i == 0; },
     "only the first {} is wrong; all others are right", 3},
    {[](std::size_t i, std::size_t n) { return i + 1 == n; },
     "only the last {} is wrong; all others are right", 3},
    {[](std::size_t i, std::size_t) { return i != 0; },
     "only the first {} is right; all others are wrong", 3},
    {[](std::size_t i, std::size_t n) { return i + 1 != n; },
     "only the last {} is right; all others are wrong", 3},
    {[](std::size_t i, std::size_t) { return i % 2 == 1; },
     "the even {0}s are right; the odd ones, 1, 3, 5, …, are wrong", 6},
    {[](std::size_t i, std::size_t) { return i % 2 == 0; },
     "the odd {0}s are right; the even ones, 0, 2, 4, …, are wrong", 6},
    {[](std::size_t i, std::size_t n) { return i < n / 2; },
     "the second half of the {}s is right, the first is wrong", 4},
    {[](std::size_t i, std::size_t n) { return i >= n / 2; },
     "the first half of the {}s is right, the second is wrong", 4},
    {[](std::size_t i, std::size_t) { return i > 1; },
     "{0}s 0 and 1 are right; from {0} 2 on they are wrong", 4},
    {[](std::size_t i, std::size_t n) { return i + 2 >= n; },
     "only the last two {}s are wrong; all others are right", 4},
};

// A pattern must be seen where it can be told from its neighbours.
bool pattern_fits(const Pairs& pairs, std::size_t axis,
                  const LinePattern& pattern) {
  std::size_t lines_seen = 0;
  for (const Pair& p : pairs) {
    const std::size_t n = p.want.shape(axis);
    for (std::size_t i = 0; i < n; ++i)
      if (line_is_wrong(p, axis, i) != pattern.wrong(i, n)) return false;
    lines_seen = std::max(lines_seen, n);
  }
  return lines_seen >= pattern.least;
}

}  // namespace

std::optional<Relation> find_relation_of_places(const Pairs& pairs) {
  if (pairs.empty() || !same_rank(pairs)) return {};
  const std::size_t rank = pairs[0].want.dimension();
  if (rank == 0) return {};
  if (const auto found = find_swapped_axes(pairs)) return found;
  if (have_same_shapes(pairs))
    for (std::size_t back = 1; back <= rank; ++back) {
      const std::size_t axis = rank - back;
      if (const auto found = find_change_along(pairs, axis)) return found;
      if (const auto found = find_shift(pairs, axis)) return found;
    }
  if (const auto found = find_reshape(pairs)) return found;
  return find_another_order(pairs);
}

std::optional<Relation> find_wrong_lines(const Pairs& pairs) {
  if (pairs.empty() || !same_rank(pairs) || !have_same_shapes(pairs)) return {};
  const std::size_t rank = pairs[0].want.dimension();
  for (std::size_t back = 1; back <= rank; ++back)
    for (const LinePattern& pattern : line_patterns)
      if (pattern_fits(pairs, rank - back, pattern))
        return Relation{fmt::format(fmt::runtime(pattern.sentence),
                                    axis_name(pairs, rank - back)),
                        ""};
  return {};
}

}  // namespace exercise
