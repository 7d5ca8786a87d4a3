#include <nlohmann/json.hpp>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/text/json.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/text/tokenizers/token_lists.h"
#include "horloge/text/tokenizers/tokenizer_parts.h"

namespace horloge {
namespace {

constexpr const char* names_who = "load_token_names";

void add_names_of_tokenizer(const std::filesystem::path& file, TokenTable& tokens) {
  const nlohmann::json all = read_json(file, names_who);
  add_token_list(all.at("model").at("vocab"), tokens);
  for (const auto& added : all.value("added_tokens", nlohmann::json::array()))
    add_token_list({{added.at("content").get<std::string>(), added.at("id")}}, tokens);
}

void add_names_of_list(const std::filesystem::path& file, TokenTable& tokens) {
  add_token_list(read_json(file, names_who), tokens);
}

}  // namespace

std::shared_ptr<const PretrainedTokenizer> load_token_names(const std::filesystem::path& folder,
                                                            const std::string& why) {
  using Reader = void (*)(const std::filesystem::path&, TokenTable&);
  constexpr std::pair<const char*, Reader> lists[] = {{"tokenizer.json", add_names_of_tokenizer},
                                                      {"vocab.json", add_names_of_list},
                                                      {"vocab.txt", add_token_lines}};
  for (const auto& [name, read] : lists) {
    if (!is_there(folder / name)) continue;
    const auto parts = std::make_shared<TokenizerParts>();
    try {
      read(folder / name, parts->tokens);
    } catch (const Error&) {
      continue;
    } catch (const nlohmann::json::exception&) {
      continue;
    }
    if (parts->tokens.size() == 0) continue;
    parts->decoder = guess_decoder(parts->tokens, TokenDecoder({decode_metaspace()}));
    parts->why_no_model = why;
    return std::make_shared<PretrainedTokenizer>(parts);
  }
  throw FileError(std::string("[") + names_who + "] " + folder.string() +
                  ": has no list of tokens that can be read");
}

}  // namespace horloge
