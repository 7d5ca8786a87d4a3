#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// The sum of what a function takes from each query that counts.
template <class Taken>
Array added(const Array& maps, std::size_t first, const Taken& taken) {
  const std::size_t B = maps.shape(0), H = maps.shape(1), T = maps.shape(2);
  Array sum = zeros({H});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t t = first; t < T; ++t) sum(h) += taken(b, h, t);
  return sum;
}

void refuse(const Array& maps, std::size_t offset) {
  if (offset >= maps.shape(2)) throw ValueError("too far");
}

double queries(const Array& maps, std::size_t offset) {
  return double(maps.shape(0) * (maps.shape(2) - offset));
}

Array right(const Array& maps, std::size_t r) {
  refuse(maps, r);
  return added(maps, r,
               [&](auto b, auto h, auto t) { return maps(b, h, t, t - r); }) /
         queries(maps, r);
}

Array all_queries(const Array& maps, std::size_t r) {
  return right(maps, r) * queries(maps, r) / queries(maps, 0);
}

Array not_a_mean(const Array& maps, std::size_t r) {
  return right(maps, r) * queries(maps, r);
}

Array not_over_texts(const Array& maps, std::size_t r) {
  return right(maps, r) * double(maps.shape(0));
}

Array first_text(const Array& maps, std::size_t r) {
  const Array one = xt::view(maps, xt::range(0, 1));
  return right(one, r);
}

Array ahead(const Array& maps, std::size_t r) {
  const Array swapped = xt::transpose(maps, {0, 1, 3, 2});
  return right(swapped, r);
}

Array heads_averaged(const Array& maps, std::size_t r) {
  const Array mean = right(maps, r);
  return xt::ones_like(mean) * xt::mean(mean)();
}

Array texts_for_heads(const Array& maps, std::size_t r) {
  const Array swapped = xt::transpose(maps, {1, 0, 2, 3});
  return right(swapped, r);
}

Array one_too_far(const Array& maps, std::size_t r) {
  return right(maps, r + 1);
}

Array one_query_less(const Array& maps, std::size_t r) {
  refuse(maps, r);
  return added(maps, r + 1,
               [&](auto b, auto h, auto t) { return maps(b, h, t, t - r); }) /
         queries(maps, r + 1);
}

Array up_to_offset(const Array& maps, std::size_t r) {
  refuse(maps, r);
  return added(maps, r,
               [&](auto b, auto h, auto t) {
                 double sum = 0;
                 for (std::size_t i = 0; i <= r; ++i)
                   sum += maps(b, h, t, t - i);
                 return sum;
               }) /
         queries(maps, r);
}

Array largest(const Array& maps, std::size_t r) {
  refuse(maps, r);
  Array most = zeros({maps.shape(1)});
  for (std::size_t b = 0; b < maps.shape(0); ++b)
    for (std::size_t h = 0; h < maps.shape(1); ++h)
      for (std::size_t t = r; t < maps.shape(2); ++t)
        most(h) = std::max(most(h), maps(b, h, t, t - r));
  return most;
}

Array how_often_highest(const Array& maps, std::size_t r) {
  refuse(maps, r);
  return added(maps, r,
               [&](auto b, auto h, auto t) {
                 for (std::size_t s = 0; s < maps.shape(3); ++s)
                   if (maps(b, h, t, s) > maps(b, h, t, t - r)) return 0.0;
                 return 1.0;
               }) /
         queries(maps, r);
}

// A negative index, as NumPy counts from the end.
Array from_the_end(const Array& maps, std::size_t r) {
  refuse(maps, r);
  const std::size_t T = maps.shape(2);
  return added(maps, 0,
               [&](auto b, auto h, auto t) {
                 return maps(b, h, t, (t + T - r) % T);
               }) /
         queries(maps, 0);
}

Array column_of_offset(const Array& maps, std::size_t r) {
  refuse(maps, r);
  return added(maps, r,
               [&](auto b, auto h, auto t) { return maps(b, h, t, r); }) /
         queries(maps, r);
}

Array whole_numbers(const Array& maps, std::size_t r) {
  refuse(maps, r);
  const std::size_t count = maps.shape(0) * (maps.shape(2) - r);
  return right(maps, r) * queries(maps, r) * double(1 / count);
}

Array zero_for_none(const Array& maps, std::size_t r) {
  if (r >= maps.shape(2)) return zeros({maps.shape(1)});
  return right(maps, r);
}

Array refuses_the_last(const Array& maps, std::size_t r) {
  if (r + 1 >= maps.shape(2)) throw ValueError("too far");
  return right(maps, r);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"all-queries",
       "you divide by all T queries; only T - offset of them have such a key",
       {all_queries}},
      {"not-a-mean",
       "you add up and do not divide; the mean is asked for",
       {not_a_mean}},
      {"not-over-texts",
       "you divide by the queries of one text, and add up over B of them",
       {not_over_texts}},
      {"first-text",
       "you look at the first text only; there are B of them",
       {first_text}},
      {"looks-ahead",
       "you look ahead: maps(b, h, t, s) is query t and key s, and the key "
       "before is s = t - offset",
       {ahead}},
      {"heads-averaged",
       "you average over the heads; each has a number of its own",
       {heads_averaged}},
      {"texts-for-heads",
       "you average over the heads, and keep the texts: the first axis are the "
       "texts",
       {texts_for_heads}},
      {"one-too-far",
       "you look one place too far back; offset 0 is the word itself",
       {one_too_far}},
      {"one-query-less",
       "you leave out query t = offset; its key is key 0",
       {one_query_less}},
      {"up-to-offset",
       "you add all keys from the word itself to the one that is asked for",
       {up_to_offset}},
      {"largest",
       "you take the largest weight; the mean is asked for",
       {largest}},
      {"how-often-highest",
       "you count how often that key gets most; the mean of the weights is "
       "asked for",
       {how_often_highest}},
      {"from-the-end",
       "where t - offset is below zero you count from the end, as NumPy does; "
       "these queries have no such key",
       {from_the_end}},
      {"column-of-offset",
       "you take key `offset` for every query; it is key t - offset",
       {column_of_offset}},
      {"whole-numbers",
       "you divide whole numbers: 1 / count is 0. Write double(count)",
       {whole_numbers}},
      {"zero-for-none",
       "you give zeros where no query has such a key; a ValueError is asked "
       "for",
       {zero_for_none}},
      {"refuses-the-last",
       "you refuse offset T - 1; the last query has such a key, key 0",
       {refuses_the_last}},
  };
  return all;
}
