#include "course/exercise/exam.h"

namespace {

using Function = std::function<Array(const Array&)>;
using Order = std::vector<std::size_t>;

// Functions of words x (T, D). These treat all words alike:

Array each_word(const Array& x, const Array& W) {
  return xt::tanh(xt::linalg::dot(x, W));
}

Array attention(const Array& x) {
  const Array weights = xt::exp(xt::linalg::dot(x, xt::transpose(x)));
  const Array totals = xt::sum(weights, {1}, xt::keep_dims);
  return xt::linalg::dot(weights, x) / totals;
}

// These look at where a word stands:

Array word_after_word(const Array& x) {
  Array y = xt::tanh(x);
  for (std::size_t t = 1; t < x.shape(0); ++t)
    xt::view(y, t) = xt::tanh(xt::view(x, t) + xt::view(y, t - 1));
  return y;
}

Array with_next(const Array& x) {
  Array y = x;
  for (std::size_t t = 0; t + 1 < x.shape(0); ++t)
    xt::view(y, t) += 2 * xt::view(x, t + 1);
  return y;
}

// So little that one might take it for rounding.
Array hardly_with_next(const Array& x) { return x + 1e-7 * with_next(x); }

// All outputs are moved by the same number, of the word that comes first.
Array with_first(const Array& x) { return x + x(0, 0); }

Array with_position(const Array& x) {
  Array y = attention(x);
  for (std::size_t t = 0; t < x.shape(0); ++t)
    xt::view(y, t) += xt::sin(double(t) + xt::arange<double>(x.shape(1)));
  return y;
}

// Not to be called with an array of another shape.
Function guarded(const Function& f, const Shape& shape) {
  return [=](const Array& x) {
    if (x.shape() != shape)
      throw ShapeError("f was called with " + to_string(x.shape()) + ", x is " +
                       to_string(shape));
    return f(x);
  };
}

// An order that does not undo itself: there and back are different.
Order random_order(Rng& rng, std::size_t T) {
  while (true) {
    const Order order = rng.permutation(T);
    for (std::size_t t = 0; t < T; ++t)
      if (order[order[t]] != t) return order;
  }
}

std::string sizes(const char* name, const Array& x, const Order& order) {
  std::string list;
  for (const std::size_t t : order)
    list += fmt::format("{}{}", list.empty() ? "" : ", ", t);
  return fmt::format("{}, x {}, order {{{}}}", name, to_string(x.shape()),
                     list);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto gap = [&](const Function& f, const Array& x, const Order& order) {
    return answer.equivariance_gap(guarded(f, x.shape()), x, order);
  };
  const auto right = right_answer().equivariance_gap;
  const auto compare = [&](const char* name, const Function& f, const Array& x,
                           const Order& order) {
    examiner.equal(gap(f, x, order), right(f, x, order),
                   {sizes(name, x, order)});
  };

  examiner.shape("is a number, and never below 0", [&] {
    for (int i = 0; i < 8; ++i) {
      const double g = gap(with_next, rng.normal({3, 3}), {1, 2, 0});
      examiner.holds(g >= 0, fmt::format("the gap of a function is {:.3g}", g));
    }
  });
  examiner.values("sees a function that goes word after word", [&] {
    const std::size_t T = 4 + rng.below(3);
    compare("a recurrent f", word_after_word, rng.normal({T, 7}),
            random_order(rng, T));
    compare("a recurrent f", word_after_word, rng.normal({5, 5}),
            {1, 2, 3, 4, 0});
  });
  examiner.values("sees a function that looks at neighbours", [&] {
    compare("an f that looks at the next word", with_next, rng.normal({6, 8}),
            random_order(rng, 6));
  });
  examiner.values("sees attention with a position code", [&] {
    compare("attention with positions", with_position, rng.normal({5, 6}),
            random_order(rng, 5));
  });
  examiner.values("sees differences of either sign", [&] {
    for (const double first : {-5, 5}) {
      Array x = rng.normal({4, 3});
      x(0, 0) = first;
      compare("an f that adds the first number of the first word to all",
              with_first, x, {2, 0, 3, 1});
    }
  });
  examiner.edge("works where f gives another d_model", [&] {
    const Array square = rng.normal({6, 4});
    const Array wider = rng.normal({4, 6}), narrower = rng.normal({4, 1});
    const auto f = [](const Array& W) -> Function {
      return [W](const Array& x) { return each_word(word_after_word(x), W); };
    };
    compare("an f that gives (4, 6)", f(wider), rng.normal({4, 4}),
            {2, 0, 1, 3});
    compare("an f that gives (4, 1)", f(narrower), rng.normal({4, 4}),
            {3, 0, 1, 2});
    compare("an f that gives (4, 4)", f(square), rng.normal({4, 6}),
            {1, 3, 0, 2});
  });
  examiner.edge("sees gaps that are very small or very large", [&] {
    const Array x = rng.normal({5, 6});
    const Order order = random_order(rng, 5);
    examiner.equal(
        1e6 * gap(hardly_with_next, x, order),
        1e6 * right(hardly_with_next, x, order),
        {"a million times the gap; an f that hardly looks at the next word"});
    compare("an f that looks at the next word", with_next, 1e6 * x, order);
    const auto tiny = [](const Array& in) -> Array {
      return 1e-12 * with_next(in);
    };
    examiner.equal(1e12 * gap(tiny, x, order), right(with_next, x, order),
                   {"1e12 times the gap; an f whose outputs are near 1e-12"});
  });
  examiner.edge("works for a long text", [&] {
    // Nothing differs but the last of the words in the last dimension.
    const auto f = [](const Array& x) -> Array {
      Array y = zeros({x.shape(0), 24});
      y(39, 23) = 3;
      return y;
    };
    compare("an f that gives 3 in row 39, dimension 23, and 0 elsewhere", f,
            rng.normal({40, 21}), random_order(rng, 40));
  });
  examiner.edge("works for one word, and for two", [&] {
    compare("a recurrent f", word_after_word, rng.normal({1, 3}), {0});
    compare("a recurrent f", word_after_word, rng.normal({2, 3}), {1, 0});
  });
  examiner.property("is 0 if f treats all words alike", [&] {
    const Array W = rng.normal({5, 5});
    const Order order = random_order(rng, 5);
    const Array x = rng.normal({5, 5});
    examiner.equal(
        gap([&](const Array& in) { return each_word(in, W); }, x, order), 0,
        {sizes("the same function of each word", x, order)});
    examiner.equal(gap(attention, x, order), 0,
                   {sizes("attention without positions", x, order)});
  });
  examiner.edge("is 0 if all outputs are 0", [&] {
    const auto f = [](const Array& x) -> Array { return 0 * x; };
    const Array x = rng.normal({4, 3});
    const Order order = random_order(rng, 4);
    examiner.equal(gap(f, x, order), 0, {sizes("f(x) = 0", x, order)});
  });
  examiner.property("is 0 if nothing is moved", [&] {
    const Array x = rng.normal({4, 5});
    const Order order = {0, 1, 2, 3};
    examiner.equal(gap(word_after_word, x, order), 0,
                   {sizes("a recurrent f", x, order)});
  });
  examiner.property("is three times as large for 3 f", [&] {
    const Array x = rng.normal({5, 6});
    const Order order = random_order(rng, 5);
    const auto three = [](const Array& in) -> Array {
      return 3 * with_next(in);
    };
    examiner.equal(gap(three, x, order), 3 * right(with_next, x, order),
                   {sizes("3 f, f looks at the next word", x, order)});
  });
  begins_anew(examiner, gap,
              {word_after_word, rng.normal({4, 3}), {1, 2, 3, 0}},
              {with_position, rng.normal({4, 3}), {1, 2, 3, 0}},
              {with_next, 1e3 * rng.normal({5, 2}), {1, 2, 0, 4, 3}});
  examiner.no_gradient("the gap is measured, not trained");
}
