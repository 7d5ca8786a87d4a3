// The same with the library's module.

#include <optional>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/pad_batch/answer.h"
#include "horloge/text/tokenizer.h"
#include "numpy_style.h"
#include "tools.h"

using namespace horloge;

// Step: the_module
void the_module(Page& page) {
  Rng rng(page.seed() + 1);
  const TokenEmbedding embedding(1000, 128, rng);  // (V, D)
  // Fold: prints its parameters
  for (const auto& [name, tensor] : embedding.named_parameters())
    page.print("{} {}: {} numbers\n", name, to_string(tensor.shape()),
               tensor.size());
  // End fold

  const Ids ids = rng.integers({4, 10}, 0, 1000);  // (B, T)
  const Tensor y = embedding(ids);                 // (B, T, D)
  // Fold: prints what y is like
  check_embedding_shape(ids, y.array(), 128);
  page.print("ids {} -> rows {}\n", to_string(ids.shape()),
             to_string(y.shape()));
  page.print("{}\n", to_text(statistics(y.array())));

  const Array row = xt::view(y.array(), 0, 0);
  page.print("length of a row {:.4f}\n",
             std::sqrt(xt::sum<double>(row * row)()));
  // End fold
}

// Step: the_class
namespace by_hand {

class TokenEmbedding : public Module {
 public:
  TokenEmbedding(std::size_t vocab_size, std::size_t d_model, Rng& rng)
      : weight(parameter("weight", rng.normal({vocab_size, d_model}))) {}

  // ids (B, T) -> (B, T, D): row `id` of the matrix
  Tensor operator()(const Ids& ids) const { return embedding(ids, weight); }

  Tensor weight;  // (V, D)
};

}  // namespace by_hand

// Fold: compares it with the library's, both from the same seed
void the_class(Page& page) {
  Rng rng(page.seed() + 1), same(page.seed() + 1);
  const by_hand::TokenEmbedding ours(1000, 128, rng);
  const TokenEmbedding librarys(1000, 128, same);
  for (const auto& [name, tensor] : ours.named_parameters())
    page.print("{} {}: {} numbers to learn\n", name, to_string(tensor.shape()),
               tensor.size());

  const Ids ids = rng.integers({4, 10}, 0, 1000);
  const Array dy = rng.normal({4, 10, 128});
  const Tensor y = ours(ids), y_librarys = librarys(ids);
  y.backward(dy);
  y_librarys.backward(dy);
  page.print("ids {} -> rows {}\n", to_string(ids.shape()),
             to_string(y.shape()));
  page.print("rows: largest difference from the library's     {}\n",
             xt::amax(xt::abs(y.array() - y_librarys.array()))());
  page.print("gradient: largest difference from the library's {}\n",
             xt::amax(xt::abs(ours.weight.grad() - librarys.weight.grad()))());
}

// Step: who_moves
template <class Optimizer>
int count_moved_rows(Page& page, const char* name) {
  Rng rng(page.seed() + 1);
  TokenEmbedding embedding(1000, 128, rng);
  Optimizer optimizer(embedding.parameters());
  page.print("{:<13}", name);
  int count = 0;
  for (const int sequence : {0, 1}) {
    const Array before = embedding.weight.array();
    const Ids ids = xt::view(example().ids, sequence);  // (T)
    optimizer.zero_grad();
    embedding(ids).backward(rng.normal({10, 128}));
    optimizer.step();
    const Array moved = xt::abs(embedding.weight.array() - before);
    const Array furthest = xt::amax(moved, {1});  // (V)
    count = xt::sum<int>(furthest > 0)();
    page.print("{:10}", count);
  }
  page.print("\n");
  return count;
}

// Fold: counts them for three optimizers
void who_moves(Page& page) {
  page.print("rows moved in    step 1    step 2\n");
  count_moved_rows<SGD>(page, "SGD");
  page.came_out(count_moved_rows<Adam>(page, "Adam"));
  count_moved_rows<AdamW>(page, "AdamW");
}

// Step: padding
void padding(Page& page) {
  const WordTokenizer tokenizer(french_sentences());
  std::vector<std::vector<std::int64_t>> sentences;
  for (const char* text :
       {"Mina sourit", "le chat mange la souris", "Paul admire le lion"}) {
    const Ids ids = tokenizer.encode(text);
    sentences.emplace_back(ids.begin(), ids.end());
  }
  const Ids batch = pad_batch(sentences, Vocabulary::padding_id);  // (B, T)
  // Fold: prints the ids
  for (std::size_t b = 0; b < 3; ++b) {
    for (std::size_t t = 0; t < 5; ++t) page.print("{:4}", batch(b, t));
    page.print("\n");
  }
  // End fold

  const Array dy = ones({3, 5, 4});
  for (const bool knows_padding : {false, true}) {
    Rng rng(page.seed() + 1);
    std::optional<std::int64_t> padding_idx;
    if (knows_padding) padding_idx = Vocabulary::padding_id;
    const TokenEmbedding embedding(tokenizer.vocab_size(), 4, rng, padding_idx);
    embedding(batch).backward(dy);
    // Fold: prints row 0 and its gradient
    const Array row = xt::view(embedding.weight.array(), 0);
    const Array gradient = xt::view(embedding.weight.grad(), 0);
    page.print("\n{} padding_idx\n", knows_padding ? "with" : "without");
    page.print("   row 0    {:6.3f} {:6.3f} {:6.3f} {:6.3f}\n", row(0), row(1),
               row(2), row(3));
    page.print("   gradient {:6.3f} {:6.3f} {:6.3f} {:6.3f}\n", gradient(0),
               gradient(1), gradient(2), gradient(3));
    if (!knows_padding) page.came_out(double(gradient(0)));
    // End fold
  }
}

// Step: what_is_refused
void what_is_refused(Page& page) {
  const Example e = example();
  const Tensor weight(e.matrix);
  const Array dy = ones({4, 10, 64});
  Rng rng(1);
  print_error(page, "id 1000, by hand", [&] {
    token_embedding_lookup(Ids{7, 1000}, e.matrix);
  });
  print_error(page, "id 1000, the library", [&] {
    embedding(Ids{7, 1000}, weight);
  });
  // Fold: makes six more mistakes
  print_error(page, "id -1", [&] { embedding(Ids{7, -1}, weight); });
  print_error(page, "id 2.5", [&] { whole_numbers({7, 2.5}); });
  print_error(page, "one row instead of a matrix",
              [&] { embedding(e.ids, Tensor(zeros({128}))); });
  print_error(page, "another d_model than that of the matrix", [&] {
    check_embedding_shape(e.ids, embedding(e.ids, weight).array(), 64);
  });
  print_error(page, "a gradient for another number of ids", [&] {
    token_embedding_backward(Ids{7, 2}, dy, 1000);
  });
  print_error(page, "a vocabulary of nothing",
              [&] { TokenEmbedding(0, 128, rng); });
  // End fold
}

// Step: same_both_ways
void same_both_ways(Page& page) {
  const Example e = example();
  Rng rng(page.seed() + 1);
  const Array dy = rng.normal({4, 10, 128});

  const Array y = token_embedding_lookup(e.ids, e.matrix);
  const Array dE = token_embedding_backward(e.ids, dy, 1000);

  TokenEmbedding embedding(1000, 128, rng);
  embedding.load_state_dict({{"weight", Tensor(e.matrix)}});
  const Tensor by_module = embedding(e.ids);
  by_module.backward(dy);
  const Array& gradient = embedding.weight.grad();

  // Fold: prints both, and the largest differences
  page.print("             row of id {}         gradient of row 490\n",
             e.ids(0, 0));
  page.print("by hand    {:8.5f} {:8.5f} …   {:8.5f} {:8.5f} …\n", y(0, 0, 0),
             y(0, 0, 1), dE(490, 0), dE(490, 1));
  page.print("by module  {:8.5f} {:8.5f} …   {:8.5f} {:8.5f} …\n",
             by_module.array()(0, 0, 0), by_module.array()(0, 0, 1),
             gradient(490, 0), gradient(490, 1));
  page.print("rows: largest difference     {:.1e}\n",
             xt::amax(xt::abs(by_module.array() - y))());
  page.print("gradient: largest difference {:.1e}\n",
             xt::amax(xt::abs(gradient - dE))());
  // End fold
}
