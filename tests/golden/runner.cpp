#include "golden/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>

#include "golden/kinds.h"
#include "golden/verdicts.h"
#include "horloge/core/error.h"

namespace horloge::golden {
namespace {

namespace fs = std::filesystem;

constexpr const char* verdict_kind = "safetensors_cases";

/// A case before it is run: its file has been read, or could not be.
struct Found {
  std::string name;
  fs::path path;
  std::string kind;
  std::optional<SafetensorsFile> contents;
  std::optional<Verdict> verdict;
  std::string error;
};

enum class Outcome { agrees, disagrees, not_yet_supported };

struct Result {
  Outcome outcome;
  std::vector<std::string> lines;  ///< what disagrees, or is worth knowing
};

std::vector<fs::path> files_below(const fs::path& place) {
  if (!fs::exists(place))
    throw FileError(fmt::format("[golden] there is no folder {}", place.string()));
  std::vector<fs::path> files;
  if (fs::is_regular_file(place)) files.push_back(place);
  if (fs::is_directory(place))
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// A checkpoint that a case reads: it has no kind of its own.
bool is_companion(const fs::path& file) {
  for (const char* beside : {"io.safetensors", "config.json", "params.json"})
    if (fs::exists(file.parent_path() / beside)) return true;
  const std::string stem = file.stem().string();
  for (std::size_t at = stem.rfind('_'); at != std::string::npos && at > 0;
       at = stem.rfind('_', at - 1))
    if (fs::exists(file.parent_path() / (stem.substr(0, at) + ".safetensors"))) return true;
  return false;
}

Found read_case(const fs::path& file, const std::string& name) {
  Found found{name, file, "", {}, {}, ""};
  try {
    found.contents = read_safetensors(file);
    const auto& metadata = found.contents->metadata;
    if (const auto kind = metadata.find("kind"); kind != metadata.end()) found.kind = kind->second;
  } catch (const std::exception& e) {
    found.error = e.what();
  }
  return found;
}

void find_cases(const fs::path& place, const std::string& prefix, std::vector<Found>& cases) {
  const std::vector<fs::path> files = files_below(place);
  const auto name_of = [&](const fs::path& file) {
    return file == place ? file.string() : prefix + file.lexically_relative(place).string();
  };
  std::set<fs::path> judged;  // folders whose files a list of verdicts speaks of
  for (const fs::path& file : files) {
    if (file.filename() != verdicts_file) continue;
    judged.insert(file.parent_path());
    for (const Verdict& verdict : read_verdicts(file))
      cases.push_back({name_of(verdict.file), {}, verdict_kind, {}, verdict, ""});
  }
  for (const fs::path& file : files) {
    if (file.extension() != ".safetensors") continue;
    const std::string name = name_of(file);
    if (judged.count(file.parent_path()) > 0) {
      const bool named = std::any_of(cases.begin(), cases.end(), [&](const Found& c) {
        return c.verdict && c.verdict->file == file;
      });
      if (!named)
        cases.push_back({name,
                         {},
                         verdict_kind,
                         {},
                         {},
                         fmt::format("{} says nothing about it", verdicts_file)});
      continue;
    }
    Found found = read_case(file, name);
    if (!found.error.empty() || !found.kind.empty() || !is_companion(file))
      cases.push_back(std::move(found));
  }
}

Result compute(Run run, Case& c) {
  try {
    run(c);
    c.finish();
  } catch (const std::exception& e) {
    c.fail(e.what());
  }
  Result result{c.failures().empty() ? Outcome::agrees : Outcome::disagrees, c.failures()};
  for (const std::string& what : c.unread())
    result.lines.push_back(fmt::format("note: nothing here reads the {}", what));
  return result;
}

Result run_case(const Found& found, const std::set<std::string>& to_come) {
  if (!found.error.empty()) return {Outcome::disagrees, {found.error}};
  if (found.verdict) {
    auto failures = check_verdict(*found.verdict);
    return {failures.empty() ? Outcome::agrees : Outcome::disagrees, std::move(failures)};
  }
  if (found.kind.empty())
    return {Outcome::disagrees, {"its metadata has no `kind`, and it belongs to no case"}};
  try {
    if (to_come.count(found.kind) > 0) return {Outcome::not_yet_supported, {}};
    Case c(*found.contents, found.path);
    if (const Run run = find_kind(found.kind)) return compute(run, c);
    return {Outcome::disagrees, {fmt::format("nobody here knows the kind \"{}\"", found.kind)}};
  } catch (const std::exception& e) {
    return {Outcome::disagrees, {e.what()}};
  }
}

const char* label(Outcome outcome) {
  switch (outcome) {
    case Outcome::agrees:
      return "ok   ";
    case Outcome::disagrees:
      return "FAIL ";
    default:
      return "later";
  }
}

int run_cases(const std::vector<Found>& cases, const RunnerOptions& options, std::ostream& out) {
  std::size_t agree = 0;
  std::size_t later = 0;
  for (const Found& found : cases) {
    const Result result = run_case(found, options.to_come);
    agree += result.outcome == Outcome::agrees;
    later += result.outcome == Outcome::not_yet_supported;
    if (options.verbose || result.outcome == Outcome::disagrees || !result.lines.empty())
      out << fmt::format("{} {} ({})\n", label(result.outcome), found.name,
                         found.kind.empty() ? "no kind" : found.kind);
    for (const std::string& line : result.lines) out << "        " << line << '\n';
  }
  out << fmt::format("golden: {} of {} cases agree, {} not yet supported\n", agree, cases.size(),
                     later);
  return agree + later == cases.size() ? 0 : 1;
}

}  // namespace

int run_golden(const RunnerOptions& options, std::ostream& out) {
  std::vector<Found> cases;
  try {
    for (const fs::path& place : options.places)
      find_cases(place, options.places.size() == 1 ? "" : (place / "").string(), cases);
  } catch (const std::exception& e) {
    out << e.what() << '\n';
    return 1;
  }
  if (!options.kind.empty())
    cases.erase(std::remove_if(cases.begin(), cases.end(),
                               [&](const Found& c) { return c.kind != options.kind; }),
                cases.end());
  std::sort(cases.begin(), cases.end(),
            [](const Found& a, const Found& b) { return a.name < b.name; });
  if (cases.empty()) {
    out << fmt::format("[golden] no case{} found\n",
                       options.kind.empty() ? "" : " of kind " + options.kind);
    return 1;
  }
  if (!options.list) return run_cases(cases, options, out);
  for (const Found& found : cases) out << fmt::format("{} ({})\n", found.name, found.kind);
  return 0;
}

}  // namespace horloge::golden
