
#include "golden/run_on.h"
#include "support/small_models.h"

namespace horloge::golden {
namespace {

using test::TemporaryFolder;

const std::filesystem::path runs = std::filesystem::path(HORLOGE_DATA_DIR) / "golden/training";
TEST(GoldenTraining, FollowsTheConvention) {
  const auto trained = [](const std::string& convention) {
    SafetensorsFile file = read_safetensors(runs / "gpt2_sgd.safetensors");
    file.metadata["convention"] = convention;
    return run_case(file);
  };
  EXPECT_EQ(trained("SGD lr 0.02 momentum 0.9, clip_grad_norm_ 1.0; and so on"), agrees);
  for (const char* other :
       {"SGD lr 0.02 momentum 0.8, clip_grad_norm_ 1.0", "SGD lr 0.02 momentum 0.9",
        "SGD lr 0.03 momentum 0.9, clip_grad_norm_ 1.0", "AdamW lr 0.02, clip_grad_norm_ 1.0"})
    EXPECT_THAT(trained(other), HasSubstr("out.probe_logits")) << other;
  EXPECT_THAT(trained("SGD lr 0.02 with care"),
              HasSubstr("nobody here knows what the convention means by \"with care\""));
  EXPECT_THAT(trained("SGD lr high"), HasSubstr("must have a number behind lr, has \"high\""));
  EXPECT_THAT(trained(""), HasSubstr("has a learning rate, lr"));
  EXPECT_THAT(trained("Lion lr 0.02"), HasSubstr("nobody here knows the optimizer \"Lion\""));
}

TEST(GoldenTraining, PutsSettingsBeforeTheConvention) {
  const auto trained = [](const std::string& more) {
    SafetensorsFile file = read_safetensors(runs / "gpt2_sgd.safetensors");
    file.metadata["config"] = R"({"initial_weights": "models/gpt2_tiny", )" + more + "}";
    return run_case(file);
  };
  EXPECT_EQ(trained(R"("class": "GPT2LMHeadModel")"), agrees);
  EXPECT_EQ(trained(R"("optimizer": "SGD", "lr": 0.02, "momentum": 0.9, "max_norm": 1)"), agrees);
  EXPECT_THAT(trained(R"("momentum": 0.8)"), HasSubstr("out.probe_logits"));
  EXPECT_THAT(trained(R"("class": "GPT2Falcon")"), HasSubstr("GPT2Falcon"));
}

TEST(GoldenTraining, TakesTheRatesOfAScheduleFromTheirList) {
  const auto trained = [](real factor) {
    SafetensorsFile file = read_safetensors(runs / "gpt2_sgd.safetensors");
    file.metadata["convention"] = "SGD momentum 0.9, a cosine at last, clip_grad_norm_ 1.0";
    Array rates = file.at("out.lr").to_array();
    rates(9) *= factor;
    file.tensors.at("out.lr") = StoredTensor::from(rates, DType::F32);
    return run_case(file);
  };
  EXPECT_THAT(trained(2), AllOf(HasSubstr("out.probe_logits"), Not(HasSubstr("out.loss"))));
  EXPECT_EQ(trained(1), agrees);
}

TEST(GoldenTraining, DecodersReadTheirLabelsOnePlaceLater) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "t5");
  const test::ChangedCheckpoint t5 = test::t5_with_decoder();
  test::write_text(folder / "t5" / "config.json", t5.config.dump());
  write_safetensors(folder / "t5" / "model.safetensors", t5.weights);
  const auto model = t5.load();
  ModelInput in;
  in.ids = test::random_ids(2, 5, 80, 1);
  const Ids labels = test::random_ids(2, 4, 80, 2);
  in.decoder_ids = shifted_right(model->info, labels);
  const real loss = language_model_loss(*model, model->forward(in).logits, labels).item();

  const auto one_step = [](Ids ids) {
    ids.reshape({1, ids.shape()[0], ids.shape()[1]});
    return StoredTensor::from(ids);
  };
  SafetensorsFile run;
  run.metadata = {{"kind", "training"},
                  {"convention", "SGD lr 0.1"},
                  {"config", R"({"initial_weights": "t5"})"}};
  run.tensors.emplace("in.input_ids", one_step(in.ids));
  run.tensors.emplace("in.labels", one_step(labels));
  run.tensors.emplace("out.loss", StoredTensor::from(Array{loss}, DType::F32));
  write_safetensors(folder / "run.safetensors", run);
  EXPECT_EQ(run_on(folder), agrees);
  run.tensors.emplace("in.decoder_input_ids", one_step(labels));
  write_safetensors(folder / "run.safetensors", run);
  EXPECT_THAT(run_on(folder), HasSubstr("out.loss"));
}

TEST(GoldenTraining, SeesTheLastWeights) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(runs / "gpt2_sgd.safetensors", folder / "run.safetensors");
  SafetensorsFile last = read_safetensors(runs / "gpt2_sgd_final.safetensors");
  write_safetensors(folder / "run_final.safetensors", last);
  EXPECT_EQ(run_on(folder), agrees);
  Array weight = last.at("transformer.h.1.ln_2.weight").to_array();
  weight *= real{1.001};
  last.tensors.at("transformer.h.1.ln_2.weight") = StoredTensor::from(weight, DType::F32);
  write_safetensors(folder / "run_final.safetensors", last);
  EXPECT_THAT(run_on(folder),
              HasSubstr("final weight stack.blocks.1.feed_forward_norm.weight: off by"));
}

}  // namespace
}  // namespace horloge::golden
