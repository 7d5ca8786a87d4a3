#include "course/exercise/exam.h"

namespace {

struct Case {
  Ids depth, right;
  std::size_t width, bins;

  About about() const {
    return {
        fmt::format("N = {}, width = {}, bins = {}", depth.size(), width, bins),
        {"bin"}};
  }
};

// Depths from 0, for no question, to a little beyond the last bin.
Case random_case(Rng& rng, std::size_t N, std::size_t width, std::size_t bins) {
  return {rng.integers({N}, 0, std::int64_t(width * bins + width + 2)),
          rng.integers({N}, 0, 2), width, bins};
}

Array shares(const Answer& answer, const Case& c) {
  return answer.accuracy_by_depth(c.depth, c.right, c.width, c.bins);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    examiner.equal(shares(answer, c), shares(right_answer(), c), c.about());
  };

  examiner.shape("has a share for each bin", [&] {
    for (const std::size_t bins : {4, 7, 1}) {
      const Case c = random_case(rng, 30, 5, bins);
      examiner.same_shape(shares(answer, c), {bins}, c.about().sizes);
    }
  });
  examiner.values("takes the mean of each bin", [&] {
    compare(random_case(rng, 60, 4, 5));
    compare(random_case(rng, 200, 7, 6));
    compare(random_case(rng, 50 + rng.below(50), 3 + rng.below(5), 4));
  });
  examiner.edge("puts the depths on an edge into the right bin", [&] {
    compare({{1, 4, 5, 8, 9, 12}, {1, 0, 1, 1, 0, 0}, 4, 3});
    compare({{4, 5, 5, 8}, {1, 0, 0, 1}, 4, 2});
  });
  examiner.edge("says -1 where nothing was asked", [&] {
    compare({{1, 2, 11}, {1, 0, 1}, 3, 5});
    compare(random_case(rng, 0, 3, 2));
    compare({{0, -100, 2}, {1, 1, 0}, 4, 1});
  });
  examiner.edge("keeps what is deeper in the last bin", [&] {
    compare({{2, 40, 7, 900}, {0, 1, 0, 1}, 3, 3});
  });
  examiner.edge("refuses what does not fit", [&] {
    const Case c = random_case(rng, 5, 3, 2), other = random_case(rng, 4, 3, 2);
    const Case none = random_case(rng, 0, 3, 2);
    examiner.throws<ShapeError>(
        [&] { answer.accuracy_by_depth(c.depth, other.right, 3, 2); },
        "for 5 depths and 4 answers");
    examiner.throws<ShapeError>(
        [&] { answer.accuracy_by_depth(other.depth, c.right, 3, 2); },
        "for 4 depths and 5 answers");
    const auto refuses = [&](const Case& asked, std::size_t width,
                             std::size_t bins, const char* when) {
      examiner.throws<ValueError>(
          [&] {
            answer.accuracy_by_depth(asked.depth, asked.right, width, bins);
          },
          when);
    };
    refuses(c, 0, 2, "for a width of 0");
    refuses(c, 3, 0, "for no bins");
    refuses(none, 0, 2, "for a width of 0 and no questions");
    refuses(none, 3, 0, "for no bins and no questions");
  });
  examiner.property("with one bin it is the share of all questions", [&] {
    Case c = random_case(rng, 40, 1, 1);
    c.depth = rng.integers({40}, 1, 501);
    const Array got = shares(answer, c);
    examiner.same_shape(got, {1}, c.about().sizes);
    examiner.equal(got(0), xt::mean(xt::cast<double>(c.right))(),
                   {"40 questions of any depth in one bin"});
  });
  const Case one = random_case(rng, 40, 4, 5),
             other = random_case(rng, 40, 4, 5),
             third = random_case(rng, 90, 4, 7);
  const auto of_case = [&](const Case& c) { return shares(answer, c); };
  begins_anew(examiner, of_case, one, other, third);
  examiner.no_gradient("shares of right answers are counted");
}
