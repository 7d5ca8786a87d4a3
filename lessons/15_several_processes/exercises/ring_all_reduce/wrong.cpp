#include <algorithm>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

enum class First { rank_0_receives, all_send, all_receive };

// How it is done; a mistake changes a step.
struct Way {
  First first = First::rank_0_receives;
  std::size_t gathers = 1, reduces = 1, few_reduces = 0, few_gathers = 0;
  bool from_right = false, replaces = false, adds_on = false, rest_lost = false;
  bool sends_to_itself = false, empty_skipped = false;
  bool own_piece = false, backwards = false, to_left = false;
  std::size_t lands = 1;
  double divides = 0;  // 1: once, by n; 2: in each step

  void run(Array& x, Rank& me) const {
    const std::size_t n = me.size(), rank = me.rank();
    if (n == 1 && sends_to_itself) {
      me.send(0, x);
      x = me.receive(0);
    }
    if (n == 1) return;
    const std::size_t next = (rank + 1) % n, before = (rank + n - 1) % n;
    const std::size_t right = to_left ? before : next;
    const std::size_t left = from_right != to_left ? next : before;
    const auto begin = [&](std::size_t piece) {
      return rest_lost ? piece * (x.size() / n) : piece * x.size() / n;
    };
    const auto exchange = [&](std::size_t piece) {
      Array out = zeros({begin(piece + 1) - begin(piece)});
      std::copy_n(x.data() + begin(piece), out.size(), out.data());
      const bool receives = first == First::all_receive ||
                            (first == First::rank_0_receives && rank == 0);
      const bool sends = !empty_skipped || out.size() > 0;
      if (!receives && sends) me.send(right, out);
      Array in = me.receive(left);
      if (receives && sends) me.send(right, out);
      return in;
    };
    const auto place = [&](std::size_t piece) {
      return x.data() + begin((piece + n - lands) % n);
    };
    const auto fits = [&](std::size_t piece, const Array& in) {
      const auto to = static_cast<std::size_t>(place(piece) - x.data());
      return std::min(in.size(), x.size() - to);
    };
    for (std::size_t s = 0; reduces > 0 && s + 1 + few_reduces < n; ++s) {
      const std::size_t at = backwards ? s : n - s;
      const std::size_t piece = own_piece ? rank : (rank + at) % n;
      const Array in = exchange(piece);
      double* const to = place(piece);
      for (std::size_t i = 0; i < fits(piece, in); ++i)
        to[i] = replaces ? in(i) : to[i] + in(i);
    }
    if (divides == 2) x /= double(n);
    for (std::size_t s = 0; gathers > 0 && s + 1 + few_gathers < n; ++s) {
      const std::size_t piece = (rank + 1 + n - s) % n;
      const Array in = exchange(piece);
      double* const to = place(piece);
      for (std::size_t i = 0; i < fits(piece, in); ++i)
        to[i] = adds_on ? to[i] + in(i) : in(i);
    }
    if (divides > 0) x /= double(n);
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
void with(Array& x, Rank& me) {
  Way way;
  mistake(way);
  way.run(x, me);
}

void all_send(Way& w) { w.first = First::all_send; }
void all_receive(Way& w) { w.first = First::all_receive; }
void means(Way& w) { w.divides = 1; }
void divides_twice(Way& w) { w.divides = 2; }
void no_gather(Way& w) { w.gathers = 0; }
void no_reduce(Way& w) { w.reduces = 0; }
void from_right(Way& w) { w.from_right = true; }
void to_left(Way& w) { w.to_left = true; }
void replaces(Way& w) { w.replaces = true; }
void adds_on(Way& w) { w.adds_on = true; }
void rest_lost(Way& w) { w.rest_lost = true; }
void few_reduces(Way& w) { w.few_reduces = 1; }
void few_gathers(Way& w) { w.few_gathers = 1; }
void own_piece(Way& w) { w.own_piece = true; }
void backwards(Way& w) { w.backwards = true; }
void same_piece(Way& w) { w.lands = 0; }
void to_itself(Way& w) { w.sends_to_itself = true; }
void empty_skipped(Way& w) { w.empty_skipped = true; }

// The right sum, on other ways.
void through_rank_0(Array& x, Rank& me) { add_up(x, me); }

void whole_around(Array& x, Rank& me) {
  const std::size_t n = me.size(), rank = me.rank();
  Array travels = x;
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const Array out = travels;
    if (rank > 0) me.send((rank + 1) % n, out);
    travels = me.receive((rank + n - 1) % n);
    if (rank == 0) me.send((rank + 1) % n, out);
    x += travels;
  }
}

void nothing_sent(Array&, Rank&) {}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"all-send-first",
       "all ranks send first, and each waits for its right neighbour to "
       "receive: a deadlock. Let one of them receive first",
       {with<all_send>}},
      {"all-receive-first",
       "all ranks receive first, and nobody sends: a deadlock. Only one of "
       "them, or every second, should receive first",
       {with<all_receive>}},
      {"means",
       "you divide by the number of ranks; the sum is asked for",
       {with<means>}},
      {"divides-twice",
       "you divide by the number of ranks, and twice: after each half",
       {with<divides_twice>}},
      {"no-all-gather",
       "the second half is missing: each rank has finished one piece, and "
       "nobody has told the others",
       {with<no_gather>}},
      {"no-reduce-scatter",
       "the first half is missing: pieces go round that nobody has added to",
       {with<no_reduce>}},
      {"from-the-right",
       "you receive from the neighbour to whom you send; what comes to you "
       "comes from the left, rank - 1",
       {with<from_right>}},
      {"to-the-left",
       "you send to the left; then the pieces go round the other way, and "
       "other ones meet",
       {with<to_left>}},
      {"added-again",
       "in the second half you add what comes; finished pieces replace yours",
       {with<adds_on>}},
      {"rest-lost",
       "the numbers behind n times size / n, cut off, belong to no piece",
       {with<rest_lost>}},
      {"one-step-too-few",
       "the first half has a step too few: it takes n - 1 to meet all others",
       {with<few_reduces>}},
      {"one-copy-too-few",
       "the second half has a step too few: it takes n - 1 to reach all others",
       {with<few_gathers>}},
      {"one-rank-alone",
       "in each piece are the numbers of one rank alone: in the first half add "
       "what comes, do not replace; and begin the second half with the piece "
       "that is finished, rank + 1",
       {with<replaces>}},
      {"always-the-own-piece",
       "in the first half you send piece rank in every step; in the next step "
       "it should be the one to which you have just added",
       {with<own_piece>}},
      {"wrong-direction",
       "in the first half you send piece rank + step; it should be rank - "
       "step, the one to which you have just added",
       {with<backwards>}},
      {"wrong-piece",
       "what comes goes to the piece that you have sent; it is the one before "
       "it, which your left neighbour has sent",
       {with<same_piece>}},
      {"to-itself",
       "a single rank sends to itself and waits for ever; it has nothing to "
       "send",
       {with<to_itself>}},
      {"empty-not-sent",
       "an empty piece is not sent, and the neighbour waits for it. Send it "
       "all the same",
       {with<empty_skipped>}},
      {"through-rank-0",
       "the sum is right, but it is made by rank 0, which sends n - 1 times as "
       "much as in a ring",
       {through_rank_0}},
      {"whole-around",
       "the sum is right, but whole gradients go round: cut them into n pieces",
       {whole_around}},
      {"nothing-sent", "nothing is sent", {nothing_sent}},
  };
  return all;
}
