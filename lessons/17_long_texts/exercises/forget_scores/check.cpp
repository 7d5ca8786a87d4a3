#include "course/exercise/exam.h"

namespace {

About about(const char* what, std::size_t T) {
  return {fmt::format("{}, T = {}", what, T), {"query", "key"}};
}

Array random_gates(Rng& rng, std::size_t T) {
  return rng.uniform({T}, 0.2, 0.95);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& gates) {
    examiner.equal(answer.forget_bias(gates), right_answer().forget_bias(gates),
                   about("bias", gates.shape(0)));
  };
  const auto compare_gradient = [&](std::size_t T) {
    const Array gates = random_gates(rng, T), dbias = rng.normal({T, T});
    About a{fmt::format("dgates, T = {}", T), {"token"}};
    a.tolerance = 1e-6;
    examiner.equal(
        answer.forget_bias_backward(gates, dbias),
        exercise::numeric_gradient(right_answer().forget_bias, gates, dbias),
        a);
  };

  examiner.shape("has a row for each query", [&] {
    for (const std::size_t T : {5, 8}) {
      const Array gates = random_gates(rng, T);
      examiner.same_shape(answer.forget_bias(gates), {T, T},
                          about("bias", T).sizes);
      examiner.same_shape(
          answer.forget_bias_backward(gates, rng.normal({T, T})), {T},
          about("dgates", T).sizes);
    }
  });
  examiner.values("sums the logarithms between", [&] {
    compare(random_gates(rng, 4));
    compare(random_gates(rng, 7));
    compare(random_gates(rng, 5 + rng.below(4)));
  });
  examiner.edge("works for one token, two, and none", [&] {
    for (const std::size_t T : {1, 2, 0}) compare(random_gates(rng, T));
  });
  examiner.edge("works for gates that are open", [&] {
    Array gates = zeros({6}) + 1.0;
    gates(3) = 0.5;
    compare(gates);
  });
  examiner.edge("works for gates that are all but shut",
                [&] { compare(1e-150 * random_gates(rng, 6)); });
  examiner.edge("refuses a dbias of another size", [&] {
    for (const Shape& shape : {Shape{5, 5}, Shape{4, 5}, Shape{5, 4}})
      examiner.throws<ShapeError>(
          [&] {
            answer.forget_bias_backward(random_gates(rng, 4), zeros(shape));
          },
          "for 4 gates and dbias " + to_string(shape));
  });
  examiner.property("is ALiBi if all gates are the same", [&] {
    const double slope = 0.1 + rng.uniform();
    const Array bias = answer.forget_bias(zeros({6}) + std::exp(-slope));
    Array want = zeros({6, 6});
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        want(i, j) = -slope * (double(i) - double(j));
    examiner.equal(bias, want, about("bias of equal gates", 6));
  });
  examiner.gradient("goes back to the gates", [&] {
    for (const std::size_t T : {1, 2, 4, 7}) compare_gradient(T);
  });
  const Array one = random_gates(rng, 5), other = random_gates(rng, 5),
              third = random_gates(rng, 8), dbias = rng.normal({5, 5}),
              large = rng.normal({8, 8});
  begins_anew(examiner, answer.forget_bias, one, other, third);
  begins_anew(examiner, answer.forget_bias_backward, {one, dbias},
              {other, dbias}, {third, large});
}
