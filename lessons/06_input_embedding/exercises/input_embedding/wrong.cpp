#include "mistakes.h"

#include "course/exercise/exam.h"

using namespace mistakes;

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-scale",
       "words are not scaled; sqrt(D) makes them as loud as the positions",
       {joined<no_scale>}},
      {"scaled-by-d",
       "you multiply the words by D; it is the square root of D",
       {joined<scaled_by_d>}},
      {"divided",
       "you divide the words by sqrt(D), as attention does with its scores; "
       "here they are multiplied by it",
       {joined<divided>}},
      {"both-scaled",
       "the positions are scaled, too; only the words are",
       {joined<both_scaled>}},
      {"positions-scaled",
       "you scale the positions and leave the words; it is the other way round",
       {joined<positions_scaled>}},
      {"whole-root",
       "your scale is a whole number: sqrt(D) was put into an integer, which "
       "drops what stands behind the point",
       {joined<whole_root>}},
      {"root-of-half",
       "your scale is sqrt(D / 2), the length of a row of positions; it is "
       "sqrt(D)",
       {joined<root_of_half>}},
      {"root-of-128",
       "your scale is sqrt(128), as if D were always 128; take D from the "
       "matrix",
       {joined<root_of_128>}},
      {"root-of-v",
       "your scale is the root of V, the rows of the matrix; D is the number "
       "of its columns",
       {root_of_v}},
      {"root-of-t",
       "your scale is the root of the sentence length; it is that of D",
       {root_of_t}},
      {"no-positions",
       "the positions are missing in the sum",
       {joined<no_positions>}},
      {"no-words", "the words are missing in the sum", {joined<no_words>}},
      {"multiplied",
       "you multiply words and positions; they are added",
       {joined<multiplied>}},
      {"subtracted",
       "you subtract the positions; they are added",
       {joined<subtracted>}},
      {"averaged",
       "you take the mean of word and position; it is their sum",
       {joined<averaged>}},
      {"side-by-side",
       "you put word and position side by side; here they are added, and D "
       "stays D",
       {side_by_side}},
      {"position-by-id",
       "a word gets the position row of its id; where it stands is t, whatever "
       "the word",
       {placed<id_of>}},
      {"word-by-place",
       "you take row t of the matrix for the word; its row is ids(b, t)",
       {word_by_place}},
      {"starts-at-1",
       "the first word gets row 1 of the positions; the first position is 0",
       {placed<starts_at_1>}},
      {"starts-at-1-if-there",
       "you count positions from 1 as far as there are rows; the first "
       "position is 0",
       {from_1_if_there}},
      {"position-by-id-if-there",
       "a word gets the position row of its id, wrapped round at the end; "
       "where "
       "it stands is t, whatever the word",
       {position_by_id_if_there}},
      {"batch-as-position",
       "you took the batch axis for the position: ids are (B, T), and "
       "positions run along T",
       {placed<batch_as_position>}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "0 again",
       {placed<counts_on>}},
      {"counts-on-if-there",
       "you count the positions on through the batch, and wrap round at the "
       "end; each sentence begins at 0 again",
       {counts_on_if_there}},
      {"backwards",
       "the positions are added in reverse: the first word gets row 0",
       {placed<backwards>}},
      {"one-position",
       "every word gets position 0; each place has a row of its own",
       {placed<one_position>}},
      {"first-sentence",
       "only the first sentence of the batch gets its positions",
       {first_sentence}},
      {"ids-from-1",
       "you take row id - 1; ids count from 0, and so do rows",
       {ids_from_1}},
      {"ids-unchecked",
       "nothing looks whether an id has a row; one that has none should be "
       "refused with an IndexError",
       {ids_unchecked}},
      {"first-words-checked",
       "only the first word of each sentence is looked at; an id that has no "
       "row may stand at any place",
       {first_words_checked}},
      {"negative-from-behind",
       "a negative id counts from the end, as in Python; here it should be "
       "refused",
       {negative_from_behind}},
      {"negative-read",
       "only ids that are too large are refused; a negative one has no row, "
       "either",
       {negative_read}},
      {"past-last-id",
       "id V is let through; the last row of the matrix is V - 1",
       {past_last_id}},
      {"length-unchecked",
       "nothing compares T with the rows of positions; a sentence that is too "
       "long should be refused with an IndexError",
       {length_unchecked}},
      {"unchecked",
       "neither ids nor the length of a sentence are compared with the rows "
       "that there are; what has no row should be refused with an IndexError",
       {unchecked}},
      {"last-id-repeated",
       "an id past the end gets the last row of the matrix; it should be "
       "refused with an IndexError",
       {last_id_repeated}},
      {"one-word-too-many",
       "a sentence with one word more than there are positions is let through",
       {one_word_too_many}},
      {"last-position-repeated",
       "all words past the positions get the last one, as if they stood in one "
       "place; they should be refused",
       {last_position_repeated}},
      {"refuses-last-position",
       "you refuse a sentence that uses all positions; each of its words still "
       "has a row",
       {refuses_last_position}},
      {"another-error",
       "you throw another kind of error; a row that is not there is an "
       "IndexError",
       {another_error}},
  };
  return all;
}
