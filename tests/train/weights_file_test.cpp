#include "horloge/train/weights_file.h"

#include "horloge/io/safetensors.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/train/checkpoint.h"
#include "horloge/train/sgd.h"
#include "support/arrays.h"
#include "support/files.h"
#include "train/toy_run.h"

namespace horloge {
namespace {

TEST(WeightsFile, GivesBackTheWeights) {
  const TemporaryFolder folder;
  const ToyModel source{Rng(1)};
  save_weights(source, folder / "w");
  ToyModel copy{Rng(2)};
  const StateKeys keys = load_weights(copy, folder / "w");
  EXPECT_TRUE(keys.missing.empty() && keys.unexpected.empty());
  EXPECT_TRUE(same(copy.first.weight.array(), source.first.weight.array()));
  EXPECT_TRUE(same(copy.second.bias.array(), source.second.bias.array()));
  const auto file = read_safetensors(folder / "w");
  EXPECT_EQ(file.tensors.size(), 4U);
  EXPECT_EQ(file.metadata.at("format"), "pt");
  EXPECT_EQ(folder.entries(), 1);  // no temporary file is left
}

// Each byte behind the header is a part of some weight.
TEST(WeightsFile, NoticesEveryFlippedByte) {
  const TemporaryFolder folder;
  const ToyModel source{Rng(1), 4};
  save_weights(source, folder / "w");
  const std::string whole = test::read_text(folder / "w");
  std::uint64_t header = 0;
  std::memcpy(&header, whole.data(), sizeof header);
  ToyModel copy{Rng(2), 4};
  const Array before = copy.first.weight.array();
  for (std::size_t i = sizeof header + header; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] ^= static_cast<char>(1U << i % 8);
    test::write_text(folder / "f", flipped);
    EXPECT_ERROR(load_weights(copy, folder / "f"), FileError,
                 "[load_weights] " + (folder / "f").string() + ": tensor \"");
  }
  EXPECT_TRUE(same(copy.first.weight.array(), before));
}

TEST(WeightsFile, NamesTheDamagedTensor) {
  const TemporaryFolder folder;
  save_weights(ToyModel{Rng(1)}, folder / "w");
  auto file = read_safetensors(folder / "w");
  file.metadata["crc32.second.bias"] = "0123abcd";
  write_safetensors(folder / "w", file);
  ToyModel copy{Rng(2)};
  EXPECT_ERROR(load_weights(copy, folder / "w"), FileError,
               ": tensor \"second.bias\" is damaged: its checksum is ");
  file.metadata.erase("crc32.second.bias");  // as other programs write it
  write_safetensors(folder / "w", file);
  EXPECT_NO_THROW(load_weights(copy, folder / "w"));
}

TEST(WeightsFile, SaysWhatIsMissingOrUnexpected) {
  const TemporaryFolder folder;
  const ToyModel source{Rng(1)};
  save_weights(source, folder / "w");
  auto file = read_safetensors(folder / "w");
  file.tensors.emplace("third", file.at("first.bias"));
  file.tensors.erase("second.bias");
  write_safetensors(folder / "w", file);
  ToyModel copy{Rng(2)};
  const Array before = copy.first.weight.array();
  EXPECT_ERROR(load_weights(copy, folder / "w"), ValueError,
               "[load_weights] " + (folder / "w").string() +
                   ": the state does not fit the module; missing: second.bias (3,) unexpected: "
                   "third (32,)");
  EXPECT_TRUE(same(copy.first.weight.array(), before));
  const StateKeys keys = load_weights(copy, folder / "w", Strict::no);
  EXPECT_THAT(keys.missing, testing::ElementsAre("second.bias"));
  EXPECT_THAT(keys.unexpected, testing::ElementsAre("third"));
  EXPECT_TRUE(same(copy.first.weight.array(), source.first.weight.array()));
}

TEST(WeightsFile, RefusesOtherShapesAndNumbers) {
  const TemporaryFolder folder;
  ToyModel model{Rng(1)};
  save_weights(ToyModel(Rng(1), 40), folder / "wider");
  EXPECT_ERROR(load_weights(model, folder / "wider", Strict::no), ShapeError,
               "first.weight has shape (40, 6) in the state, (32, 6) in the module");
  SafetensorsFile ids;
  ids.tensors.emplace("first.bias", StoredTensor::from(arange(32)));
  write_safetensors(folder / "ids", ids);
  EXPECT_ERROR(load_weights(model, folder / "ids"), ValueError,
               "first.bias must hold floats, holds I64");
  SGD sgd(model.parameters());
  save_checkpoint(folder / "c", model, sgd, {});
  EXPECT_ERROR(load_weights(model, folder / "c"), FileError,
               "is a checkpoint of training; load_checkpoint reads it");
  EXPECT_ERROR(load_weights(model, folder / "none"), FileError, "none");
  EXPECT_ERROR((save_weights(model, folder / "none" / "w"), 0), FileError, "none");
}

TEST(WeightsFile, ConvertsThePrecision) {
  const TemporaryFolder folder;
  ToyModel model{Rng(1)};
  SafetensorsFile file;
  for (const auto& [name, tensor] : model.state_dict())
    file.tensors.emplace(name, StoredTensor::from(full(tensor.shape(), real{0.5}), DType::BF16));
  write_safetensors(folder / "w", file);
  load_weights(model, folder / "w");
  EXPECT_TRUE(same(model.first.bias.array(), full({32}, real{0.5})));
}

template <class Scheme>
class Placed : public Module {
 public:
  explicit Placed(const Scheme& scheme) { child("positions", scheme); }
};

TEST(WeightsFile, RemembersThePositionScheme) {
  const TemporaryFolder folder;
  save_weights(Placed<RotaryPositions>(RotaryPositions(8)), folder / "w");
  Placed<AlibiPositions> other(AlibiPositions(2));
  EXPECT_ERROR(load_weights(other, folder / "w"), ValueError,
               "was written with another model: positions.scheme is \"rotary, q and k rotated in "
               "pairs (i, i + 4); base 10000\" there, \"alibi\" here");
  Placed<RotaryPositions> slower(RotaryPositions(8, RotaryOptions().with_base(500000)));
  EXPECT_ERROR(load_weights(slower, folder / "w", Strict::no), ValueError, "base 500000\" here");
}

}  // namespace
}  // namespace horloge
