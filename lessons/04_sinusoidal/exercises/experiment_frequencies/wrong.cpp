#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;
using Sizes = std::vector<std::size_t>;

namespace {

const double pi = std::acos(-1.0);

double step_of(const Array& table, std::size_t i) {
  return std::atan2(table(1, 2 * i), table(1, 2 * i + 1));
}

double turns(const Array& table, std::size_t i) {
  return double(table.shape(0) - 1) * step_of(table, i) / (2 * pi);
}

// How often `event` is true of a number and the next in a column.
using Event = bool (*)(double now, double next);

std::size_t count(const Array& table, std::size_t j, Event event) {
  std::size_t n = 0;
  for (std::size_t t = 0; t + 1 < table.shape(0); ++t)
    n += event(table(t, j), table(t + 1, j)) ? 1 : 0;
  return n;
}

bool changes_sign(double now, double next) { return (now < 0) != (next < 0); }
bool rises(double now, double next) { return next > now; }
bool falls(double now, double next) { return next < now; }

bool goes_one_way(const Array& table, std::size_t j) {
  return count(table, j, rises) == 0 || count(table, j, falls) == 0;
}

Sizes columns_that(const Array& table,
                   const std::function<bool(std::size_t j)>& do_it) {
  Sizes columns;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    if (do_it(j)) columns.push_back(j);
  return columns;
}

std::size_t first_pair_that(const Array& table,
                            const std::function<bool(std::size_t i)>& does) {
  std::size_t i = 0;
  while (i < table.shape(1) / 2 && !does(i)) ++i;
  return i;
}

Waves right(const Array& table) {
  Waves waves;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    waves.crossings.push_back(count(table, j, changes_sign));
  waves.one_way = columns_that(
      table, [&](std::size_t j) { return goes_one_way(table, j); });
  waves.first_slow = first_pair_that(
      table, [&](std::size_t i) { return turns(table, i) < 1; });
  return waves;
}

// --- measured otherwise ---

Waves with_crossings(const Array& table,
                     const std::function<std::size_t(std::size_t j)>& number) {
  Waves waves = right(table);
  for (std::size_t j = 0; j < table.shape(1); ++j)
    waves.crossings[j] = number(j);
  return waves;
}

Waves upwards_only(const Array& table) {
  return with_crossings(table, [&](std::size_t j) {
    return count(table, j,
                 [](double now, double next) { return now < 0 && next >= 0; });
  });
}

Waves zero_is_a_sign(const Array& table) {
  return with_crossings(table, [&](std::size_t j) {
    return count(table, j, changes_sign) + (table(0, j) == 0 ? 1 : 0);
  });
}

Waves turning_points(const Array& table) {
  return with_crossings(table, [&](std::size_t j) {
    std::size_t n = 0;
    for (std::size_t t = 1; t + 1 < table.shape(0); ++t)
      n += (table(t, j) > table(t - 1, j)) != (table(t + 1, j) > table(t, j));
    return n;
  });
}

Waves half_turns(const Array& table) {
  return with_crossings(table, [&](std::size_t j) {
    return std::size_t(2 * turns(table, j / 2));
  });
}

Waves along_rows(const Array& table) {
  const Array turned = xt::transpose(table);
  Waves waves = right(table);
  waves.crossings.clear();
  for (std::size_t t = 0; t < table.shape(0); ++t)
    waves.crossings.push_back(count(turned, t, changes_sign));
  return waves;
}

Waves with_one_way(const Array& table,
                   const std::function<bool(std::size_t j)>& is) {
  Waves waves = right(table);
  waves.one_way = columns_that(table, is);
  return waves;
}

Waves rising_only(const Array& table) {
  return with_one_way(
      table, [&](std::size_t j) { return count(table, j, falls) == 0; });
}

Waves not_crossing(const Array& table) {
  return with_one_way(
      table, [&](std::size_t j) { return count(table, j, changes_sign) == 0; });
}

Waves slow_pairs(const Array& table) {
  return with_one_way(table,
                      [&](std::size_t j) { return turns(table, j / 2) < 1; });
}

Waves both_or_none(const Array& table) {
  return with_one_way(table, [&](std::size_t j) {
    return goes_one_way(table, j / 2 * 2) && goes_one_way(table, j / 2 * 2 + 1);
  });
}

Waves with_first_slow(const Array& table,
                      const std::function<bool(std::size_t i)>& is_slow) {
  Waves waves = right(table);
  waves.first_slow = first_pair_that(table, is_slow);
  return waves;
}

Waves n_steps(const Array& table) {
  return with_first_slow(table, [&](std::size_t i) {
    return double(table.shape(0)) * step_of(table, i) < 2 * pi;
  });
}

Waves half_a_turn(const Array& table) {
  return with_first_slow(table,
                         [&](std::size_t i) { return turns(table, i) < 0.5; });
}

Waves where_it_ends(const Array& table) {
  return with_first_slow(table, [&](std::size_t i) {
    const std::size_t last = table.shape(0) - 1;
    return std::atan2(table(last, 2 * i), table(last, 2 * i + 1)) < 2 * pi;
  });
}

Waves by_formula(const Array& table) {
  return with_first_slow(table, [&](std::size_t i) {
    return double(table.shape(0) - 1) <
           2 * pi * std::pow(10000, 2 * double(i) / double(table.shape(1)));
  });
}

Waves column_number(const Array& table) {
  Waves waves = right(table);
  waves.first_slow *= 2;
  return waves;
}

Waves last_fast(const Array& table) {
  Waves waves = right(table);
  waves.first_slow -= waves.first_slow > 0 ? 1 : 0;
  return waves;
}

Waves how_many_slow(const Array& table) {
  Waves waves = right(table);
  waves.first_slow = 0;
  for (std::size_t i = 0; i < table.shape(1) / 2; ++i)
    waves.first_slow += turns(table, i) < 1 ? 1 : 0;
  return waves;
}

Waves zero_if_none(const Array& table) {
  Waves waves = right(table);
  if (waves.first_slow == table.shape(1) / 2) waves.first_slow = 0;
  return waves;
}

// --- concluded ---

std::size_t number_slow(const Array& table) {
  return how_many_slow(table).first_slow;
}

template <Waves (*measure)(const Array&)>
FrequencyFindings concluded(const Array& table) {
  const Sizes c = measure(table).crossings;
  FrequencyFindings findings{true, true,
                             2 * number_slow(table) > table.shape(1) / 2};
  for (std::size_t j = 0; j + 1 < c.size(); j += 2) {
    if (j > 0 && c[j] > c[j - 2]) findings.slower_and_slower = false;
    if (c[j] > c[j + 1] + 1 || c[j + 1] > c[j] + 1)
      findings.pairs_keep_pace = false;
  }
  return findings;
}

constexpr auto right_findings = concluded<right>;

template <bool FrequencyFindings::*which, bool always>
FrequencyFindings says(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  findings.*which = always;
  return findings;
}

FrequencyFindings as_seen(const Array&) { return {true, true, true}; }

FrequencyFindings strictly_slower(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  const Sizes c = right(table).crossings;
  for (std::size_t j = 2; j < c.size(); j += 2)
    if (c[j] >= c[j - 2]) findings.slower_and_slower = false;
  return findings;
}

FrequencyFindings all_columns(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  const Sizes c = right(table).crossings;
  for (std::size_t j = 1; j < c.size(); ++j)
    if (c[j] > c[j - 1]) findings.slower_and_slower = false;
  return findings;
}

FrequencyFindings exactly_equal(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  const Sizes c = right(table).crossings;
  for (std::size_t j = 0; j < c.size(); j += 2)
    if (c[j] != c[j + 1]) findings.pairs_keep_pace = false;
  return findings;
}

FrequencyFindings all_from_the_first(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  const std::size_t pairs = table.shape(1) / 2;
  findings.mostly_slow = 2 * (pairs - right(table).first_slow) > pairs;
  return findings;
}

FrequencyFindings half_is_most(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  findings.mostly_slow = 2 * number_slow(table) >= table.shape(1) / 2;
  return findings;
}

FrequencyFindings by_one_way(const Array& table) {
  FrequencyFindings findings = right_findings(table);
  findings.mostly_slow = 2 * right(table).one_way.size() > table.shape(1);
  return findings;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"upwards-only",
       "you count the crossings upwards; those downwards count as well",
       {upwards_only, concluded<upwards_only>}},
      {"zero-is-a-sign",
       "you take zero for a sign of its own, so each sine crosses once more, "
       "in row 0, where it begins. Ask only what is below zero",
       {zero_is_a_sign, concluded<zero_is_a_sign>}},
      {"turning-points",
       "you count where a column turns back, at the top and at the bottom of "
       "a wave; zero is half way between",
       {turning_points, concluded<turning_points>}},
      {"half-turns",
       "you count the half turns of each hand. That is right for its sine, "
       "which begins at zero; the cosine begins at the top and crosses a "
       "quarter of a turn earlier",
       {half_turns, concluded<half_turns>}},
      {"along-rows",
       "you go along the rows; a wave goes down a column, from position to "
       "position",
       {along_rows, concluded<along_rows>}},
      {"rising-only",
       "you look for columns that rise; those that only fall go one way, too",
       {rising_only, right_findings}},
      {"not-crossing",
       "you take columns that never cross zero for those that never turn back. "
       "A sine turns back at its top, long before it crosses zero",
       {not_crossing, right_findings}},
      {"slow-pairs",
       "you take the columns of all hands that make less than a turn. A sine "
       "turns back after a quarter of a turn, a cosine after half of one",
       {slow_pairs, right_findings}},
      {"both-or-none",
       "you take a column only if the other of its pair goes one way as well; "
       "a cosine goes on for longer than its sine",
       {both_or_none, right_findings}},
      {"n-steps",
       "you let the hands make N steps; from row 0 to row N - 1 there are "
       "N - 1",
       {n_steps, right_findings}},
      {"half-a-turn",
       "you ask for half a turn, pi; a whole one is 2 pi",
       {half_a_turn, right_findings}},
      {"where-it-ends",
       "you look where each hand points in the last row; that does not say how "
       "often it has been round, and atan2 never gives more than half a turn. "
       "Row 1 has the angle of one step",
       {where_it_ends, right_findings}},
      {"by-formula",
       "you compute the turns with the paper's base; this is an experiment, so "
       "ask the table",
       {by_formula, right_findings}},
      {"column-number",
       "you give the column of the slow pair's sine; the pair is asked for, "
       "half of that",
       {column_number, right_findings}},
      {"last-fast",
       "you give the last pair that makes a turn; the one after it is asked "
       "for",
       {last_fast, right_findings}},
      {"how-many-slow",
       "you count the slow pairs; the first of them is asked for",
       {how_many_slow, right_findings}},
      {"zero-if-none",
       "you say 0 where no pair is slow, as if it were the first one; then the "
       "number of pairs is asked for",
       {zero_if_none, right_findings}},
      {"says-slower",
       "you say of every table that its pairs are slower and slower. Compare "
       "the crossings of each sine with those of the one before",
       {right, says<&FrequencyFindings::slower_and_slower, true>}},
      {"strictly-slower",
       "you want fewer crossings from each pair to the next; slow pairs have "
       "none at all, and so as few as their neighbours",
       {right, strictly_slower}},
      {"all-columns-in-a-row",
       "you compare each column with the one before it; sines are compared "
       "with sines. A cosine may cross once more than its sine",
       {right, all_columns}},
      {"says-pace",
       "you say of every table that sine and cosine keep pace. That is what "
       "the formula promises; a program may break it, and the crossings show "
       "it",
       {right, says<&FrequencyFindings::pairs_keep_pace, true>}},
      {"exactly-equal",
       "you want equal numbers of crossings; a cosine begins elsewhere than "
       "its "
       "sine, so it may have crossed once more. (A difference of unsigned "
       "numbers is never below zero.)",
       {right, exactly_equal}},
      {"says-slow",
       "you say of every table that most of its pairs are slow. For 100 words "
       "and the paper's code it is so; the longer the table, the more hands go "
       "round",
       {right, says<&FrequencyFindings::mostly_slow, true>}},
      {"says-not-slow",
       "you say of every table that most of its pairs make a turn. Look at the "
       "first one: 100 words, and hands that need up to 47,000",
       {right, says<&FrequencyFindings::mostly_slow, false>}},
      {"all-from-the-first",
       "you take all pairs from the first slow one on for slow; in a table of "
       "another order they need not be. Count them",
       {right, all_from_the_first}},
      {"half-is-most",
       "you take half of the pairs for most of them",
       {right, half_is_most}},
      {"by-one-way",
       "you count the columns that never turn back; slow is a pair with less "
       "than a whole turn",
       {right, by_one_way}},
      {"as-seen",
       "you wrote down what the first table shows. Other tables are longer, or "
       "in another order: compare what was measured",
       {right, as_seen}},
  };
  return all;
}
