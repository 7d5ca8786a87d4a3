#include <cmath>
#include <numeric>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

enum class Edge { in, out, one_more };

struct Way {
  bool multiplies = false, no_temperature = false, temperature_late = false;
  bool no_top_k = false, none_at_0 = false, by_place = false,
       unlikeliest = false;
  bool ties_stay = false, last_of_equals = false;
  std::ptrdiff_t more = 0;
  bool no_top_p = false, p_before_k = false;
  bool as_threshold = false, part_of_best = false;
  Edge edge = Edge::in;
  bool not_divided = false, sorted = false, moved = true, refuses = true;
  bool rounded = false, evenly = false, greedy = false;

  double heated(double logit, double temperature) const {
    if (no_temperature) return logit;
    return multiplies ? logit * temperature : logit / temperature;
  }

  std::vector<std::size_t> by_likelihood(const Array& logits) const {
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (by_place) return order;
    if (last_of_equals) std::reverse(order.begin(), order.end());
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
          return unlikeliest ? logits(a) < logits(b) : logits(a) > logits(b);
        });
    return order;
  }

  std::size_t count(const Array& logits, const std::vector<std::size_t>& order,
                    std::size_t top_k) const {
    const std::size_t V = logits.size();
    if (no_top_k || (top_k == 0 && !none_at_0)) return V;
    std::size_t k = std::min(V, std::size_t(std::max<std::ptrdiff_t>(
                                    std::ptrdiff_t(top_k) + more, 0)));
    while (ties_stay && k > 0 && k < V &&
           logits(order[k]) == logits(order[k - 1]))
      ++k;
    return k;
  }

  // How many of the likeliest stay; p adds up to 1.
  std::size_t nucleus(const std::vector<double>& p, double top_p) const {
    if (no_top_p) return p.size();
    double share = 0;
    std::size_t n = 0;
    if (as_threshold || part_of_best) {
      while (n < p.size() && p[n] >= top_p * (part_of_best ? p[0] : 1)) ++n;
      return std::max<std::size_t>(n, 1);
    }
    for (; n < p.size() && share < top_p; ++n) share += p[n];
    if (edge == Edge::out && share > top_p && n > 1) --n;
    if (edge == Edge::one_more) n = std::min(n + 1, p.size());
    return n;
  }

  Array run(const Array& logits, double temperature, std::size_t top_k,
            double top_p) const {
    if (refuses && (!(temperature > 0) || !(top_p > 0 && top_p <= 1)))
      throw ValueError("no");
    const auto order = by_likelihood(logits);
    const double best = moved ? xt::amax(logits)() : 0;
    std::vector<double> p;
    for (const std::size_t v : order) {
      double each =
          std::exp(heated(logits(v), temperature) - heated(best, temperature));
      if (temperature_late) each = std::exp(logits(v) - best);
      p.push_back(rounded ? double(float(each)) : each);
    }
    std::size_t k = count(logits, order, top_k);
    if (greedy) k = 1;
    std::vector<double> chosen(
        p.begin(), p.begin() + std::ptrdiff_t(p_before_k ? p.size() : k));
    const double sum = std::accumulate(chosen.begin(), chosen.end(), 0.0);
    for (double& each : chosen) each /= sum;
    const std::size_t n = std::min(k, nucleus(chosen, top_p));
    Array result = zeros({logits.size()});
    double kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double each = chosen[i];
      if (temperature_late) each = std::pow(each, 1 / temperature);
      if (evenly) each = 1;
      result(sorted ? i : order[i]) = each;
      kept += each;
    }
    return not_divided ? result : Array(result / kept);
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(const Array& logits, double temperature, std::size_t top_k,
           double top_p) {
  Way way;
  mistake(way);
  return way.run(logits, temperature, top_k, top_p);
}

void multiplies(Way& w) { w.multiplies = true; }
void no_temperature(Way& w) { w.no_temperature = true; }
void temperature_late(Way& w) { w.temperature_late = true; }
void no_top_k(Way& w) { w.no_top_k = true; }
void none_at_0(Way& w) { w.none_at_0 = true; }
void by_place(Way& w) { w.by_place = true; }
void unlikeliest(Way& w) { w.unlikeliest = true; }
void ties_stay(Way& w) { w.ties_stay = true; }
void last_of_equals(Way& w) { w.last_of_equals = true; }
void one_less(Way& w) { w.more = -1; }
void one_more_k(Way& w) { w.more = 1; }
void no_top_p(Way& w) { w.no_top_p = true; }
void p_before_k(Way& w) { w.p_before_k = true; }
void as_threshold(Way& w) { w.as_threshold = true; }
void part_of_best(Way& w) { w.part_of_best = true; }
void edge_out(Way& w) { w.edge = Edge::out; }
void edge_one_more(Way& w) { w.edge = Edge::one_more; }
void not_divided(Way& w) { w.not_divided = true; }
void sorted(Way& w) { w.sorted = true; }
void not_moved(Way& w) { w.moved = false; }
void accepted(Way& w) { w.refuses = false; }
void in_float(Way& w) { w.rounded = true; }
void evenly(Way& w) { w.evenly = true; }
void greedy(Way& w) { w.greedy = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"multiplied",
       "you multiply by the temperature; the logits are divided by it, so that "
       "a high one levels them",
       {with<multiplies>}},
      {"no-temperature",
       "the temperature plays no part",
       {with<no_temperature>}},
      {"temperature-late",
       "the temperature comes after top-p; it is the first of the steps, and "
       "top-p looks at what it has made",
       {with<temperature_late>}},
      {"no-top-k", "top_k plays no part", {with<no_top_k>}},
      {"none-at-0",
       "a top_k of 0 leaves nothing; it means all",
       {with<none_at_0>}},
      {"one-less", "one too few stays of the k likeliest", {with<one_less>}},
      {"one-more", "one too many stays of the k likeliest", {with<one_more_k>}},
      {"first-places",
       "the first characters stay, likely or not; sort them by their logits",
       {with<by_place>}},
      {"unlikeliest",
       "the unlikeliest stay: you sort the other way round",
       {with<unlikeliest>}},
      {"equals-stay",
       "all that are as likely as the last of the k stay, too; of equals the "
       "first ones count as likelier",
       {with<ties_stay>}},
      {"last-of-equals",
       "of equals the last ones stay; it should be the first. std::sort may "
       "mix them up, std::stable_sort does not",
       {with<last_of_equals>}},
      {"no-top-p", "top_p plays no part", {with<no_top_p>}},
      {"p-before-k",
       "top-p looks at the shares of all characters; it comes after top-k, and "
       "what that has left adds up to 1",
       {with<p_before_k>}},
      {"as-threshold",
       "each character has to be as likely as top_p by itself; it is the sum "
       "of the likeliest that counts",
       {with<as_threshold>}},
      {"min-p",
       "you keep what has top_p times the probability of the likeliest: that "
       "is another rule, min-p",
       {with<part_of_best>}},
      {"last-is-out",
       "the character that reaches top_p is left out; it is in",
       {with<edge_out>}},
      {"one-more-than-p",
       "one character too many stays: once top_p is reached, no more",
       {with<edge_one_more>}},
      {"not-divided",
       "what stays does not add up to 1: divide by its sum at the end",
       {with<not_divided>}},
      {"sorted",
       "the probabilities are in the order of likelihood; they belong to their "
       "characters",
       {with<sorted>}},
      {"not-moved",
       "you take the exponential of the logits as they are: that of 1000 is "
       "infinite. Subtract the largest first",
       {with<not_moved>}},
      {"accepted",
       "a temperature of 0, or a top_p out of range, is accepted; throw a "
       "ValueError",
       {with<accepted>}},
      {"evenly",
       "all that stay get the same probability; they keep theirs, in "
       "proportion",
       {with<evenly>}},
      {"greedy",
       "only the likeliest stays, whatever is asked for",
       {with<greedy>}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or double",
       {with<in_float>}},
  };
  return all;
}
