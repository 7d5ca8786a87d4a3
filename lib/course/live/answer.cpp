#include "course/live/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "horloge/core/error.h"
#include "horloge/text/json.h"

namespace live {
namespace {

const Question& find_question(const Questions& questions,
                              const std::string& name) {
  const auto found =
      std::find_if(questions.begin(), questions.end(),
                   [&](const Question& each) { return each.name == name; });
  if (found == questions.end())
    throw horloge::ValueError(fmt::format("[live] nothing answers {}", name));
  return *found;
}

Json answered(const Questions& questions, const std::string& request) {
  const Json asked = horloge::parse_json(request, "[live] the request");
  if (!asked.is_object() || !asked.contains("ask") || !asked["ask"].is_string())
    throw horloge::ValueError(
        R"([live] a request is {"ask": "name", "with": {…}})");
  const Json with = asked.value("with", Json::object());
  if (!with.is_object())
    throw horloge::ValueError("[live] \"with\" must be an object");
  return find_question(questions, asked["ask"].get<std::string>()).answer(with);
}

// Bytes that are no UTF-8 must not end the conversation.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string answer(const Questions& questions, const std::string& request) {
  std::string error;
  try {
    return text_of({{"answer", answered(questions, request)}});
  } catch (const std::bad_alloc&) {
    error = "there is not enough memory for this";
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  return text_of({{"error", error}});
}

}  // namespace live
