#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How a text is read; a mistake changes one of these.
struct Way {
  std::function<std::size_t(std::size_t window)> step = [](std::size_t window) {
    return window - window / 2;
  };
  std::function<double(const Array& row, std::size_t id)> loss =
      [](const Array& row, std::size_t id) {
        const double m = xt::amax(row)();
        return m + std::log(xt::sum(xt::exp(row - m))()) - row(id);
      };
  bool again = false;        // counts all tokens of each piece
  bool last_lost = false;    // only whole pieces
  bool last_whole = false;   // the last piece is moved back to be whole
  bool all_at_once = false;  // does not cut
  bool own_row = false;      // the scores of the place itself
  bool by_n = false, added = false;
  bool refuses_window = true, refuses_text = true;

  double run(const NextScores& model, const Ids& ids,
             std::size_t window) const {
    if (refuses_window && window < 2) throw ValueError("window");
    if (refuses_text && ids.size() < 2) throw ValueError("text");
    const std::size_t N = ids.size(), W = all_at_once ? N : window;
    double sum = 0, count = 0;
    std::size_t next = 1;
    for (std::size_t begin = 0; next < N && W > 0;
         begin += std::max<std::size_t>(1, step(W))) {
      std::size_t end = std::min(begin + W, N), from = begin;
      if (last_lost && begin > 0 && begin + W > N) break;
      if (last_whole && begin > 0 && begin + W > N) from = N - W;
      const Ids piece = xt::view(ids, xt::range(from, end));
      const Array scores = model(piece);
      if (again || next <= from) next = from + 1;
      for (; next < end; ++next) {
        const Array row = xt::view(scores, next - from - (own_row ? 0 : 1));
        sum += loss(row, std::size_t(ids(next)));
        ++count;
      }
    }
    if (added) return sum;
    if (by_n) return sum / double(N);
    return sum / count;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
double with(const NextScores& model, const Ids& ids, std::size_t window) {
  Way way;
  mistake(way);
  return way.run(model, ids, window);
}

void again(Way& w) { w.again = true; }

void side_by_side(Way& w) {
  w.step = [](std::size_t window) { return window; };
}

void step_rounded_down(Way& w) {
  w.step = [](std::size_t window) { return window / 2; };
}

void one_by_one(Way& w) {
  w.step = [](std::size_t) { return std::size_t{1}; };
}

void last_lost(Way& w) { w.last_lost = true; }

void last_whole(Way& w) { w.last_whole = true; }

void all_at_once(Way& w) { w.all_at_once = true; }

void own_row(Way& w) { w.own_row = true; }

void by_n(Way& w) { w.by_n = true; }

void added(Way& w) { w.added = true; }

void no_largest(Way& w) {
  w.loss = [](const Array& row, std::size_t id) {
    return std::log(xt::sum(xt::exp(row))()) - row(id);
  };
}

void in_bits(Way& w) {
  w.loss = [](const Array& row, std::size_t id) {
    return Way().loss(row, id) / std::log(2);
  };
}

void probability(Way& w) {
  w.loss = [](const Array& row, std::size_t id) {
    return std::exp(-Way().loss(row, id));
  };
}

void positive(Way& w) {
  w.loss = [](const Array& row, std::size_t id) {
    return -Way().loss(row, id);
  };
}

void no_softmax(Way& w) {
  w.loss = [](const Array& row, std::size_t id) { return -row(id); };
}

void largest_twice(Way& w) {
  w.loss = [](const Array& row, std::size_t id) {
    return std::log(xt::sum(xt::exp(row - xt::amax(row)()))()) - row(id);
  };
}

void any_window(Way& w) { w.refuses_window = false; }

void any_text(Way& w) { w.refuses_text = false; }

double perplexity(const NextScores& model, const Ids& ids, std::size_t window) {
  return std::exp(Way().run(model, ids, window));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"counted-again",
       "you count all tokens of each piece; those that two pieces have are "
       "counted twice",
       {with<again>}},
      {"side-by-side",
       "your pieces do not overlap, and the first token of each is predicted "
       "by "
       "none",
       {with<side_by_side>}},
      {"step-rounded-down",
       "your step is window / 2; for an odd window it is one more",
       {with<step_rounded_down>}},
      {"one-by-one",
       "your pieces begin at every token; they are to overlap by half",
       {with<one_by_one>}},
      {"last-piece-lost",
       "you leave out a last piece that is shorter than the window",
       {with<last_lost>}},
      {"last-piece-whole",
       "you move the last piece back so that it is whole; it begins a step "
       "after "
       "the one before, and may be shorter",
       {with<last_whole>}},
      {"all-at-once",
       "you read the whole text at once; the model takes `window` tokens at "
       "most",
       {with<all_at_once>}},
      {"own-place",
       "you ask the scores at the token's own place, which has read it "
       "already; "
       "those of the place before are for it",
       {with<own_row>}},
      {"by-n",
       "you divide by N; the first token is not predicted, so there are N - 1",
       {with<by_n>}},
      {"added-up", "you add up; the mean is asked for", {with<added>}},
      {"no-largest",
       "exp of large scores is infinite, and of small ones 0: subtract the "
       "largest first",
       {with<no_largest>}},
      {"largest-lost",
       "you subtract the largest score within exp, and do not add it again",
       {with<largest_twice>}},
      {"in-bits",
       "your logarithm has the base 2; the natural one is asked for",
       {with<in_bits>}},
      {"probability",
       "you average probabilities; the logarithm comes first",
       {with<probability>}},
      {"sign",
       "the sign is the other one: a likely token has a small loss, and none "
       "is "
       "below 0",
       {with<positive>}},
      {"no-softmax",
       "you take the score itself; it is to be compared with all others, by "
       "softmax",
       {with<no_softmax>}},
      {"perplexity",
       "you give the perplexity; its logarithm is asked for",
       {perplexity}},
      {"any-window",
       "you accept a window of fewer than two tokens, which predicts nothing",
       {with<any_window>}},
      {"any-text",
       "you accept a text of fewer than two tokens, where nothing is predicted",
       {with<any_text>}},
  };
  return all;
}
