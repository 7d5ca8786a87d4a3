#include <fmt/format.h>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

Array counted(std::size_t batch_size, std::size_t seq_len) {
  Array ids = zeros({batch_size, seq_len});
  for (std::size_t b = 0; b < batch_size; ++b)
    for (std::size_t t = 1; t < seq_len; ++t) ids(b, t) = ids(b, t - 1) + 1;
  return ids;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  const auto as_array = [&](std::size_t batch_size, std::size_t seq_len) {
    return Array(xt::cast<real>(answer.ids(batch_size, seq_len)));
  };
  const auto sizes = [](std::size_t batch_size, std::size_t seq_len) {
    return fmt::format("batch_size = {}, seq_len = {}", batch_size, seq_len);
  };
  const auto compare = [&](std::size_t batch_size, std::size_t seq_len) {
    examiner.equal(as_array(batch_size, seq_len), counted(batch_size, seq_len),
                   {sizes(batch_size, seq_len), {"sentence", "word"}});
  };
  examiner.part(Kind::shape, "has a row for each sentence", [&] {
    examiner.same_shape(as_array(3, 5), {3, 5}, sizes(3, 5));
  });
  examiner.part(Kind::values, "counts from 0 in every sentence", [&] {
    compare(4, 10);
    compare(7, 3);
    const std::size_t batch_size = 2 + examiner.rng().below(5);
    compare(batch_size, batch_size + 1 + examiner.rng().below(20));
  });
  examiner.part(Kind::edge, "works for one sentence, and for one word", [&] {
    compare(1, 7);
    compare(6, 1);
    compare(1, 1);
  });
  examiner.part(Kind::edge, "works for a long text, and for a large batch",
                [&] {
                  compare(2, 70000);
                  compare(300, 4);
                });
  examiner.part(Kind::edge, "works for no sentences, and for empty ones", [&] {
    compare(0, 4);
    compare(3, 0);
  });
  examiner.part(Kind::property, "goes up by one from word to word", [&] {
    const Array ids = as_array(3, 9);
    examiner.same_shape(ids, {3, 9}, sizes(3, 9));
    const Array steps = xt::view(ids, xt::all(), xt::range(1, 9)) -
                        xt::view(ids, xt::all(), xt::range(0, 8));
    examiner.equal(steps, ones({3, 8}),
                   {"the steps for " + sizes(3, 9), {"sentence", "step"}});
  });
  examiner.no_gradient("ids are whole numbers");
}
