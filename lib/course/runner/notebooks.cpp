#include "course/runner/notebooks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <set>

#include "course/content/lines.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"
#include "course/stage/guesses.h"
#include "course/stage/markdown.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// What progress is kept under.
std::string name_of(const Notebook& notebook) {
  return notebook.file.stem().string();
}

std::size_t count_steps(const content::Route& route) {
  return content::first_step_of_cell(route, route.cells.size() + 1) - 1;
}

std::size_t step_left_at(const Session& session, const Notebook& notebook) {
  return std::min(session.progress.notebook_step(name_of(notebook)),
                  count_steps(notebook.route));
}

std::size_t first_cell(const Session& session, const Notebook& notebook,
                       const NotebookOptions& options) {
  if (options.cell != 0) return options.cell;
  if (options.all && options.step == 0) return 1;
  return content::cell_of_step(
      notebook.route,
      options.step != 0 ? options.step : step_left_at(session, notebook));
}

// Where to begin; 0: from the beginning, and without a terminal all of it.
std::size_t first_step(const Session& session, const Notebook& notebook,
                       const NotebookOptions& options) {
  const content::Route& route = notebook.route;
  if (options.cell != 0)
    return content::first_step_of_cell(route, options.cell);
  if (options.step != 0 || !session.terminal.interactive || options.all)
    return options.step;
  const std::size_t left_at = step_left_at(session, notebook);
  if (left_at <= 1 || left_at >= count_steps(route)) return 0;
  show(fmt::format("Continuing at cell {}; 1 and Enter: from the beginning.\n",
                   content::cell_of_step(route, left_at)));
  return left_at;
}

// Without a terminal a step is shown alone; of a cell, all its steps.
std::size_t last_step(const Session& session, const Notebook& notebook,
                      const NotebookOptions& options, std::size_t first) {
  const bool at_once = options.all || !session.terminal.interactive;
  if (options.cell == 0 || !at_once) return first;
  return content::first_step_of_cell(notebook.route, options.cell + 1) - 1;
}

// What runs into a pipe or a file was not read yet.
void keep_place(Session& session, const Notebook& notebook,
                const fs::path& bookmark) {
  std::size_t step = 0;
  std::ifstream(bookmark) >> step;
  if (step == 0 || !session.terminal.interactive) return;
  session.progress.set_notebook_step(name_of(notebook), step);
  if (step < count_steps(notebook.route))
    show(wrapped(session, "",
                 fmt::format("`./learn notebook {}` goes on at cell {}.",
                             notebook.number,
                             content::cell_of_step(notebook.route, step)),
                 0));
}

std::string how_far(const Session& session, const Notebook& notebook) {
  const std::size_t step = step_left_at(session, notebook);
  if (step == 0) return "";
  if (step == count_steps(notebook.route)) return ", read to the end";
  return fmt::format(", read to cell {}",
                     content::cell_of_step(notebook.route, step));
}

}  // namespace

std::vector<Notebook> read_notebooks(const Course& course) {
  const fs::path folder = course.root / "lessons/notebooks";
  std::vector<Notebook> notebooks;
  if (!fs::is_directory(folder)) return notebooks;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    const std::string name = file.stem().string();
    const std::size_t digits = name.find('_');
    if (file.extension() != ".md" || digits != 3 ||
        name.find_first_not_of("0123456789") != digits)
      continue;
    notebooks.push_back({0, file, content::read_route(read_text(file))});
  }
  std::sort(
      notebooks.begin(), notebooks.end(),
      [](const Notebook& a, const Notebook& b) { return a.file < b.file; });
  for (std::size_t i = 0; i < notebooks.size(); ++i)
    notebooks[i].number = static_cast<int>(i + 1);
  return notebooks;
}

Notebook find_notebook(const Course& course, const std::string& name) {
  const std::vector<Notebook> all = read_notebooks(course);
  std::vector<const Notebook*> found;
  // Three digits begin a file's name.
  const bool is_number =
      name.size() < 3 && name.find_first_not_of("0123456789") == name.npos;
  for (const Notebook& notebook : all) {
    if (name == std::to_string(notebook.number)) return notebook;
    const std::string file = name_of(notebook), title = file.substr(4);
    const std::string wanted = fs::path(name).stem();
    if (wanted == file || wanted == title) return notebook;
    if (!wanted.empty() && !is_number &&
        (content::begins_with(file, wanted) ||
         content::begins_with(title, wanted)))
      found.push_back(&notebook);
  }
  if (found.size() == 1) return *found.front();
  if (found.empty())
    throw WrongUse(
        fmt::format("there is no notebook {}; they are 1 to {}, and `./learn "
                    "notebook` says what each holds",
                    name, all.size()));
  std::vector<std::string> names;
  for (const Notebook* const notebook : found)
    names.push_back(name_of(*notebook));
  throw WrongUse(
      fmt::format("{} may be {}: write more of its name, or its "
                  "number",
                  name, horloge::joined(names, " or ")));
}

void need_place(const Notebook& notebook, const NotebookOptions& options) {
  const std::size_t cells = notebook.route.cells.size();
  const std::size_t steps = count_steps(notebook.route);
  if (options.cell > cells)
    throw WrongUse(fmt::format("./learn notebook {}: it has cells 1 to {}",
                               notebook.number, cells));
  if (options.step > steps)
    throw WrongUse(fmt::format("./learn notebook {}: it has steps 1 to {}",
                               notebook.number, steps));
}

stage::Guesses guesses_on(const Progress& progress,
                          const content::Route& route) {
  stage::Guesses all;
  for (const std::string& topic : content::topics_on(route))
    for (const auto& [name, guess] : progress.guesses(topic))
      all[topic + "/" + name] = guess;
  return all;
}

void keep_guesses(Progress& progress, const stage::Guesses& guesses) {
  std::map<std::string, stage::Guesses> by_topic;
  for (const auto& [path, guess] : guesses) {
    const std::size_t slash = path.find('/');
    by_topic[path.substr(0, slash)][path.substr(slash + 1)] = guess;
  }
  for (const auto& [topic, of_topic] : by_topic)
    if (of_topic != progress.guesses(topic))
      progress.set_guesses(topic, of_topic);
}

std::string show_notebooks(const Session& session) {
  std::string text =
      "Notebooks about this subject, each in its own order, by the steps of "
      "our lessons.\n\n";
  for (const Notebook& notebook : read_notebooks(session.course))
    text += fmt::format("**{}  {}**  ({}, {} cells{})\n\n{}\n\n",
                        notebook.number, notebook.route.title,
                        notebook.route.language, notebook.route.cells.size(),
                        how_far(session, notebook), notebook.route.about);
  text +=
      "`./learn notebook 1` plays the first; `--cell 4` begins at its fourth "
      "cell. A cell is a block of code, or the text from one heading to the "
      "next.\n";
  return stage::render_markdown(text, session.terminal);
}

NotebookTargets notebook_targets(const Session& session,
                                 const Notebook& notebook,
                                 const NotebookOptions& options) {
  const content::Route& route = notebook.route;
  const bool alone = options.all && (options.cell != 0 || options.step != 0);
  const std::size_t first = first_cell(session, notebook, options);
  NotebookTargets targets{{"learn_notebook"}, {}};
  std::set<std::string> seen;
  bool begins = true;
  const auto add = [&](const std::string& topic) {
    if (!seen.insert(topic).second) return;
    const bool is_there =
        fs::exists(session.course.build / "lessons" /
                   fmt::format("liblesson_{}_code.so", topic));
    (begins || is_there || options.all ? targets.now : targets.later)
        .push_back(fmt::format("lesson_{}_code", topic));
    begins = false;
  };
  // In the order of reading, from the first cell on, and then around; of one
  // that is shown alone, no further.
  const std::size_t cells = route.cells.size();
  for (std::size_t i = 0; i < (alone ? 1 : cells); ++i) {
    const content::Cell& cell = route.cells[(first - 1 + i) % cells];
    if (cell.has_code()) add("notebooks");
    for (const content::Stop& stop : cell.stops) add(stop.topic);
  }
  return targets;
}

int play_notebook(Session& session, const Notebook& notebook,
                  const NotebookOptions& options) {
  const fs::path bookmark = make_scratch_folder(session.course) /
                            fmt::format("bookmark.{}", getpid());
  const RemoveAtEnd tidy(bookmark);
  const fs::path guesses =
      bookmark.parent_path() / fmt::format("guesses.{}", getpid());
  const RemoveAtEnd tidy_too(guesses);
  stage::write_guesses(guesses, guesses_on(session.progress, notebook.route));
  std::vector<std::string> command{
      session.course.build / "bin" / "learn_notebook",
      notebook.file,
      "--bookmark",
      bookmark,
      "--guesses",
      guesses};
  if (options.all) command.emplace_back("--all");
  if (options.seed)
    command.insert(command.end(), {"--seed", std::to_string(*options.seed)});
  const std::size_t first = first_step(session, notebook, options);
  const std::size_t last = last_step(session, notebook, options, first);
  ProcessOptions process;
  process.terminal = true;
  ProcessResult result;
  for (std::size_t step = first; step <= last && result.ok(); ++step) {
    std::vector<std::string> whole = command;
    if (step > 0) whole.insert(whole.end(), {"--step", std::to_string(step)});
    result = run_process(whole, process);
  }
  keep_place(session, notebook, bookmark);
  keep_guesses(session.progress, stage::read_guesses(guesses));
  return result.signal == 0 ? result.status : 128 + result.signal;
}

}  // namespace runner
