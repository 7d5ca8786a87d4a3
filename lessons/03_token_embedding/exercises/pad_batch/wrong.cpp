#include <algorithm>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;
using Sentence = std::vector<std::int64_t>;
using Sentences = std::vector<Sentence>;

namespace {

std::size_t longest(const Sentences& sentences) {
  std::size_t T = 0;
  for (const Sentence& s : sentences) T = std::max(T, s.size());
  return T;
}

// The id at place t of a sentence in a batch of width T.
using IdAt = std::function<std::int64_t(const Sentence& sentence, std::size_t t,
                                        std::size_t T)>;

Ids filled(const Sentences& sentences, std::size_t T, const IdAt& id_at) {
  Ids ids = Ids::from_shape({sentences.size(), T});
  for (std::size_t b = 0; b < sentences.size(); ++b)
    for (std::size_t t = 0; t < T; ++t) ids(b, t) = id_at(sentences[b], t, T);
  return ids;
}

IdAt then_padding(std::int64_t padding_idx) {
  return [=](const Sentence& s, std::size_t t, std::size_t) {
    return t < s.size() ? s[t] : padding_idx;
  };
}

Ids right_pad(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences), then_padding(padding_idx));
}

Mask right_mask(const Ids& ids, std::int64_t padding_idx) {
  return xt::not_equal(ids, padding_idx);
}

Ids on_the_left(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences),
                [=](const Sentence& s, std::size_t t, std::size_t T) {
                  const std::size_t before = T - s.size();
                  return t < before ? padding_idx : s[t - before];
                });
}

Ids always_0(const Sentences& sentences, std::int64_t) {
  return right_pad(sentences, 0);
}

Ids shortest(const Sentences& sentences, std::int64_t padding_idx) {
  std::size_t T = longest(sentences);
  for (const Sentence& s : sentences) T = std::min(T, s.size());
  return filled(sentences, T, then_padding(padding_idx));
}

Ids as_the_first(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, sentences.empty() ? 0 : sentences[0].size(),
                then_padding(padding_idx));
}

Ids one_too_wide(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences) + 1, then_padding(padding_idx));
}

Ids last_word_lost(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences),
                [=](const Sentence& s, std::size_t t, std::size_t) {
                  return t + 1 < s.size() ? s[t] : padding_idx;
                });
}

Ids last_word_repeated(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences),
                [=](const Sentence& s, std::size_t t, std::size_t) {
                  return s.empty() ? padding_idx : s[std::min(t, s.size() - 1)];
                });
}

Ids begun_again(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, longest(sentences),
                [=](const Sentence& s, std::size_t t, std::size_t) {
                  return s.empty() ? padding_idx : s[t % s.size()];
                });
}

Ids not_filled(const Sentences& sentences, std::int64_t) {
  Ids ids = Ids::from_shape({sentences.size(), longest(sentences)});
  for (std::size_t b = 0; b < sentences.size(); ++b)
    std::copy(sentences[b].begin(), sentences[b].end(),
              ids.data() + b * ids.shape(1));
  return ids;
}

Ids transposed(const Sentences& sentences, std::int64_t padding_idx) {
  return xt::transpose(right_pad(sentences, padding_idx));
}

Ids empty_left_out(const Sentences& sentences, std::int64_t padding_idx) {
  Sentences some;
  for (const Sentence& s : sentences)
    if (!s.empty()) some.push_back(s);
  return right_pad(some, padding_idx);
}

// `line_of(b)` says what an empty sentence gets; T numbers.
Ids empty_gets(const Sentences& sentences, std::int64_t padding_idx,
               const std::function<std::int64_t(const Ids& ids, std::size_t b,
                                                std::size_t t)>& number) {
  Ids ids = right_pad(sentences, padding_idx);
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 0; t < ids.shape(1) && sentences[b].empty(); ++t)
      ids(b, t) = number(ids, b, t);
  return ids;
}

Ids empty_zero(const Sentences& sentences, std::int64_t padding_idx) {
  return empty_gets(sentences, padding_idx,
                    [](const Ids&, std::size_t, std::size_t) { return 0; });
}

Ids empty_repeats(const Sentences& sentences, std::int64_t padding_idx) {
  return empty_gets(sentences, padding_idx,
                    [](const Ids& ids, std::size_t b, std::size_t t) {
                      return ids(b == 0 ? 0 : b - 1, t);
                    });
}

Ids at_least_one(const Sentences& sentences, std::int64_t padding_idx) {
  return filled(sentences, std::max<std::size_t>(longest(sentences), 1),
                then_padding(padding_idx));
}

Mask inverted(const Ids& ids, std::int64_t padding_idx) {
  return xt::equal(ids, padding_idx);
}

Mask not_0(const Ids& ids, std::int64_t) { return xt::not_equal(ids, 0); }

Mask larger(const Ids& ids, std::int64_t padding_idx) {
  return xt::greater(ids, padding_idx);
}

Mask all_true(const Ids& ids, std::int64_t) { return xt::equal(ids, ids); }

Mask first_always(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = right_mask(ids, padding_idx);
  for (std::size_t b = 0; b < ids.shape(0) && ids.shape(1) > 0; ++b)
    mask(b, 0) = true;
  return mask;
}

Mask first_line_for_all(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = right_mask(ids, padding_idx);
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 0; t < ids.shape(1); ++t) mask(b, t) = mask(0, t);
  return mask;
}

// ids != padding_idx as a whole, which is one answer.
Mask one_answer(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = right_mask(ids, padding_idx);
  const bool any = std::find(mask.begin(), mask.end(), true) != mask.end();
  mask.fill(any);
  return mask;
}

Mask for_sentences(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = Mask::from_shape({ids.shape(0)});
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    mask(b) = ids.shape(1) > 0 && ids(b, ids.shape(1) - 1) != padding_idx;
  return mask;
}

Mask up_to_padding(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = right_mask(ids, padding_idx);
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 1; t < ids.shape(1); ++t)
      mask(b, t) = mask(b, t) && mask(b, t - 1);
  return mask;
}

Mask up_to_last_word(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = right_mask(ids, padding_idx);
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = ids.shape(1); t-- > 1;)
      mask(b, t - 1) = mask(b, t - 1) || mask(b, t);
  return mask;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"on-the-left",
       "padding stands before the words; here it stands after them, so that "
       "the first word is at place 0 in every sentence",
       {on_the_left, right_mask}},
      {"pads-with-0",
       "you pad with 0 whatever padding_idx says",
       {always_0, right_mask}},
      {"shortest",
       "all sentences are cut to the length of the shortest; no word may get "
       "lost",
       {shortest, right_mask}},
      {"as-the-first",
       "the batch is as wide as the first sentence; it must be as wide as the "
       "longest",
       {as_the_first, right_mask}},
      {"one-too-wide",
       "the batch is wider than its longest sentence by one place",
       {one_too_wide, right_mask}},
      {"last-word-lost",
       "the last word of each sentence is missing",
       {last_word_lost, right_mask}},
      {"last-word-repeated",
       "you fill up with the last word of a sentence; a model would read it "
       "again and again",
       {last_word_repeated, right_mask}},
      {"begun-again",
       "short sentences begin again from their first word; the rest of the "
       "line is padding",
       {begun_again, right_mask}},
      {"not-filled",
       "nothing is written after the end of a sentence: a new array holds "
       "whatever was in that memory before",
       {not_filled, right_mask}},
      {"transposed",
       "your batch is (T, B); each sentence is a row, (B, T)",
       {transposed, right_mask}},
      {"empty-left-out",
       "a sentence without words has no row; then the rows no longer belong to "
       "the sentences",
       {empty_left_out, right_mask}},
      {"empty-zero",
       "an empty sentence gets a line of zeros; its line is all padding_idx",
       {empty_zero, right_mask}},
      {"empty-repeats",
       "an empty sentence gets the line before it; its line is all padding",
       {empty_repeats, right_mask}},
      {"at-least-one-place",
       "a batch without any word gets a place of padding; T is the length of "
       "the longest sentence, here 0",
       {at_least_one, right_mask}},
      {"mask-first-always",
       "your mask is true at the first place of every sentence; where padding "
       "stands there it is false",
       {right_pad, first_always}},
      {"mask-first-line",
       "all sentences get the mask of the first; each has padding of its own",
       {right_pad, first_line_for_all}},
      {"mask-one-answer",
       "all of your mask is one answer; a plain != asks whether the arrays as "
       "a whole differ, xt::not_equal(ids, padding_idx) compares number by "
       "number",
       {right_pad, one_answer}},
      {"mask-inverted",
       "your mask is true for padding, as PyTorch's key_padding_mask is; here "
       "true = takes part",
       {right_pad, inverted}},
      {"mask-of-0",
       "your mask takes 0 for padding whatever padding_idx says",
       {right_pad, not_0}},
      {"mask-larger",
       "your mask is true for ids larger than padding_idx; a word's id may be "
       "smaller as well",
       {right_pad, larger}},
      {"mask-up-to-padding",
       "your mask is false from the first padding on; a word may stand behind "
       "it, as in a batch that is padded on the left",
       {right_pad, up_to_padding}},
      {"mask-up-to-last-word",
       "your mask is true up to the last word, whatever stands before it; "
       "padding may stand there too",
       {right_pad, up_to_last_word}},
      {"mask-all-true",
       "your mask lets padding take part",
       {right_pad, all_true}},
      {"mask-for-sentences",
       "your mask has one entry for each sentence; it has one for each place",
       {right_pad, for_sentences}},
  };
  return all;
}
