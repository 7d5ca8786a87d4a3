#include <memory>

#include "common/exercises/papers_table.h"
#include "course/exercise/exam.h"
#include "horloge/nn/position/t5_bias.h"

namespace {

struct Box {
  Scheme scheme;
  std::string name;
  std::size_t K;
  Score score;
};

double product(const Array& a, const Array& b) {
  return xt::sum(a * b)() / std::sqrt(double(a.size()));
}

Box none(std::size_t K) {
  return {Scheme::none, "no positions", K,
          [](auto& q, auto& k, auto, auto) { return product(q, k); }};
}

Box added(const Array& table, const std::string& name) {
  return {Scheme::added, name, table.shape(1),
          [table](auto& q, auto& k, auto m, auto n) {
            return product(q + xt::row(table, m), k + xt::row(table, n));
          }};
}

Box sinusoidal(std::size_t K) {
  return added(papers_table(1001, K), "a sinusoidal table, added");
}

// Only the first `turning` of the K/2 pairs turn.
Box turned(std::size_t K, double base, std::size_t turning) {
  const auto turn = [=](const Array& v, std::int64_t place) {
    Array y = v;
    for (std::size_t j = 0; j < turning; ++j) {
      const double angle =
          double(place) * std::pow(base, -2 * double(j) / double(K));
      y(2 * j) = std::cos(angle) * v(2 * j) - std::sin(angle) * v(2 * j + 1);
      y(2 * j + 1) =
          std::sin(angle) * v(2 * j) + std::cos(angle) * v(2 * j + 1);
    }
    return y;
  };
  return {
      Scheme::turned,
      fmt::format("{} of {} pairs turned, base {:.6g}", turning, K / 2, base),
      K, [turn](auto& q, auto& k, auto m, auto n) {
        return product(turn(q, m), turn(k, n));
      }};
}

Box sloped(std::size_t K, double slope) {
  return {Scheme::sloped, fmt::format("a slope of {:.6g}", slope), K,
          [=](auto& q, auto& k, auto m, auto n) {
            return product(q, k) - slope * double(std::abs(m - n));
          }};
}

// With T5's 32 buckets, 16 before and 16 after.
Box bucketed(std::size_t K, const Array& table,
             const std::string& name = "learned buckets") {
  return {Scheme::bucketed, name, K, [=](auto& q, auto& k, auto m, auto n) {
            return product(q, k) + table(t5_bucket(n - m));
          }};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto asked = std::make_shared<std::size_t>(0);
  const auto said = [&](const Box& box) {
    *asked = 0;
    const Score score = [box, asked](const Array& q, const Array& k,
                                     std::int64_t m, std::int64_t n) {
      ++*asked;
      if (m < 0 || n < 0 || m > 1000 || n > 1000)
        throw ValueError(
            fmt::format("positions run from 0 to 1000, and {} was asked for",
                        m < 0 || m > 1000 ? m : n));
      if (q.size() != box.K || k.size() != box.K)
        throw ShapeError(fmt::format("q and k have to have {} numbers", box.K));
      return box.score(q, k, m, n);
    };
    return double(answer.which_scheme(score, box.K));
  };
  const auto compare = [&](const Box& box) {
    examiner.equal(said(box), double(box.scheme),
                   {fmt::format("the scheme of {}, K = {} (0 none, 1 added, 2 "
                                "turned, 3 sloped, 4 bucketed)",
                                box.name, box.K)});
  };

  examiner.shape("names one of the five", [&] {
    const double one = said(none(8));
    examiner.holds(one >= 0 && one <= 4,
                   "what it answers is none of the five schemes");
  });
  examiner.values("knows no positions when it sees none", [&] {
    compare(none(16));
    compare(none(6));
  });
  examiner.values("knows what is added to the tokens", [&] {
    compare(added(rng.normal({1001, 16}, 0, 0.5), "a learned table, added"));
    compare(sinusoidal(16));
  });
  examiner.values("knows turned pairs", [&] {
    compare(turned(16, 10000, 8));
    compare(turned(32, 500000, 16));
  });
  examiner.values("knows a slope", [&] {
    for (const double slope : {0.5, 0.0625, 0.3 + 0.4 * rng.uniform()})
      compare(sloped(16, slope));
  });
  examiner.values("knows learned buckets", [&] {
    compare(bucketed(16, rng.normal({32})));
    compare(bucketed(24, rng.normal({32}, 0, 3)));
  });
  examiner.edge("works for a single pair", [&] {
    compare(turned(2, 10000, 1));
    compare(none(2));
    compare(sinusoidal(2));
  });
  examiner.edge("knows the flattest slope",
                [&] { compare(sloped(8, 1.0 / 256)); });
  examiner.edge("knows a table that has hardly learned",
                [&] { compare(bucketed(8, rng.normal({32}, 0, 0.02))); });
  examiner.edge("knows turned pairs when most stand still", [&] {
    compare(turned(32, 10000, 4));
    compare(turned(64, 10000, 1));
  });
  examiner.edge("is not taken in by buckets like a slope", [&] {
    const Array side = -0.5 * xt::arange<double>(16);
    compare(bucketed(16, xt::concatenate(xt::xtuple(side, side)),
                     "buckets that fall evenly up to distance 7"));
  });
  examiner.edge("looks before and after", [&] {
    Array table = rng.normal({32});
    xt::view(table, xt::range(16, 32)) = 0;  // one side has learned nothing
    compare(
        bucketed(16, table, "buckets that are 0 for all keys after the query"));
    table = rng.normal({32});
    for (const std::size_t row : {0, 1, 15, 17, 31}) table(row) = 0;
    compare(
        bucketed(16, table, "buckets that are 0 for neighbours and far keys"));
  });
  examiner.property("asks no more than 100 times", [&] {
    for (const Box& box :
         {none(8), turned(8, 10000, 4), bucketed(8, rng.normal({32}))}) {
      said(box);
      examiner.equal(
          std::max(double(*asked), 100.0), 100,
          {fmt::format("questions asked about {} (100 where it is fewer)",
                       box.name)});
    }
  });
  examiner.no_gradient("an experiment is designed");
}
