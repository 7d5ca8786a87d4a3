#include "course/exercise/exam.h"

namespace {

std::string sizes(std::size_t seq_len, std::size_t window) {
  return fmt::format("seq_len = {}, window = {}; 1 is true, 0 is false",
                     seq_len, window);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t seq_len, std::size_t window) {
    examiner.equal(Array(answer.window_mask(seq_len, window)),
                   Array(right_answer().window_mask(seq_len, window)),
                   {sizes(seq_len, window), {"query", "key"}});
  };
  const auto mask = [&](std::size_t seq_len, std::size_t window) {
    const Array m = answer.window_mask(seq_len, window);
    examiner.same_shape(m, {seq_len, seq_len}, sizes(seq_len, window));
    return m;
  };

  examiner.shape("has a row and a column for each word", [&] { mask(5, 2); });
  examiner.values("shows each word itself and the last few", [&] {
    compare(7, 3);
    compare(6, 2);
    compare(9, 4);
    const std::size_t window = 2 + rng.below(5);
    compare(window + 3 + rng.below(12), window);
  });
  examiner.edge("shows each word itself in a window of 1",
                [&] { compare(5, 1); });
  examiner.edge("is the causal mask in a window as long as the text", [&] {
    compare(5, 5);
    compare(5, 4);
  });
  examiner.edge("works in a window longer than the text", [&] {
    compare(4, 6);
    compare(3, 4096);
    compare(5, std::size_t(-1) / 2);
    compare(5, std::size_t(-1));  // no limit
  });
  examiner.edge("works for one word, for two, and for none", [&] {
    compare(1, 1);
    compare(1, 3);
    compare(2, 1);
    compare(2, 2);
    compare(0, 2);
  });
  examiner.edge("works for a long text", [&] { compare(300, 37); });
  examiner.edge("refuses a window of 0", [&] {
    for (const std::size_t seq_len : {4, 1})
      examiner.throws<ValueError>([&] { answer.window_mask(seq_len, 0); },
                                  "for a window of 0");
  });
  examiner.property("lets nobody look ahead", [&] {
    const std::size_t seq_len = 6 + rng.below(8), window = 2 + rng.below(3);
    const Array m = mask(seq_len, window);
    for (std::size_t i = 0; i < seq_len; ++i)
      for (std::size_t j = i + 1; j < seq_len; ++j)
        examiner.holds(m(i, j) == 0,
                       fmt::format("query {} sees key {}, which comes after it "
                                   "(seq_len = {}, window = {})",
                                   i, j, seq_len, window));
  });
  examiner.property("shows one key more until the window is full", [&] {
    const std::size_t seq_len = 7 + rng.below(8);
    const std::size_t window = 2 + rng.below(4);
    const Array seen = xt::sum(mask(seq_len, window), {1});
    const Array want =
        xt::minimum(xt::arange<double>(1, double(seq_len) + 1), double(window));
    examiner.equal(
        seen, want,
        {"number of keys that are seen; " + sizes(seq_len, window), {"query"}});
  });
  examiner.property("answers the same however often it is asked", [&] {
    compare(6, 3);
    compare(6, 2);
    compare(4, 3);
    compare(6, 3);
  });
  examiner.no_gradient("a mask is made of constants");
}
