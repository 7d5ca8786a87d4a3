#pragma once

#include "course/exercise/exercise.h"

horloge::Array resize_table(const horloge::Array& table, std::size_t rows,
                            std::size_t columns, std::size_t new_rows,
                            std::size_t new_columns);
