#include "horloge/io/stored_tensor.h"

#include "support/arrays.h"

namespace horloge {
namespace {

Ids ids_of(const Shape& shape, std::initializer_list<std::int64_t> numbers) {
  Ids ids = Ids::from_shape(shape);
  std::copy(numbers.begin(), numbers.end(), ids.data());
  return ids;
}

StoredTensor stored(DType dtype, const Shape& shape, const std::string& bytes) {
  return {dtype, shape, own_bytes(bytes)};
}

TEST(DType, NamesAndSizes) {
  for (const DType dtype : {DType::BOOL, DType::U8, DType::I8, DType::F8_E5M2, DType::F8_E4M3})
    EXPECT_EQ(byte_size(dtype), 1U) << name_of(dtype);
  for (const DType dtype : {DType::I16, DType::U16, DType::F16, DType::BF16})
    EXPECT_EQ(byte_size(dtype), 2U) << name_of(dtype);
  for (const DType dtype : {DType::I32, DType::U32, DType::F32})
    EXPECT_EQ(byte_size(dtype), 4U) << name_of(dtype);
  for (const DType dtype : {DType::F64, DType::I64, DType::U64})
    EXPECT_EQ(byte_size(dtype), 8U) << name_of(dtype);
  for (int i = 0; i <= static_cast<int>(DType::U64); ++i)
    EXPECT_EQ(parse_dtype(name_of(static_cast<DType>(i))), static_cast<DType>(i));
  EXPECT_EQ(name_of(DType::F8_E4M3), "F8_E4M3");
  EXPECT_EQ(parse_dtype("f32"), std::nullopt);
  EXPECT_TRUE(is_float(DType::BF16) && !is_float(DType::U8) && !is_float(DType::BOOL));
  EXPECT_TRUE(is_integer(DType::U8) && !is_integer(DType::BOOL) && !is_integer(DType::F64));
}

TEST(StoredTensor, FloatsOfEveryWidthComeBack) {
  const Array x = array_of({2, 3}, {0, -1.5, 0.25, 448, -0.015625, 2});
  for (const DType dtype :
       {DType::F8_E5M2, DType::F8_E4M3, DType::F16, DType::BF16, DType::F32, DType::F64}) {
    const StoredTensor tensor = StoredTensor::from(x, dtype);
    EXPECT_EQ(tensor.dtype(), dtype);
    EXPECT_EQ(tensor.bytes().size(), 6 * byte_size(dtype));
    EXPECT_EQ(tensor.size(), 6U);
    EXPECT_TRUE(same(tensor.to_array(), array_of({2, 3}, {0, -1.5, 0.25, 448, -0.015625, 2})))
        << name_of(dtype);
    EXPECT_EQ(tensor.to_doubles()[1], -1.5);
  }
  EXPECT_EQ(StoredTensor::from(x).dtype(), real_dtype);
}

TEST(StoredTensor, BytesAreLittleEndian) {
  EXPECT_EQ(StoredTensor::from(array_of({1}, {1}), DType::F32).bytes(),
            std::string("\0\0\x80\x3F", 4));
  EXPECT_EQ(StoredTensor::from(array_of({1}, {1}), DType::F16).bytes(), std::string("\0\x3C", 2));
  EXPECT_EQ(StoredTensor::from(ids_of({2}, {1, -2}), DType::I16).bytes(),
            std::string("\1\0\xFE\xFF", 4));
  EXPECT_EQ(stored(DType::F64, {1}, std::string("\0\0\0\0\0\0\xF8\x3F", 8)).to_doubles()[0], 1.5);
}

TEST(StoredTensor, KeepsEveryBitOfReal) {
  const real third = real{1} / 3;
  const Array x = array_of({4}, {third, -INFINITY, std::numeric_limits<real>::denorm_min(), NAN});
  EXPECT_TRUE(same(StoredTensor::from(x).to_array(), x));
  EXPECT_EQ(StoredTensor::from(x, DType::F32).to_doubles()[0], static_cast<double>(1.0F / 3));
}

TEST(StoredTensor, ToDoublesIsExactInBothPrecisions) {
  const double x = 1.0 / 3;
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &x, 8);
  const StoredTensor tensor = stored(DType::F64, {1}, bytes);
  EXPECT_EQ(tensor.to_doubles()[0], x);
  EXPECT_EQ(tensor.to_array()(0), static_cast<real>(x));
}

TEST(StoredTensor, IntegersOfEveryWidthComeBackExactly) {
  struct Case {
    DType dtype;
    std::int64_t low, high;
  };
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  for (const Case& c :
       {Case{DType::U8, 0, 255}, Case{DType::I8, -128, 127}, Case{DType::I16, -32768, 32767},
        Case{DType::U16, 0, 65535}, Case{DType::I32, -2147483648LL, 2147483647},
        Case{DType::U32, 0, 4294967295LL}, Case{DType::I64, lowest, highest},
        Case{DType::U64, 0, highest}}) {
    const Ids ids = ids_of({3}, {c.low, 1, c.high});
    EXPECT_EQ(StoredTensor::from(ids, c.dtype).to_ids(), ids) << name_of(c.dtype);
    if (c.low != lowest)
      EXPECT_ERROR(StoredTensor::from(ids_of({1}, {c.low - 1}), c.dtype), ValueError,
                   fmt::format("{} does not fit into {}", c.low - 1, name_of(c.dtype)));
    if (c.high != highest)
      EXPECT_ERROR(StoredTensor::from(ids_of({1}, {c.high + 1}), c.dtype), ValueError,
                   "does not fit");
  }
  // Neighbours that a double could not tell apart.
  const Ids close = ids_of({2}, {highest, highest - 1});
  EXPECT_EQ(StoredTensor::from(close).to_ids(), close);
}

TEST(StoredTensor, RefusesAnIdThatIsTooLarge) {
  const std::string bytes("\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80", 16);
  EXPECT_ERROR(stored(DType::U64, {2}, bytes).to_ids(), ValueError,
               "but element 1 of the U64 numbers is 9223372036854775808");
}

TEST(StoredTensor, MasksAreBytesOfZeroAndOne) {
  const Mask mask{{true, false}, {false, true}};
  EXPECT_EQ(StoredTensor::from(mask).bytes(), std::string("\1\0\0\1", 4));
  EXPECT_EQ(StoredTensor::from(mask).to_mask(), mask);
  EXPECT_EQ(stored(DType::U8, {2, 2}, std::string("\1\0\0\1", 4)).to_mask(), mask);
  EXPECT_ERROR(stored(DType::BOOL, {2}, "\1\2").to_mask(), ValueError, "element 1 is 2");
  EXPECT_ERROR(stored(DType::I8, {2}, "\1\1").to_mask(), ValueError, "needs BOOL or U8");
}

TEST(StoredTensor, NeverConvertsBetweenKinds) {
  const StoredTensor ids = StoredTensor::from(ids_of({1}, {1}));
  EXPECT_ERROR(ids.to_array(), ValueError, "the file has I64; read it with to_ids()");
  EXPECT_ERROR(ids.to_doubles(), ValueError, "[to_doubles]");
  EXPECT_ERROR(StoredTensor::from(array_of({1}, {1})).to_ids(), ValueError, "to_array()");
  EXPECT_ERROR(StoredTensor::from(Mask{true}).to_ids(), ValueError, "to_mask()");
  EXPECT_ERROR(StoredTensor::from(Mask{true}).to_array(), ValueError, "to_mask()");
  EXPECT_ERROR(StoredTensor::from(array_of({1}, {1}), DType::I32), ValueError, "not I32");
  EXPECT_ERROR(StoredTensor::from(ids_of({1}, {1}), DType::F32), ValueError, "not F32");
  EXPECT_ERROR(StoredTensor::from(ids_of({1}, {1}), DType::BOOL), ValueError, "not BOOL");
}

TEST(StoredTensor, HandlesScalarsAndEmptyShapes) {
  const StoredTensor scalar = StoredTensor::from(array_of({}, {7}));
  EXPECT_EQ(scalar.shape(), Shape{});
  EXPECT_EQ(scalar.to_array()(), real{7});
  const StoredTensor nothing = StoredTensor::from(zeros({3, 0, 2}));
  EXPECT_EQ(nothing.bytes().size(), 0U);
  EXPECT_EQ(nothing.to_array().shape(), (Shape{3, 0, 2}));
}

TEST(StoredTensor, RefusesBytesThatDoNotFitTheShape) {
  EXPECT_ERROR(stored(DType::F32, {2}, "1234"), ShapeError, "F32 of shape (2,)");
  const std::size_t huge = std::size_t{1} << 62U;
  EXPECT_ERROR(stored(DType::U8, {huge, 4}, ""), ShapeError, "does not take 0 bytes");
  EXPECT_ERROR(stored(DType::U8, {0, huge, 4}, ""), ShapeError, "does not take 0 bytes");
}

TEST(StoredTensor, ConvertsMoreThanOneTile) {
  const Array x = Rng(1).normal({5, 20011});
  const Array back = StoredTensor::from(x, DType::F16).to_array();
  for (std::size_t i = 0; i < x.size(); ++i)
    ASSERT_NEAR(back.data()[i], x.data()[i], std::fabs(x.data()[i]) / 2048 + 3e-8) << i;
}

}  // namespace
}  // namespace horloge
