#pragma once

#include <filesystem>
#include <functional>

namespace runner {

/// Two builds in one folder would spoil it. While one of these lives no other
/// runs, here or in ./learn. Waits for the end of another; `stop` is asked now
/// and then, true ends the waiting.
class BuildLock {
 public:
  BuildLock(const std::filesystem::path& build_folder,
            const std::function<bool()>& stop);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace runner
