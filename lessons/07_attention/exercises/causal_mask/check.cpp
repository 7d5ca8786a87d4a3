#include <fmt/format.h>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// As numbers: 1 where a key takes part.
Array numbers(const Mask& mask) {
  Array out = zeros(Shape(mask.shape().begin(), mask.shape().end()));
  std::copy(mask.begin(), mask.end(), out.begin());
  return out;
}

Array keys_up_to_the_query(std::size_t seq_len) {
  Array out = zeros({seq_len, seq_len});
  for (std::size_t i = 0; i < seq_len; ++i)
    for (std::size_t j = 0; j <= i; ++j) out(i, j) = 1;
  return out;
}

std::string size(std::size_t seq_len) {
  return fmt::format("seq_len = {}; 1 is true, 0 is false", seq_len);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t seq_len) {
    examiner.equal(numbers(answer.mask(seq_len)), keys_up_to_the_query(seq_len),
                   {size(seq_len), {"query", "key"}});
  };
  const auto mask = [&](std::size_t seq_len) {
    const Array m = numbers(answer.mask(seq_len));
    examiner.same_shape(m, {seq_len, seq_len},
                        fmt::format("seq_len = {}", seq_len));
    return m;
  };

  examiner.part(Kind::shape, "has a row and a column for each word",
                [&] { mask(5); });
  examiner.part(Kind::values, "lets each word see itself and those before it",
                [&] {
                  compare(5);
                  compare(4 + rng.below(20));
                });
  examiner.part(Kind::edge, "works for one word, and for two", [&] {
    compare(1);
    compare(2);
  });
  examiner.part(Kind::edge, "works for a long text", [&] { compare(300); });
  examiner.part(Kind::property, "lets nobody look ahead", [&] {
    const std::size_t seq_len = 4 + rng.below(8);
    const Array m = mask(seq_len);
    for (std::size_t i = 0; i < seq_len; ++i)
      for (std::size_t j = i + 1; j < seq_len; ++j)
        examiner.holds(m(i, j) == 0,
                       fmt::format("query {} sees key {}, which comes after it "
                                   "(seq_len = {})",
                                   i, j, seq_len));
  });
  examiner.part(Kind::property, "shows each word one key more", [&] {
    const std::size_t seq_len = 4 + rng.below(8);
    const Array seen = xt::sum(mask(seq_len), {1});
    const Array want = xt::arange<real>(1, double(seq_len) + 1);
    examiner.equal(seen, want, {"number of keys that are seen", {"query"}});
  });
  examiner.no_gradient("a mask is made of constants");
}
