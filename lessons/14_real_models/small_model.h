#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "horloge/core/array.h"
#include "horloge/models/decoder.h"

// The small model of data/models/king_james, which reads and writes characters.

std::filesystem::path small_model_folder();

/// A copy of its own, to be changed at will.
std::shared_ptr<horloge::DecoderModel> small_model();

/// A text by number, and how a character is shown: a space as _.
horloge::Ids ids_of(const std::string& text);
std::string shown(std::int64_t id);
std::string text_of(const horloge::Ids& ids);

/// 32 pieces of 128 characters from the part of the text that it did not learn.
///   -> (32, 128)
const horloge::Ids& held_out();

/// Its loss at each position of these pieces but the last, in nats for a
/// letter; `scheme` instead of its own positions, if there is one.
///   -> (32, 127)
horloge::Array loss_by_place(const horloge::DecoderModel& model,
                             const horloge::PositionScheme* scheme = nullptr);

/// The mean of these.
double loss_of(const horloge::DecoderModel& model,
               const horloge::PositionScheme* scheme = nullptr);

/// What it makes of the pieces, with attention maps and hidden states.
horloge::ModelOutput traced(const horloge::DecoderModel& model,
                            const horloge::Ids& ids,
                            const horloge::PositionScheme* scheme = nullptr);
