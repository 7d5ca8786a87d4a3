#include "horloge/models/sentence_encoder.h"

#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

const std::string transformer =
    R"({"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"})";
const std::string pooling =
    R"({"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"})";
const std::string normalize =
    R"({"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"})";

/// A folder as MiniLM's, with other settings.
class PoolingFolder {
 public:
  PoolingFolder(const std::string& modules, const std::string& settings) {
    std::filesystem::create_directories(folder_ / "1_Pooling");
    if (!modules.empty()) write_text(folder_ / "modules.json", modules);
    if (!settings.empty()) write_text(folder_ / "1_Pooling" / "config.json", settings);
  }
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

SentenceEncoderOptions pooling_of(const std::string& modules, const std::string& settings) {
  return read_sentence_pooling(PoolingFolder(modules, settings).path());
}

const std::string mean_tokens =
    R"({"word_embedding_dimension": 384, "pooling_mode_cls_token": false,
        "pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": false})";
const std::string first_tokens =
    R"({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false})";

TEST(SentenceEncoder, ReadsWhatTheFolderSays) {
  const std::string both = "[" + transformer + "," + pooling + "]";
  const auto mini =
      pooling_of("[" + transformer + "," + pooling + "," + normalize + "]", mean_tokens);
  EXPECT_EQ(mini.pooling, SentencePooling::mean);
  EXPECT_TRUE(mini.normalize);
  const auto first = pooling_of(both, first_tokens);
  EXPECT_EQ(first.pooling, SentencePooling::first_token);
  EXPECT_FALSE(first.normalize);
  EXPECT_EQ(pooling_of(both, "").pooling, SentencePooling::mean);
  EXPECT_EQ(pooling_of("", first_tokens).pooling, SentencePooling::first_token);
  EXPECT_TRUE(says_sentence_pooling(PoolingFolder("", first_tokens).path()));
  EXPECT_FALSE(says_sentence_pooling(PoolingFolder("", "").path()));
}

TEST(SentenceEncoder, NamesWhatItDoesNotKnow) {
  const auto refused = [](const std::string& modules, const std::string& settings,
                          const std::string& sentence) {
    EXPECT_ERROR(pooling_of(modules, settings), FileError, sentence);
  };
  refused("", R"({"pooling_mode_max_tokens": true, "pooling_mode_mean_tokens": true})",
          "1_Pooling/config.json: pooling_mode_max_tokens is not supported; only ");
  refused("", "{}", "must set one of pooling_mode_cls_token and pooling_mode_mean_tokens");
  refused("", R"({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true})",
          "must set one of");
  refused("", R"({"pooling_mode_mean_tokens": 1})",
          "pooling_mode_mean_tokens must be true or false");
  refused("", "[]", "must be an object of settings");
  refused("", "{", "1_Pooling/config.json");
  refused("{}", "", "modules.json: must be a list of modules");
  refused(R"([{"type": "sentence_transformers.models.Dense"}])", "",
          "modules.json: the module sentence_transformers.models.Dense is not supported; only ");
  refused(R"([{"type": 7}])", "", "the type of a module must be a text");
  refused("[7]", "", "the module  is not supported");
}

// What transformers 4.30.2 computed, pooled here in double as sentence-transformers does: with the
// attention mask, and then divided by the length.
TEST(SentenceEncoder, PoolsWhatTheReferenceComputed) {
  const auto reference = read_safetensors(small_checkpoint("bert_tiny") / "io.safetensors");
  const Array hidden = reference.at("out.hidden_2").to_array();
  const Ids mask = reference.at("in.attention_mask").to_ids();
  const std::size_t B = hidden.shape()[0], T = hidden.shape()[1], D = hidden.shape()[2];
  ModelInput in = input_of(reference.at("in.input_ids").to_ids());
  in.token_type_ids = reference.at("in.token_type_ids").to_ids();
  in.attention_mask = Mask::from_shape({B, T});
  std::copy(mask.begin(), mask.end(), in.attention_mask->begin());
  ASSERT_NE(std::count(mask.begin(), mask.end(), 0), 0);

  const std::shared_ptr<const LanguageModel> model = small_model("bert_tiny");
  for (const bool mean : {false, true})
    for (const bool normalized : {false, true}) {
      Array want = empty({B, D});
      for (std::size_t b = 0; b < B; ++b) {
        std::vector<double> vector(D);
        double tokens = 0, square = 0;
        for (std::size_t t = 0; t < T; ++t) {
          const double part = mean ? static_cast<double>(mask(b, t)) : t == 0 ? 1 : 0;
          tokens += part;
          for (std::size_t d = 0; d < D; ++d) vector[d] += part * hidden(b, t, d);
        }
        for (double& x : vector) {
          x /= tokens;
          square += x * x;
        }
        for (std::size_t d = 0; d < D; ++d)
          want(b, d) = static_cast<real>(normalized ? vector[d] / std::sqrt(square) : vector[d]);
      }
      const SentenceEncoder encoder(
          model, SentenceEncoderOptions()
                     .with_pooling(mean ? SentencePooling::mean : SentencePooling::first_token)
                     .with_normalize(normalized));
      EXPECT_TRUE(near(encoder(in).array(), want, 9.1e-6)) << mean << normalized;
    }
}

TEST(SentenceEncoder, ANewOneIsTheMean) {
  const SentenceEncoder encoder = SentenceEncoder::load(small_checkpoint("bert_tiny"));
  EXPECT_EQ(encoder.options().pooling, SentencePooling::mean);
  EXPECT_FALSE(encoder.options().normalize);
}

TEST(SentenceEncoder, NeedsAModelThatSeesTheWholeText) {
  const auto encoder_of = [](const std::shared_ptr<LanguageModel>& model) {
    return SentenceEncoder(model, {});
  };
  EXPECT_ERROR(encoder_of(small_model("gpt2_tiny")), ValueError,
               "GPT-2 reads from left to right, and makes no vector of a whole text");
  EXPECT_ERROR(encoder_of(test::t5_with_decoder().load()), ValueError, "T5 writes about a text");
  const std::shared_ptr<const LanguageModel> bert = small_model("bert_tiny");
  const SentenceEncoder own(bert, SentenceEncoderOptions().with_pooling(SentencePooling::own));
  ModelInput in = input_of(test::random_ids(1, 3, 90, 1));
  EXPECT_ERROR(own(in), ValueError, "BERT makes no vector of its own");
  in.ids = Ids::from_shape({1, 0});
  EXPECT_ERROR(encoder_of(small_model("bert_tiny"))(in), Error, "");
}

}  // namespace
}  // namespace horloge
