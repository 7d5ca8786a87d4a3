// Universal Sentence Encoder Lite, where ./learn get has brought it.

#include "dog.h"

#include <cstdlib>
#include <filesystem>

#include "course/stage/lesson.h"
#include "horloge/models/sentence_encoder.h"
#include "horloge/nn/position/none.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"

using namespace horloge;

// Step: dog_bites_man
// Fold: pairs of sentences; use_lite_folder, cosine
struct Pair {
  const char* a;
  const char* b;
  double with, without;  // what came out where this was written
};

const std::vector<Pair> sentence_pairs = {
    {"dog bites man", "man bites dog", 0.852, 1},
    {"dog bites man", "a man is bitten by a dog", 0.637, 0.5613},
    {"the cat eats the mouse", "the mouse eats the cat", 0.979, 1},
    {"the cat eats the mouse", "the cat eats a small mouse", 0.943, 0.9139},
    {"is this a real model", "this is a real model", 0.826, 1},
};

std::filesystem::path use_lite_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache == '/')
    return std::filesystem::path(cache) / "horloge" / "use-lite";
  return std::filesystem::path(home == nullptr ? "/" : home) / ".cache" /
         "horloge" / "use-lite";
}

double cosine(const Array& a, const Array& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    ab += x * y, aa += x * x, bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

// End fold
void measure(const std::filesystem::path& folder, std::vector<Pair>& pairs) {
  const NoGrad no_grad;
  const auto encoder = SentenceEncoder::load(folder);
  const auto tokenizer = load_tokenizer(folder);
  const NoPositions none;
  const auto vector_of = [&](const char* text, const PositionScheme* scheme) {
    ModelInput in;
    in.ids = tokenizer->encode(text);
    in.ids.reshape({1, in.ids.size()});
    in.positions = scheme;
    return encoder(in).array();  // (1, 512)
  };
  for (Pair& pair : pairs) {
    pair.with = cosine(vector_of(pair.a, nullptr), vector_of(pair.b, nullptr));
    pair.without = cosine(vector_of(pair.a, &none), vector_of(pair.b, &none));
  }
}

// Fold: measures if the model is here, and prints the cosines
void dog_bites_man(Page& page) {
  std::vector<Pair> pairs = sentence_pairs;
  const auto folder = use_lite_folder();
  const bool here = std::filesystem::exists(folder / "model.safetensors");
  if (here) measure(folder, pairs);
  page.print("cosine with positions   without\n");
  for (const Pair& pair : pairs)
    page.print("{:21.3f}{:10.4f}   {} | {}\n", pair.with, pair.without, pair.a,
               pair.b);
  page.came_out(pairs[0].with);
  page.print("{}\n", here ? "Measured now."
                          : "Stored: `./learn get use-lite` brings the model.");
}
