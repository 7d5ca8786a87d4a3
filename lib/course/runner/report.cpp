#include "course/runner/report.h"

#include <nlohmann/json.hpp>

#include "course/content/lines.h"

namespace runner {
namespace {

using nlohmann::json;

// Of a message that an answer made up, the beginning is enough.
std::string cut(std::string message) {
  constexpr std::size_t most = 600;
  if (message.size() <= most) return message;
  message.resize(most);
  while ((message.back() & 0xC0) == 0x80) message.pop_back();
  message.back() = ' ';  // where a character began
  return message + "…";
}

// A part that passed with the first seed may fail with a later one.
void add_part(Verdict& verdict, PartResult part) {
  for (PartResult& known : verdict.parts)
    if (known.kind == part.kind && known.sentence == part.sentence) {
      known = std::move(part);
      return;
    }
  verdict.parts.push_back(std::move(part));
}

bool tells_a_crash(const json& event) {
  return event["event"] == "stack overflow" || event["event"] == "terminate" ||
         event["event"] == "shapes";
}

void read_event(const json& event, Report& report, Verdict& verdict) {
  const std::string what = event.at("event");
  if (what == "begin") {
    report.current = event.at("sentence");
  } else if (what == "end") {
    PartResult part{event.at("kind"),         event.at("sentence"),
                    event.at("ok"),           false,
                    cut(event.at("message")), event.value("skipped", false)};
    part.unwritten =
        part.message.find(": not written yet, ") != std::string::npos;
    if (part.unwritten) verdict.outcome = Outcome::unwritten;
    add_part(verdict, std::move(part));
  } else if (what == "stack overflow") {
    report.stack_overflow = true;
  } else if (what == "terminate") {
    report.threw_wildly = true;
  } else if (what == "shapes") {
    report.shapes_do_not_fit = true;
  } else if (what == "mistake") {
    verdict.mistake = event.at("id");
    verdict.mistake_sentence = event.at("sentence");
  } else if (what == "likeness") {
    verdict.likeness = event.at("sentence");
    verdict.likeness_about = event.at("about");
  } else if (what == "case") {
    verdict.failing_case = event.at("lines").get<std::vector<std::string>>();
  } else if (what == "verdict") {
    verdict.seed = event.at("seed");
    const bool passed = event.at("passed");
    report.ended = true;
    if (passed && !verdict.parts.empty()) verdict.outcome = Outcome::passed;
  }
}

}  // namespace

Report read_report(const std::string& text, Verdict& verdict,
                   const std::optional<exercise::SealKey>& key) {
  Report report;
  for (const std::string& line : content::lines_of(text)) {
    const auto sealed = key ? exercise::unsealed(*key, line) : line;
    const json event = json::parse(sealed.value_or(line), nullptr, false);
    if (!event.is_object() || !event.contains("event")) continue;
    if (!sealed && !tells_a_crash(event)) continue;
    try {
      read_event(event, report, verdict);
    } catch (const json::exception&) {  // of another type than ours
    }
  }
  return report;
}

}  // namespace runner
