// From a text to ids, and from ids to rows.

#include "course/stage/lesson.h"
#include "horloge/text/tokenizer.h"
#include "numpy_style.h"
#include "tools.h"

using namespace horloge;

// Step: text_to_ids
void text_to_ids(Page& page) {
  const WordTokenizer tokenizer(french_sentences());
  page.print("{} tokens in the vocabulary\n", tokenizer.vocab_size());
  for (const std::string text :
       {"le chat mange la souris", "la souris mange le chat",
        "l'ours mange la confiture"}) {
    const Ids ids = tokenizer.encode(text);          // (T)
    const std::string back = tokenizer.decode(ids);  // the words of the ids
    // Fold: prints the words, their ids, and the way back
    page.print("\n");
    print_tokens(page, tokenizer.tokens(text), ids);
    page.print("  and back: {}\n", back);
    // End fold
  }
}

// Step: words_to_rows
void words_to_rows(Page& page) {
  const WordTokenizer tokenizer(french_sentences());
  Rng rng(page.seed() + 1);
  const Array matrix = rng.normal({tokenizer.vocab_size(), 32});  // (V, D)

  const std::string text = "le chat voit le loup qui voit le chat";
  const Ids ids = tokenizer.encode(text);               // (T)
  const Array x = token_embedding_lookup(ids, matrix);  // (T, D)
  page.print("ids {} -> rows {}\n", to_string(ids.shape()),
             to_string(x.shape()));

  // Fold: draws x
  HeatMap picture;
  picture.x_label = "dimension";
  picture.values = x;
  picture.low = -3;
  picture.high = 3;
  picture.row_names = tokenizer.tokens(text);
  page.show(picture);
  // End fold
}
