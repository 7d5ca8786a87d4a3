#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/runner/session.h"

namespace models {

/// A text, and the position schemes under which a model is to read it. One of
/// ids, text and file is given.
struct NllOptions {
  std::filesystem::path folder;
  std::optional<std::string> ids;   ///< "5,17,42"
  std::optional<std::string> text;  ///< as it is written
  std::optional<std::string> file;  ///< the path of a text
  std::vector<std::string> positions;
  std::uint64_t seed = 1;  ///< of what is drawn for a scheme
};

/// Shows how likely a model finds a text: nats per token and perplexity, with
/// its own positions, with none, and with each scheme that is named. On a
/// terminal a line says how far it is. Ctrl-C ends it; what is read by then is
/// shown. WrongUse for what cannot be asked; horloge::Error for a model that
/// cannot be read, or that does not predict words.
void show_nll(const runner::Session& session, const NllOptions& options);

}  // namespace models
