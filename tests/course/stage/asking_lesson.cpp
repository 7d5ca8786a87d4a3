// A lesson that asks what will come out: a number, a choice, a curve, and at once what a later step
// shows.

#include "course/stage/page.h"
#include "course/stage/program.h"

namespace {

using stage::Page;

const char* const readme =
    "# Asking\n\n"
    "## Opening\n\nto begin with\n\n"
    "Predict: how many at the end? (a number, right within 1; `end` shows it)\n\n"
    "## Number\n\nfirst\n\nPredict: how many\npercent? (a number, in %, right within 10)\n\n"
    "Code: [`number`](asking.cpp)\n\nlast\n\n"
    "## Choice\n\nPredict: which one? (one of: rotary, ALiBi or neither)\n\n"
    "Code: [`choice`](asking.cpp)\n\n"
    "## Curve\n\nPredict: how does it fall? (a curve: % right at 16, 32 and 64 words, right "
    "within 10)\n\nCode: [`curve`](asking.cpp)\n\n"
    "## End\n\nCode: [`end`](asking.cpp)\n";

const char* const code =
    "\n// Step: number\nnumber\n"
    "\n// Step: choice\nchoice\n"
    "\n// Step: curve\ncurve\n"
    "\n// Step: end\nend\n"
    "\n// End of steps\n";

const char* const stored = "as it was\n[came out] 70\n";

void number(Page& page) {
  page.print("counted\n");
  page.came_out(73.2);
}

void choice(Page& page) {
  page.print("chosen\n");
  page.came_out("neither");
}

void curve(Page& page) {
  page.print("drawn\n");
  page.came_out({100, 87, 43});
}

void end(Page& page) {
  page.print("ended\n");
  page.came_out(5);
}

}  // namespace

int main(int argc, char** argv) {
  return stage::run_lesson(
      {{{"README.md", readme}, {"asking.cpp", code}, {"results/number.txt", stored}}},
      {{"number", number}, {"choice", choice}, {"curve", curve}, {"end", end}}, argc, argv);
}
