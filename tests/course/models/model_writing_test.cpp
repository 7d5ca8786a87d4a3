// The words of a model as they come, on a terminal and elsewhere.

#include "course/models/model_writing.h"

#include <gmock/gmock.h>

#include <csignal>

#include "../runner/scratch.h"
#include "horloge/models/models.h"
#include "horloge/nn/position/none.h"

namespace models {
namespace {

using namespace runner;

using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStdout;
using namespace std::chrono_literals;

class ModelWritingTest : public testing::Test {
 protected:
  ModelScreen screen(std::size_t width, bool moves) {
    session.terminal.width = session.terminal.columns = width;
    session.terminal.moves = moves;
    return {session, view, names, "learned"};
  }
  // What is shown while f runs.
  template <class F>
  std::string shown(const F& f) const {
    CaptureStdout();
    f();
    return GetCapturedStdout();
  }

  Scratch scratch;
  Session session = scratch.session();
  std::shared_ptr<horloge::LanguageModel> model =
      horloge::load_pretrained(std::string(HORLOGE_DATA_DIR) + "/golden/models/gpt2_tiny");
  ModelView view{*model, {5, 17}, 1, nullptr};
  TokenNames names;
  const ModelWriting::Clock::time_point start;
};

TEST_F(ModelWritingTest, TheLastLineGrowsAboveHowFarItIs) {
  ModelWriting writing(screen(40, true), 100, start);
  EXPECT_EQ(shown([&] { writing.add(39, start + 20ms); }), "");  // soon enough
  EXPECT_EQ(shown([&] { writing.add(68, start + 500ms); }),
            "After 5 17 it writes: 39 68\n\r2 of 100 tokens, 25 s left, 4.0 a sec..\x1b[K");
  EXPECT_EQ(shown([&] { writing.add(18, start + 2000ms); }),
            "\r\x1b[K\x1b[A\x1b[KAfter 5 17 it writes: 39 68 18\n"
            "\r3 of 100 tokens, 1 min 05 s left, 1.5..\x1b[K");
  EXPECT_EQ(shown([&] { writing.end(false, start + 2000ms); }),
            "\r\x1b[K\x1b[A\x1b[KAfter 5 17 it writes: 39 68 18, the\n  end\n"
            "3 tokens, 1.5 a second\n");
}

TEST_F(ModelWritingTest, FullLinesStay) {
  ModelWriting writing(screen(26, true), 3, start);
  EXPECT_EQ(shown([&] { writing.add(39, start + 1s); }),
            "After 5 17 it writes: 39\n\r1 of 3 tokens, 2 s left..\x1b[K");
  EXPECT_EQ(
      shown([&] { writing.add(68, start + 2s); }),
      "\r\x1b[K\x1b[A\x1b[KAfter 5 17 it writes: 39\n  68\n\r2 of 3 tokens, 1 s left..\x1b[K");
  EXPECT_EQ(shown([&] {
              writing.add(18, start + 3s);
              writing.end(false, start + 4s);
            }),
            "\r\x1b[K\x1b[A\x1b[K  68 18\n\r3 of 3 tokens, 0 s left..\x1b[K"
            "\r\x1b[K\x1b[A\x1b[K  68 18\n3 tokens, 0.8 a second\n");
}

TEST_F(ModelWritingTest, WithoutATerminalALineComesOnceItIsFull) {
  ModelWriting writing(screen(26, false), 3, start);
  EXPECT_EQ(shown([&] { writing.add(39, start + 1s); }), "");
  EXPECT_EQ(shown([&] { writing.add(68, start + 2s); }), "After 5 17 it writes: 39\n");
  EXPECT_EQ(shown([&] { writing.end(); }), "  68, the end\n");
}

TEST_F(ModelWritingTest, WritesWhatTheModelSays) {
  horloge::GenerateOptions options;
  options.max_new_tokens = 4;
  const horloge::Ids all = model->generate(as_batch({5, 17}), options);
  std::string words;
  for (std::size_t t = 2; t < all.shape()[1]; ++t) words += " " + std::to_string(all(0, t));
  EXPECT_EQ(shown([&] { write_on(screen(80, false), options); }),
            "After 5 17 it writes:" + words + "\n");
}

TEST_F(ModelWritingTest, SaysThatItWasStopped) {
  ModelWriting writing(screen(80, true), 9, start);
  EXPECT_EQ(shown([&] { writing.end(true, start); }), "After 5 17 it writes: (stopped)\n");
  ModelWriting other(screen(80, false), 9, start);
  other.add(39, start + 1s);
  EXPECT_EQ(shown([&] { other.end(true, start + 2s); }), "After 5 17 it writes: 39 (stopped)\n");
}

// As Ctrl-C does, which comes while a word is computed.
TEST_F(ModelWritingTest, StopsAtCtrlC) {
  struct StopsItself : horloge::NoPositions {
    horloge::Tensor embed(const horloge::Tensor& x, const horloge::Ids& positions) const override {
      if (positions(0) == 4) std::raise(SIGINT);
      return x;
    }
  };
  const StopsItself positions;
  view.positions = &positions;
  const auto options = horloge::GenerateOptions().with_max_new_tokens(20).with_stop_at_eos(false);
  EXPECT_THAT(shown([&] { write_on(screen(80, false), options); }),
              testing::MatchesRegex("After 5 17 it writes:( [0-9]+){4} .stopped.\n"));
}

TEST_F(ModelWritingTest, DrawsTheSameForTheSameSeed) {
  const auto options = horloge::GenerateOptions().with_max_new_tokens(8).with_sampling(
      horloge::SamplingOptions().with_temperature(2));
  const auto text = [&](std::uint64_t seed) {
    return shown([&] { write_on(screen(80, false), options.with_seed(seed)); });
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

}  // namespace
}  // namespace models
