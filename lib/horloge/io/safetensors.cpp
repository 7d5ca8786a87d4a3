#include "horloge/io/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "horloge/core/atomic_file.h"
#include "horloge/core/crc32.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/io/safetensors_json.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

// A file is the length of the header (8 bytes, little-endian), the header, the data.
constexpr std::size_t length_size = 8;
constexpr std::size_t longest_header = 100'000'000;

// Files that a download may leave under the name of a checkpoint; empty if it is none of them.
std::string stranger(std::string_view bytes) {
  const auto begins = [&](std::string_view text) { return bytes.substr(0, text.size()) == text; };
  if (begins("version https://git-lfs"))
    return "this is a Git LFS pointer, not the file itself, which `git lfs pull` fetches";
  if (begins("<!DOCTYPE") || begins("<!doctype") || begins("<html"))
    return "this is a web page, not the file itself: the download may have needed a login";
  if (begins("PK\x03\x04")) return "this is a PyTorch pickle with the name of a safetensors file";
  return "";
}

std::string_view header_text(std::string_view bytes, const std::string& where) {
  if (bytes.size() < length_size)
    throw FileError(fmt::format("{}must have at least 8 bytes, has {}", where, bytes.size()));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_size);
  if (const std::string what = stranger(bytes); length > longest_header && !what.empty())
    throw FileError(where + what);
  if (length > longest_header)
    throw FileError(fmt::format("{}the header may have at most {} bytes, its length field says {}",
                                where, longest_header, length));
  if (length > bytes.size() - length_size)
    throw FileError(fmt::format("{}the header of {} bytes runs past the end of the file at {}",
                                where, length, bytes.size()));
  const std::string_view text = bytes.substr(length_size, length);
  if (text.empty() || text.front() != '{')
    throw FileError(fmt::format("{}the header must begin with {{", where));
  return text;
}

// Tensors must follow one another without gaps: `expected` is where the previous one ended.
void check_place(const detail::TensorInfo& info, std::uint64_t expected, const std::string& where) {
  const auto fail = [&](const std::string& what) {
    throw FileError(fmt::format("{}tensor \"{}\": offsets [{}, {}]: {}", where, excerpt(info.name),
                                info.begin, info.end, what));
  };
  if (info.end < info.begin) fail("the end is before the beginning");
  if (info.begin != expected)
    fail(fmt::format("{}; the tensor must begin at {}, where the previous one ends",
                     info.begin > expected ? "leave a gap" : "overlap another tensor", expected));
  std::size_t needed = 0;
  if (!stored_size(info.dtype, info.shape, needed))
    fail(fmt::format("shape {} is too large", excerpt(to_string(info.shape))));
  if (needed != info.end - info.begin)
    fail(fmt::format("{} of shape {} takes {} bytes, these are {}", name_of(info.dtype),
                     excerpt(to_string(info.shape)), needed, info.end - info.begin));
}

SafetensorsFile parse(const Bytes& bytes, const std::string& where) {
  const std::string_view text = header_text(bytes.view, where);
  const std::size_t data_begin = length_size + text.size();
  const std::size_t data_size = bytes.view.size() - data_begin;
  detail::SafetensorsHeader header = detail::parse_header(text, where);
  std::sort(header.tensors.begin(), header.tensors.end(), [](const auto& a, const auto& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  SafetensorsFile file;
  std::uint64_t end = 0;
  for (detail::TensorInfo& info : header.tensors) {
    check_place(info, end, where);
    if (info.end > data_size)
      throw FileError(
          fmt::format("{}tensor \"{}\": offsets [{}, {}]: end past the data, which "
                      "has {} bytes; the file may be truncated",
                      where, excerpt(info.name), info.begin, info.end, data_size));
    end = info.end;
    file.tensors.emplace(std::move(info.name),
                         StoredTensor(info.dtype, std::move(info.shape),
                                      bytes.slice(data_begin + info.begin, info.end - info.begin)));
  }
  if (end != data_size)
    throw FileError(
        fmt::format("{}the tensors must fill the data, but {} of its {} bytes belong to none",
                    where, data_size - end, data_size));
  file.metadata = std::move(header.metadata);
  return file;
}

// Calls append with each piece of the file in order. Widest dtype first keeps every tensor aligned.
template <class Append>
void serialize(const SafetensorsFile& file, const Append& append) {
  std::vector<const std::pair<const std::string, StoredTensor>*> order;
  for (const auto& entry : file.tensors) order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->second.dtype() > b->second.dtype();
  });

  detail::SafetensorsHeader header;
  header.metadata = file.metadata;
  std::uint64_t offset = 0;
  for (const auto* const entry : order) {
    const StoredTensor& tensor = entry->second;
    const std::uint64_t begin = std::exchange(offset, offset + tensor.bytes().size());
    header.tensors.push_back({entry->first, tensor.dtype(), tensor.shape(), begin, offset});
  }
  std::string text = detail::format_header(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  if (text.size() > longest_header)
    throw ValueError(
        fmt::format("[write_safetensors] the header may have at most {} bytes, this one has {}",
                    longest_header, text.size()));
  const std::uint64_t length = text.size();
  char length_bytes[length_size];
  std::memcpy(length_bytes, &length, length_size);
  append(std::string_view(length_bytes, length_size));
  append(std::string_view(text));
  for (const auto* const entry : order) append(entry->second.bytes());
}

}  // namespace

const StoredTensor& SafetensorsFile::at(const std::string& name) const {
  if (const auto found = tensors.find(name); found != tensors.end()) return found->second;
  constexpr std::size_t most = 8;
  std::string names;
  for (auto it = tensors.begin(); it != tensors.end(); ++it) {
    if (std::distance(tensors.begin(), it) == most) {
      names += ", …";
      break;
    }
    names += (names.empty() ? "" : ", ") + excerpt(it->first);
  }
  throw FileError(fmt::format("[SafetensorsFile] there is no tensor \"{}\"; the file has {}: {}",
                              excerpt(name), tensors.size(), names));
}

SafetensorsFile read_safetensors(const std::filesystem::path& path) {
  return parse(map_file(path, "read_safetensors"),
               fmt::format("[read_safetensors] {}: ", path.string()));
}

SafetensorsFile parse_safetensors(const Bytes& bytes, const std::string& origin) {
  return parse(bytes, fmt::format("[parse_safetensors] {}: ", origin));
}

void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file) {
  write_file_atomically(
      path, [&](const AppendBytes& append) { serialize(file, append); }, "write_safetensors");
}

std::string format_safetensors(const SafetensorsFile& file) {
  std::string bytes;
  serialize(file, [&](std::string_view run) { bytes += run; });
  return bytes;
}

std::uint32_t checksum(const SafetensorsFile& file) {
  Crc32 crc;
  serialize(file, [&](std::string_view run) { crc.add(run); });
  return crc.value();
}

}  // namespace horloge
