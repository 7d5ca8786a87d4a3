#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cards.h"
#include "common/modules.h"
#include "course/stage/page.h"

// The small Transformer of this lesson: each layer has positions of its own,
// and sees the whole text or a window of it.

/// How one layer reads.
struct LayerPlan {
  std::string positions;   ///< of the library, or `forget`, `cope`
  std::size_t window = 0;  ///< it sees the last so many tokens; 0: all
  double base = 10000;     ///< of rotary positions
};
using Plan = std::vector<LayerPlan>;

/// Both layers alike.
inline Plan twice(const std::string& positions) {
  return {{positions}, {positions}};
}

/// Two layers of four heads, as in lesson 10.
class Reader : public horloge::Module {
 public:
  static constexpr std::size_t d_model = 32, num_heads = 4, head_dim = 8;

  Reader(const Plan& plan, horloge::Rng rng);

  /// ids (B, T) -> a score for each token (B, T, V)
  horloge::Tensor operator()(const horloge::Ids& ids) const;

  horloge::TokenEmbedding embedding;
  std::vector<horloge::TransformerEncoderLayer> layers;
  horloge::Linear to_tokens;
  std::vector<std::shared_ptr<horloge::PositionScheme>> positions;
  Plan plan;
};

constexpr std::size_t learned_at = 32, learning_steps = 800, num_seeds = 5;

struct Batch {
  horloge::Ids ids, answers;
};
/// B texts of T tokens.
using Source =
    std::function<Batch(std::size_t B, std::size_t T, horloge::Rng&)>;

/// Texts with two questions.
Batch both_questions(std::size_t B, std::size_t T, horloge::Rng& rng);

/// Trains for so many steps on texts of 32 tokens.
void train(const Reader& model, std::size_t steps, horloge::Rng rng,
           const Source& source = both_questions);

/// One for each of five seeds, trained once for all steps of the lesson.
const std::vector<Reader>& readers(stage::Page& page, const Plan& plan);
