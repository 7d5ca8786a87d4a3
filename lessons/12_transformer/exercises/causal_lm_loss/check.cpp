#include "course/exercise/exam.h"

namespace {

struct Case {
  Array logits;
  Ids ids;
  std::int64_t padding_id = -100;

  std::string text() const {
    return fmt::format("B = {}, T = {}, V = {}, padding_id = {}", ids.shape(0),
                       ids.shape(1), logits.shape(2), padding_id);
  }
};

// Texts without padding.
Case random_case(Rng& rng, std::size_t B, std::size_t T, std::size_t V,
                 std::int64_t padding_id = -100) {
  Case c{rng.normal({B, T, V}, 0, 2), rng.integers({B, T}, 0, std::int64_t(V)),
         padding_id};
  for (std::int64_t& id : c.ids)
    if (id == padding_id) id = (id + 1) % std::int64_t(V);
  return c;
}

// Texts of these lengths, filled up with padding.
Case padded_case(Rng& rng, const std::vector<std::size_t>& lengths,
                 std::size_t T, std::size_t V, std::int64_t padding_id) {
  Case c = random_case(rng, lengths.size(), T, V, padding_id);
  for (std::size_t b = 0; b < lengths.size(); ++b)
    for (std::size_t t = lengths[b]; t < T; ++t) c.ids(b, t) = padding_id;
  return c;
}

double loss(const Answer& answer, const Case& c) {
  return answer.causal_lm_loss(c.logits, c.ids, c.padding_id);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    examiner.equal(loss(answer, c), loss(right_answer(), c), {c.text()});
  };

  examiner.shape("is a number, and never below 0", [&] {
    for (int i = 0; i < 4; ++i) {
      const Case c = random_case(rng, 2, 3, 4);
      const double got = loss(answer, c);
      examiner.holds(got >= 0, fmt::format("the loss is {:.3g}", got));
    }
  });
  examiner.values("compares with the next token", [&] {
    compare(random_case(rng, 1, 2, 4));
    compare(random_case(rng, 1, 5, 4));
    compare(random_case(rng, 1, 3 + rng.below(6), 3));
  });
  examiner.values("keeps several texts apart", [&] {
    compare(random_case(rng, 3, 4, 5));
    compare(random_case(rng, 2 + rng.below(3), 2 + rng.below(4), 3));
  });
  examiner.values("leaves out padding that is a class", [&] {
    compare(padded_case(rng, {6, 3}, 6, 5, 0));
    compare(padded_case(rng, {2, 5, 4}, 5, 4, 3));
    compare(padded_case(rng, {3, 7, 2, 5}, 7, 4, 1));
  });
  examiner.values("leaves out padding that is none", [&] {
    compare(padded_case(rng, {3, 6}, 6, 5, -100));
    compare(padded_case(rng, {4, 2, 5}, 6, 3, 3));
  });
  examiner.edge("is 0 where nothing is guessed", [&] {
    compare(random_case(rng, 3, 1, 4));
    compare(padded_case(rng, {1, 1}, 4, 3, 0));
    compare(padded_case(rng, {0, 1}, 3, 3, -100));
  });
  examiner.edge("takes texts of one token, or none", [&] {
    compare(padded_case(rng, {1, 5, 0}, 5, 4, 0));
    compare(padded_case(rng, {0, 4}, 4, 4, -100));
  });
  examiner.edge("works for logits of any size", [&] {
    Case c = random_case(rng, 2, 4, 3);
    c.logits += 1000;
    compare(c);
    c.logits -= 2000;
    compare(c);
    c = random_case(rng, 2, 3, 4);
    c.logits *= 300;
    compare(c);
  });
  examiner.edge("refuses a token that is no class", [&] {
    const Case right = padded_case(rng, {4, 3}, 4, 3, -100);
    for (const std::int64_t id : {3, -1, 100}) {
      Case c = right;
      c.ids(1, 2) = id;
      examiner.throws<IndexError>(
          [&] { loss(answer, c); },
          fmt::format("for the token {} of 3 classes", id));
    }
    Case other = padded_case(rng, {4, 3}, 4, 3, 0);
    other.ids(1, 2) = -100;
    examiner.throws<IndexError>(
        [&] { loss(answer, other); },
        "for the token -100 of 3 classes, where 0 is padding");
  });
  examiner.property("is ln V where all are equally likely", [&] {
    for (const std::size_t V : {2, 5, 9}) {
      Case c = padded_case(rng, {4, 2}, 4, V, 0);
      c.logits = zeros(c.logits.shape());
      examiner.equal(loss(answer, c), std::log(double(V)), {c.text()});
    }
  });
  examiner.property("does not look at the logits that guess nothing", [&] {
    Case c = padded_case(rng, {4, 2}, 5, 3, 0);
    const double before = loss(answer, c);
    for (std::size_t v = 0; v < 3; ++v)
      c.logits(0, 3, v) = c.logits(0, 4, v) = c.logits(1, 2, v) = rng.normal();
    examiner.equal(loss(answer, c), before, {"other logits where none counts"});
  });
  examiner.gradient("has the slope of a loss that can be trained", [&] {
    const Case c = padded_case(rng, {4, 2}, 4, 3, 0);
    const auto slope = [&](const Answer& of) {
      return exercise::numeric_gradient(
          [&](const Array& logits) {
            return Array(of.causal_lm_loss(logits, c.ids, c.padding_id));
          },
          c.logits, Array(1));
    };
    examiner.equal(slope(answer), slope(right_answer()),
                   {c.text(), {"text", "position", "class"}, 1e-6});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one = padded_case(rng, {4, 2}, 4, 5, 0);
    const Case two = random_case(rng, 1, 6, 3);
    for (const Case* c : {&one, &two, &one}) compare(*c);
  });
}
