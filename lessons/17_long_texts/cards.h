#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/three_back.h"
#include "horloge/core/rng.h"

// Texts with two questions: one about a token near by, one about a card that
// may lie anywhere before.
//
// A text is fillers, among which lie eight cards, one of each letter, with one
// of four numbers. Other tokens ask for the card of a letter; the answer is the
// card. At a filler the answer is the token three before.

namespace cards {

constexpr std::int64_t fillers = 8, letters = 8, numbers = 4;
constexpr std::int64_t first_card = fillers;
constexpr std::int64_t first_question = first_card + letters * numbers;
constexpr std::int64_t beginning = first_question + letters;
constexpr std::int64_t no_card = beginning + 1;  ///< an answer
constexpr std::size_t vocab_size = no_card + 1;

/// Texts and what the answers are at their positions; no_question where nothing
/// is asked.   each (B, T)
struct Texts {
  horloge::Ids ids, near, card;
  horloge::Ids depth;  ///< how far back the card lies; 0 if there is none

  horloge::Ids answers() const;  ///< to both questions
  /// Those about cards from `from` to `to` - 1 tokens back.
  horloge::Ids card_answers(std::int64_t from, std::int64_t to) const;
};

/// B texts of T tokens.
Texts new_texts(std::size_t B, std::size_t T, horloge::Rng& rng);

/// The same, but all begin with the same token, and cards that have not come
/// yet are asked for as well.
Texts new_texts_with_beginning(std::size_t B, std::size_t T, horloge::Rng& rng);

/// A text as it is shown: fillers a to h, cards A3, questions A?.
std::string shown(const horloge::Ids& ids, std::size_t row);

}  // namespace cards
