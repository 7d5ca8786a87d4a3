#pragma once

#include "course/live/question.h"

/// The hands of the clock at two positions, their rows of the table, and how
/// alike rows are by their offset.
live::Json clock_hands(const live::Json& with);
