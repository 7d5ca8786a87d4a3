#include "horloge/ops/lookup.h"

#include "horloge/core/parallel.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "support/gradients.h"

namespace horloge {
namespace {

Ids ids_of(const std::vector<std::size_t>& shape, std::initializer_list<std::int64_t> numbers) {
  Ids ids = Ids::from_shape(shape);
  EXPECT_EQ(ids.size(), numbers.size());
  std::copy(numbers.begin(), numbers.end(), ids.data());
  return ids;
}

// The functions as types, so that one can ask which calls compile.
struct LookUp {
  template <class E>
  auto operator()(const E& ids) -> decltype(embedding(ids, Tensor()));
};
struct Select {
  template <class E>
  auto operator()(const E& ids) -> decltype(index_select(Tensor(), ids));
};
struct Pick {
  template <class E>
  auto operator()(const E& ids) -> decltype(gather(Tensor(), 0, ids));
};

template <class E>
constexpr bool taken_for_ids =
    std::conjunction_v<std::is_invocable<LookUp, E>, std::is_invocable<Select, E>,
                       std::is_invocable<Pick, E>>;
template <class E>
constexpr bool refused_as_ids =
    !std::disjunction_v<std::is_invocable<LookUp, E>, std::is_invocable<Select, E>,
                        std::is_invocable<Pick, E>>;

// xtensor makes ids of floats, 2.5 into 2, wherever an Ids is asked for.
static_assert(std::is_convertible_v<Array, Ids>);
static_assert(taken_for_ids<Ids> && taken_for_ids<decltype(std::declval<Ids&>() + 1)>);
static_assert(refused_as_ids<Array> && refused_as_ids<decltype(std::declval<Array&>() + 1)>);

TEST(Embedding, GivesTheRowOfEachId) {
  const Tensor table(array_of({3, 2}, {0, 1, 10, 11, 20, 21}));
  const Array y = embedding(ids_of({2, 2}, {2, 0, 0, 1}), table).array();
  EXPECT_TRUE(same(y, array_of({2, 2, 2}, {20, 21, 0, 1, 0, 1, 10, 11})));
  EXPECT_TRUE(same(embedding(ids_of({}, {1}), table).array(), array_of({2}, {10, 11})));
  EXPECT_EQ(embedding(Ids::from_shape({0, 3}), table).shape(), (Shape{0, 3, 2}));
}

TEST(Embedding, SaysWhichIdStandsWhere) {
  const Tensor table(zeros({5, 2}));
  EXPECT_ERROR(embedding(ids_of({2, 3}, {0, 1, 2, 3, 4, 5}), table), IndexError,
               "[embedding] id 5 at (1, 2) is outside of a vocabulary of size 5; ids run from 0");
  EXPECT_ERROR(embedding(ids_of({1}, {-1}), table), IndexError, "[embedding] id -1 at (0,)");
  EXPECT_ERROR(embedding(ids_of({}, {7}), table), IndexError, "[embedding] id 7 at ()");
  EXPECT_ERROR(embedding(ids_of({1}, {0}), Tensor(zeros({5}))), ShapeError,
               "[embedding] weight (V, D) must have rank 2, got (5,)");
  EmbeddingOptions options;
  for (const std::int64_t padding : {5, -6}) {
    options.padding_idx = padding;
    EXPECT_ERROR(embedding(ids_of({1}, {0}), table, options), IndexError,
                 "[embedding] padding_idx");
  }
}

TEST(Embedding, AddsTheGradientsOfRepeatedIds) {
  const Tensor table(zeros({3, 2}), true);
  embedding(ids_of({4}, {2, 0, 2, 2}), table).backward(array_of({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_TRUE(same(table.grad(), array_of({3, 2}, {3, 4, 0, 0, 13, 16})));
}

TEST(Embedding, GivesTheRowOfPaddingButNoGradient) {
  const Ids ids = ids_of({3}, {1, 2, 1});
  for (const std::int64_t padding : {1, -2}) {
    const Tensor weight(array_of({3, 1}, {5, 6, 7}), true);
    EmbeddingOptions options;
    options.padding_idx = padding;
    const Tensor y = embedding(ids, weight, options);
    EXPECT_TRUE(same(y.array(), array_of({3, 1}, {6, 7, 6})));
    y.backward(array_of({3, 1}, {1, 2, 3}));
    EXPECT_TRUE(same(weight.grad(), array_of({3, 1}, {0, 0, 2})));
  }
}

TEST(Embedding, DividesByTheCountOfAnIdOnRequest) {
  const Tensor table(zeros({4, 1}), true);
  EmbeddingOptions options;
  options.scale_grad_by_freq = true;
  options.padding_idx = 3;
  embedding(ids_of({6}, {2, 0, 2, 3, 2, 2}), table, options)
      .backward(array_of({6, 1}, {1, 5, 2, 9, 3, 6}));
  EXPECT_TRUE(same(table.grad(), array_of({4, 1}, {5, 0, 3, 0})));
}

TEST(Embedding, Gradient) {
  const Ids ids = ids_of({2, 3}, {1, 4, 1, 0, 1, 4});
  EXPECT_TRUE(
      gradients_agree([&](const auto& in) { return embedding(ids, in[0]); }, {leaf({6, 4}, 1)}));
  EXPECT_TRUE(gradients_agree(  // a table used twice
      [&](const auto& in) { return matmul(embedding(ids, in[0]), transpose(in[0], 0, 1)); },
      {leaf({6, 4}, 2)}));
}

TEST(Embedding, GivesTheSameBitsForAnyThreadsAndAddsInOrder) {
  const Ids ids = Rng(3).integers({700}, 0, 11);
  const Array dy = Rng(4).normal({700, 200});
  const auto run = [&](int threads) {
    set_num_threads(threads);
    const Tensor table(zeros({11, 200}), true);
    embedding(ids, table).backward(dy);
    set_num_threads(0);
    return table.grad();
  };
  Array want = zeros({11, 200});
  for (std::size_t i = 0; i < 700; ++i)
    for (std::size_t j = 0; j < 200; ++j) want(ids(i), j) += dy(i, j);
  EXPECT_TRUE(same(run(1), want));
  EXPECT_TRUE(same(run(2), want));
}

TEST(IndexSelect, TakesEntriesOfTheFirstAxis) {
  const Tensor x(array_of({3, 2}, {0, 1, 10, 11, 20, 21}));
  EXPECT_TRUE(
      same(index_select(x, ids_of({2}, {2, 2})).array(), array_of({2, 2}, {20, 21, 20, 21})));
  EXPECT_EQ(index_select(Tensor(zeros({3, 2, 4})), ids_of({1, 2}, {0, 1})).shape(),
            (Shape{1, 2, 2, 4}));
  EXPECT_TRUE(same(index_select(Tensor(array_of({3}, {5, 6, 7})), ids_of({2}, {1, 0})).array(),
                   array_of({2}, {6, 5})));
  EXPECT_ERROR(index_select(x, ids_of({2}, {0, 3})), IndexError,
               "[index_select] id 3 at (1,) is outside of an axis of size 3");
  EXPECT_ERROR(index_select(Tensor(real{1}), ids_of({1}, {0})), ShapeError, "[index_select]");
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return index_select(in[0], ids_of({2, 2}, {4, 0, 4, 4}));
      },
      {leaf({5, 3, 2}, 5)}));
}

TEST(Gather, PicksAlongAnAxis) {
  const Tensor x(array_of({2, 3}, {0, 1, 2, 10, 11, 12}));
  EXPECT_TRUE(
      same(gather(x, 1, ids_of({2, 2}, {2, 2, 0, 1})).array(), array_of({2, 2}, {2, 2, 10, 11})));
  EXPECT_TRUE(
      same(gather(x, -2, ids_of({1, 3}, {1, 0, 1})).array(), array_of({1, 3}, {10, 1, 12})));
  EXPECT_ERROR(gather(x, 1, ids_of({1, 2}, {0, 0})), ShapeError,
               "[gather] x (2, 3) and ids (1, 2) may differ along axis 1 only");
  EXPECT_ERROR(gather(x, 0, ids_of({3}, {0, 0, 0})), ShapeError, "[gather]");
  EXPECT_ERROR(gather(x, 1, ids_of({2, 1}, {0, 3})), IndexError,
               "[gather] id 3 at (1, 0) is outside of an axis of size 3");
  EXPECT_ERROR(gather(x, 2, ids_of({2, 1}, {0, 0})), IndexError, "[gather] axis 2");
}

TEST(Gather, AddsTheGradientsOfRepeatedPicks) {
  const Ids ids = ids_of({2, 4, 2}, {0, 2, 0, 2, 1, 1, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1});
  EXPECT_TRUE(
      gradients_agree([&](const auto& in) { return gather(in[0], 1, ids); }, {leaf({2, 3, 2}, 6)}));
}

TEST(Gather, GivesTheSameBitsForAnyThreads) {
  const Ids ids = Rng(7).integers({900, 60}, 0, 5);
  const Array dy = Rng(8).normal({900, 60});
  const auto run = [&](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(9).normal({900, 5}), true);
    gather(x, 1, ids).backward(dy);
    set_num_threads(0);
    return x.grad();
  };
  EXPECT_TRUE(same(run(1), run(2)));
}

}  // namespace
}  // namespace horloge
