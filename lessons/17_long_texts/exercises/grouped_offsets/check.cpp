#include "course/exercise/exam.h"

namespace {

struct Case {
  std::size_t T, near, group;

  About about() const {
    return {fmt::format("T = {}, near = {}, group = {}", T, near, group),
            {"query", "key"}};
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto table = [&](const Case& c) {
    return Array(answer.grouped_offsets(c.T, c.near, c.group));
  };
  const auto compare = [&](const Case& c) {
    examiner.equal(table(c),
                   right_answer().grouped_offsets(c.T, c.near, c.group),
                   c.about());
  };

  examiner.shape("has a row for each query", [&] {
    for (const Case& c : {Case{12, 4, 4}, Case{7, 3, 2}})
      examiner.same_shape(table(c), {c.T, c.T}, c.about().sizes);
  });
  examiner.values("groups what is far", [&] {
    compare({12, 4, 4});
    compare({20, 5, 3});
    compare({15 + rng.below(8), 3 + rng.below(4), 2 + rng.below(3)});
  });
  examiner.edge("with groups of 1 nothing changes", [&] {
    compare({9, 3, 1});
    compare({9, 0, 1});
  });
  examiner.edge("works where nothing is far, or all is", [&] {
    compare({6, 10, 3});
    compare({6, std::numeric_limits<std::size_t>::max(), 3});
    compare({9, 4, std::numeric_limits<std::size_t>::max()});
    compare({20, 3, 7});
    compare({9, 0, 3});
    compare({1, 4, 2});
    compare({0, 4, 2});
  });
  examiner.edge("refuses a group of 0", [&] {
    examiner.throws<ValueError>([&] { answer.grouped_offsets(6, 3, 0); },
                                "for group = 0");
    examiner.throws<ValueError>([&] { answer.grouped_offsets(0, 3, 0); },
                                "for group = 0, T = 0");
  });
  examiner.property("keeps near offsets, and none grows beyond its group", [&] {
    const Case c{60, 8, 4};
    const Array got = table(c);
    examiner.same_shape(got, {60, 60}, c.about().sizes);
    Array near = zeros({8});
    for (std::size_t d = 0; d < 8; ++d) near(d) = got(50, 50 - d);
    examiner.equal(near, xt::arange<double>(8),
                   {"offsets of the 8 nearest keys", {"key"}});
    examiner.holds(xt::amax(got)() <= 60.0 / 4 + 8,
                   "an offset is above T / group + near");
  });
  begins_anew(examiner, table, {{12, 4, 4}}, {{12, 4, 2}}, {{20, 6, 3}});
  examiner.no_gradient("offsets are whole numbers");
}
