#include "course/exercise/exam.h"

namespace {

Mask all_of(const Shape& shape, bool value) { return Mask(shape, value); }

// Each row sees a key and has one hidden from it, the others as they come.
Mask some_of(const Shape& shape, Rng& rng) {
  Mask mask = Mask::from_shape(shape);
  for (bool& sees : mask) sees = rng.below(2) == 0;
  const std::size_t S = shape.back();
  for (std::size_t first = 0; first < mask.size(); first += S) {
    const std::size_t seen = rng.below(S);
    mask.data()[first + seen] = true;
    mask.data()[first + (seen + 1) % S] = false;
  }
  return mask;
}

About about(const Array& scores, const std::string& what = "") {
  std::vector<std::string> axes;
  if (scores.dimension() == 2) axes = {"row", "key"};
  return {"scores " + to_string(scores.shape()) + what, axes};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& scores, const Mask& mask,
                           const std::string& what = "") {
    examiner.equal(answer.masked_softmax(scores, mask),
                   right_answer().masked_softmax(scores, mask),
                   about(scores, what));
  };
  const auto random = [&](const Shape& shape) {
    const Mask mask = some_of(shape, rng);
    compare(rng.normal(shape), mask);
  };

  examiner.shape("keeps the shape", [&] {
    for (const Shape& shape : {Shape{3, 5}, Shape{2, 4, 3}})
      examiner.same_shape(
          answer.masked_softmax(rng.normal(shape), some_of(shape, rng)), shape,
          "scores " + to_string(shape));
  });
  examiner.values("has the weights of the formula", [&] {
    random({4, 6});
    random({2 + rng.below(4), 3 + rng.below(5)});
  });
  examiner.values("is the plain softmax where all take part", [&] {
    compare(rng.normal({4, 5}), all_of({4, 5}, true), ", nothing hidden");
  });
  examiner.values("works along the last axis, with any axes before", [&] {
    random({2, 3, 4});
    random({2, 2, 3, 5});
  });
  examiner.values("works where all axes have the same size", [&] {
    random({4, 4});
    random({3, 3, 3});
  });
  examiner.edge("takes a score of 0 for a score", [&] {
    Array scores = rng.normal({3, 6});
    xt::view(scores, xt::all(), 2) = 0;
    compare(scores, all_of({3, 6}, true), ", key 2 has score 0");
    compare(zeros({3, 4}), some_of({3, 4}, rng), ", all scores are 0");
    compare(zeros({2, 4}), all_of({2, 4}, true), ", all scores are 0");
  });
  examiner.edge("works for one row, and for one key", [&] {
    random({1, 5});
    compare(rng.normal({3, 1}), all_of({3, 1}, true));
  });
  examiner.edge("works for a row with no axis before it", [&] { random({6}); });
  examiner.edge("works for long rows", [&] { random({2, 300}); });
  examiner.edge("gives zeros where nothing takes part", [&] {
    Mask mask = some_of({4, 5}, rng);
    xt::view(mask, 2) = false;
    compare(rng.normal({4, 5}), mask, ", everything hidden in row 2");
    xt::view(mask, 0) = false;
    xt::view(mask, 3) = false;
    compare(rng.normal({4, 5}), mask, ", everything hidden but in row 1");
    Mask of_heads = some_of({2, 3, 4}, rng);
    xt::view(of_heads, 0, 1) = false;
    compare(rng.normal({2, 3, 4}), of_heads,
            ", everything hidden in row (0, 1)");
    compare(rng.normal({2, 1}), all_of({2, 1}, false), ", everything hidden");
  });
  examiner.edge("works for no row at all", [&] {
    compare(zeros({0, 4}), all_of({0, 4}, true));
  });
  examiner.edge("has small weights right as well", [&] {
    Array scores = rng.normal({3, 5}, 0, 1);
    xt::view(scores, xt::all(), 1) += 60;
    xt::view(scores, xt::all(), 3) += 40;
    Mask mask = some_of({3, 5}, rng);
    xt::view(mask, xt::all(), 1) = true;
    // Logarithms, so that a weight of 1e-27 counts as much as one of 1.
    const auto log_of = [&](const Array& w) -> Array {
      return xt::where(mask, xt::log(xt::abs(w) + 1e-300), real(0));
    };
    const Array got = answer.masked_softmax(scores, mask);
    examiner.same_shape(got, {3, 5}, "scores (3, 5)");
    About where = about(scores, ", the logarithms of the weights");
    where.tolerance = 1e-7;
    examiner.equal(log_of(got),
                   log_of(right_answer().masked_softmax(scores, mask)), where);
  });
  examiner.edge("gives what is hidden exactly 0", [&] {
    Mask mask = some_of({4, 5}, rng);
    xt::view(mask, 1) = false;
    const Array got = answer.masked_softmax(rng.normal({4, 5}), mask);
    examiner.same_shape(got, {4, 5}, "scores (4, 5)");
    const double largest = xt::amax(xt::where(mask, real(0), xt::abs(got)))();
    examiner.holds(
        largest == 0,
        fmt::format("a hidden key has a weight of {:.3g}, not 0", largest));
  });
  examiner.edge("works for scores of a thousand", [&] {
    const Array scores = 1000 + rng.normal({3, 5});
    compare(scores, some_of({3, 5}, rng), " of about 1000");
  });
  examiner.edge("works for rows on very different levels", [&] {
    Array scores = rng.normal({3, 5});
    xt::view(scores, 1) += 2000;
    xt::view(scores, 2) -= 2000;
    compare(scores, some_of({3, 5}, rng), " of about 0, 2000 and -2000");
  });
  examiner.edge("takes no notice of a large score that is hidden", [&] {
    const Mask mask = some_of({3, 5}, rng);
    Array scores = rng.normal({3, 5});
    const Array low = scores;
    scores += xt::where(mask, real(0), real(10000));
    compare(scores, mask, ", hidden ones of about 10000");
    const Array high = low + xt::where(mask, real(0), real(720));
    compare(high, mask, ", hidden ones of about 720");
  });
  examiner.edge("hides a key however low the others are", [&] {
    // Quarters: exact even there, so that the differences are, too.
    const Array quarters = xt::cast<real>(rng.integers({3, 5}, 0, 8)) / real(4);
    const Mask mask = some_of({3, 5}, rng);
    const Array scores =
        xt::where(mask, quarters - real(4e9), rng.normal({3, 5}));
    // A logarithm of the sum has only six digits left beside so large a score.
    About where = about(scores, ", hidden ones of about 0, the others -4e9");
    where.tolerance = 1e-5;
    examiner.equal(answer.masked_softmax(scores, mask),
                   right_answer().masked_softmax(scores, mask), where);
  });
  examiner.property("does not change when a row is raised as a whole", [&] {
    const Mask mask = some_of({4, 6}, rng);
    const Array scores = rng.normal({4, 6});
    const Array raised = scores + rng.normal({4, 1}, 0, 5);
    examiner.equal(answer.masked_softmax(raised, mask),
                   right_answer().masked_softmax(scores, mask),
                   about(scores, ", a number added to each row"));
  });
  examiner.property("answers the same however often it is asked", [&] {
    const Array one = rng.normal({3, 5}), two = rng.normal({4, 3});
    const Mask of_one = some_of({3, 5}, rng);
    const Mask of_two = some_of({4, 3}, rng);
    for (const bool first : {true, false, true, false})
      compare(first ? one : two, first ? of_one : of_two,
              ", two calls in turn");
    compare(one, all_of({3, 5}, true), ", another mask");
  });
  examiner.property("leaves scores and mask as they are", [&] {
    const Array scores = rng.normal({3, 4});
    const Mask mask = some_of({3, 4}, rng);
    const Array before = scores;
    const Mask mask_before = mask;
    answer.masked_softmax(scores, mask);
    examiner.equal(scores, before, {"the scores after the call"});
    examiner.holds(mask == mask_before, "the mask is another after the call");
  });
  examiner.property("has rows whose sum is 1", [&] {
    const std::size_t S = 2 + rng.below(6);
    const Array weights =
        answer.masked_softmax(rng.normal({6, S}), some_of({6, S}, rng));
    examiner.same_shape(weights, {6, S});
    examiner.equal(xt::sum(weights, {1}), ones({6}), {"the sums", {"row"}});
  });
  examiner.no_gradient(
      "the way back is an exercise of its own, attention_backward");
}
