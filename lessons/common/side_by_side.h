#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <mutex>
#include <vector>

#include "course/stage/page.h"
#include "horloge/core/parallel.h"

/// Fills each[i] with work(i), several at a time, and says how far it has come.
template <class Result, class Work>
void side_by_side(stage::Page& page, std::vector<Result>& each,
                  const Work& work) {
  std::mutex progress;
  std::size_t done = 0;
  horloge::parallel_for(
      each.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          each[i] = work(i);
          const std::lock_guard<std::mutex> lock(progress);
          page.progress(fmt::format("trained {}/{}", ++done, each.size()));
        }
      });
}
