// A lesson for the tests of what a lesson does at a terminal: a short step, one of several pages,
// two that run for long, one of which has a stored result, ones whose code ends the program, and an
// aside.

#include <chrono>
#include <cstdlib>
#include <thread>

#include "course/stage/long_work.h"
#include "course/stage/page.h"
#include "course/stage/program.h"

namespace {

using stage::Page;

#define TEN_LINES "fold\nfold\nfold\nfold\nfold\nfold\nfold\nfold\nfold\nfold\n"
#define THIRTY_LINES TEN_LINES TEN_LINES TEN_LINES
#define FIGURE "{\"kind\": \"lines\", \"lines\": [{\"x\": [0, 1], \"y\": [0, 1]}]}\n"

const char* const readme =
    "# Toy\n\n"
    "## Short\n\nfirst\n\nCode: [`count`](toy.cpp)\n\nlast\n\n"
    "## Long\n\nCode: [`print_fifty`](toy.cpp)\n\n"
    "## Slow\n\nCode: [`wait`](toy.cpp)\n\n"
    "## Abort\n\nCode: [`crash`](toy.cpp)\n\n"
    "## Exit\n\nCode: [`leave`](toy.cpp)\n\n"
    "## Aside: Beside\n\nbeside the path\n\n"
    "## Train\n\nCode: [`train`](toy.cpp)\n\n"
    "## End\n\nthe end\n";

const char* const code = "\n// Step: count\ncount\n// Fold: the rest\n" THIRTY_LINES
                         "// End fold\nidea\n"
                         "\n// Step: print_fifty\nprint_fifty\n"
                         "\n// Step: wait\nwait\n"
                         "\n// Step: crash\ncrash\n"
                         "\n// Step: leave\nleave\n"
                         "\n// Step: train\ntrain\n"
                         "\n// End of steps\n";

const char* const stored = "as it was\n\n[figure]\n" FIGURE;

int counted = 0;

void count(Page& page) { page.print("count {}\n", ++counted); }

void print_fifty(Page& page) {
  for (int i = 1; i <= 50; ++i) page.print("line {}\n", i);
}

void work() {
  for (int i = 0; i < 15; ++i) {
    stage::stop_if_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

void wait(Page& page) {
  page.print("waits\n");
  work();
  page.print("waited\n");
}

void train(Page& page) {
  page.print("trains\n");
  page.progress("training, and this line goes on and on");
  work();
  page.print("trained\n");
}

void crash(Page& page) {
  page.print("before the crash\n");
  std::abort();
}

void leave(Page&) { std::exit(3); }

}  // namespace

int main(int argc, char** argv) {
  return stage::run_lesson(
      {{{"README.md", readme}, {"toy.cpp", code}, {"results/train.txt", stored}}},
      {{"count", count},
       {"print_fifty", print_fifty},
       {"wait", wait},
       {"crash", crash},
       {"leave", leave},
       {"train", train}},
      argc, argv);
}
