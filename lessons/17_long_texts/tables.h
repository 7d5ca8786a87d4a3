#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/three_back.h"
#include "reader.h"

// The table that most steps print: both questions, at three lengths.

/// Its head.
void print_lengths(stage::Page& page);

/// A row: means over the seeds in percent, and standard deviations.
void print_row(stage::Page& page, const std::string& name,
               const std::vector<Shares>& of_seeds);

/// The scores of a model for some texts.   -> (B, T, V)
using Reading =
    std::function<horloge::Array(const Reader& model, const horloge::Ids& ids)>;

/// Reads as in training.
horloge::Array as_trained(const Reader& model, const horloge::Ids& ids);

/// Right answers of one model: near, card at 32, 128 and 512 tokens; beyond 32,
/// from position 32 on.
Shares ask(const Reader& model, const Reading& reading = as_trained);

/// The same of all five seeds.
std::vector<Shares> ask_all(stage::Page& page, const Plan& plan,
                            const Reading& reading = as_trained);
