#include "course/exercise/exam.h"

namespace {

// "..ww w.w.": a word is w, padding a full stop, a row is set off by a blank.
std::string drawn(const Mask& words) {
  std::string text;
  for (std::size_t b = 0; b < words.shape(0); ++b) {
    if (b > 0) text += ' ';
    for (std::size_t t = 0; t < words.shape(1); ++t)
      text += words(b, t) ? 'w' : '.';
  }
  return text.size() > 60 ? text.substr(0, 60) + "…" : text;
}

// `padding(b, t)` says which positions are no words.
template <class Padding>
Mask mask(std::size_t B, std::size_t T, Padding padding) {
  Mask words = Mask::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t) words(b, t) = !padding(b, t);
  return words;
}

Mask random_mask(Rng& rng, std::size_t B, std::size_t T) {
  return mask(B, T,
              [&](std::size_t, std::size_t) { return rng.below(3) == 0; });
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto positions = [&](const Mask& words) {
    return Array(answer.positions_of_words(words));
  };
  const auto compare = [&](const Mask& words) {
    examiner.equal(positions(words),
                   Array(right_answer().positions_of_words(words)),
                   {fmt::format("words {}; w is a word, . is padding",
                                words.size() == 0 ? "none" : drawn(words)),
                    {"sentence", "position"}});
  };
  // Padding on the left: sentence b has so many positions of it.
  const auto left = [&](std::size_t T, const std::vector<std::size_t>& before) {
    compare(mask(before.size(), T,
                 [&](std::size_t b, std::size_t t) { return t < before[b]; }));
  };
  const auto right = [&](std::size_t T,
                         const std::vector<std::size_t>& length) {
    compare(mask(length.size(), T,
                 [&](std::size_t b, std::size_t t) { return t >= length[b]; }));
  };

  examiner.shape("has a number for each position", [&] {
    const Mask words = random_mask(rng, 3, 5);
    examiner.same_shape(positions(words), {3, 5}, "words (3, 5)");
  });
  const auto of_left = [&](std::size_t T, std::size_t before) {
    return positions(
        mask(2, T, [=](auto b, auto t) { return t < before * b; }));
  };
  examiner.values("counts from 0 where there is no padding", [&] {
    right(10, {10, 10, 10, 10});
    right(3, {3, 3, 3, 3, 3, 3, 3});
  });
  examiner.values("counts from the first word behind padding", [&] {
    left(6, {2, 0, 5, 1});
    left(9, {3, 4});
    left(3 + rng.below(9), {rng.below(3), 2, rng.below(3)});
  });
  examiner.values("gives 0 to padding behind the words", [&] {
    right(6, {4, 6, 1, 5});
    right(5, {3, 2, 4});
  });
  examiner.values("skips padding between words", [&] {
    compare({{true, false, true, true, false, true},
             {false, true, false, false, true, true}});
    compare(random_mask(rng, 4, 11));
    compare(random_mask(rng, 2 + rng.below(4), 6 + rng.below(9)));
  });
  examiner.edge("works for as many sentences as positions", [&] {
    left(4, {1, 3, 0, 2});
    compare(random_mask(rng, 7, 7));
  });
  examiner.edge("works for one sentence, and for one position", [&] {
    left(5, {2});
    left(1, {0});
    left(1, {1});
    right(1, {1, 0, 1});
  });
  examiner.edge("works for a sentence of padding alone", [&] {
    left(4, {1, 4, 0});
    left(4, {4, 4});
    left(3, {3, 0});
  });
  examiner.edge("works for no sentence, and for no position", [&] {
    compare(Mask::from_shape({0, 3}));
    compare(Mask::from_shape({2, 0}));
  });
  examiner.edge("works for a long text", [&] { left(1200, {0, 0}); });
  examiner.property(
      "gives a word the same position, however it is padded", [&] {
        const std::size_t T = 4 + rng.below(4);
        const Array alone =
            positions(mask(1, T, [](auto, auto) { return false; }));
        examiner.same_shape(alone, {1, T});
        for (const std::size_t before : {1, 3}) {
          const Array padded = positions(
              mask(1, T + before, [=](auto, auto t) { return t < before; }));
          examiner.same_shape(padded, {1, T + before});
          const Array words =
              xt::view(padded, xt::all(), xt::range(before, T + before));
          examiner.equal(words, alone,
                         {fmt::format("{} words behind {} of padding, against "
                                      "the same without padding",
                                      T, before),
                          {"sentence", "word"}});
        }
      });
  begins_anew(examiner, of_left, {6, 2}, {7, 1}, {9, 4});
  examiner.no_gradient("positions are whole numbers");
}
