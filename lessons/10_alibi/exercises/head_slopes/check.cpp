#include "course/exercise/exam.h"

namespace {

About about(std::size_t H, double max_bias) {
  return {fmt::format("num_heads = {}, max_bias = {:.6g}", H, max_bias),
          {"head"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t H, double max_bias) {
    examiner.equal(answer.head_slopes(H, max_bias),
                   right_answer().head_slopes(H, max_bias), about(H, max_bias));
  };

  examiner.shape("has a slope for each head", [&] {
    for (const std::size_t H : {8, 12, 5})
      examiner.same_shape(answer.head_slopes(H, 8), {H}, about(H, 8).sizes);
  });
  examiner.values("has the ladder of a power of two", [&] {
    for (const std::size_t H : {8, 4, 16}) compare(H, 8);
  });
  examiner.values("ends at 2^-max_bias", [&] {
    compare(8, 10);
    compare(4, 3);
    compare(8, 2 + 8 * rng.uniform());
  });
  examiner.values("works between the powers of two", [&] {
    for (const std::size_t H : {12, 6, 14}) compare(H, 8);
    compare(5 + rng.below(3), 6);
    compare(9 + rng.below(7), 5 + 5 * rng.uniform());
  });
  examiner.edge("works for one head, two, and three", [&] {
    for (const std::size_t H : {1, 2, 3}) compare(H, 8);
  });
  examiner.edge("works next to a power of two", [&] {
    compare(7, 8);
    compare(9, 8);
    compare(15, 6);
    compare(17, 6);
  });
  examiner.edge("works for the 112 heads of BLOOM", [&] { compare(112, 8); });
  examiner.edge("works for hundreds of heads",
                [&] { compare(300 + rng.below(200), 8); });
  examiner.edge("refuses no heads", [&] {
    examiner.throws<ValueError>([&] { answer.head_slopes(0, 8); },
                                "for num_heads = 0");
  });
  examiner.property("keeps the heads of the smaller ladder", [&] {
    const Array eight = right_answer().head_slopes(8, 8);
    for (const std::size_t H : {8, 11, 13}) {
      const Array slopes = answer.head_slopes(H, 8);
      examiner.same_shape(slopes, {H}, about(H, 8).sizes);
      examiner.equal(
          Array(xt::view(slopes, xt::range(0, 8))), eight,
          {fmt::format("the first 8 of {} heads, max_bias = 8", H), {"head"}});
    }
  });
  examiner.property("falls by one factor from head to head", [&] {
    const double max_bias = 3 + 7 * rng.uniform();
    const Array slopes = answer.head_slopes(16, max_bias);
    examiner.same_shape(slopes, {16}, about(16, max_bias).sizes);
    const Array factors =
        xt::view(slopes, xt::range(1, 16)) / xt::view(slopes, xt::range(0, 15));
    examiner.equal(
        factors, Array(std::exp2(-max_bias / 16) * ones({15})),
        {"each slope divided by the one before, " + about(16, max_bias).sizes,
         {"head"}});
  });
  begins_anew(examiner, answer.head_slopes, {6, 8}, {6, 4}, {12, 8});
  examiner.no_gradient("slopes are fixed numbers");
}
