#include <fmt/ranges.h>

#include <numeric>

#include "common/mailboxes.h"
#include "course/exercise/exam.h"

namespace {

// A gradient, and how many of its numbers each rank has.
struct Cut {
  Array whole;
  std::vector<std::size_t> sizes;

  std::string text() const {
    return fmt::format("pieces of so many numbers: {}", fmt::join(sizes, ", "));
  }
};

// Of this length.
Cut random_cut(Rng& rng, const std::vector<std::size_t>& sizes, double norm) {
  Array whole =
      rng.normal({std::accumulate(sizes.begin(), sizes.end(), std::size_t{0})});
  whole *= norm / std::sqrt(xt::sum(whole * whole)());
  return {whole, sizes};
}

struct After {
  Array whole, norms;
  std::vector<std::size_t> sizes;
};

After of_all(const Answer& answer, const Cut& cut, double max_norm) {
  const std::size_t n = cut.sizes.size();
  After after{zeros(cut.whole.shape()), zeros({n}),
              std::vector<std::size_t>(n)};
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    const std::size_t r = me.rank();
    const auto sizes = cut.sizes.begin();
    const std::size_t begin =
        std::accumulate(sizes, sizes + std::ptrdiff_t(r), std::size_t{0});
    Array piece = xt::view(cut.whole, xt::range(begin, begin + cut.sizes[r]));
    after.norms(r) = answer.clip_pieces(piece, max_norm, me);
    after.sizes[r] = piece.size();
    if (piece.size() == cut.sizes[r])
      std::copy_n(piece.data(), piece.size(), after.whole.data() + begin);
  });
  return after;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Cut& cut, double max_norm) {
    const After after = of_all(answer, cut, max_norm);
    const After want = of_all(right_answer(), cut, max_norm);
    const std::string sizes =
        fmt::format("max_norm = {:.6g}, {}", max_norm, cut.text());
    examiner.holds(after.sizes == cut.sizes,
                   "a piece has another size afterwards");
    examiner.equal(after.whole, want.whole, {"all pieces; " + sizes});
    examiner.equal(after.norms, want.norms,
                   {"the norm returned; " + sizes, {"rank"}});
  };

  examiner.shape("keeps the sizes of the pieces", [&] {
    const Cut cut = random_cut(rng, {3, 4, 3}, 5);
    examiner.holds(of_all(answer, cut, 1).sizes == cut.sizes,
                   "a piece has another size afterwards");
  });
  examiner.values("shortens what is too long", [&] {
    compare(random_cut(rng, {4, 4}, 3), 1);
    compare(random_cut(rng, {3, 3, 2}, 2 + rng.uniform()), 0.7);
    compare(random_cut(rng, {2, 5, 3, 1}, 10), 2);
  });
  examiner.values("leaves what is short enough", [&] {
    compare(random_cut(rng, {4, 4}, 0.6), 1);
    compare(random_cut(rng, {3, 2, 2}, 1.5), 2);
  });
  examiner.values("looks at the whole, not at its pieces", [&] {
    compare(random_cut(rng, {3, 3, 3, 3}, 1.5), 1.3);  // each is below
    compare({Array{3, 4, 0.1, 0.2}, {2, 2}}, 1);       // one is, one is not
  });
  examiner.edge("works for one rank",
                [&] { compare(random_cut(rng, {5}, 4), 1); });
  examiner.edge("leaves zeros alone", [&] {
    compare({zeros({5}), {3, 2}}, 1);
    compare({Array{3, 4, 0, 0, 0}, {2, 3}}, 1);
  });
  examiner.edge("works with an empty piece", [&] {
    compare(random_cut(rng, {3, 0, 2}, 4), 1);
  });
  examiner.property("does not care where it is cut", [&] {
    const Cut cut = random_cut(rng, {2, 6, 1}, 3);
    const Cut other{cut.whole, {4, 1, 4}};
    const Array want = of_all(right_answer(), cut, 1).whole;
    for (const Cut& each : {other, cut})
      examiner.equal(of_all(answer, each, 1).whole, want,
                     {"all pieces; " + each.text()});
  });
  examiner.no_gradient("it is a gradient that is clipped");
  examiner.if_right_so_far(Kind::values, "begins anew at each call", [&] {
    compare(random_cut(rng, {3, 3}, 8), 1);
    compare(random_cut(rng, {3, 3}, 0.5), 1);
    compare(random_cut(rng, {3, 3}, 2), 1);
  });
}
