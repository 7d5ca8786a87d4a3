#include "course/runner/topic_step.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "course/runner/reread.h"

namespace runner {
namespace {

std::string in_lower_case(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// "split_heads" -> split, head
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  std::istringstream in(name);
  for (std::string word; std::getline(in, word, '_');) {
    if (word.size() > 3 && word.back() == 's') word.pop_back();
    if (word != "experiment") words.push_back(word);
  }
  return words;
}

std::size_t times_in(const std::string& text, const std::string& word) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++times)
    at += word.size();
  return times;
}

// A word in the title says more than any number of them below it.
std::size_t points(const std::string& title, const std::string& text,
                   const std::string& name) {
  constexpr std::size_t in_title = 6, most_in_text = 3;
  std::size_t titles = 0, texts = 0;
  for (const std::string& word : words_of(name)) {
    if (times_in(title, word) > 0) titles += in_title;
    texts += std::min(times_in(text, word), most_in_text);
  }
  return titles == 0 ? 0 : titles + texts;
}

}  // namespace

std::size_t topic_step(const Course& course, const Exercise& exercise) {
  if (const std::size_t named = step_to_reread(course, exercise); named > 0)
    return named;
  std::vector<std::pair<std::string, std::string>> steps;  // title, text
  for (const content::StepText& step : course.readme_of(exercise).steps) {
    if (step.heading == "Exercises") break;
    steps.emplace_back(in_lower_case(step.heading), in_lower_case(step.text));
  }
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t sum =
        points(steps[i].first, steps[i].second, exercise.name);
    if (sum > most) best = i + 1;
    most = std::max(sum, most);
  }
  return best;
}

}  // namespace runner
