#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Sees = std::function<bool(std::size_t i, std::size_t j)>;

// A mask whose place (i, j) is `sees(i, j)`.
Mask made_of(std::size_t rows, std::size_t columns, const Sees& sees) {
  Mask mask = Mask::from_shape({rows, columns});
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) mask(i, j) = sees(i, j);
  return mask;
}

// i - j, below 0 if j is the later one.
std::ptrdiff_t back(std::size_t i, std::size_t j) {
  return static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(j);
}

// A window as a number with a sign; a very long one stays positive.
std::ptrdiff_t width(std::size_t w) { return static_cast<std::ptrdiff_t>(w); }

// A rule for a place, from how far back the key stands, and the window.
using Rule = bool (*)(std::ptrdiff_t back, std::ptrdiff_t window);

template <Rule rule>
Mask with(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T, [w](std::size_t i, std::size_t j) {
    return rule(back(i, j), width(w));
  });
}

bool right(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back >= 0 && back < w;
}

bool causal(std::ptrdiff_t back, std::ptrdiff_t) { return back >= 0; }

bool one_more(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back >= 0 && back <= w;
}

bool one_less(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back >= 0 && back < w - 1;
}

bool itself_hidden(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back > 0 && back < w;
}

bool before_only(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back > 0 && back <= w;
}

bool both_sides(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back > -w && back < w;
}

bool half_each_side(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back >= -(w / 2) && back <= w / 2;
}

bool ahead(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back <= 0 && back > -w;
}

bool look_ahead_free(std::ptrdiff_t back, std::ptrdiff_t w) { return back < w; }

bool inverted(std::ptrdiff_t back, std::ptrdiff_t w) { return !right(back, w); }

bool too_far_only(std::ptrdiff_t back, std::ptrdiff_t w) {
  return back >= 0 && back >= w;
}

bool everything(std::ptrdiff_t, std::ptrdiff_t) { return true; }

bool nothing(std::ptrdiff_t, std::ptrdiff_t) { return false; }

bool only_itself(std::ptrdiff_t back, std::ptrdiff_t) { return back == 0; }

Mask blocks(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T, [w](std::size_t i, std::size_t j) {
    return j <= i && i / w == j / w;
  });
}

Mask last_of_text(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T, [=](std::size_t i, std::size_t j) {
    return j <= i && j + std::min(w, T) >= T;
  });
}

Mask first_of_text(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T,
                 [=](std::size_t i, std::size_t j) { return j <= i && j < w; });
}

Mask around_the_end(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(
      T, T, [=](std::size_t i, std::size_t j) { return (i + T - j) % T < w; });
}

// As std::size_t counts: i - window is a huge number where it should be below
// 0.
Mask below_zero(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(
      T, T, [=](std::size_t i, std::size_t j) { return j <= i && j > i - w; });
}

Mask below_zero_with_one(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T, [=](std::size_t i, std::size_t j) {
    return j <= i && j >= i - w + 1;
  });
}

Mask sum_too_large(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T, [=](std::size_t i, std::size_t j) {
    return j <= i && int(j) + int(w) > int(i);
  });
}

Mask long_refused(std::size_t T, std::size_t w) {
  if (w == 0 || w > T) throw ValueError("window");
  return with<right>(T, w);
}

Mask zero_accepted(std::size_t T, std::size_t w) {
  return w == 0 ? made_of(T, T, [](std::size_t, std::size_t) { return false; })
                : with<right>(T, w);
}

Mask kept(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  static Mask mask;
  if (mask.dimension() != 2 || mask.shape(0) != T) mask = with<right>(T, w);
  return mask;
}

Mask another_error(std::size_t T, std::size_t w) {
  if (w == 0) throw IndexError("window");
  return with<right>(T, w);
}

Mask wider(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, T + 1, [=](std::size_t i, std::size_t j) {
    return right(back(i, j), width(w));
  });
}

Mask window_wide(std::size_t T, std::size_t w) {
  if (w == 0) throw ValueError("window");
  return made_of(T, std::min<std::size_t>(w, 5000),
                 [=](std::size_t i, std::size_t j) { return j <= i; });
}

Mask batch_axis(std::size_t T, std::size_t w) {
  Mask mask = with<right>(T, w);
  mask.reshape({std::size_t{1}, T, T});
  return mask;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"causal",
       "the window is not used: each word sees all that came before",
       {with<causal>}},
      {"one-more",
       "your window is one word too long: the word itself counts as one of "
       "them",
       {with<one_more>}},
      {"one-less",
       "your window is one word too short: `window` words are seen, the word "
       "itself and window - 1 before it",
       {with<one_less>}},
      {"itself-hidden",
       "no word sees itself: the diagonal takes part, too",
       {with<itself_hidden>}},
      {"before-only",
       "each word sees `window` words before it, and not itself; the word "
       "itself is the first of the window",
       {with<before_only>}},
      {"both-sides",
       "your window reaches ahead as far as back; nobody may look ahead",
       {with<both_sides>}},
      {"half-each-side",
       "your window has the word in its middle, as Longformer's encoder does; "
       "here it ends with the word",
       {with<half_each_side>}},
      {"ahead",
       "each word sees what comes after it, and not what came before: row i is "
       "query i, column j is key j",
       {with<ahead>}},
      {"look-ahead-free",
       "what is too far back is hidden, and what comes ahead is not",
       {with<look_ahead_free>}},
      {"inverted",
       "true and false are swapped: here true takes part (in PyTorch's "
       "nn.MultiheadAttention true is hidden)",
       {with<inverted>}},
      {"too-far-only",
       "each word sees what is too far back, and not its window",
       {with<too_far_only>}},
      {"everything", "nothing is hidden", {with<everything>}},
      {"nothing",
       "everything is hidden: the keys of the window are to be true",
       {with<nothing>}},
      {"only-itself",
       "each word sees only itself, whatever the window",
       {with<only_itself>}},
      {"blocks",
       "you cut the text into blocks of `window` words; the window goes along "
       "with the word",
       {blocks}},
      {"last-of-text",
       "everyone sees the last words of the text; each word has a window of "
       "its own, which ends with it",
       {last_of_text}},
      {"first-of-text",
       "everyone sees the first words of the text; each word has a window of "
       "its own, which ends with it",
       {first_of_text}},
      {"around-the-end",
       "your window goes round: the first words see the end of the text",
       {around_the_end}},
      {"below-zero",
       "i - window goes below 0 in the first rows, and a std::size_t then "
       "becomes huge, so that these words see nothing. Write j + window > i, "
       "or ask j <= i first and compare i - j",
       {below_zero}},
      {"below-zero-with-one",
       "the first words, with fewer than `window` words before them, see "
       "nothing. If you wrote i - window + 1: with std::size_t that goes below "
       "0 there and becomes huge. Ask j <= i first, then compare i - j",
       {below_zero_with_one}},
      {"as-int",
       "a window longer than an int can hold becomes a wrong number: stay with "
       "std::size_t",
       {sum_too_large}},
      {"long-refused",
       "you refuse a window longer than the text; it shows all that came "
       "before",
       {long_refused}},
      {"zero-accepted",
       "a window of 0 is accepted; it is to be refused with a ValueError",
       {zero_accepted}},
      {"kept",
       "you keep the mask of a call before: a text as long as that one may "
       "have "
       "another window",
       {kept}},
      {"another-error",
       "you refuse a window of 0 with another error; a ValueError is asked for",
       {another_error}},
      {"wider",
       "there is one column too many: there are as many keys as queries",
       {wider}},
      {"window-wide",
       "your mask has `window` columns; it has one for each word of the text",
       {window_wide}},
      {"batch-axis",
       "there is an axis too many: the mask of one sentence is (T, T), and "
       "fits every batch by itself",
       {batch_axis}},
  };
  return all;
}
