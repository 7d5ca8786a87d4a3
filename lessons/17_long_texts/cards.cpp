#include "cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

using horloge::Ids;
using horloge::Rng;

namespace cards {

namespace {

Ids nowhere(std::size_t B, std::size_t T) {
  Ids ids = Ids::from_shape({B, T});
  std::fill(ids.begin(), ids.end(), no_question);
  return ids;
}

// Puts the cards into row b, and gives where each letter's lies.
std::vector<std::size_t> lay_cards(Texts& texts, std::size_t b, Rng& rng) {
  std::vector<std::size_t> places = rng.permutation(texts.ids.shape(1));
  places.resize(letters);
  for (std::size_t l = 0; l < places.size(); ++l)
    texts.ids(b, places[l]) = first_card + std::int64_t(l) * numbers +
                              std::int64_t(rng.below(numbers));
  return places;
}

Texts texts_of(std::size_t B, std::size_t T, bool with_beginning, Rng& rng) {
  const std::size_t first = with_beginning ? 1 : 0;
  Texts texts{rng.integers({B, T}, 0, fillers), nowhere(B, T), nowhere(B, T),
              nowhere(B, T)};
  for (std::size_t b = 0; b < B; ++b) {
    const std::vector<std::size_t> places = lay_cards(texts, b, rng);
    if (with_beginning) texts.ids(b, 0) = beginning;
    for (std::size_t t = first; t < T; ++t) {
      const std::size_t letter = rng.below(letters), place = places[letter];
      const bool asks = rng.below(3) == 0;
      if (texts.ids(b, t) >= first_card) continue;
      const bool there = place < t && place >= first;
      if (asks && (there || with_beginning)) {
        texts.ids(b, t) = first_question + std::int64_t(letter);
        texts.card(b, t) = there ? texts.ids(b, place) : no_card;
        texts.depth(b, t) = there ? std::int64_t(t - place) : 0;
      } else if (t >= first + 3) {
        texts.near(b, t) = texts.ids(b, t - 3);
      }
    }
  }
  return texts;
}

}  // namespace

Ids Texts::answers() const {
  Ids all = near;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all.data()[i] == no_question) all.data()[i] = card.data()[i];
  return all;
}

Ids Texts::card_answers(std::int64_t from, std::int64_t to) const {
  Ids some = card;
  for (std::size_t i = 0; i < some.size(); ++i)
    if (depth.data()[i] < from || depth.data()[i] >= to)
      some.data()[i] = no_question;
  return some;
}

Texts new_texts(std::size_t B, std::size_t T, Rng& rng) {
  return texts_of(B, T, false, rng);
}

Texts new_texts_with_beginning(std::size_t B, std::size_t T, Rng& rng) {
  return texts_of(B, T, true, rng);
}

std::string shown(const Ids& ids, std::size_t row) {
  std::string text;
  for (std::size_t t = 0; t < ids.shape(1); ++t) {
    const std::int64_t id = ids(row, t);
    if (id < first_card)
      text += fmt::format("{} ", char('a' + id));
    else if (id < first_question)
      text += fmt::format("{}{} ", char('A' + (id - first_card) / numbers),
                          1 + (id - first_card) % numbers);
    else if (id < beginning)
      text += fmt::format("{}? ", char('A' + id - first_question));
    else
      text += "| ";
  }
  text.pop_back();
  return text;
}

}  // namespace cards
