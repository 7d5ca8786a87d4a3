#include <memory>

#include "course/exercise/exam.h"

namespace {

struct Box {
  Scheme scheme;
  std::string name;
  std::size_t K;
  Score score;
};

double product(const Array& a, const Array& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a(i) * b(i);
  return sum / std::sqrt(double(a.size()));
}

Box none(std::size_t K) {
  return {Scheme::none, "no positions", K,
          [](const Array& q, const Array& k, std::int64_t, std::int64_t) {
            return product(q, k);
          }};
}

Box added(const Array& table, const std::string& name) {
  return {
      Scheme::added, name, table.shape(1),
      [table](const Array& q, const Array& k, std::int64_t m, std::int64_t n) {
        return product(q + xt::row(table, m), k + xt::row(table, n));
      }};
}

Box sinusoidal(std::size_t K) {
  Array table = zeros({1001, K});
  for (std::size_t t = 0; t <= 1000; ++t)
    for (std::size_t i = 0; i < K; ++i) {
      const double angle =
          double(t) / std::pow(10000, double(i / 2 * 2) / double(K));
      table(t, i) = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return added(table, "a sinusoidal table, added");
}

Box learned(Rng& rng, std::size_t K) {
  return added(rng.normal({1001, K}, 0, 0.5), "a learned table, added");
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
      K,
      [turn](const Array& q, const Array& k, std::int64_t m, std::int64_t n) {
        return product(turn(q, m), turn(k, n));
      }};
}

Box sloped(std::size_t K, double slope) {
  return {Scheme::sloped, fmt::format("a slope of {:.6g}", slope), K,
          [=](const Array& q, const Array& k, std::int64_t m, std::int64_t n) {
            return product(q, k) - slope * double(std::abs(m - n));
          }};
}

// T5's buckets, 16 before and 16 after: 8 distances have one each, the others
// share 8 up to 128.
std::size_t bucket(std::int64_t distance) {
  const std::size_t side = distance > 0 ? 16 : 0;
  const double away = double(std::abs(distance));
  if (away < 8) return side + std::size_t(away);
  const double shared = 8 + 8 * std::log(away / 8) / std::log(16.0);
  return side + std::min<std::size_t>(15, std::size_t(shared));
}

Box bucketed(std::size_t K, const Array& table, const std::string& name) {
  return {Scheme::bucketed, name, K,
          [=](const Array& q, const Array& k, std::int64_t m, std::int64_t n) {
            return product(q, k) + table(bucket(n - m));
          }};
}

Box learned_buckets(Rng& rng, std::size_t K, double size = 1) {
  return bucketed(K, rng.normal({32}, 0, size), "learned buckets");
}

// As a slope would be, as long as every distance has a bucket to itself.
Box slope_like(std::size_t K) {
  Array table = zeros({32});
  for (std::size_t i = 0; i < 16; ++i)
    table(i) = table(16 + i) = -0.5 * double(i);
  return bucketed(K, table, "buckets that fall evenly up to distance 7");
}

// One side has learned nothing.
Box before_only(Rng& rng, std::size_t K) {
  Array table = rng.normal({32});
  for (std::size_t i = 16; i < 32; ++i) table(i) = 0;
  return bucketed(K, table, "buckets that are 0 for all keys after the query");
}

Box some_are_zero(Rng& rng, std::size_t K) {
  Array table = rng.normal({32});
  table(0) = table(1) = table(17) = table(15) = table(31) = 0;
  return bucketed(K, table, "buckets that are 0 for neighbours and far keys");
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
    compare(learned(rng, 16));
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
    compare(learned_buckets(rng, 16));
    compare(learned_buckets(rng, 24, 3));
  });
  examiner.edge("works for a single pair", [&] {
    compare(turned(2, 10000, 1));
    compare(none(2));
    compare(sinusoidal(2));
  });
  examiner.edge("knows the flattest slope",
                [&] { compare(sloped(8, 1.0 / 256)); });
  examiner.edge("knows a table that has hardly learned",
                [&] { compare(learned_buckets(rng, 8, 0.02)); });
  examiner.edge("knows turned pairs when most stand still", [&] {
    compare(turned(32, 10000, 4));
    compare(turned(64, 10000, 1));
  });
  examiner.edge("is not taken in by buckets like a slope",
                [&] { compare(slope_like(16)); });
  examiner.edge("looks before and after", [&] {
    compare(before_only(rng, 16));
    compare(some_are_zero(rng, 16));
  });
  examiner.property("asks no more than 100 times", [&] {
    for (const Box& box :
         {none(8), turned(8, 10000, 4), learned_buckets(rng, 8)}) {
      said(box);
      examiner.equal(
          std::max(double(*asked), 100.0), 100,
          {fmt::format("questions asked about {} (100 where it is fewer)",
                       box.name)});
    }
  });
  examiner.no_gradient("an experiment is designed");
}
