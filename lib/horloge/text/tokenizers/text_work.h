#pragma once

#include <cstddef>

namespace horloge {

/// The work that may be spent on one text. Tokenizers come from strangers, and so do texts: the
/// rules of the one may take steps without end on the other. While one of these lives, all steps of
/// its thread are counted together; one that begins within it adds nothing.
class TextWork {
 public:
  /// For a text of so many bytes: many times what any published tokenizer needs.
  explicit TextWork(std::size_t bytes);
  ~TextWork();
  TextWork(const TextWork&) = delete;
  TextWork& operator=(const TextWork&) = delete;

  /// Takes some steps from what is left; false if there are not as many.
  static bool spend(std::size_t steps);
  /// The same, with a ValueError.
  static void need(std::size_t steps);

 private:
  bool is_first_;
};

}  // namespace horloge
