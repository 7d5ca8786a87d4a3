#include "horloge/train/checkpoint.h"

#include "horloge/io/safetensors.h"
#include "horloge/text/utf8.h"
#include "horloge/train/adam.h"
#include "horloge/train/sgd.h"
#include "support/arrays.h"
#include "support/error_of.h"
#include "support/files.h"
#include "train/toy_run.h"

namespace horloge {
namespace {

// A model and its optimizer a few steps on.
struct Trained {
  explicit Trained(std::uint64_t seed, int steps = 3)
      : model(Rng(seed)), sgd(model.parameters(), SGDOptions().with_momentum(0.9)) {
    const auto loss = test::toy_loss(model, seed);
    for (int i = 0; i < steps; ++i) {
      sgd.zero_grad();
      loss(static_cast<std::uint64_t>(i)).backward();
      sgd.step();
    }
  }
  ToyModel model;
  SGD sgd;
};

TrainingState some_state() {
  TrainingState state;
  state.seed = 0xFFFFFFFFFFFFFFFF;
  state.step = 1234567890123;
  state.loss = 0.1;
  state.best = 1.0 / 3;
  state.best_step = 7;
  state.evaluations_since_best = 2;
  state.stopped_early = true;
  return state;
}

// As it was written before checkpoints had checksums: what is changed in it is not damage.
void write_without_checksum(const std::filesystem::path& path, SafetensorsFile file) {
  file.metadata.erase("crc32");
  if (file.metadata.count("format") > 0) file.metadata["format"] = "horloge checkpoint 1";
  write_safetensors(path, file);
}

TEST(Checkpoint, GivesBackTheWeightsAlone) {
  const TemporaryFolder folder;
  const Trained source(1);
  save_checkpoint(folder / "c", source.model, source.sgd, some_state());
  ToyModel copy(Rng(2));
  EXPECT_EQ(load_checkpoint(folder / "c", copy).best_step, 7U);
  const auto want = source.model.state_dict();
  const auto got = copy.state_dict();
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_TRUE(same(got[i].tensor.array(), want[i].tensor.array())) << want[i].name;
  EXPECT_EQ(*copy.named_counters()[0].second, 0U);

  ToyModel wider(Rng(2), 40);
  EXPECT_ERROR(load_checkpoint(folder / "c", wider), ValueError, "written with another model");
}

TEST(Checkpoint, GivesBackEverything) {
  const TemporaryFolder folder;
  const Trained source(1);
  save_checkpoint(folder / "c", source.model, source.sgd, some_state());
  Trained copy(2, 1);
  const TrainingState state = load_checkpoint(folder / "c", copy.model, copy.sgd);
  EXPECT_EQ(state.seed, 0xFFFFFFFFFFFFFFFF);
  EXPECT_EQ(state.step, 1234567890123U);
  EXPECT_EQ(state.loss, 0.1);
  EXPECT_EQ(state.best, 1.0 / 3);
  EXPECT_EQ(state.best_step, 7U);
  EXPECT_EQ(state.evaluations_since_best, 2U);
  EXPECT_TRUE(state.stopped_early);
  EXPECT_EQ(*copy.model.named_counters()[0].second, 3U);
  const auto want = source.model.state_dict();
  const auto got = copy.model.state_dict();
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_TRUE(same(got[i].tensor.array(), want[i].tensor.array())) << want[i].name;
  const OptimizerState sgd = source.sgd.state();
  const OptimizerState sgd_again = copy.sgd.state();
  EXPECT_EQ(sgd_again.counters, sgd.counters);
  ASSERT_EQ(sgd_again.tensors.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(same(sgd_again.tensors[i].tensor.array(), sgd.tensors[i].tensor.array()));
  save_checkpoint(folder / "d", copy.model, copy.sgd, state);
  EXPECT_EQ(test::read_text(folder / "c"), test::read_text(folder / "d"));
}

TEST(Checkpoint, AFreshStateIsKeptToo) {
  const TemporaryFolder folder;
  Trained run(1, 0);
  save_checkpoint(folder / "c", run.model, run.sgd, {});
  const TrainingState state = load_checkpoint(folder / "c", run.model, run.sgd);
  EXPECT_TRUE(std::isnan(state.loss));
  EXPECT_TRUE(std::isinf(state.best));
  EXPECT_TRUE(run.sgd.state().tensors.empty());
}

TEST(Checkpoint, IsASafetensorsFileWithTheModelsNames) {
  const TemporaryFolder folder;
  const Trained run(1);
  save_checkpoint(folder / "c", run.model, run.sgd, {});
  const auto file = read_safetensors(folder / "c");
  EXPECT_TRUE(same(file.at("model.first.weight").to_array(), run.model.first.weight.array()));
  EXPECT_EQ(file.at("optimizer.0.steps").to_ids()(), 3);
  EXPECT_EQ(file.at("counter.dropout.calls").to_ids()(), 3);
}

TEST(Checkpoint, RefusesAnotherModelOrOptimizerAndChangesNothing) {
  const TemporaryFolder folder;
  const auto path = folder / "c";
  const std::string is_of = "[load_checkpoint] " + path.string() + " was written with another ";
  const Trained source(1);
  save_checkpoint(path, source.model, source.sgd, {});

  ToyModel wider(Rng(2), 33);
  const Array before = wider.first.weight.array();
  SGD wider_sgd(wider.parameters(), SGDOptions().with_momentum(0.9));
  EXPECT_ERROR(load_checkpoint(path, wider, wider_sgd), ValueError,
               is_of + "model: first.weight is (32, 6) there, (33, 6) here");
  EXPECT_TRUE(same(wider.first.weight.array(), before));

  Rng rng(3);
  Linear single(6, 32, rng);
  SGD single_sgd(single.parameters(), SGDOptions().with_momentum(0.9));
  EXPECT_ERROR(load_checkpoint(path, single, single_sgd), ValueError,
               is_of + "model: it has no weight (32, 6)");
  save_checkpoint(folder / "single", single, single_sgd, {});

  Trained other(2);
  const Array weight = other.model.first.weight.array();
  Adam adam(other.model.parameters());
  EXPECT_ERROR(load_checkpoint(path, other.model, adam), ValueError,
               is_of +
                   "optimizer: SGD 4 parameters (momentum 0.9, dampening 0, weight_decay 0, "
                   "nesterov false) there, Adam 4 parameters (betas 0.9 0.999");
  SGD plain(other.model.parameters());
  EXPECT_ERROR(load_checkpoint(path, other.model, plain), ValueError, is_of + "optimizer: SGD");
  EXPECT_TRUE(same(other.model.first.weight.array(), weight));

  // Another file of the same kind with one thing more, less or different.
  const auto altered = [&](const auto& alter) {
    auto file = read_safetensors(path);
    alter(file);
    write_without_checksum(folder / "altered", file);
    return load_checkpoint(folder / "altered", other.model, other.sgd);
  };
  EXPECT_ERROR(altered([](auto& f) { f.tensors.emplace("model.third", f.at("model.first.bias")); }),
               ValueError, "another model: its third (32,) is unknown here");
  EXPECT_ERROR(altered([](auto& f) { f.tensors.erase("counter.dropout.calls"); }), ValueError,
               "another model: it has no counter dropout.calls");
  EXPECT_ERROR(altered([](auto& f) { f.tensors.emplace("counter.x", f.at("optimizer.0.steps")); }),
               ValueError, "another model: it has 2 counters, this one has 1");
  EXPECT_ERROR(altered([](auto& f) { f.tensors.erase("optimizer.0.momentum_buffer"); }), FileError,
               "[SGD] the state does not fit: 0.momentum_buffer is missing");
  EXPECT_ERROR(altered([](auto& f) {
                 const auto other_type = test::in_double ? DType::F32 : DType::F64;
                 f.tensors.at("model.first.bias") =
                     StoredTensor::from(f.at("model.first.bias").to_array(), other_type);
               }),
               ValueError, "another precision: first.bias is ");
  EXPECT_TRUE(same(other.model.first.weight.array(), weight));
}

TEST(Checkpoint, RefusesAnotherSettingAndSaysBoth) {
  const TemporaryFolder folder;
  const auto run = [&](double p, const std::string& heads) {
    class Model : public Module {
     public:
      Model(double dropout, const std::string& num_heads, Rng rng)
          : linear(child("linear", Linear(2, 2, rng))), drop(child("drop", Dropout(dropout, rng))) {
        if (!num_heads.empty()) setting("num_heads", num_heads);
      }
      Linear linear;
      Dropout drop;
    };
    return Model(p, heads, Rng(1));
  };
  const auto path = folder / "c";
  auto model = run(0.1, "4");
  SGD sgd(model.parameters());
  save_checkpoint(path, model, sgd, {});
  const auto load = [&](auto other) {
    SGD of_other(other.parameters());
    return load_checkpoint(path, other, of_other);
  };
  const std::string is_of = path.string() + " was written with another model: ";
  EXPECT_ERROR(load(run(0.1, "8")), ValueError, is_of + "num_heads is \"4\" there, \"8\" here");
  EXPECT_ERROR(load(run(0.2, "4")), ValueError, is_of + "drop.p is \"0.1\" there, \"0.2\" here");
  EXPECT_ERROR(load(run(0.1, "")), ValueError, is_of + "its num_heads, \"4\", is unknown here");
  auto for_use = run(0.2, "4");
  load_checkpoint(path, for_use);  // where nothing is dropped
  auto another = run(0.1, "8");
  EXPECT_ERROR(load_checkpoint(path, another), ValueError, "num_heads");

  auto older = read_safetensors(path);  // from before settings were written
  older.metadata.erase("settings");
  write_without_checksum(path, older);
  EXPECT_EQ(load(run(0.1, "8")).step, 0U);
}

TEST(Checkpoint, RefusesAFileThatIsNone) {
  const TemporaryFolder folder;
  Trained run(1);
  const auto path = folder / "c";
  EXPECT_THROW(load_checkpoint(path, run.model, run.sgd), FileError);
  write_text(path, "no safetensors file");
  EXPECT_THROW(load_checkpoint(path, run.model, run.sgd), FileError);
  save_checkpoint(path, run.model, run.sgd, {});
  auto file = read_safetensors(path);
  file.metadata["step"] = "12x";
  write_without_checksum(path, file);
  EXPECT_ERROR(load_checkpoint(path, run.model, run.sgd), FileError,
               "its step is not a number: \"12x\"");
  file.metadata.erase("step");
  write_without_checksum(path, file);
  EXPECT_ERROR(load_checkpoint(path, run.model, run.sgd), FileError,
               path.string() + ": is not a checkpoint: its metadata has no \"step\"");
  file.metadata.clear();
  write_without_checksum(path, file);
  EXPECT_ERROR(load_checkpoint(path, run.model, run.sgd), FileError, "has no \"format\"");
}

TEST(Checkpoint, WithoutAChecksumIsReadAllTheSame) {
  const TemporaryFolder folder;
  const Trained source(1);
  save_checkpoint(folder / "c", source.model, source.sgd, some_state());
  write_without_checksum(folder / "old", read_safetensors(folder / "c"));
  Trained copy(2, 1);
  EXPECT_EQ(load_checkpoint(folder / "old", copy.model, copy.sgd).best_step, 7U);
  save_checkpoint(folder / "d", copy.model, copy.sgd, some_state());
  EXPECT_EQ(test::read_text(folder / "c"), test::read_text(folder / "d"));
}

std::string trouble_with(const std::filesystem::path& path, Trained& run) {
  return error_of<Error>([&] { load_checkpoint(path, run.model, run.sgd); });
}

TEST(Checkpoint, OneFlippedBitIsNoticedWhereverItIs) {
  const TemporaryFolder folder;
  Trained run(1);
  save_checkpoint(folder / "c", run.model, run.sgd, some_state());
  const std::string bytes = test::read_text(folder / "c");
  const std::size_t data = bytes.rfind('}', 4096) + 1;
  std::fstream file(folder / "c", std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&](std::size_t at, unsigned char byte) {
    file.seekp(static_cast<std::streamoff>(at)).put(static_cast<char>(byte)).flush();
  };
  for (std::size_t i = 0; i < bytes.size(); i += i < data + 64 ? 1 : 61) {
    const auto right = static_cast<unsigned char>(bytes[i]);
    for (unsigned bit = i % 2; bit < 8; bit += 2) {
      put(i, static_cast<unsigned char>(right ^ (1U << bit)));
      const std::string trouble = trouble_with(folder / "c", run);
      ASSERT_NE(trouble, "no error") << "byte " << i << ", bit " << bit;
      ASSERT_NO_THROW(utf8_characters(trouble, "trouble")) << "byte " << i << ", bit " << bit;
      ASSERT_LT(trouble.size(), 1000U) << trouble;
    }
    put(i, right);
  }
  EXPECT_EQ(trouble_with(folder / "c", run), "no error");
}

TEST(Checkpoint, DamagedNumbersAreCalledDamage) {
  const TemporaryFolder folder;
  Trained run(1);
  save_checkpoint(folder / "c", run.model, run.sgd, some_state());
  std::string bytes = test::read_text(folder / "c");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write_text(folder / "c", bytes);
  EXPECT_THAT(trouble_with(folder / "c", run),
              testing::MatchesRegex(".load_checkpoint. .* is damaged: its checksum is "
                                    "[0-9a-f]{8}, and [0-9a-f]{8} was written; .*"));
}

}  // namespace
}  // namespace horloge
