// A lesson for the tests of what a lesson does at a terminal: a short step, one of several pages,
// one that runs for long, and ones whose code ends the program.

#include <chrono>
#include <cstdlib>
#include <thread>

#include "course/stage/program.h"

namespace {

using stage::Page;

const char* const readme =
    "# Toy\n\n"
    "## Short\n\nfirst\n\nCode: [`count`](toy.cpp)\n\nlast\n\n"
    "## Long\n\nCode: [`print_fifty`](toy.cpp)\n\n"
    "## Slow\n\nCode: [`wait`](toy.cpp)\n\n"
    "## Abort\n\nCode: [`crash`](toy.cpp)\n\n"
    "## Exit\n\nCode: [`leave`](toy.cpp)\n\n"
    "## End\n\nthe end\n";

const char* const code =
    "\n// Step: count\ncount\n"
    "\n// Step: print_fifty\nprint_fifty\n"
    "\n// Step: wait\nwait\n"
    "\n// Step: crash\ncrash\n"
    "\n// Step: leave\nleave\n"
    "\n// End of steps\n";

int counted = 0;

void count(Page& page) { page.print("count {}\n", ++counted); }

void print_fifty(Page& page) {
  for (int i = 1; i <= 50; ++i) page.print("line {}\n", i);
}

void wait(Page& page) {
  page.print("waits\n");
  for (int i = 0; i < 15; ++i) {
    stage::stop_if_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  page.print("waited\n");
}

void crash(Page& page) {
  page.print("before the crash\n");
  std::abort();
}

void leave(Page&) { std::exit(3); }

}  // namespace

int main(int argc, char** argv) {
  return stage::run_lesson({{{"README.md", readme}, {"toy.cpp", code}}},
                           {{"count", count},
                            {"print_fifty", print_fifty},
                            {"wait", wait},
                            {"crash", crash},
                            {"leave", leave}},
                           argc, argv);
}
