#include "course/stage/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "course/content/lines.h"
#include "course/stage/outcome.h"

namespace stage {
namespace {

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \n") + 1 - first);
}

// "16, 32 and 64", with `last` before the last one.
std::vector<std::string> items(std::string_view text, std::string_view last) {
  std::vector<std::string> all = content::split(text, ", ");
  const std::string ends(without_spaces(all.back()));
  all.pop_back();
  for (const std::string& end : content::split(ends, last)) all.push_back(end);
  for (std::string& item : all) item = std::string(without_spaces(item));
  return all;
}

[[noreturn]] void refuse(const std::string& form) {
  throw std::runtime_error(
      fmt::format("[lesson] no kind of prediction: ({})", form));
}

double need_number(std::string_view text, const std::string& form) {
  const auto number = number_of(text);
  if (!number) refuse(form);
  return *number;
}

// ", right within 10" at the end of a form, which is cut off.
void take_tolerance(std::string_view& text, const std::string& form,
                    Prediction& prediction) {
  constexpr std::string_view mark = ", right within ", factor = "a factor of ";
  const std::size_t at = text.rfind(mark);
  if (at == text.npos) refuse(form);
  std::string_view within = text.substr(at + mark.size());
  prediction.by_factor = content::begins_with(within, factor);
  if (prediction.by_factor) within.remove_prefix(factor.size());
  prediction.within = need_number(within, form);
  if (prediction.within < (prediction.by_factor ? 1 : 0)) refuse(form);
  text = text.substr(0, at);
}

// "% right at 16, 32 and 64 words"
void take_points(std::string_view text, const std::string& form,
                 Prediction& prediction) {
  constexpr std::string_view mark = " at ";
  const std::size_t at = text.rfind(mark);
  if (at == text.npos) refuse(form);
  prediction.unit = without_spaces(text.substr(0, at));
  std::vector<std::string> places =
      items(text.substr(at + mark.size()), " and ");
  const std::size_t end =
      std::min(places.back().find(' '), places.back().size());
  prediction.at_unit = without_spaces(places.back().substr(end));
  places.back().erase(end);
  for (const std::string& place : places)
    prediction.at.push_back(need_number(place, form));
  if (prediction.at.size() < 2 ||
      !std::is_sorted(prediction.at.begin(), prediction.at.end()))
    refuse(form);
}

// The function that is named behind a semicolon, if one is.
void take_name(std::string_view& text, const std::string& form,
               Prediction& prediction) {
  constexpr std::string_view begin = "; `", end = "` shows it";
  const std::size_t at = text.rfind(begin);
  if (at == text.npos) return;
  const std::string_view rest = text.substr(at + begin.size());
  if (rest.size() <= end.size() || rest.substr(rest.size() - end.size()) != end)
    refuse(form);
  prediction.name = rest.substr(0, rest.size() - end.size());
  text = text.substr(0, at);
}

}  // namespace

Prediction parse_prediction(const std::string& paragraph,
                            const std::string& name) {
  std::string whole(without_spaces(paragraph));
  std::replace(whole.begin(), whole.end(), '\n', ' ');
  const std::size_t open = whole.rfind('(');
  if (open == whole.npos || whole.back() != ')')
    throw std::runtime_error(fmt::format(
        "[lesson] a prediction ends with its kind in parentheses: {}", whole));
  const std::string form = whole.substr(open + 1, whole.size() - open - 2);
  constexpr std::string_view number = "a number", unit = ", in ",
                             choice = "one of: ", curve = "a curve: ";
  Prediction prediction;
  prediction.name = name;
  std::string_view text = form;
  take_name(text, form, prediction);
  if (content::begins_with(text, choice)) {
    prediction.kind = Prediction::Kind::choice;
    prediction.choices = items(text.substr(choice.size()), " or ");
    if (prediction.choices.size() < 2 || prediction.choices.size() > 9)
      refuse(form);
    return prediction;
  }
  take_tolerance(text, form, prediction);
  if (content::begins_with(text, curve)) {
    prediction.kind = Prediction::Kind::curve;
    take_points(text.substr(curve.size()), form, prediction);
    return prediction;
  }
  if (!content::begins_with(text, number)) refuse(form);
  text.remove_prefix(number.size());
  if (content::begins_with(text, unit))
    prediction.unit = without_spaces(text.substr(unit.size()));
  else if (!text.empty())
    refuse(form);
  return prediction;
}

}  // namespace stage
