#include "course/exercise/exam.h"

namespace {

struct Sizes {
  std::size_t B, T, D, max_seq_len;
  double base;
  std::size_t offset;

  std::string text() const {
    return fmt::format(
        "x ({}, {}, {}), max_seq_len = {}, base = {}, offset = {}", B, T, D,
        max_seq_len, base, offset);
  }
};

Array added(const Answer& answer, const Sizes& s, const Array& x) {
  const NoGrad no_grad;
  return answer.sinusoidal_positions(s.max_seq_len, s.D, s.base)
      .add(Tensor(x), s.offset)
      .array();
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Sizes& s) {
    const Array x = rng.normal({s.B, s.T, s.D});
    examiner.equal(added(answer, s, x), added(right_answer(), s, x),
                   {s.text(), {"sentence", "word", "dimension"}});
  };

  examiner.shape("keeps the shape of x", [&] {
    const Sizes s{2, 3, 4, 8, 10000, 0};
    examiner.same_shape(added(answer, s, rng.normal({2, 3, 4})), {2, 3, 4},
                        s.text());
  });
  const auto of_zeros = [&](const Sizes& s) {
    return added(answer, s, zeros({s.B, s.T, s.D}));
  };
  examiner.values("adds the row of each position", [&] {
    compare({3, 5, 8, 9, 10000, 0});
    compare({2 + rng.below(3), 4 + rng.below(4), 6, 20, 10000, 0});
    compare({10, 30, 34, 50, 10000, 0});
  });
  examiner.edge("works where sizes are the same", [&] {
    compare({4, 4, 4, 9, 10000, 0});
    compare({6, 6, 2, 6, 10000, 0});
    compare({3, 6, 6, 8, 10000, 1});
    compare({5, 2, 6, 5, 10000, 3});
  });
  examiner.values("takes the base that it is given", [&] {
    for (const double base : {100, 500}) compare({2, 4, 6, 10, base, 0});
  });
  examiner.values("counts from the offset", [&] {
    compare({2, 3, 4, 12, 10000, 2 + rng.below(6)});
  });
  examiner.edge("works for one word, and up to the last row", [&] {
    compare({1, 1, 2, 1, 10000, 0});
    compare({2, 0, 4, 6, 10000, 0});  // no word at all
    compare({0, 3, 4, 6, 10000, 1});  // no sentence
    compare({2, 6, 4, 6, 10000, 0});
    compare({1, 2, 4, 9, 10000, 7});
  });
  examiner.edge("refuses a position past the table", [&] {
    for (const Sizes& s :
         {Sizes{1, 5, 4, 4, 10000, 0}, Sizes{1, 2, 4, 6, 10000, 5},
          Sizes{1, 1, 4, 6, 10000, 6}, Sizes{1, 2, 4, 6, 10000, 20}})
      examiner.throws<IndexError>(
          [&] {
            examiner.same_shape(added(answer, s, rng.normal({s.B, s.T, s.D})),
                                {s.B, s.T, s.D});
          },
          "for " + s.text());
  });
  examiner.property("keeps the table as a buffer called pe", [&] {
    const Positions module = answer.sinusoidal_positions(7, 4, 10000);
    examiner.holds(module.parameters.empty(),
                   "the table is a parameter, so an optimizer would train it");
    examiner.holds(module.buffers.size() == 1,
                   "nothing is registered as a buffer, so the table is not "
                   "saved with the model");
    examiner.holds(module.buffers.empty() || module.buffers[0].name == "pe",
                   "the buffer is not called pe");
    examiner.holds(
        module.buffers.empty() || !module.buffers[0].tensor.requires_grad(),
        "the buffer asks for a gradient, as if it were trained");
  });
  examiner.property(
      "adds what stands in the buffer, and that is the table", [&] {
        const Positions module = answer.sinusoidal_positions(5, 4, 100);
        examiner.holds(!module.buffers.empty(),
                       "nothing is registered as a buffer");
        if (module.buffers.empty()) return;
        Tensor pe = module.buffers[0].tensor;
        examiner.equal(double(pe.array().size()), 20,
                       {"so many numbers in pe; max_seq_len = 5, d_model = 4"});
        if (pe.array().size() != 20) return;
        Array rows = pe.array();
        rows.reshape({1, 5, 4});
        const Sizes all{1, 5, 4, 5, 100, 0};
        examiner.equal(rows, added(right_answer(), all, zeros({1, 5, 4})),
                       {"pe, max_seq_len = 5, base = 100",
                        {"batch", "position", "dimension"}});
        // As when a model is loaded.
        const Array loaded = rng.normal({1, 5, 4});
        const NoGrad no_grad;
        std::copy(loaded.begin(), loaded.end(), pe.mutable_array().begin());
        examiner.equal(module.add(Tensor(zeros({1, 5, 4})), 0).array(), loaded,
                       {"x of zeros plus the rows of pe, after other numbers "
                        "were loaded into it",
                        {"sentence", "word", "dimension"}});
      });
  examiner.property("leaves x as it is", [&] {
    const Array x = rng.normal({2, 3, 4});
    const Tensor given{Array(x)};
    const NoGrad no_grad;
    answer.sinusoidal_positions(6, 4, 10000).add(given, 1);
    examiner.equal(given.array(), x,
                   {"x after the call", {"sentence", "word", "dimension"}});
  });
  examiner.gradient("hands the gradient of x on", [&] {
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          return answer.sinusoidal_positions(6, 4, 10000).add(in[0], 1);
        },
        [](const std::vector<Array>& in) {
          return added(right_answer(), {2, 3, 4, 6, 10000, 1}, in[0]);
        },
        {rng.normal({2, 3, 4})}, {"x"});
  });
  begins_anew(examiner, of_zeros, {{2, 3, 4, 6, 10000, 0}},
              {{2, 3, 4, 6, 50, 2}}, {{2, 5, 8, 12, 50, 1}});
  examiner.if_right_so_far(Kind::property, "does the same in every call", [&] {
    const Positions module = answer.sinusoidal_positions(30, 4, 10000);
    const NoGrad no_grad;
    for (const std::size_t offset : {0, 5, 2, 2}) {
      const Array x = rng.normal({2, 3, 4});
      const Sizes sizes{2, 3, 4, 30, 10000, offset};
      examiner.equal(
          module.add(Tensor(x), offset).array(),
          added(right_answer(), sizes, x),
          {fmt::format(
               "one module called with offset 0, 5, 2 and 2; now offset = {}",
               offset),
           {"sentence", "word", "dimension"}});
    }
  });
}
