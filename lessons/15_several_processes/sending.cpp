// What is sent, by whom and to whom.

#include "common/mailboxes.h"
#include "course/stage/lesson.h"
#include "exercises/ring_all_reduce/answer.h"
#include "numpy_style.h"

using namespace horloge;

// Step: what_is_sent
// Gradients are floats, and there is one for each parameter.
double megabytes(double parameters) { return 4 * parameters / 1e6; }

// Fold: for models of this course and two large ones
void what_is_sent(Page& page) {
  struct Model {
    const char* name;
    double parameters;
  };
  const Model models[] = {{"this lesson's toy", 64},
                          {"lesson 14's King James model", 98560},
                          {"GPT-2, the smallest", 124439808},
                          {"LLaMA 7B", 6738415616.0}};
  page.print("{:<30}{:>14}{:>12}{:>9}{:>12}\n", "", "parameters", "MB a step",
             "buckets", "seconds");
  for (const Model& m : models)
    page.print("{:<30}{:>14.0f}{:>12.4g}{:>9.0f}{:>12.2g}\n", m.name,
               m.parameters, megabytes(m.parameters),
               std::ceil(m.parameters / double(std::size_t{1} << 20)),
               megabytes(m.parameters) * 8e6 / 10e9);
  page.print("\nseconds: at 10 Gbit/s, if nothing else is done meanwhile\n");
}

// Step: a_ring
// x (n, k): row p is piece p. In the end, piece rank + 1 is the sum of all.
void reduce_scatter(Array& x, Rank& me) {
  const std::size_t n = me.size(), right = (me.rank() + 1) % n,
                    left = (me.rank() + n - 1) % n;
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const std::size_t out = (me.rank() + n - step) % n, in = (out + n - 1) % n;
    me.send(right, Array(xt::view(x, out)));
    xt::view(x, in) += me.receive(left);
  }
}

// Those that are finished go round once more, and take the others' places.
void all_gather(Array& x, Rank& me) {
  const std::size_t n = me.size(), right = (me.rank() + 1) % n,
                    left = (me.rank() + n - 1) % n;
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const std::size_t out = (me.rank() + 1 + n - step) % n,
                      in = (out + n - 1) % n;
    me.send(right, Array(xt::view(x, out)));
    xt::view(x, in) = me.receive(left);
  }
}

// Fold: runs it with ones, so that a piece counts whose numbers are in it
// The same, but it stops after so many steps of the two together.
std::vector<Array> pieces_after(std::size_t n, std::size_t steps) {
  std::vector<Array> pieces(n);
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    Array x = ones({n, std::size_t{1}});
    const std::size_t right = (me.rank() + 1) % n,
                      left = (me.rank() + n - 1) % n;
    for (std::size_t step = 0; step < steps; ++step) {
      const bool adds = step + 1 < n;
      const std::size_t out = (me.rank() + 2 * n - step) % n;
      const std::size_t in = (out + n - 1) % n;
      me.send(right, Array(xt::view(x, out)));
      const Array got = me.receive(left);
      x(in, 0) = adds ? x(in, 0) + got(0) : got(0);
    }
    pieces[me.rank()] = x;
  });
  return pieces;
}

void a_ring(Page& page) {
  const std::size_t n = 4;
  HeatMap map;
  map.title = "how many ranks are in a piece";
  map.x_label = "pieces 0 to 3 of rank 0, of rank 1, of rank 2, of rank 3";
  map.y_label = "after step";
  map.values = zeros({2 * n - 1, n * n});
  page.print("after step      rank 0     rank 1     rank 2     rank 3\n");
  for (std::size_t step = 0; step + 1 < 2 * n; ++step) {
    const auto pieces = pieces_after(n, step);
    page.print("{:<13}", step == 0  ? "none"
                         : step < n ? fmt::format("{} added", step)
                                    : fmt::format("{} copied", step));
    for (std::size_t r = 0; r < n; ++r) {
      page.print("   ");
      for (std::size_t p = 0; p < n; ++p) {
        page.print("{:2.0f}", pieces[r](p, 0));
        map.values(step, r * n + p) = pieces[r](p, 0);
      }
    }
    page.print("\n");
    map.row_names.push_back(std::to_string(step));
  }
  Mailboxes ranks(n);
  double off = 0;
  std::vector<Array> sums(n);
  ranks.run([&](Rank& me) {
    Array x = Rng(page.seed(), std::uint32_t(me.rank())).normal({n, 5});
    reduce_scatter(x, me);
    all_gather(x, me);
    sums[me.rank()] = x;
  });
  for (const Array& x : sums)
    off = std::max(off, largest_difference(x, sums[0]));
  page.show(map);
  page.print("the four results differ by {}\n", off);
}

// Step: messages_counted
// Everyone sends everything to everyone, and adds up what comes.
void all_to_all(Array& x, Rank& me) {
  for (std::size_t step = 1; step < me.size(); ++step)
    me.send((me.rank() + step) % me.size(), x);
  const Array mine = x;
  x = zeros(x.shape());
  for (std::size_t from = 0; from < me.size(); ++from)
    x += from == me.rank() ? mine : me.receive(from);
}

// Fold: three ways to add up, with 2 to 64 ranks
using WayToAddUp = void (*)(Array& x, Rank& me);

// What the busiest rank sends, as a multiple of its gradient, and how often.
struct Load {
  double sent = 0;
  std::size_t times = 0;
};

Load load_of(WayToAddUp way, std::size_t n) {
  constexpr std::size_t size = 64 * 64;
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    Array x = ones({size});
    way(x, me);
    if (x(size - 1) != real(n)) throw ValueError("[load_of] a wrong sum");
  });
  Load most;
  for (std::size_t r = 0; r < n; ++r) {
    double sent = 0;
    for (const Mailboxes::Sent& each : ranks.sent_by(r))
      sent += double(each.count) / double(size);
    most.sent = std::max(most.sent, sent);
    most.times = std::max(most.times, ranks.sent_by(r).size());
  }
  return most;
}

void messages_counted(Page& page) {
  page.print("{:<10}{:>22}{:>22}{:>20}\n", "", "through rank 0", "each to each",
             "ring");
  page.print("{:<10}", "ranks");
  for (const int width : {22, 22, 20})
    page.print("{:>{}}", "gradients (times)", width);
  page.print("\n");
  double two = 0, many = 0;
  for (const std::size_t n : {2, 3, 4, 8, 16, 64}) {
    const Load loads[] = {load_of(add_up, n), load_of(all_to_all, n),
                          load_of(ring_all_reduce, n)};
    page.print("{:<10}{:>15.2f} ({:>4}){:>15.2f} ({:>4}){:>13.2f} ({:>4})\n", n,
               loads[0].sent, loads[0].times, loads[1].sent, loads[1].times,
               loads[2].sent, loads[2].times);
    (n == 2 ? two : many) = loads[2].sent;
  }
  page.came_out(many / two);
}

// Step: a_deadlock
// Each sends to the right, then receives from the left.
void all_send_first(Array& x, Rank& me) {
  const std::size_t n = me.size();
  me.send((me.rank() + 1) % n, x);
  x = me.receive((me.rank() + n - 1) % n);
}

// The same, but the last one receives first.
void last_receives_first(Array& x, Rank& me) {
  const std::size_t n = me.size();
  const Array mine = x;
  if (me.rank() + 1 < n) me.send((me.rank() + 1) % n, mine);
  x = me.receive((me.rank() + n - 1) % n);
  if (me.rank() + 1 == n) me.send(0, mine);
}

// Fold: runs both with sends that come back at once, and with sends that wait
std::string end_of(WayToAddUp program, std::size_t n, Sends sends) {
  Mailboxes ranks(n, sends);
  try {
    ranks.run([&](Rank& me) {
      Array x = {real(me.rank())};
      program(x, me);
    });
  } catch (const Deadlock& deadlock) {
    return deadlock.what();
  }
  return "it ends";
}

void a_deadlock(Page& page) {
  const auto print = [&](const char* what, const std::string& end) {
    page.print("{}\n  {}\n", what, end);
  };
  print("2 ranks, send comes back at once, all send first",
        end_of(all_send_first, 2, Sends::at_once));
  print("2 ranks, send waits until it is received, all send first",
        end_of(all_send_first, 2, Sends::when_received));
  print("4 ranks, the same", end_of(all_send_first, 4, Sends::when_received));
  const std::string end = end_of(last_receives_first, 4, Sends::when_received);
  print("4 ranks, send waits, the last one receives first", end);
  page.came_out(end == "it ends" ? "it ends" : "deadlock");
}
