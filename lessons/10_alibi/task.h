#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/three_back.h"
#include "course/stage/page.h"
#include "model.h"

// Models trained to say which word stood three positions before, in texts of 16
// words drawn from eight.

/// What is trained, and how.
struct Trial {
  std::string name;
  std::function<Scheme(std::uint64_t seed)> scheme;
  bool causal = true;
  std::size_t updates = 600;
  bool marked = false;  ///< every text begins with a ninth word
};

/// A scheme of the library.
Trial trial(const std::string& name, bool causal, std::size_t updates = 600);

/// A model of this trial, trained.
SmallModel trained_model(const Trial& trial, std::uint64_t seed);

/// The head of the table that try_all() fills.
void print_lengths(stage::Page& page);

/// Trains each with so many seeds and asks it at 16 words, and at the positions
/// from 16 on in texts of 24, 32 and 64. Prints a line for each, and gives the
/// means of the last one, in percent.
Shares try_all(stage::Page& page, const std::vector<Trial>& trials,
               std::size_t seeds);
