#include "course/web/exercise_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/content/lines.h"
#include "course/runner/reread.h"
#include "course/runner/stub.h"

namespace web {
namespace {

// The comment at the start of a file says what the exercise asks. A formula
// that is set in there is set in here.
struct File {
  std::string task;  // Markdown
  std::string code;
};

File read_file(const std::string& text) {
  File file;
  bool in_task = true;
  for (const std::string& line : content::lines_of(text)) {
    in_task = in_task && content::begins_with(line, "//") &&
              !content::begins_with(line, "///");
    if (!in_task) {
      if (!file.code.empty() || !line.empty()) file.code += line + "\n";
      continue;
    }
    const std::string words = line.size() > 3 ? line.substr(3) : "";
    file.task +=
        (content::begins_with(words, "  ") ? "    " : "") + words + "\n";
  }
  return file;
}

// Where the matter of an exercise is explained: a step of its lesson, or all of
// it.
nlohmann::json reread(const Maker& maker, const runner::Exercise& exercise) {
  const runner::LessonEntry& lesson =
      *maker.course().find_lesson(exercise.lesson);
  const std::size_t step = runner::step_to_reread(maker.course(), exercise);
  if (step == 0) return {{"title", lesson.title}, {"address", page_of(lesson)}};
  const std::string& heading = lesson.readme.steps[step - 1].heading;
  return {{"title", exercise.hints().reread},
          {"address", page_of(lesson) + "#" + anchor_of(heading)}};
}

// The file that a learner begins with and the solution: what both have once,
// lines before and after what differs.
nlohmann::json file_and_solution(const runner::Exercise& exercise) {
  const auto stub = content::lines_of(runner::stub_of(exercise));
  const auto solution = content::lines_of(runner::solution_of(exercise));
  const std::size_t most = std::min(stub.size(), solution.size());
  std::size_t head = 0, tail = 0;
  while (head < most && stub[head] == solution[head]) ++head;
  while (head + tail < most &&
         *(stub.rbegin() + tail) == *(solution.rbegin() + tail))
    ++tail;
  const auto text = [](const std::vector<std::string>& lines, std::size_t from,
                       std::size_t to) {
    std::string all;
    for (std::size_t i = from; i < to; ++i) all += lines[i] + "\n";
    return all;
  };
  return {{"before", text(stub, 0, head)},
          {"stub", text(stub, head, stub.size() - tail)},
          {"solution", text(solution, head, solution.size() - tail)},
          {"after", text(stub, stub.size() - tail, stub.size())}};
}

// What the page's own scripts make an editor of, and a verdict.
std::string workbench(const Maker& maker, const runner::Exercise& exercise) {
  return fmt::format(
      "<section class=\"workbench\"><p class=\"sentence\" hidden></p>{}"
      "</section>\n",
      data_element("exercise", {{"id", exercise.id},
                                {"name", exercise.name},
                                {"file", exercise.file.generic_string()},
                                {"lesson", exercise.lesson},
                                {"text", file_and_solution(exercise)},
                                {"reread", reread(maker, exercise)}}));
}

std::string hints_html(const Maker& maker, const runner::Exercise& exercise,
                       const std::string& topic) {
  std::string html;
  std::size_t number = 0;
  for (const content::Hint& hint : exercise.hints().all)
    html += fmt::format(
        "<details class=\"hint\"><summary>{}</summary>{}</details>\n",
        maker.words()("exercise.hint", {{"n", std::to_string(++number)},
                                        {"title", escaped(hint.title)}}),
        html_of_markdown(hint.text, maker.links(topic)));
  return html;
}

}  // namespace

std::string exercise_list(const runner::Course& course) {
  auto lessons = nlohmann::json::array(), exercises = lessons;
  for (const runner::LessonEntry& lesson : course.lessons)
    lessons.push_back({{"number", lesson.number},
                       {"topic", lesson.topic},
                       {"title", lesson.title},
                       {"steps", lesson.steps},
                       {"page", page_of(lesson)}});
  for (const runner::Exercise& exercise : course.exercises)
    exercises.push_back({{"id", exercise.id},
                         {"name", exercise.name},
                         {"lesson", exercise.lesson},
                         {"page", page_of(exercise)}});
  return fmt::format(
      "(window.horloge = window.horloge || {{}}).course = {};\n",
      nlohmann::json{{"lessons", lessons}, {"exercises", exercises}}.dump());
}

PageText exercise_page(const Maker& maker, const runner::Exercise& exercise) {
  const Words& words = maker.words();
  const runner::LessonEntry& lesson =
      *maker.course().find_lesson(exercise.lesson);
  const File file = read_file(runner::stub_of(exercise));
  const LinkTo links = maker.links(lesson.topic);
  const auto command = [&](const char* name, const char* text) {
    return fmt::format("<li><code>./learn {} {}</code> {}</li>\n", name,
                       exercise.name, words(text));
  };
  PageText page;
  page.file = page_of(exercise);
  page.title = exercise.name;
  page.about = maker.course().readme_of(exercise).what_asks(exercise.name);
  page.kind = "exercise";
  page.has_editor = true;
  std::string rest = fmt::format(
      "<section class=\"task\"><h2>{}</h2>\n{}</section>\n{}"
      "<section class=\"commands\"><h2>{}</h2><p>{}</p><ul>\n{}{}{}</ul>"
      "</section>\n",
      words("exercise.task"), html_of_markdown(file.task, links),
      workbench(maker, exercise), words("exercise.do"), words("exercise.where"),
      command("watch", "exercise.watch"), command("check", "exercise.check"),
      command("hint", "exercise.hints"));
  rest += fmt::format(
      "<section class=\"file\"><h2>{}</h2><figure "
      "class=\"listing\"><figcaption>{}"
      "</figcaption><div class=\"code\" tabindex=\"0\">{}</div></figure>"
      "</section>\n",
      words("exercise.file"), exercise.file.generic_string(),
      html_of_code(file.code));
  rest += fmt::format("<section class=\"hints\"><h2>{}</h2>\n{}</section>\n",
                      words("exercise.hints_title"),
                      hints_html(maker, exercise, lesson.topic));
  page.main = one_column(
      fmt::format("<code>{}</code>", exercise.name),
      fmt::format("<a href=\"{}#exercises\">{}</a>", page_of(lesson),
                  words("exercise.of", {{"n", std::to_string(lesson.number)},
                                        {"title", escaped(lesson.title)}})),
      subject(html_of_line(page.about, links)), rest);
  return page;
}

}  // namespace web
