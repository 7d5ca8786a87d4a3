#include "horloge/io/npy.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "horloge/core/error.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using test::array_of;
using test::same;

std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string length(version == 1 ? 2 : 4, '\0');
  const std::uint64_t size = header.size();
  std::memcpy(length.data(), &size, length.size());
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' + length + header + data;
}

std::string header_of(const std::string& descr, const std::string& shape,
                      const std::string& fortran = "False") {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", descr, fortran,
                     shape);
}

StoredTensor parsed(const std::string& bytes) { return parse_npy(own_bytes(bytes)); }

TEST(Npy, ReadsEveryDtypeInEitherByteOrder) {
  struct Case {
    const char* code;
    const char* big_endian;  // 1 and 3
    DType dtype;
  };
  for (const Case& c :
       {Case{"f2", "\x3C\0\x42\0", DType::F16}, Case{"f4", "\x3F\x80\0\0\x40\x40\0\0", DType::F32},
        Case{"f8", "\x3F\xF0\0\0\0\0\0\0\x40\x08\0\0\0\0\0\0", DType::F64},
        Case{"i1", "\1\3", DType::I8}, Case{"i2", "\0\1\0\3", DType::I16},
        Case{"i4", "\0\0\0\1\0\0\0\3", DType::I32},
        Case{"i8", "\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\3", DType::I64}, Case{"u1", "\1\3", DType::U8},
        Case{"u2", "\0\1\0\3", DType::U16}, Case{"u4", "\0\0\0\1\0\0\0\3", DType::U32},
        Case{"u8", "\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\3", DType::U64}}) {
    SCOPED_TRACE(c.code);
    const std::size_t width = byte_size(c.dtype);
    const std::string big(c.big_endian, 2 * width);
    std::string little = big;
    std::reverse(little.begin(), little.begin() + static_cast<std::ptrdiff_t>(width));
    std::reverse(little.begin() + static_cast<std::ptrdiff_t>(width), little.end());
    for (const bool is_big : {false, true}) {
      const StoredTensor tensor = parsed(npy(
          header_of((is_big ? ">" : "<") + std::string(c.code), "(2,)"), is_big ? big : little));
      EXPECT_EQ(tensor.dtype(), c.dtype);
      EXPECT_EQ(tensor.shape(), Shape{2});
      EXPECT_EQ(tensor.bytes(), little);
      if (is_float(c.dtype))
        EXPECT_TRUE(same(tensor.to_array(), array_of({2}, {1, 3})));
      else
        EXPECT_EQ(tensor.to_ids(), (Ids{1, 3}));
    }
  }
  EXPECT_EQ(parsed(npy(header_of("|b1", "(3,)"), std::string("\1\0\1", 3))).to_mask(),
            (Mask{true, false, true}));
  EXPECT_EQ(parsed(npy(header_of("|i1", "(1,)"), "\xFF")).to_ids(), Ids{-1});
}

TEST(Npy, ReadsFortranOrder) {
  const auto ids = [](const std::string& shape, const std::string& data) {
    return parsed(npy(header_of("|u1", shape, "True"), data)).to_ids();
  };
  EXPECT_EQ(ids("(2, 3)", "\1\4\2\5\3\6"), (Ids{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(ids("(3,)", "\1\2\3"), (Ids{1, 2, 3}));
  const Ids cube = ids("(2, 1, 3)", "\1\4\2\5\3\6");
  EXPECT_EQ(cube, (Ids::Numbers{{{1, 2, 3}}, {{4, 5, 6}}}));
  EXPECT_EQ(ids("(2, 0)", "").size(), 0U);
  EXPECT_EQ(
      parsed(npy(header_of(">i2", "(2, 2)", "True"), std::string("\0\1\0\3\0\2\0\4", 8))).to_ids(),
      (Ids{{1, 2}, {3, 4}}));
}

TEST(Npy, ReadsEveryVersionAndSpelling) {
  for (const int version : {1, 2, 3})
    EXPECT_EQ(parsed(npy(header_of("|u1", "(1,)"), "7", version)).to_ids(), Ids{'7'});
  for (const std::string header : {
           R"({"shape":(1,),"fortran_order":False,"descr":"|u1"})",
           "{ 'shape' : ( 1 , ) , 'descr' : '<u1','fortran_order':False , }   \n",
       })
    EXPECT_EQ(parsed(npy(header, "7")).to_ids(), Ids{'7'}) << header;
  EXPECT_EQ(parsed(npy(header_of("<f8", "()"), std::string(8, '\0'))).shape(), Shape{});
  EXPECT_EQ(parsed(npy(header_of("<f8", "(2, 0, 3)"), "")).shape(), (Shape{2, 0, 3}));
}

TEST(Npy, SaysWhatIsWrongWithAMalformedHeader) {
  struct Malformed {
    std::string header;
    const char* message;
  };
  const std::vector<Malformed> malformed{
      {"", "expected { in the header, which ends there"},
      {"[]", "expected { in the header, got \"[]\""},
      {"{}", "\"descr\" is missing"},
      {"{'descr'", "expected : in the header, which ends there"},
      {"{'descr", "unterminated string in the header"},
      {"{descr: '<f4'}", "expected a quoted string in the header"},
      {"{'descr': '<f4'", "expected } in the header, which ends there"},
      {"{'descr': '<f4',", "expected a quoted string in the header"},
      {"{'descr': '<f4' 'shape': ()}", "expected } in the header, got"},
      {"{'descr': '<f4'}", "\"fortran_order\" is missing"},
      {"{'descr': '<f4', 'fortran_order': False}", "\"shape\" is missing"},
      {"{'descr': '<f4', 'descr': '<f4'}", "\"descr\" appears twice"},
      {"{'color': 'red'}", "unexpected entry \"color\""},
      {"{'descr': [('a', '<f4')]}", "structured arrays are not supported"},
      {header_of("<f3", "(1,)"), "dtype \"<f3\" is not supported"},
      {header_of("<c8", "(1,)"), "dtype \"<c8\" is not supported"},
      {header_of("|O", "(1,)"), "dtype \"|O\" is not supported"},
      {header_of("<U5", "(1,)"), "dtype \"<U5\" is not supported"},
      {header_of("f4", "(1,)"), "dtype \"f4\" is not supported"},
      {header_of("|f4", "(1,)"), "dtype \"|f4\" is not supported"},
      {header_of("", "(1,)"), "dtype \"\" is not supported"},
      {header_of("<f4", "(1,)", "0"), "\"fortran_order\" must be True or False"},
      {header_of("<f4", "(1,)", "'False'"), "\"fortran_order\" must be True or False"},
      {header_of("<f4", "1"), "expected ( in the header, got"},
      {header_of("<f4", "(1)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(-1,)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(1.0,)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(,)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(1 1)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(1,,)"), "\"shape\" must be a tuple"},
      {header_of("<f4", "(1, "), "\"shape\" must be a tuple"},
      {header_of("<f4", "(18446744073709551616,)"), "is too large"},
      {header_of("<f4", "(4611686018427387905,)"), "is too large"},
      {header_of("<f4", "(4294967296, 4294967296)"), "is too large"},
      {header_of("<f4", "(2,)"), "F32 of shape (2,) takes 8 bytes, the file has 4 bytes of data"},
      {header_of("<f4", "(0,)"), "takes 0 bytes, the file has 4 bytes of data"},
      {header_of("<f4", "(1,)") + "x", "nothing may follow the dictionary in the header"},
  };
  for (const Malformed& c : malformed) {
    SCOPED_TRACE(c.header);
    EXPECT_ERROR(parsed(npy(c.header, "1234")), FileError, c.message);
    EXPECT_ERROR(parsed(npy(c.header, "1234")), FileError, "[parse_npy] bytes: ");
  }
}

TEST(Npy, SaysWhatIsWrongBeforeTheHeader) {
  EXPECT_ERROR(parsed(""), FileError, "must begin with \\x93NUMPY");
  EXPECT_ERROR(parsed("\x93NUMPX\1\0"), FileError, "must begin with \\x93NUMPY");
  EXPECT_ERROR(parsed("\x93NUMPY"), FileError, "ends inside its version");
  EXPECT_ERROR(parsed(std::string("\x93NUMPY\1\0\0", 9)), FileError, "ends inside the length");
  EXPECT_ERROR(parsed(std::string("\x93NUMPY\2\0\0\0\0", 11)), FileError, "ends inside the length");
  EXPECT_ERROR(parsed(npy("{}", "", 4)), FileError, "version must be 1.0, 2.0 or 3.0, got 4.0");
  EXPECT_ERROR(parsed(npy("{}", "", 0)), FileError, "got 0.0");
  EXPECT_ERROR(parsed(std::string("\x93NUMPY\1\1\0\0", 10)), FileError, "got 1.1");
  EXPECT_ERROR(parsed(std::string("\x93NUMPY\1\0\3\0{}", 12)), FileError,
               "the header of 3 bytes runs past the end of the file at 12");
  EXPECT_ERROR(parsed(std::string("\x93NUMPY\2\0\xFF\xFF\xFF\xFF{}", 14)), FileError, "4294967295");
}

TEST(Npy, RefusesEveryBeginningOfAFile) {
  const std::string whole = npy(header_of("<f4", "(1,)"), "1234");
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_THROW(parsed(whole.substr(0, n)), FileError) << n;
  EXPECT_THROW(parsed(whole + "x"), FileError);
}

TEST(Npy, WritesTheBytesOfNumPy) {
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  EXPECT_EQ(format_npy(StoredTensor::from(array_of({2}, {1, 2}), DType::F32)),
            npy(header + std::string(128 - 10 - header.size() - 1, ' ') + '\n',
                std::string("\0\0\x80\x3F\0\0\0\x40", 8)));
  // A header of more than 65535 bytes needs version 2.
  const Shape deep(30000, 1);
  const std::string bytes = format_npy(StoredTensor(DType::U8, deep, own_bytes("7")));
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\2\0", 8));
  EXPECT_EQ(bytes.size() % 64, 1U);
  EXPECT_EQ(parsed(bytes).shape(), deep);
}

TEST(Npy, RoundTripsThroughAFile) {
  const test::TemporaryFolder folder;
  const auto path = folder / "x.npy";
  for (int i = 0; i <= static_cast<int>(DType::U64); ++i) {
    const auto dtype = static_cast<DType>(i);
    const StoredTensor tensor(dtype, {2, 1}, own_bytes(std::string(2 * byte_size(dtype), '\1')));
    if (dtype == DType::BF16 || dtype == DType::F8_E4M3 || dtype == DType::F8_E5M2) {
      EXPECT_ERROR(write_npy(path, tensor), ValueError, "[write_npy] NumPy has no");
      continue;
    }
    write_npy(path, tensor);
    EXPECT_EQ(read_npy(path), tensor) << name_of(dtype);
  }
  EXPECT_EQ(folder.entries(), 1);
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{3}, Shape{2, 3, 4, 5, 1}}) {
    const StoredTensor tensor = StoredTensor::from(zeros(shape));
    EXPECT_EQ(parsed(format_npy(tensor)), tensor);
  }
  EXPECT_ERROR(read_npy(folder / "none.npy"), FileError, "[read_npy]");
}

}  // namespace
}  // namespace horloge
