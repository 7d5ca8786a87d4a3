#include "course/learn/needs.h"

#include "horloge/core/words.h"

namespace learn {

std::string text_of(const Needs& needs) {
  return needs.purpose + "\n" + horloge::joined(needs.targets, " ") + "\n" +
         horloge::joined(needs.ahead, " ") + "\n";
}

}  // namespace learn
