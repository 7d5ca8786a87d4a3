#include "course/platform/browser.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/temporary_folder.h"

namespace platform {
namespace {

namespace fs = std::filesystem;

// Instead of the desktop's program that opens pages: one that notes what it is asked to open.
class Browser : public testing::Test {
 protected:
  Browser() {
    const fs::path opener = folder_ / "xdg-open";
    std::ofstream(opener) << "#!/bin/sh\necho \"$@\" >" << note() << "~\nmv " << note() << "~ "
                          << note() << "\n";
    fs::permissions(opener, fs::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
  }
  ~Browser() override { setenv("PATH", path_.c_str(), 1); }

  std::string note() const { return (folder_ / "note").string(); }
  std::string opened() const {
    for (int i = 0; i < 3000 && !fs::exists(note()); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::string line;
    std::getline(std::ifstream(note()), line);
    return line;
  }

 private:
  const std::string path_ = std::getenv("PATH");
  horloge::test::TemporaryFolder folder_;
};

TEST_F(Browser, ShowsAPage) {
  setenv("DISPLAY", ":7", 1);
  open_in_browser("http://127.0.0.1:80/?a=1&b=2#c");
  EXPECT_EQ(opened(), "http://127.0.0.1:80/?a=1&b=2#c");
}

TEST_F(Browser, IsNotAskedForWithoutADesktop) {
  open_in_browser("http://127.0.0.1:80/");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_FALSE(fs::exists(note()));
}

}  // namespace
}  // namespace platform
