#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "course/models/model_answer.h"
#include "course/models/token_names.h"
#include "course/runner/session.h"

namespace models {

/// What the screens of one model have in common.
struct ModelScreen {
  const runner::Session& session;
  const ModelView& view;
  const TokenNames& names;
  std::string scheme;   ///< what the scheme of the view is called
  std::size_t top = 5;  ///< how many words a table has
};

/// Architecture, position scheme, sizes, in a line each.
std::string show_summary(const runner::Session& session,
                         const horloge::LanguageModel& model,
                         const std::string& scheme);

/// The likeliest words with their probabilities.
std::string show_predictions(const ModelScreen& screen, const Answer& answer);

/// What becomes of `own`, the answer to the view, when the other words are in
/// another order: under the scheme of the view, and under none.
std::string show_shuffled(const ModelScreen& screen, const Answer& own,
                          const std::vector<std::int64_t>& other);

/// Words as a sentence names them: "The cat" where the names are known, else
/// 5 17.
std::string in_a_row(const TokenNames& names,
                     const std::vector<std::int64_t>& ids);

/// Words and sentences about them, broken anywhere if there is no space.
std::string paragraph(const runner::Session& session, const std::string& text);

}  // namespace models
