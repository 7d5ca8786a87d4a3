#pragma once

#include <string>

#include "common/modules.h"

// Two small models, trained for claims about what can be learned. Each training
// takes a second or less, and is done once.

/// Says at every position of a text which of 8 words stood three positions
/// before.
class ThreeBack : public horloge::Module {
 public:
  /// Two layers of four heads; positions by any name of position_names().
  ThreeBack(const std::string& scheme, bool causal,
            const horloge::PositionOptions& options, horloge::Rng rng);

  /// ids (B, T) -> a score for each word (B, T, 8)
  horloge::Tensor operator()(const horloge::Ids& ids) const;

  horloge::TokenEmbedding embedding;
  std::shared_ptr<horloge::PositionScheme> positions;
  horloge::TransformerEncoder encoder;
  horloge::Linear to_words;

 private:
  bool causal_;
};

/// The settings of its schemes: tables for texts of up to 64 words.
horloge::PositionOptions usual_positions(bool causal = false);

enum class Sees { all, earlier };

/// One that was trained on texts of 16 words.
const ThreeBack& trained_on_16(const std::string& scheme,
                               Sees sees = Sees::all);

/// The same, its texts beginning at random positions.
const ThreeBack& trained_anywhere(const std::string& scheme);

/// How many in a hundred it gets right in texts of T words; of those longer
/// than 16, in the positions from 16 on.
double right_at(const ThreeBack& model, std::size_t T);

/// Says which of two beings does it, in the sentences of data/sentences:
/// trained on four fifths of them; how many in a hundred of the others it gets
/// right. Half of the sentences are guessed right by anyone.
double who_does_it(const std::string& language, const std::string& scheme,
                   Sees sees = Sees::all);
