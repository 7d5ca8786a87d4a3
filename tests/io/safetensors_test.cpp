#include "horloge/io/safetensors.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

std::string with_length(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

SafetensorsFile parse(const std::string& bytes) { return parse_safetensors(own_bytes(bytes)); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// The two tensors that the malformed cases are edits of.
const std::string valid_header =
    R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
    R"("b":{"dtype":"I16","shape":[3],"data_offsets":[8,14]}})";
const std::string valid_data("\0\0\x80\x3F\0\0\0\x40\1\0\2\0\xFF\xFF", 14);

TEST(Safetensors, ReadsTensorsAndMetadata) {
  const SafetensorsFile file = parse(with_length(valid_header, valid_data));
  ASSERT_EQ(file.tensors.size(), 2U);
  EXPECT_TRUE(same(file.at("a").to_array(), array_of({2, 1}, {1, 2})));
  EXPECT_EQ(file.at("b").to_ids(), (Ids{1, 2, -1}));
  EXPECT_EQ(file.metadata, (std::map<std::string, std::string>{{"format", "pt"}}));
  EXPECT_ERROR(file.at("c"), FileError, "there is no tensor \"c\"; the file has 2: a, b");
}

TEST(Safetensors, AcceptsWhatTheFormatAllows) {
  EXPECT_EQ(parse(with_length("{}", "")).tensors.size(), 0U);
  EXPECT_EQ(parse(with_length("{}  \n", "")).tensors.size(), 0U);
  EXPECT_EQ(parse(with_length(R"({"s":{"dtype":"F64","shape":[],"data_offsets":[0,8]}})",
                              std::string(8, '\0')))
                .at("s")
                .shape(),
            Shape{});
  // Empty tensors stand anywhere, several at one place.
  const SafetensorsFile empty =
      parse(with_length(R"({"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                        R"("y":{"dtype":"U8","shape":[0,7],"data_offsets":[0,0]},)"
                        R"("z":{"dtype":"F32","shape":[2,0],"data_offsets":[1,1]},)"
                        R"("w":{"dtype":"F32","shape":[0],"data_offsets":[1,1]}})",
                        "1"));
  EXPECT_EQ(empty.at("z").to_array().shape(), (Shape{2, 0}));
  // Fields of no meaning, and names as JSON writes them.
  const SafetensorsFile odd =
      parse(with_length(R"({"\u00e9\n":{"note":{"x":[1,{}]},"data_offsets":[0,1],)"
                        R"("shape":[1],"dtype":"U8"}})",
                        "1"));
  EXPECT_EQ(odd.tensors.begin()->first, "\u00e9\n");
}

struct Malformed {
  const char* from;
  const char* to;
  const char* message;
};

// Each is one edit of the valid header.
const std::vector<Malformed> malformed{
    {"{\"__", "[\"__", "the header must begin with {"},
    {"{\"__", " {\"__", "the header must begin with {"},
    {"[8,14]}}", "[8,14]}", "must be valid JSON"},
    {"[8,14]}}", "[8,14]}}}", "must be valid JSON"},
    {"[8,14]}}", "[8,14]}}{}", "must be valid JSON"},
    {"[8,14]}}", "[8,14]},}", "must be valid JSON"},
    {"[8,14]}}", "[8,14]}}//", "must be valid JSON"},
    {"\"b\"", "b", "must be valid JSON"},
    {"\"b\"", "\"\xFF\"", "must be valid JSON"},
    {"\"b\"", "\"\xC3\"", "must be valid JSON"},
    {"\"b\"", "\"\\uD800\"", "must be valid JSON"},
    {"\"b\"", "\"\n\"", "must be valid JSON"},
    {"\"b\"", "\"a\"", "tensor \"a\": the name appears twice"},
    {"\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]}", "\"a\":7",
     "tensor \"a\": must be described by a JSON object"},
    {"\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]}", "\"a\":[]",
     "tensor \"a\": must be described by a JSON object"},
    {"\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]}", "\"a\":null",
     "tensor \"a\": must be described by a JSON object"},
    {"\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]}", "\"a\":{}",
     "tensor \"a\": \"dtype\" is missing"},
    {"\"dtype\":\"F32\",", "", "tensor \"a\": \"dtype\" is missing"},
    {"\"shape\":[2,1],", "", "tensor \"a\": \"shape\" is missing"},
    {",\"data_offsets\":[0,8]", "", "tensor \"a\": \"data_offsets\" is missing"},
    {"\"shape\":[2,1],", "\"shape\":[2,1],\"shape\":[2,1],", "\"shape\" appears twice"},
    {"\"dtype\":\"F32\",", "\"dtype\":\"F32\",\"dtype\":\"F32\",", "\"dtype\" appears twice"},
    {"\"F32\"", "\"F33\"", "tensor \"a\": dtype \"F33\" is not known"},
    {"\"F32\"", "\"f32\"", "dtype \"f32\" is not known"},
    {"\"F32\"", "32", "tensor \"a\": \"dtype\" must be a string"},
    {"\"F32\"", "[\"F32\"]", "\"dtype\" must be a string"},
    {"[2,1]", "2", "tensor \"a\": \"shape\" must be an array"},
    {"[2,1]", "\"2\"", "\"shape\" must be an array"},
    {"[2,1]", "{\"2\":1}", "\"shape\" must be an array"},
    {"[2,1]", "[2,-1]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2.0,1]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2,[1]]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2,true]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2,1e0]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2,18446744073709551616]", "\"shape\" must hold unsigned 64-bit integers"},
    {"[2,1]", "[2,1e999]", "must be valid JSON"},
    {"[2,1]", "[3]", "F32 of shape (3,) takes 12 bytes, these are 8"},
    {"[2,1]", "[0]", "F32 of shape (0,) takes 0 bytes, these are 8"},
    {"[2,1]", "[]", "F32 of shape () takes 4 bytes, these are 8"},
    {"[2,1]", "[4611686018427387904,4]", "is too large"},
    {"[2,1]", "[4611686018427387906]", "is too large"},
    {"[2,1]", "[18446744073709551615]", "is too large"},
    {"[0,8]", "[0]", "\"data_offsets\" must hold two numbers, has 1"},
    {"[0,8]", "[]", "\"data_offsets\" must hold two numbers, has 0"},
    {"[0,8]", "[0,8,8]", "\"data_offsets\" must hold two numbers, has more"},
    {"[0,8]", "8", "tensor \"a\": \"data_offsets\" must be an array"},
    {"[0,8]", "[0,-8]", "\"data_offsets\" must hold unsigned 64-bit integers"},
    {"[0,8]", "[null,8]", "\"data_offsets\" must hold unsigned 64-bit integers"},
    {"[0,8]", "[8,0]", "the end is before the beginning"},
    {"[0,8]", "[0,7]", "these are 7"},
    {"[0,8]", "[1,8]", "offsets [1, 8]: leave a gap; the tensor must begin at 0"},
    {"[8,14]", "[9,15]", "tensor \"b\": offsets [9, 15]: leave a gap; the tensor must begin at 8"},
    {"[8,14]", "[6,12]", "tensor \"b\": offsets [6, 12]: overlap another tensor"},
    {"[8,14]", "[0,6]", "overlap another tensor"},
    {"[3],\"data_offsets\":[8,14]", "[4],\"data_offsets\":[8,16]",
     "offsets [8, 16]: end past the data, which has 14 bytes; the file may be truncated"},
    {"[3],\"data_offsets\":[8,14]", "[2],\"data_offsets\":[8,12]",
     "the tensors must fill the data, but 2 of its 14 bytes belong to none"},
    {"{\"format\":\"pt\"}", "[]", "__metadata__: must be described by a JSON object"},
    {"{\"format\":\"pt\"}", "{\"format\":1}", "__metadata__: metadata must map strings to strings"},
    {"{\"format\":\"pt\"}", "{\"format\":{}}",
     "__metadata__: metadata must map strings to strings"},
    {"{\"format\":\"pt\"}", "{\"a\":\"\",\"a\":\"\"}", "__metadata__: \"a\" appears twice"},
    {"\"a\"", "\"__metadata__\"", "__metadata__: the name appears twice"},
};

TEST(Safetensors, SaysWhatIsWrongWithAMalformedHeader) {
  for (const Malformed& c : malformed) {
    SCOPED_TRACE(std::string(c.from) + " -> " + c.to);
    const std::string bytes = with_length(replaced(valid_header, c.from, c.to), valid_data);
    EXPECT_ERROR(parse(bytes), FileError, c.message);
    EXPECT_ERROR(parse(bytes), FileError, "[parse_safetensors] bytes: ");
  }
}

TEST(Safetensors, SaysWhatIsWrongWithTheLength) {
  EXPECT_ERROR(parse(""), FileError, "must have at least 8 bytes, has 0");
  EXPECT_ERROR(parse("1234567"), FileError, "has 7");
  EXPECT_ERROR(parse(std::string(8, '\0')), FileError, "the header must begin with {");
  EXPECT_ERROR(parse(std::string("\x03\0\0\0\0\0\0\0{}", 10)), FileError,
               "the header of 3 bytes runs past the end of the file at 10");
  EXPECT_ERROR(parse(std::string("\x01\xE1\xF5\x05\0\0\0\0{}", 10)), FileError,
               "the header may have at most 100000000 bytes, its length field says 100000001");
  EXPECT_ERROR(parse(std::string(8, '\xFF') + "{}"), FileError, "18446744073709551615");
  EXPECT_ERROR(parse(std::string("\x02\0\0\0\0\0\0\0{}1", 11)), FileError, "1 of its 1 bytes");
}

TEST(Safetensors, KnowsWhatDownloadsLeaveInItsPlace) {
  EXPECT_ERROR(parse("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"),
               FileError, "bytes: this is a Git LFS pointer, not the file itself");
  EXPECT_ERROR(parse("<!doctype html><html>"), FileError, "this is a web page");
  EXPECT_ERROR(parse(std::string("PK\x03\x04\0\0\x08\x08archive", 15)), FileError,
               "this is a PyTorch pickle");
}

TEST(Safetensors, RefusesEveryBeginningOfAFile) {
  const std::string whole = with_length(valid_header, valid_data);
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_THROW(parse(whole.substr(0, n)), FileError) << n;
  EXPECT_THROW(parse(whole + "x"), FileError);
}

TEST(Safetensors, RefusesDeepNesting) {
  for (const std::string open : {"[", "{\"x\":"}) {
    std::string header = R"({"a":{"x":)";
    for (int i = 0; i < 1000000; ++i) header += open;
    EXPECT_ERROR(parse(with_length(header, "")), FileError, "nested at most 127 levels deep");
  }
}

TEST(Safetensors, AgreesWithTheReferenceReader) {
  const std::filesystem::path folder = HORLOGE_DATA_DIR "/golden/safetensors_cases";
  const auto hash = [](std::string_view bytes) {  // FNV-1a, 64 bits
    std::uint64_t h = 0xCBF29CE484222325U;
    for (const char byte : bytes) h = (h ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    return h;
  };
  const auto verdicts = nlohmann::json::parse(test::read_text(folder / "verdicts.json"));
  ASSERT_GE(verdicts.size(), 9U);
  for (const auto& verdict : verdicts) {
    const std::filesystem::path path = folder / verdict["file"].get<std::string>();
    SCOPED_TRACE(path.filename());
    if (!verdict["accepted"].get<bool>()) {
      EXPECT_ERROR(read_safetensors(path), FileError, path.filename().string());
      continue;
    }
    const SafetensorsFile file = read_safetensors(path);
    std::vector<std::string> lines;
    for (const auto& [name, tensor] : file.tensors) {
      std::string shape;
      for (const std::size_t size : tensor.shape())
        shape += fmt::format("{}{}", shape.empty() ? "" : ", ", size);
      lines.push_back(fmt::format("{}\t{}\t[{}]\t{}\t{:016x}", name, name_of(tensor.dtype()), shape,
                                  tensor.bytes().size(), hash(tensor.bytes())));
    }
    EXPECT_EQ(lines, verdict["detail"].get<std::vector<std::string>>());
  }
}

TEST(Safetensors, WritesTheBytesOfTheReferenceLibrary) {
  SafetensorsFile file;
  EXPECT_EQ(format_safetensors(file), std::string("\x08\0\0\0\0\0\0\0{}      ", 16));
  file.metadata["framework"] = "pt";
  EXPECT_EQ(format_safetensors(file),
            with_length(R"({"__metadata__":{"framework":"pt"}}     )", ""));
  // Widest first, then by name.
  file.metadata.clear();
  file.tensors.emplace("b", StoredTensor::from(array_of({1}, {1}), DType::F32));
  file.tensors.emplace("a", StoredTensor::from(array_of({}, {2}), DType::F32));
  file.tensors.emplace("i", StoredTensor::from(Ids{3}));
  file.tensors.emplace("m", StoredTensor::from(Mask{true}));
  EXPECT_EQ(format_safetensors(file),
            with_length(R"({"i":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
                        R"("a":{"dtype":"F32","shape":[],"data_offsets":[8,12]},)"
                        R"("b":{"dtype":"F32","shape":[1],"data_offsets":[12,16]},)"
                        R"("m":{"dtype":"BOOL","shape":[1],"data_offsets":[16,17]}}      )",
                        std::string("\3\0\0\0\0\0\0\0\0\0\0\x40\0\0\x80\x3F\1", 17)));
}

TEST(Safetensors, RoundTripsEveryDtypeThroughAFile) {
  const test::TemporaryFolder folder;
  SafetensorsFile file;
  for (int i = 0; i <= static_cast<int>(DType::U64); ++i) {
    const auto dtype = static_cast<DType>(i);
    std::string bytes;
    for (std::size_t k = 0; k < 6 * byte_size(dtype); ++k) bytes += static_cast<char>(37 * k + 1);
    file.tensors.emplace(name_of(dtype), StoredTensor(dtype, {2, 3}, own_bytes(bytes)));
  }
  file.tensors.emplace("caf\u00e9 \"\\\n\x01", StoredTensor::from(array_of({}, {1})));
  file.tensors.emplace("nothing", StoredTensor::from(zeros({0, 3})));
  file.metadata = {{"format", "pt"}, {"\u00e9", "\u4e2d\n"}, {"", ""}};
  write_safetensors(folder / "x.safetensors", file);
  const SafetensorsFile back = read_safetensors(folder / "x.safetensors");
  EXPECT_EQ(back.tensors, file.tensors);
  EXPECT_EQ(back.metadata, file.metadata);
  EXPECT_EQ(folder.entries(), 1);
  // What was read lives on when its file is replaced and gone.
  write_safetensors(folder / "x.safetensors", SafetensorsFile{});
  std::filesystem::remove(folder / "x.safetensors");
  EXPECT_EQ(back.tensors, file.tensors);
}

TEST(Safetensors, RefusesNamesThatTheFormatCannotHold) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "x.safetensors", "old");
  for (const std::string name : {"__metadata__", "\xFF"}) {
    SafetensorsFile file;
    file.tensors.emplace(name, StoredTensor::from(array_of({}, {1})));
    EXPECT_ERROR(write_safetensors(folder / "x.safetensors", file), ValueError, "[safetensors]");
  }
  EXPECT_EQ(test::read_text(folder / "x.safetensors"), "old");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(Safetensors, NamesAFileThatCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_ERROR(read_safetensors(folder / "none.safetensors"), FileError,
               "none.safetensors: cannot be opened: No such file");
  EXPECT_ERROR(read_safetensors(folder.path()), FileError, "must be a regular file, is a folder");
  EXPECT_ERROR(read_safetensors("/dev/null"), FileError, "a device or a pipe");
  test::write_text(folder / "empty.safetensors", "");
  EXPECT_ERROR(read_safetensors(folder / "empty.safetensors"), FileError,
               "[read_safetensors] " + (folder / "empty.safetensors").string() +
                   ": must have at least 8 bytes, has 0");
}

}  // namespace
}  // namespace horloge
