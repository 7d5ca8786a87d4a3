#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <string>

#include "course/runner/session.h"
#include "course/runner/waiting_line.h"

namespace models {

/// What some work comes to, which is done beside us. While it is long in
/// coming, a line says that it goes on: "reading the model". What it throws is
/// thrown here.
template <class Result>
Result wait_for(const runner::Session& session, const std::string& what,
                const std::function<Result()>& work) {
  auto result = std::async(std::launch::async, work);
  runner::WaitingLine waiting(session.terminal);
  // What is there at once needs no line.
  constexpr auto moment = std::chrono::milliseconds(300);
  if (result.wait_for(moment) != std::future_status::ready) waiting.begin(what);
  while (result.wait_for(moment) != std::future_status::ready) waiting.tick();
  waiting.end();
  return result.get();
}

}  // namespace models
