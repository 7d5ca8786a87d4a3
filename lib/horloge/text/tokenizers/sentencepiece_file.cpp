#include "horloge/text/tokenizers/sentencepiece_file.h"

#include <cstring>
#include <optional>
#include <string_view>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/text/tokenizers/part_settings.h"
#include "horloge/text/tokenizers/token_table.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

struct Malformed {};

// A field of a message in the encoding of Protocol Buffers: its number, and what it holds.
struct Field {
  std::uint64_t number = 0, whole = 0;
  std::string_view bytes;  // of a text, of a message within, or of a float
};

// The fields of a message, one after the other.
class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  std::optional<Field> next() {
    if (rest_.empty()) return std::nullopt;
    enum : std::uint64_t { whole = 0, eight_bytes = 1, counted = 2, four_bytes = 5 };
    const std::uint64_t key = take_whole();
    Field field;
    field.number = key >> 3U;
    switch (key & 7U) {
      case whole:
        field.whole = take_whole();
        return field;
      case eight_bytes:
        field.bytes = take(8);
        return field;
      case counted:
        field.bytes = take(take_whole());
        return field;
      case four_bytes:
        field.bytes = take(4);
        return field;
      default:
        throw Malformed();
    }
  }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw Malformed();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  // Seven bits a byte, the lowest first; all but the last byte have the eighth one.
  std::uint64_t take_whole() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return number;
    }
    throw Malformed();
  }

  std::string_view rest_;
};

float float_of(const Field& field) {
  float number = 0;
  if (field.bytes.size() != sizeof number) throw Malformed();
  std::memcpy(&number, field.bytes.data(), sizeof number);
  return number;
}

SentencePiece read_piece(std::string_view bytes) {
  SentencePiece piece;
  Message message(bytes);
  while (const auto field = message.next()) {
    if (field->number == 1) piece.text = field->bytes;
    if (field->number == 2) piece.score = float_of(*field);
    if (field->number != 3) continue;
    if (field->whole < 1 || field->whole > 6) throw Malformed();
    piece.kind = static_cast<SentencePiece::Kind>(field->whole);
  }
  constexpr std::size_t longest = 1000;  // bytes
  if (piece.text.empty() || piece.text.size() > longest) throw Malformed();
  utf8_characters(piece.text, "read_sentencepiece_file");
  return piece;
}

void read_trainer_spec(std::string_view bytes, SentencePieceFile& all) {
  Message message(bytes);
  while (const auto field = message.next()) {
    if (field->number == 3) {
      if (field->whole < 1 || field->whole > 4) throw Malformed();
      all.model = static_cast<SentencePieceFile::Model>(field->whole);
    }
    if (field->number == 24) all.whitespace_as_suffix = field->whole != 0;
    if (field->number == 35) all.byte_fallback = field->whole != 0;
  }
}

void read_normalizer_spec(std::string_view bytes, SentencePieceFile& all) {
  Message message(bytes);
  while (const auto field = message.next()) {
    if (field->number == 2) all.charsmap = field->bytes;
    if (field->number == 3) all.add_dummy_prefix = field->whole != 0;
    if (field->number == 4) all.remove_extra_whitespaces = field->whole != 0;
    if (field->number == 5) all.escape_whitespaces = field->whole != 0;
  }
}

SentencePieceFile read_model(std::string_view bytes) {
  SentencePieceFile all;
  Message message(bytes);
  while (const auto field = message.next()) {
    if (field->number == 1) all.pieces.push_back(read_piece(field->bytes));
    if (field->number == 2) read_trainer_spec(field->bytes, all);
    if (field->number == 3) read_normalizer_spec(field->bytes, all);
    if (all.pieces.size() > TokenTable::most) throw Malformed();
  }
  if (all.pieces.empty()) throw Malformed();
  return all;
}

}  // namespace

SentencePieceFile read_sentencepiece_file(const std::filesystem::path& file) {
  constexpr std::size_t most = std::size_t{1} << 28;  // bytes; of published ones, most have 1 MB
  const Bytes bytes = map_file(file, "load_tokenizer", most);
  const char* const what = "is no model that SentencePiece wrote";
  try {
    return read_model(bytes.view);
  } catch (const Malformed&) {
    fail_to_load(file.string(), what);
  } catch (const ValueError&) {  // a piece that is not UTF-8
    fail_to_load(file.string(), what);
  }
}

}  // namespace horloge
