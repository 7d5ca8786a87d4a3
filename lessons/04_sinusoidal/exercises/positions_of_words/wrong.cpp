#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

std::int64_t words_between(const Mask& words, std::size_t b, std::size_t first,
                           std::size_t last) {
  std::int64_t count = 0;
  for (std::size_t t = first; t < last; ++t) count += words(b, t) ? 1 : 0;
  return count;
}

// `word(b, t)` for each word, `padding(b, t)` for the rest.
using Number = std::function<std::int64_t(std::size_t b, std::size_t t)>;
Ids numbers(const Mask& words, const Number& word, const Number& padding) {
  Ids out = Ids::from_shape({words.shape(0), words.shape(1)});
  for (std::size_t b = 0; b < words.shape(0); ++b)
    for (std::size_t t = 0; t < words.shape(1); ++t)
      out(b, t) = words(b, t) ? word(b, t) : padding(b, t);
  return out;
}

std::int64_t zero(std::size_t, std::size_t) { return 0; }

Number before(const Mask& words) {
  return [&](std::size_t b, std::size_t t) {
    return words_between(words, b, 0, t);
  };
}

Ids right(const Mask& words) { return numbers(words, before(words), zero); }

Ids padding_counted(const Mask& words) {
  return numbers(
      words, [](auto, auto t) { return static_cast<std::int64_t>(t); }, zero);
}

Ids mask_ignored(const Mask& words) {
  const Number place = [](auto, auto t) {
    return static_cast<std::int64_t>(t);
  };
  return numbers(words, place, place);
}

Ids starts_at_1(const Mask& words) {
  return numbers(
      words, [&](auto b, auto t) { return words_between(words, b, 0, t) + 1; },
      zero);
}

Ids padding_goes_on(const Mask& words) {
  return numbers(words, before(words), before(words));
}

Ids padding_repeats(const Mask& words) {
  return numbers(words, before(words), [&](auto b, auto t) {
    const std::int64_t n = words_between(words, b, 0, t);
    return n > 0 ? n - 1 : 0;
  });
}

Ids padding_of(const Mask& words, std::int64_t number) {
  return numbers(words, before(words), [=](auto, auto) { return number; });
}
Ids padding_minus_1(const Mask& words) { return padding_of(words, -1); }
Ids padding_1(const Mask& words) { return padding_of(words, 1); }

Ids below_zero(const Mask& words) {
  return numbers(words, before(words), [&](auto b, auto t) {
    return words_between(words, b, 0, t) - 1;
  });
}

Ids goes_on_in_the_next(const Mask& words) {
  std::int64_t n = 0;
  return numbers(
      words, [&](auto, auto) { return n++; }, zero);
}

Ids begins_again(const Mask& words) {
  std::int64_t n = 0;
  return numbers(
      words,
      [&](auto, auto t) {
        if (t == 0) n = 0;
        return n++;
      },
      [&](auto, auto) { return n = 0; });
}

Ids first_padding_only(const Mask& words) {
  return numbers(
      words,
      [&](auto b, auto t) {
        std::size_t first = 0;
        while (!words(b, first)) ++first;
        return static_cast<std::int64_t>(t - first);
      },
      zero);
}

Ids number_of_padding(const Mask& words) {
  return numbers(
      words,
      [&](auto b, auto t) {
        const auto T = words.shape(1);
        const auto padding =
            static_cast<std::int64_t>(T) - words_between(words, b, 0, T);
        return static_cast<std::int64_t>(t) - padding;
      },
      zero);
}

Ids from_the_end(const Mask& words) {
  return numbers(
      words,
      [&](auto b, auto t) {
        return words_between(words, b, t + 1, words.shape(1));
      },
      zero);
}

Ids mask_inverted(const Mask& words) {
  Mask other = words;
  for (auto&& word : other) word = !word;
  return right(other);
}

Ids number_of_the_sentence(const Mask& words) {
  return numbers(
      words, [](auto b, auto) { return static_cast<std::int64_t>(b); }, zero);
}

Ids along_the_batch(const Mask& words) {
  return numbers(
      words,
      [&](auto b, auto t) {
        std::int64_t count = 0;
        for (std::size_t s = 0; s < b; ++s) count += words(s, t) ? 1 : 0;
        return count;
      },
      zero);
}

Ids first_sentence_for_all(const Mask& words) {
  const Ids all = right(words);
  return numbers(
      words, [&](auto, auto t) { return all(0, t); },
      [&](auto, auto t) { return all(0, t); });
}

Ids flat(const Mask& words) {
  Ids all = right(words);
  return all.reshape({all.size()});
}

Ids not_filled(const Mask& words) {
  const Ids all = right(words);
  Ids out = Ids::from_shape({words.shape(0), words.shape(1)});
  for (std::size_t n = 0; n < words.size(); ++n)
    if (words.data()[n]) out.data()[n] = all.data()[n];
  return out;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"padding-counted",
       "a word gets the number of its place; padding before it is counted, "
       "and should not be",
       {padding_counted}},
      {"mask-ignored",
       "every place gets its number, 0, 1, 2, …, as if there were no padding",
       {mask_ignored}},
      {"starts-at-1",
       "the first word of a sentence gets 1; no word stands before it, so it "
       "is 0",
       {starts_at_1}},
      {"padding-goes-on",
       "padding gets the number of words before it; it gets 0",
       {padding_goes_on}},
      {"padding-repeats",
       "padding gets the position of the word before it, as a running sum "
       "minus 1 does; it gets 0",
       {padding_repeats}},
      {"padding-minus-1", "padding gets -1; here it gets 0", {padding_minus_1}},
      {"padding-is-1",
       "padding gets 1, as in some programs of Hugging Face; here it gets 0",
       {padding_1}},
      {"below-zero",
       "padding gets one less than the number of words before it, so -1 where "
       "there is none; it gets 0",
       {below_zero}},
      {"goes-on-in-the-next",
       "your counter goes on from sentence to sentence; it begins at 0 in each",
       {goes_on_in_the_next}},
      {"begins-again",
       "your counter begins again after padding; padding between two words "
       "makes no new sentence",
       {begins_again}},
      {"first-padding-only",
       "you take off the padding before the first word only; what stands "
       "between words is not counted either",
       {first_padding_only}},
      {"number-of-padding",
       "you take off all padding of the sentence, whether it stands before "
       "the word or behind it",
       {number_of_padding}},
      {"from-the-end",
       "you count the words behind each word; those before it are its position",
       {from_the_end}},
      {"mask-inverted",
       "you count padding and skip words; true = takes part",
       {mask_inverted}},
      {"number-of-the-sentence",
       "a word gets the number of its sentence; its place within it is asked "
       "for",
       {number_of_the_sentence}},
      {"along-the-batch",
       "you count the sentences above; positions run along T, the second axis",
       {along_the_batch}},
      {"first-sentence-for-all",
       "all sentences get the positions of the first; each has padding of its "
       "own",
       {first_sentence_for_all}},
      {"flat",
       "your result is one long list; it has the shape of the mask, (B, T)",
       {flat}},
      {"not-filled",
       "nothing is written where there is padding: a new array holds whatever "
       "was in that memory before",
       {not_filled}},
  };
  return all;
}
