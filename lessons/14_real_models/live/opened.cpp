#include "opened.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "course/live/arguments.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/models/models.h"
#include "horloge/models/sentence_encoder.h"
#include "horloge/models/summary.h"
#include "horloge/text/escape_controls.h"

using live::Json;

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const Json& with) {
  return fs::path(HORLOGE_DATA_DIR) / "models" / live::text(with, "folder");
}

// The reader, who gave the files, does not know where they are kept.
std::string without_folder(std::string sentence, const fs::path& folder) {
  for (const auto& [part, other] :
       {std::pair<std::string, std::string>{folder.string() + "/", ""},
        {folder.string(), "the folder"}})
    for (std::size_t at; (at = sentence.find(part)) != sentence.npos;)
      sentence.replace(at, part.size(), other);
  return horloge::without_who(sentence);
}

std::map<fs::path, Opened>& all_opened() {
  static std::map<fs::path, Opened> all;
  return all;
}

void read_tokenizer(Opened& opened) try {
  opened.tokenizer = horloge::load_tokenizer(opened.folder);
} catch (const horloge::Error& e) {
  opened.trouble = without_folder(e.what(), opened.folder);
}

// Large models need the room that the one before them took.
Opened& open_again(const fs::path& folder) try {
  all_opened().erase(folder);
  if (!horloge::is_there(folder))
    throw horloge::ValueError("no model has been loaded yet");
  Opened fresh;
  fresh.folder = folder;
  fresh.model = horloge::load_pretrained(folder);
  read_tokenizer(fresh);
  return all_opened()[folder] = fresh;
} catch (const horloge::Error& e) {
  throw horloge::ValueError(without_folder(e.what(), folder));
}

// What it says to any token shows what it says at all.
bool predicts(const horloge::LanguageModel& model) {
  horloge::ModelInput any;
  any.ids = horloge::Ids::from_shape({std::size_t{1}, std::size_t{1}});
  any.ids.fill(0);
  const horloge::NoGrad no_grad;
  return model.forward(any).logits.defined();
}

std::string name_of(Use use) {
  switch (use) {
    case Use::next:
      return "next";
    case Use::masked:
      return "masked";
    case Use::vectors:
      return "vectors";
    case Use::about:
      return "about";
    case Use::hidden:
      break;
  }
  return "hidden";
}

Json mask_of(const Opened& opened) {
  if (opened.tokenizer != nullptr)
    for (const char* mask : {"[MASK]", "<mask>"})
      if (opened.tokenizer->id(mask)) return mask;
  return nullptr;
}

}  // namespace

Use use_of(const Opened& opened) {
  const horloge::ModelInfo& info = opened.model->info;
  if (info.decoder_start_id) return Use::about;
  if (!info.causal && horloge::says_sentence_pooling(opened.folder))
    return Use::vectors;
  if (!predicts(*opened.model)) return info.causal ? Use::hidden : Use::vectors;
  return info.causal ? Use::next : Use::masked;
}

const Opened& model_of(const Json& with) {
  const fs::path folder = folder_of(with);
  const auto found = all_opened().find(folder);
  return found == all_opened().end() ? open_again(folder) : found->second;
}

Json open_model(const Json& with) {
  const Opened& opened = open_again(folder_of(with));
  const horloge::ModelInfo& info = opened.model->info;
  Json summary = Json::array();
  for (const auto& [name, text] : horloge::summary_of(*opened.model))
    summary.push_back({{"name", name}, {"text", text}});
  return {
      {"architecture", info.architecture}, {"summary", summary},
      {"use", name_of(use_of(opened))},    {"layers", info.sizes.num_layers},
      {"heads", info.sizes.num_heads},     {"vocab_size", info.vocab_size},
      {"most", most_tokens(opened)},       {"mask", mask_of(opened)},
      {"trouble", opened.trouble}};
}

std::size_t most_tokens(const Opened& opened) {
  constexpr std::size_t most = 256;  // what a page can wait for
  const horloge::ModelInfo& info = opened.model->info;
  return std::min(most,
                  info.max_seq_len.value_or(info.trained_len.value_or(most)));
}

Pieces pieces_of(const Opened& opened, const std::string& text) {
  if (opened.tokenizer == nullptr) throw horloge::ValueError(opened.trouble);
  if (opened.tokenizer->encode(text, false).size() == 0)
    throw horloge::ValueError("the text has no word in it");
  Pieces pieces;
  pieces.ids = opened.tokenizer->encode(text);
  const std::size_t T = pieces.ids.size(), most = most_tokens(opened);
  if (T > most)
    throw horloge::ValueError(fmt::format(
        "the text has {} pieces, and this model reads {} of them here", T,
        most));
  for (const std::int64_t id : pieces.ids) {
    if (std::size_t(id) >= opened.model->info.vocab_size)
      throw horloge::ValueError(
          "the tokenizer has pieces that the model does not have: they do not "
          "belong together");
    pieces.names.push_back(shown_piece(opened, id));
  }
  pieces.ids.reshape({std::size_t{1}, T});
  return pieces;
}

std::string shown_piece(const Opened& opened, std::int64_t id) {
  if (opened.tokenizer->is_special(id))
    return horloge::escape_controls(opened.tokenizer->token(id));
  const std::string piece = opened.tokenizer->bytes(id);
  return piece == " "    ? "_"
         : piece == "\n" ? "/"
                         : horloge::escape_controls(piece);
}
