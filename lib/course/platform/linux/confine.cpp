#include "course/platform/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platform {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t machine = 0;  // not known here
#endif

// --- files: Landlock (Salaün, 2021) ---

// Newer than the headers of some systems.
constexpr std::uint64_t refer = 1ULL << 13U, truncate_file = 1ULL << 14U;

long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0,
                 LANDLOCK_CREATE_RULESET_VERSION);
}

std::uint64_t all_that_changes_files(long version) {
  std::uint64_t all =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) all |= refer;
  if (version >= 3) all |= truncate_file;
  return all;
}

bool refuse_changes_of_files() {
  const long version = landlock_version();
  if (version < 1) return false;
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = all_that_changes_files(version);
  const auto set = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0));
  if (set < 0) return false;
  landlock_path_beneath_attr nothing{};
  nothing.allowed_access =
      rules.handled_access_fs & (LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_file);
  nothing.parent_fd = open("/dev/null", O_PATH | O_CLOEXEC);
  syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &nothing, 0);
  const bool refused = syscall(SYS_landlock_restrict_self, set, 0) == 0;
  close(nothing.parent_fd);
  close(set);
  return refused;
}

// --- calls of the system: seccomp ---

// Each with a process as its first argument, which must be the caller.
constexpr std::uint32_t on_oneself_only[] = {SYS_kill, SYS_tgkill, SYS_tkill};

constexpr std::uint32_t never[] = {SYS_rt_sigqueueinfo,
                                   SYS_rt_tgsigqueueinfo,
                                   SYS_pidfd_open,
                                   SYS_pidfd_send_signal,
                                   SYS_pidfd_getfd,
                                   SYS_ptrace,
                                   SYS_process_vm_readv,
                                   SYS_process_vm_writev,
                                   SYS_socket,
                                   SYS_socketpair,
                                   SYS_io_uring_setup,
                                   SYS_mount,
                                   SYS_umount2,
                                   SYS_chroot,
                                   SYS_pivot_root,
                                   SYS_setns,
                                   SYS_unshare,
                                   SYS_bpf,
                                   SYS_reboot,
                                   SYS_swapon,
                                   SYS_swapoff,
                                   SYS_init_module,
                                   SYS_finit_module,
                                   SYS_delete_module,
                                   SYS_kexec_load,
                                   SYS_perf_event_open,
                                   SYS_keyctl};

sock_filter load(std::size_t place) {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(place)};
}

sock_filter answer(std::uint32_t what) { return {BPF_RET | BPF_K, 0, 0, what}; }

// Goes on with the next instruction if it is the number, else behind that.
sock_filter if_equal(std::uint32_t number) {
  return {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number};
}

std::vector<sock_filter> filter_for(std::uint32_t own_process) {
  constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EACCES;
  std::vector<sock_filter> filter{
      load(offsetof(seccomp_data, arch)),
      {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, machine},
      answer(refused),  // the calls of another machine have other numbers
      load(offsetof(seccomp_data, nr))};
#if defined(__x86_64__)
  constexpr std::uint32_t first_of_x32 = 0x40000000;
  filter.push_back({BPF_JMP | BPF_JGE | BPF_K, 0, 1, first_of_x32});
  filter.push_back(answer(refused));
#endif
  for (const std::uint32_t call : never) {
    filter.push_back(if_equal(call));
    filter.push_back(answer(refused));
  }
  for (const std::uint32_t call : on_oneself_only) {
    filter.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call});
    filter.push_back(load(offsetof(seccomp_data, args)));
    filter.push_back(if_equal(own_process));
    filter.push_back(answer(SECCOMP_RET_ALLOW));
    filter.push_back(answer(refused));
  }
  filter.push_back(answer(SECCOMP_RET_ALLOW));
  return filter;
}

bool refuse_calls() {
  if (machine == 0) return false;
  std::vector<sock_filter> filter =
      filter_for(static_cast<std::uint32_t>(getpid()));
  const sock_fprog program{static_cast<unsigned short>(filter.size()),
                           filter.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

Confinement confine() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return {};
  const bool files = refuse_changes_of_files();
  return {files, refuse_calls()};
}

Confinement confinement_here() {
  std::uint32_t refusal = SECCOMP_RET_ERRNO;
  const bool has_seccomp =
      syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &refusal) == 0;
  return {landlock_version() >= 1, machine != 0 && has_seccomp};
}

}  // namespace platform
