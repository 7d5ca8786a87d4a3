#include "course/exercise/exam.h"

namespace {

// asking, asked, in_proj_weight, in_proj_bias, out_weight, out_bias.
using Numbers = std::vector<Array>;

struct Inputs {
  Numbers numbers;
  Mask asking, asked;
};

struct Sizes {
  std::size_t B, T, S, D;
};

// Each sentence has a word, the others as they come.
Mask some_words(std::size_t B, std::size_t T, bool padded, Rng& rng) {
  Mask words = Mask::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t t = 0; t < T; ++t)
      words(b, t) = !padded || rng.below(3) != 0;
    words(b, rng.below(T)) = true;
  }
  return words;
}

Inputs random_inputs(const Sizes& n, Rng& rng, bool padded = true) {
  const double scale = 1.5 / std::sqrt(double(n.D));
  return {{rng.normal({n.B, n.T, n.D}), rng.normal({n.B, n.S, n.D}),
           rng.normal({3 * n.D, n.D}, 0, scale), rng.normal({3 * n.D}),
           rng.normal({n.D, n.D}, 0, scale), rng.normal({n.D})},
          some_words(n.B, n.T, padded, rng),
          some_words(n.B, n.S, padded, rng)};
}

Tensor call(const Answer& answer, const Inputs& in,
            const std::vector<Tensor>& t, std::size_t H) {
  return answer.cross_attention({t[2], t[3], t[4], t[5]}, {t[0], in.asking},
                                {t[1], in.asked}, H);
}

Array output(const Answer& answer, const Inputs& in, std::size_t H) {
  return call(answer, in, {in.numbers.begin(), in.numbers.end()}, H).array();
}

Array want(const Inputs& in, std::size_t H) {
  return output(right_answer(), in, H);
}

About about(const Inputs& in, std::size_t H, const std::string& what = "") {
  return {fmt::format("asking {}, asked {}, num_heads = {}{}",
                      to_string(in.numbers[0].shape()),
                      to_string(in.numbers[1].shape()), H, what),
          {"sentence", "word", "column"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<std::string> names = {"asking",          "asked",
                                          "in_proj_weight",  "in_proj_bias",
                                          "out_proj.weight", "out_proj.bias"};
  const auto compare = [&](const Inputs& in, std::size_t H,
                           const std::string& what = "") {
    examiner.equal(output(answer, in, H), want(in, H), about(in, H, what));
  };

  examiner.shape("has a row for each word that asks", [&] {
    const Inputs in = random_inputs({2, 5, 4, 6}, rng);
    examiner.same_shape(output(answer, in, 3), {2, 5, 6}, about(in, 3).sizes);
  });
  examiner.values("has the values of the formula", [&] {
    compare(random_inputs({2, 4, 5, 12}, rng, false), 3, ", no padding");
    const std::size_t H = 2 + rng.below(3);
    compare(random_inputs({2, 5 + rng.below(3), 3, H * 3}, rng, false), H,
            ", no padding");
  });
  examiner.values("looks at no padding", [&] {
    for (const Sizes& n : {Sizes{2, 4, 6, 12}, Sizes{3, 5, 4, 6}}) {
      Inputs in = random_inputs(n, rng);
      std::fill(in.asking.begin(), in.asking.end(), true);
      in.asked(1, 2) = false;
      in.asked(1, 1) = true;
      compare(in, 3, ", padding where it is asked");
    }
  });
  examiner.values("gives zeros where padding asks", [&] {
    Inputs in = random_inputs({2, 5, 4, 6}, rng);
    std::fill(in.asked.begin(), in.asked.end(), true);
    in.asking(0, 1) = in.asking(1, 4) = false;
    compare(in, 2, ", padding where it asks");
  });
  examiner.values("works where all sizes are the same", [&] {
    compare(random_inputs({4, 4, 4, 4}, rng), 2, ", padding on both sides");
    compare(random_inputs({3, 6, 6, 6}, rng), 3, ", padding on both sides");
    compare(random_inputs({2, 3, 3, 6}, rng), 2, ", padding on both sides");
  });
  examiner.edge("gives the bias where all is padding", [&] {
    Inputs in = random_inputs({3, 4, 5, 6}, rng);
    xt::view(in.asked, 1) = false;
    std::fill(in.asking.begin(), in.asking.end(), true);
    compare(in, 2, ", all that sentence 1 asks is padding");
  });
  examiner.edge("gives zeros where padding asks padding", [&] {
    Inputs in = random_inputs({3, 4, 5, 6}, rng);
    xt::view(in.asked, 2) = false;
    in.asking(2, 0) = false;
    compare(in, 2, ", padding on both sides");
    xt::view(in.asking, 2) = false;
    compare(in, 2, ", sentence 2 is padding on both sides");
  });
  examiner.edge("works for one head, and for heads of one column", [&] {
    compare(random_inputs({2, 4, 3, 6}, rng), 1);
    compare(random_inputs({2, 3, 5, 4}, rng), 4);
  });
  examiner.edge("works for one word on either side", [&] {
    compare(random_inputs({2, 1, 4, 6}, rng), 2);
    compare(random_inputs({2, 4, 1, 6}, rng), 2);
    compare(random_inputs({1, 3, 2, 2}, rng), 2);
  });
  examiner.edge("works for long sentences and many heads", [&] {
    compare(random_inputs({2, 15, 20, 12}, rng), 6);
  });
  examiner.edge("works for no sentence at all", [&] {
    compare(random_inputs({0, 3, 2, 4}, rng), 2);
  });
  examiner.edge("works for scores far from 0", [&] {
    // What all keys have in common has no influence on the weights.
    Inputs in = random_inputs({2, 4, 5, 6}, rng);
    in.asked(0, 2) = false;
    in.asked(0, 1) = true;
    for (const std::size_t row : {0, 2, 4}) {
      xt::view(in.numbers[2], row) = 0;  // column `row` of each query is 50
      in.numbers[3](row) = 50;
    }
    for (const double by : {40, -4000}) {
      Inputs far = in;
      for (const std::size_t row : {0, 2, 4}) far.numbers[3](6 + row) += by;
      examiner.equal(
          output(answer, far, 3), want(in, 3),
          about(in, 3, by > 0 ? ", large scores" : ", scores far below 0"));
    }
  });
  examiner.edge("refuses a number of heads that does not divide D", [&] {
    const Inputs in = random_inputs({1, 3, 2, 6}, rng);
    for (const std::size_t H : {4, 0, 12})
      examiner.throws<ValueError>(
          [&] { output(answer, in, H); },
          fmt::format("for d_model = 6 and num_heads = {}", H));
  });
  examiner.property("never feels what stands in the padding", [&] {
    Inputs in = random_inputs({2, 3, 5, 6}, rng);
    in.asked(0, 2) = in.asked(1, 4) = false;
    in.asked(0, 1) = in.asked(1, 1) = true;
    const Array before = want(in, 2);
    xt::view(in.numbers[1], 0, 2) = rng.normal({6}, 0, 100);
    xt::view(in.numbers[1], 1, 4) = rng.normal({6}, 0, 100);
    examiner.equal(output(answer, in, 2), before,
                   about(in, 2, ", other numbers in the padding"));
  });
  examiner.property("does not care in which order it is asked", [&] {
    const Inputs in = random_inputs({1, 4, 6, 6}, rng);
    Inputs other = in;
    const std::vector<std::size_t> order = rng.permutation(6);
    for (std::size_t j = 0; j < 6; ++j) {
      xt::view(other.numbers[1], 0, j) = xt::view(in.numbers[1], 0, order[j]);
      other.asked(0, j) = in.asked(0, order[j]);
    }
    examiner.equal(output(answer, other, 2), want(in, 2),
                   about(in, 2, ", what is asked is shuffled"));
  });
  examiner.property("answers the same however often it is asked", [&] {
    const Inputs one = random_inputs({2, 3, 4, 6}, rng);
    const Inputs two = random_inputs({1, 5, 2, 4}, rng);
    const Inputs three = random_inputs({2, 3, 4, 6}, rng);
    for (const Inputs* in : {&one, &two, &three, &one})
      compare(*in, 2, ", one call of several");
  });
  examiner.property("leaves what it is given as it is", [&] {
    const Inputs in = random_inputs({2, 3, 4, 6}, rng);
    std::vector<Tensor> given;
    for (const Array& a : in.numbers) given.emplace_back(Array(a));
    call(answer, in, given, 2);
    for (std::size_t i = 0; i < given.size(); ++i)
      examiner.equal(given[i].array(), in.numbers[i],
                     {names[i] + " after the call"});
  });
  examiner.gradient("has the gradients of all that it is given", [&] {
    const Inputs in = random_inputs({2, 3, 4, 6}, rng);
    examiner.same_gradients(
        [&](const std::vector<Tensor>& t) { return call(answer, in, t, 2); },
        [&](const Numbers& all) {
          return want({all, in.asking, in.asked}, 2);
        },
        in.numbers, names);
  });
  examiner.gradient(
      "trains weights and biases on sentences without gradients", [&] {
        const Inputs in = random_inputs({2, 3, 2, 4}, rng);
        examiner.same_gradients(
            [&](const std::vector<Tensor>& weights) {
              std::vector<Tensor> all(in.numbers.begin(),
                                      in.numbers.begin() + 2);
              all.insert(all.end(), weights.begin(), weights.end());
              return call(answer, in, all, 2);
            },
            [&](const Numbers& weights) {
              Inputs other = in;
              std::copy(weights.begin(), weights.end(),
                        other.numbers.begin() + 2);
              return want(other, 2);
            },
            {in.numbers.begin() + 2, in.numbers.end()},
            {names.begin() + 2, names.end()});
      });
}
