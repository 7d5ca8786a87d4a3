#include "course/exercise/exam.h"

using Sentence = std::vector<std::int64_t>;
using Sentences = std::vector<Sentence>;

namespace {

std::string sizes(const Sentences& sentences, std::int64_t padding_idx) {
  std::string lengths;
  for (const Sentence& sentence : sentences)
    lengths += (lengths.empty() ? "" : ", ") + std::to_string(sentence.size());
  return fmt::format("sentences of {} ids, padding_idx = {}",
                     lengths.empty() ? "no" : lengths, padding_idx);
}

// Words have ids from `first` on; it is not the sentence's business which.
Sentences random_sentences(Rng& rng, std::int64_t first) {
  Sentences sentences(2 + rng.below(4));
  for (Sentence& sentence : sentences)
    for (std::size_t n = 1 + rng.below(7); n > 0; --n)
      sentence.push_back(first + std::int64_t(rng.below(90)));
  return sentences;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const Sentences three = {{8, 2}, {5, 7, 5, 3}, {4, 9, 6}};
  const auto pad = [&](const Sentences& sentences, std::int64_t padding_idx) {
    return answer.pad_batch(sentences, padding_idx);
  };
  const auto compare = [&](const Sentences& sentences,
                           std::int64_t padding_idx) {
    examiner.equal(Array(pad(sentences, padding_idx)),
                   Array(right_answer().pad_batch(sentences, padding_idx)),
                   {sizes(sentences, padding_idx), {"sentence", "position"}});
  };
  const auto compare_mask = [&](const Ids& ids, std::int64_t padding_idx) {
    examiner.equal(Array(answer.padding_mask(ids, padding_idx)),
                   Array(right_answer().padding_mask(ids, padding_idx)),
                   {fmt::format("true is 1; ids {}, padding_idx = {}",
                                to_string(ids.shape()), padding_idx),
                    {"sentence", "position"}});
  };

  examiner.shape("pads to the longest sentence", [&] {
    examiner.same_shape(Array(pad(three, 0)), {3, 4}, sizes(three, 0));
  });
  examiner.shape("has a mask for each position", [&] {
    examiner.same_shape(
        Array(answer.padding_mask(Ids{{8, 2, 0}, {5, 7, 3}}, 0)), {2, 3},
        "ids (2, 3)");
  });
  const Sentences like_three = {{4, 4, 6, 1}, {2}, {3, 3}};
  const Sentences wider = {{1, 2, 3, 4, 5, 6}, {2}};
  const auto masked = [&](const Ids& ids, std::int64_t padding_idx) {
    return Array(answer.padding_mask(ids, padding_idx));
  };
  examiner.values("keeps the words, then fills up with padding", [&] {
    compare(three, 0);
    compare(random_sentences(rng, 1), 0);
  });
  examiner.values("pads with any padding_idx", [&] {
    compare({{0, 3, 2}, {6, 0, 4, 9, 8}, {1}}, 5);
    compare(random_sentences(rng, 0), 100 + std::int64_t(rng.below(9)));
  });
  examiner.values("marks words as true and padding as false", [&] {
    compare_mask({{8, 2, 0, 0}, {5, 7, 5, 3}, {4, 0, 0, 0}}, 0);
  });
  examiner.values("masks any padding_idx", [&] {
    compare_mask({{0, 2, 6, 6}, {5, 0, 5, 3}, {7, 9, 0, 6}}, 6);
  });
  examiner.values("masks padding wherever it stands", [&] {
    compare_mask({{0, 0, 8, 2}, {0, 5, 0, 3}, {4, 0, 0, 9}}, 0);
  });
  examiner.edge("keeps large ids as they are", [&] {
    compare({{70000, 5000000000}, {300}}, 100000);
    compare({{1, 2}, {3}}, 5000000000);
    compare_mask({{256, 300, 0, 65536}, {4294967296, 1, 0, 0}}, 0);
    compare_mask({{16777216, 16777217, 4311744512, 1}}, 16777216);
  });
  examiner.edge("works for one sentence, and for equal lengths", [&] {
    compare({{7}}, 0);
    compare({{4, 2, 9}}, 0);
    compare({{1, 2}, {3, 4}, {5, 6}}, 0);
  });
  examiner.edge("takes a padding_idx below 0", [&] {
    compare({{4, 2, 9}, {0}}, -1);
    compare({{7}, {1, 2}}, -100);
    compare_mask({{4, 2, 9}, {0, -1, -1}}, -1);
  });
  examiner.edge("leaves a word alone that is padding_idx", [&] {
    compare({{0, 3, 0}, {5, 0}, {0}, {1, 2, 3, 0}}, 0);
  });
  examiner.edge("works for a long sentence", [&] {
    Sentence sentence(300);
    for (std::int64_t& id : sentence) id = 1 + std::int64_t(rng.below(90));
    compare({{8, 2}, sentence, {5}}, 0);
  });
  examiner.edge("has no true in a line of padding", [&] {
    compare_mask({{3, 1}, {0, 0}}, 0);
    compare_mask({{7, 7, 7}}, 7);
    compare_mask(Ids::from_shape({2, 0}), 0);
  });
  examiner.edge("works for an empty sentence", [&] {
    compare({{}, {3, 1}}, 0);
    compare({{}, {}}, 0);
    compare({{4, 2, 9}, {}, {7}}, 5);
    compare({{4, 2}, {}}, -1);
    compare({{}, {6, 3, 8}, {}, {}}, 11);
    compare({{}, {}}, 3);
  });
  examiner.edge("works for no sentence at all", [&] {
    compare({}, 0);
    compare({}, 4);
    compare_mask(Ids::from_shape({0, 0}), 0);
    compare_mask(Ids::from_shape({0, 3}), 0);
    compare_mask(Ids::from_shape({3, 0}), 2);
  });
  examiner.edge("works for as many sentences as positions", [&] {
    compare({{7, 2, 4}, {5}, {3, 8}}, 0);
    compare({{6}, {1, 9}}, 4);
    compare_mask({{0, 2, 3}, {4, 0, 0}, {7, 8, 0}}, 0);
  });
  examiner.property("gives back each sentence where the mask is true", [&] {
    const Sentences sentences = random_sentences(rng, 1);
    const Shape shape = right_answer().pad_batch(sentences, 0).shape();
    const Ids ids = pad(sentences, 0);
    examiner.same_shape(Array(ids), shape, sizes(sentences, 0));
    const Mask mask = answer.padding_mask(ids, 0);
    examiner.same_shape(Array(mask), shape, "the mask");
    for (std::size_t b = 0; b < sentences.size(); ++b) {
      Sentence words;
      for (std::size_t t = 0; t < shape[1]; ++t)
        if (mask(b, t)) words.push_back(ids(b, t));
      examiner.equal(right_answer().pad_batch({words}, 0),
                     right_answer().pad_batch({sentences[b]}, 0),
                     {fmt::format("sentence {}, padding left out", b)});
    }
  });
  begins_anew(examiner, pad, {three, 0}, {like_three, 0}, {wider, 7});
  begins_anew(examiner, masked, {{{8, 2, 0}, {5, 7, 3}}, 0},
              {{{0, 2, 5}, {5, 0, 0}}, 0}, {{{6, 0}, {1, 6}, {6, 6}}, 6});
  examiner.no_gradient("ids and masks are chosen, not learned");
}
