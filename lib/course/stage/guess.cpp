#include "course/stage/guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "course/stage/keyboard.h"
#include "course/stage/narrow.h"
#include "course/stage/outcome.h"

namespace stage {
namespace {

// "73,2 %" -> 73.2
std::optional<double> typed_number(std::string text) {
  text.erase(text.find_last_not_of(" %") + 1);
  std::replace(text.begin(), text.end(), ',', '.');
  return number_of(text);
}

std::vector<std::string> typed_words(const std::string& text,
                                     const char* marks) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(marks); at < text.size();) {
    const std::size_t end =
        std::min(text.find_first_of(marks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(marks, end);
  }
  return words;
}

// A comma may stand between two numbers or within one.
std::vector<std::string> typed_points(const std::string& text,
                                      std::size_t count) {
  std::vector<std::string> words = typed_words(text, " %;");
  if (words.size() != count) return typed_words(text, " %;,");
  for (std::string& word : words)
    if (word.back() == ',') word.pop_back();
  return words;
}

Reading read_points(const Prediction& prediction, const std::string& text) {
  const std::size_t count = prediction.at.size();
  const auto words = typed_points(text, count);
  if (words.size() != count)
    return {{},
            fmt::format("{} numbers are asked for, with spaces between them, "
                        "and this has {}.",
                        count, words.size())};
  std::vector<double> points;
  for (const std::string& word : words) {
    const auto point = typed_number(word);
    if (!point) return {{}, fmt::format("{} is no number.", word)};
    points.push_back(*point);
  }
  return {points, ""};
}

Reading read_choice(const Prediction& prediction, const std::string& text) {
  const auto number = number_of(text);
  const auto most = static_cast<double>(prediction.choices.size());
  if (!number || *number < 1 || *number > most ||
      *number != std::floor(*number))
    return {{}, fmt::format("{} is none of the choices, 1 to {}.", text, most)};
  return {prediction.choices[static_cast<std::size_t>(*number) - 1], ""};
}

constexpr std::size_t most_letters = 40;

bool begins_a_number(char key) {
  return (key >= '0' && key <= '9') || key == '-' || key == '+' || key == '.';
}

bool is_printable(char key) { return key >= ' ' && key <= '~'; }

}  // namespace

Reading read_typed(const Prediction& prediction, const std::string& text) {
  switch (prediction.kind) {
    case Prediction::Kind::choice:
      return read_choice(prediction, text);
    case Prediction::Kind::curve:
      return read_points(prediction, text);
    case Prediction::Kind::number:
      break;
  }
  if (const auto number = typed_number(text)) return {*number, ""};
  return {{}, fmt::format("{} is no number.", text)};
}

bool Guess::press(char key) {
  if (typed_.empty() && !begins_a_number(key)) return false;
  if (key == Keyboard::end) return false;
  if (key == '\n') {
    Reading reading = read_typed(prediction_, typed_);
    outcome_ = std::move(reading.outcome);
    complaint_ = reading.complaint;
    typed_.clear();
  } else if (key == Keyboard::escape) {
    typed_.clear();
  } else if (key == Keyboard::backspace) {
    typed_.pop_back();
  } else if (is_printable(key) && typed_.size() < most_letters) {
    typed_ += key;
  }
  return true;
}

std::string Guess::words() const {
  std::string text = "your guess";
  if (prediction_.kind == Prediction::Kind::choice)
    text += fmt::format(", 1 to {}", prediction_.choices.size());
  if (prediction_.kind == Prediction::Kind::curve)
    text += fmt::format(", {} numbers", prediction_.at.size());
  if (prediction_.kind == Prediction::Kind::number && !prediction_.unit.empty())
    text += " in " + prediction_.unit;
  return typed_.empty() ? text : text + ": " + typed_;
}

bool was_asked(const Prediction& prediction, const Guesses& guesses) {
  const auto kept = guesses.find(prediction.name);
  if (kept == guesses.end()) return false;
  const std::string& said = kept->second.said;
  return said.empty() || outcome_of(prediction, said).has_value();
}

std::string Guess::above(std::size_t columns) const {
  std::string text = complaint_.empty() ? "" : complaint_ + "\n";
  for (std::size_t i = 0; i < prediction_.choices.size(); ++i)
    text += fmt::format("{}  {}\n", i + 1, prediction_.choices[i]);
  return fit_printed(text, columns);
}

}  // namespace stage
