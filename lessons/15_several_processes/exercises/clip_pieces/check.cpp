#include "common/mailboxes.h"
#include "course/exercise/exam.h"

namespace {

// A gradient, and how many of its numbers each rank has.
struct Cut {
  Array whole;
  std::vector<std::size_t> sizes;

  std::string text() const {
    std::string all;
    for (const std::size_t size : sizes)
      all += (all.empty() ? "" : ", ") + std::to_string(size);
    return "pieces of so many numbers: " + all;
  }
};

double length(const Array& x) {
  double sum = 0;
  for (const double number : x) sum += std::pow(number, 2);
  return std::pow(sum, 0.5);
}

// Of this length.
Cut random_cut(Rng& rng, const std::vector<std::size_t>& sizes, double norm) {
  std::size_t count = 0;
  for (const std::size_t size : sizes) count += size;
  Array whole = rng.normal({count});
  whole *= norm / length(whole);
  return {whole, sizes};
}

Array by_hand(const Cut& cut, double max_norm) {
  const double norm = length(cut.whole);
  return norm <= max_norm ? cut.whole : Array(cut.whole / norm * max_norm);
}

struct After {
  Array whole, norms;
  bool same_sizes = true;
};

After of_all(const Answer& answer, const Cut& cut, double max_norm) {
  const std::size_t n = cut.sizes.size();
  After after{zeros(cut.whole.shape()), zeros({n})};
  std::vector<Array> pieces(n);
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    const std::size_t r = me.rank();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < r; ++i) begin += cut.sizes[i];
    Array piece = zeros({cut.sizes[r]});
    std::copy_n(cut.whole.data() + begin, cut.sizes[r], piece.data());
    after.norms(r) = answer.clip_pieces(piece, max_norm, me);
    pieces[r] = piece;
  });
  std::size_t begin = 0;
  for (std::size_t r = 0; r < n; begin += cut.sizes[r++]) {
    if (pieces[r].size() != cut.sizes[r]) {
      after.same_sizes = false;
      continue;
    }
    std::copy_n(pieces[r].data(), cut.sizes[r], after.whole.data() + begin);
  }
  return after;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Cut& cut, double max_norm) {
    const After after = of_all(answer, cut, max_norm);
    const std::string sizes =
        fmt::format("max_norm = {:.6g}, {}", max_norm, cut.text());
    examiner.holds(after.same_sizes, "a piece has another size afterwards");
    examiner.equal(after.whole, by_hand(cut, max_norm),
                   {"all pieces; " + sizes});
    examiner.equal(after.norms,
                   Array(length(cut.whole) * ones(after.norms.shape())),
                   {"the norm returned; " + sizes, {"rank"}});
  };

  examiner.shape("keeps the sizes of the pieces", [&] {
    const Cut cut = random_cut(rng, {3, 4, 3}, 5);
    examiner.holds(of_all(answer, cut, 1).same_sizes,
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
    const Array once = of_all(answer, cut, 1).whole;
    const Cut other{cut.whole, {4, 1, 4}};
    examiner.equal(of_all(answer, other, 1).whole, by_hand(cut, 1),
                   {"all pieces; " + other.text()});
    examiner.equal(once, by_hand(cut, 1), {"all pieces; " + cut.text()});
  });
  examiner.no_gradient("it is a gradient that is clipped");
  examiner.if_right_so_far(Kind::values, "begins anew at each call", [&] {
    compare(random_cut(rng, {3, 3}, 8), 1);
    compare(random_cut(rng, {3, 3}, 0.5), 1);
    compare(random_cut(rng, {3, 3}, 2), 1);
  });
}
