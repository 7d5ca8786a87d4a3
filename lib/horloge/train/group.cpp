#include "horloge/train/group.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/train/transport.h"

namespace horloge {
namespace {

// Where the shared object may be; none if the library was built without MPI.
const std::vector<const char*> transport_files{
#ifdef HORLOGE_MPI_BUILT
    HORLOGE_MPI_BUILT, HORLOGE_MPI_INSTALLED, "libhorloge_mpi.so"
#endif
};

// As Open MPI, MPICH and Slurm tell those that they start; 1 if nobody does.
std::size_t started_processes() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name)) return std::strtoul(size, nullptr, 10);
  return 1;
}

Transport* load_transport(const char* file, std::string& errors) {
  void* const library = ::dlopen(file, RTLD_NOW | RTLD_GLOBAL);  // MPI's own parts look for it
  void* const made = library == nullptr ? nullptr : ::dlsym(library, make_transport_name);
  if (made == nullptr) {
    errors += fmt::format("{}{}", errors.empty() ? "" : "; ", ::dlerror());
    return nullptr;
  }
  return reinterpret_cast<MakeTransport>(made)();
}

// The others do the same as process 0, and would say the same.
void be_silent(int fd) {
  std::cout.flush();
  std::fflush(nullptr);
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0) return;
  ::dup2(nothing, fd);
  ::close(nothing);
}

Transport* join() {
  const std::size_t count = started_processes();
  if (count <= 1) return nullptr;
  std::string errors;
  for (const char* const file : transport_files) {
    Transport* const transport = load_transport(file, errors);
    if (transport == nullptr) continue;
    if (transport->size() <= 1) return nullptr;
    if (transport->rank() > 0) be_silent(STDOUT_FILENO);
    return transport;
  }
  throw ValueError(fmt::format(
      "[Group] this program was started as {} processes, and cannot reach the others: {}", count,
      errors.empty() ? "the library was built without MPI. Install libopenmpi-dev and openmpi-bin, "
                       "and build it anew"
                     : errors));
}

void check_root(const Group& group, std::size_t root) {
  if (root >= group.size())
    throw IndexError(
        fmt::format("[broadcast] process {} is out of range: there are {}", root, group.size()));
}

}  // namespace

Group Group::world() {
  static Transport* const joined = join();
  Group group;
  group.transport_ = joined;
  return group;
}

std::size_t Group::rank() const { return transport_ == nullptr ? 0 : transport_->rank(); }
std::size_t Group::size() const { return transport_ == nullptr ? 1 : transport_->size(); }

void Group::all_reduce_mean(Array& x) const {
  if (transport_ == nullptr) return;
  transport_->start_all_reduce(x.data(), x.size());
  transport_->wait();
  const auto count = static_cast<real>(size());
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] /= count;
}

void Group::broadcast(Array& x, std::size_t root) const {
  check_root(*this, root);
  if (transport_ != nullptr) transport_->broadcast(x.data(), x.size() * sizeof(real), root);
}

void Group::broadcast(std::string& text, std::size_t root) const {
  check_root(*this, root);
  if (transport_ == nullptr) return;
  std::size_t size = text.size();
  transport_->broadcast(&size, sizeof size, root);
  text.resize(size);
  transport_->broadcast(text.data(), size, root);
}

void Group::barrier() const {
  if (transport_ != nullptr) transport_->barrier();
}

void Group::mute_others() const {
  if (transport_ != nullptr) transport_->end_separately();
  if (!is_first()) be_silent(STDERR_FILENO);
}

void Group::end_all(const std::string& why) const {
  if (transport_ == nullptr) return;
  std::cout.flush();
  std::cerr << fmt::format("process {} of {}: {}\n", rank(), size(), why) << std::flush;
  transport_->end_all(1);
}

}  // namespace horloge
