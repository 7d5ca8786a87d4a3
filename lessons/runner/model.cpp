#include "runner/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "horloge/core/error.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/by_name.h"
#include "runner/command_line.h"
#include "runner/model_screen.h"
#include "runner/screen.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using horloge::LanguageModel;

[[noreturn]] void refuse(const std::string& sentence) {
  throw WrongUse("./learn model: " + sentence);
}

std::vector<std::int64_t> read_ids(const std::string& text) {
  std::vector<std::int64_t> ids;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (bool more = true; more;) {
    std::int64_t id = 0;
    const auto [rest, error] = std::from_chars(at, end, id);
    if (error != std::errc() || id < 0 || (rest != end && *rest != ','))
      refuse(
          fmt::format("--ids has to be whole numbers with commas between "
                      "them, as in 5,17,42, not '{}'",
                      text));
    ids.push_back(id);
    more = rest != end;
    at = rest + 1;
  }
  return ids;
}

void need_words(const std::vector<std::int64_t>& ids, std::size_t vocab_size) {
  for (const std::int64_t id : ids)
    if (static_cast<std::uint64_t>(id) >= vocab_size)
      refuse(fmt::format("this model's words are 0 to {}; {} is none of them",
                         vocab_size - 1, id));
}

std::size_t place_of(std::size_t at, std::size_t length) {
  if (at > length)
    refuse(fmt::format("--at has to be one of the {} words, from 1, not {}",
                       length, at));
  return (at == 0 ? length : at) - 1;
}

void need_scheme(const std::string& name) {
  const auto& names = horloge::position_names();
  if (name.empty() || std::count(names.begin(), names.end(), name) > 0) return;
  std::string all;
  for (const std::string& known : names)
    all += (all.empty() ? "" : ", ") + known;
  refuse(
      fmt::format("there is no position scheme '{}'; there are {}", name, all));
}

void need_folder(const fs::path& path) {
  std::error_code unreachable;
  if (fs::is_regular_file(path, unreachable))
    throw horloge::FileError(fmt::format(
        "{} is a file; name the folder that it lies in, with its config.json",
        path.string()));
}

std::shared_ptr<horloge::PositionScheme> other_scheme(
    const ModelOptions& options, const LanguageModel& model,
    std::size_t length) {
  if (options.position.empty()) return nullptr;
  horloge::PositionOptions around;
  around.d_model = model.info.sizes.d_model;
  around.num_heads = model.info.sizes.num_heads;
  around.head_dim = model.info.sizes.head_dim;
  // Some models stand behind a memory of earlier words.
  around.max_seq_len = 2048 + length + options.generate;
  around.causal = model.info.causal;
  horloge::Rng rng(options.seed);
  return horloge::make_positions(options.position, around, rng);
}

std::string name_of(const ModelOptions& options, const LanguageModel& model,
                    const horloge::PositionScheme* other) {
  if (other == nullptr) return model.info.positions;
  return options.position + (other->parameter_count() > 0
                                 ? ", drawn at random and not trained"
                                 : "");
}

void show_all(const Session& session, const ModelOptions& options) {
  need_scheme(options.position);
  std::vector<std::int64_t> ids;
  if (!options.ids.empty()) ids = read_ids(options.ids);
  need_folder(options.folder);

  const auto model = horloge::load_pretrained(options.folder);
  need_words(ids, model->info.vocab_size);
  const auto other = other_scheme(options, *model, ids.size());
  const std::string scheme = name_of(options, *model, other.get());
  show(show_summary(session, *model, scheme));
  if (ids.empty()) return;

  const horloge::NoGrad no_grad;
  const ModelView view{*model, ids, place_of(options.at, ids.size()),
                       other.get(), scheme};
  show("\n" + show_predictions(session, view, options.top));
  if (options.shuffle)
    show("\n" + show_shuffled(session, view, options.top, options.seed));
  if (options.generate > 0)
    show("\n" + show_generated(session, view, options.generate));
}

}  // namespace

void show_model(const Session& session, const ModelOptions& options) try {
  show_all(session, options);
} catch (const horloge::Error& e) {
  // Who complains inside of the library is not for the command line.
  const std::string text = e.what();
  const std::size_t end = text[0] == '[' ? text.find("] ") : text.npos;
  throw horloge::ValueError(end == text.npos ? text : text.substr(end + 2));
}

}  // namespace runner
