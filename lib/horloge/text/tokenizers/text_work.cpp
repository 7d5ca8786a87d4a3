#include "horloge/text/tokenizers/text_work.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

namespace horloge {
namespace {

struct WorkInHand {
  bool begun = false;
  std::size_t bytes = 0, left = 0;
};

thread_local WorkInHand in_hand;

}  // namespace

TextWork::TextWork(std::size_t bytes) : is_first_(!in_hand.begun) {
  constexpr std::size_t always = 20'000'000, each_byte = 40;  // some 10 ns a step
  if (is_first_) in_hand = {true, bytes, always + each_byte * bytes};
}

TextWork::~TextWork() {
  if (is_first_) in_hand = {};
}

bool TextWork::spend(std::size_t steps) {
  if (steps > in_hand.left) return false;
  in_hand.left -= steps;
  return true;
}

void TextWork::need(std::size_t steps) {
  if (!spend(steps))
    throw ValueError(
        fmt::format("[Tokenizer] the tokenizer's rules take more steps than a text of {} bytes "
                    "may; a tokenizer "
                    "has a few rules, this one far too many",
                    in_hand.bytes));
}

}  // namespace horloge
