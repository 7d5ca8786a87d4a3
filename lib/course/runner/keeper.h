#pragma once

#include <sys/types.h>

#include <cstddef>

namespace runner {

/// Makes a keeper of this process, which `parent` has just forked. The keeper
/// starts one child, and this returns there; in the keeper it never does.
///
/// The keeper ends as its child does, with the same status or signal. Before
/// that it ends all that the child has started, wherever it has gone: what
/// leaves its group or loses its parent comes to the keeper. It does so, too,
/// and ends its child first, when it is sent SIGTERM, and when `parent` ends,
/// by whatever signal. On other systems than Linux nothing comes to the keeper:
/// it ends its child and its child's group.
void return_in_a_kept_child(pid_t parent);

/// How many processes a keeper keeps by now; not much more than `most` are
/// counted. 0 where the system does not say.
std::size_t count_kept(pid_t keeper, std::size_t most);

}  // namespace runner
