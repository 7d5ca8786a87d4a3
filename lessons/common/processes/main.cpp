// An answer among real processes:
//   mpirun -n N processes_NN_NAME LIBRARY REPORT
// Each process writes a line "began" to the report; when all is right, the
// first one writes "right", else one of them "wrong: " and what.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "common/processes/trial.h"
#include "course/exercise/answer_library.h"

namespace {

// In one piece, so that the lines of two processes do not mix.
void write_line(const char* report, std::string line) {
  std::replace(line.begin(), line.end(), '\n', ' ');
  line += '\n';
  const int file =
      open(report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t n = write(file, line.data(), line.size());
  close(file);
}

// The lowest rank where something is wrong speaks; without one, rank 0.
void tell(const char* report, const Wrong& wrong, const MpiRank& me) {
  const int mine = static_cast<int>(me.rank()),
            none = static_cast<int>(me.size());
  int speaks = wrong.text().empty() ? none : mine;
  MPI_Allreduce(MPI_IN_PLACE, &speaks, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (speaks == mine)
    write_line(report, "wrong: " + wrong.text());
  else if (speaks == none && mine == 0)
    write_line(report, "right");
}

// The others would wait for this one.
void end_all(const char* report, const std::string& why) {
  write_line(report, "wrong: " + why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const char* const report = argv[2];
  MPI_Init(nullptr, nullptr);
  write_line(report, "began");
  MpiRank me;
  try {
    const auto* const answer =
        static_cast<const Answer*>(exercise::open_answer(argv[1]));
    tell(report, beside_mpi(*answer, me), me);
  } catch (const StandsStill& e) {
    end_all(report, fmt::format("they stand still: {}", e.what()));
  } catch (const std::exception& e) {
    end_all(report, fmt::format("rank {} of {} throws: {}", me.rank(),
                                me.size(), e.what()));
  }
  MPI_Finalize();
  return 0;
}
