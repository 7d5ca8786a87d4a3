#include "course/stage/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "horloge/core/words.h"

namespace stage {

std::optional<double> number_of(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return {};
  return value;
}

std::string kept_text(const Outcome& outcome) {
  if (const auto* const number = std::get_if<double>(&outcome))
    return fmt::format("{}", *number);
  if (const auto* const choice = std::get_if<std::string>(&outcome))
    return *choice;
  return fmt::format("{}",
                     fmt::join(std::get<std::vector<double>>(outcome), " "));
}

std::optional<Outcome> outcome_of(const Prediction& prediction,
                                  std::string_view text) {
  Outcome outcome = std::string(text);
  if (prediction.kind == Prediction::Kind::number) {
    const auto number = number_of(text);
    if (!number) return {};
    outcome = *number;
  }
  if (prediction.kind == Prediction::Kind::curve) {
    std::vector<double> points;
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
      const auto number = number_of(word);
      if (!number) return {};
      points.push_back(*number);
    }
    outcome = points;
  }
  if (!fits(prediction, outcome)) return {};
  return outcome;
}

bool fits(const Prediction& prediction, const Outcome& outcome) {
  if (prediction.kind == Prediction::Kind::number)
    return std::holds_alternative<double>(outcome);
  if (prediction.kind == Prediction::Kind::choice) {
    const auto* const choice = std::get_if<std::string>(&outcome);
    return choice != nullptr &&
           std::count(prediction.choices.begin(), prediction.choices.end(),
                      *choice) == 1;
  }
  const auto* const points = std::get_if<std::vector<double>>(&outcome);
  return points != nullptr && points->size() == prediction.at.size();
}

namespace {

bool is_near(const Prediction& prediction, double guess, double came_out) {
  constexpr double rounding = 1e-9;
  const double within = prediction.within * (1 + rounding) + rounding;
  if (!prediction.by_factor) return std::abs(guess - came_out) <= within;
  return guess * came_out > 0 && guess <= came_out * within &&
         came_out <= guess * within;
}

// With four digits, or all that a whole number has.
std::string shown(double number) {
  return std::abs(number) >= 1000 ? fmt::format("{:.0f}", number)
                                  : fmt::format("{:.4g}", number);
}

std::string shown(const std::vector<double>& numbers) {
  std::vector<std::string> all;
  for (const double number : numbers) all.push_back(shown(number));
  return horloge::joined(all);
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

std::string shown(const Prediction& prediction, const Outcome& outcome) {
  if (const auto* const number = std::get_if<double>(&outcome))
    return with_unit(shown(*number), prediction.unit);
  if (const auto* const choice = std::get_if<std::string>(&outcome))
    return fmt::format("\"{}\"", *choice);
  return shown(std::get<std::vector<double>>(outcome));
}

}  // namespace

bool is_right(const Prediction& prediction, const Outcome& guess,
              const Outcome& came_out) {
  if (prediction.kind == Prediction::Kind::choice) return guess == came_out;
  if (prediction.kind == Prediction::Kind::number)
    return is_near(prediction, std::get<double>(guess),
                   std::get<double>(came_out));
  const auto& a = std::get<std::vector<double>>(guess);
  const auto& b = std::get<std::vector<double>>(came_out);
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [&](double x, double y) { return is_near(prediction, x, y); });
}

std::string guess_sentence(const Prediction& prediction, const Outcome& guess) {
  return fmt::format("Your guess: {}.", shown(prediction, guess));
}

std::string comparison(const Prediction& prediction, const Outcome& guess,
                       const Outcome& came_out, std::size_t shown_at) {
  std::string text =
      prediction.step == shown_at
          ? "Your guess was "
          : fmt::format("At step {} your guess was ", prediction.step);
  text += shown(prediction, guess);
  if (prediction.kind == Prediction::Kind::curve)
    text += fmt::format(" {} at {}", prediction.unit,
                        with_unit(shown(prediction.at), prediction.at_unit));
  text += fmt::format(", and {} came out", shown(prediction, came_out));
  return text + (is_right(prediction, guess, came_out) ? ": right." : ".");
}

}  // namespace stage
