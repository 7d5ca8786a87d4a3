#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "horloge/models/language_model.h"

namespace models {

/// WrongUse for a name that no position scheme has; empty is none.
void need_scheme(const std::string& name);

/// A scheme instead of a model's own.
struct SchemeWish {
  std::string name;       ///< empty: the model's own
  std::uint64_t seed;     ///< of what is drawn for it
  std::size_t positions;  ///< how many it must have
};

/// The scheme, made to fit the model; null for its own. WrongUse for one that
/// does not fit.
std::shared_ptr<horloge::PositionScheme> other_scheme(
    const SchemeWish& wish, const horloge::LanguageModel& model);

/// What the scheme in use is called: `other`, of this name, or if it is null
/// the model's own. One that has settings names them: the model's own if its
/// positions turn, too, or else the usual ones.
std::string name_of_scheme(const std::string& name,
                           const horloge::LanguageModel& model,
                           const horloge::PositionScheme* other);

/// The doubt about a scheme that nobody has trained; empty for most.
std::string doubt_about(const std::string& name);

}  // namespace models
