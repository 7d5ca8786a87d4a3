// In front of a pipe, too, a line says that something goes on.

#include "course/models/waiting.h"

#include <gmock/gmock.h>

#include <thread>

#include "../runner/said.h"
#include "../runner/scratch.h"
#include "horloge/core/error.h"

namespace models {
namespace {

using testing::ContainsRegex;

TEST(Waiting, SaysSoOnceItTakesLong) {
  const Scratch scratch;
  int answer = 0;
  const std::string said = runner::said_by([&] {
    answer = wait_for<int>(scratch.session(), "reading 7 tokens", [] {
      std::this_thread::sleep_for(std::chrono::milliseconds(4500));
      return 3;
    });
  });
  EXPECT_EQ(answer, 3);
  EXPECT_THAT(said, ContainsRegex("^still reading 7 tokens: [34] s\n$"));
}

TEST(Waiting, SaysNothingOfWhatIsThereAtOnce) {
  const Scratch scratch;
  EXPECT_EQ(runner::said_by([&] {
              wait_for<int>(scratch.session(), "reading",
                            []() -> int { throw horloge::ValueError("it cannot be read"); });
            }),
            "refused: it cannot be read");
}

}  // namespace
}  // namespace models
