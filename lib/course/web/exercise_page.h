#pragma once

#include "course/web/page_frame.h"

namespace web {

/// An exercise as a page: its task, the file that a learner begins with, the
/// hints one at a time, and the commands; where the site has a compiler, an
/// editor and the verdict on what is written in it.
PageText exercise_page(const Maker& maker, const runner::Exercise& exercise);

/// A script with the lessons and exercises in their order: horloge.course.
std::string exercise_list(const runner::Course& course);

}  // namespace web
