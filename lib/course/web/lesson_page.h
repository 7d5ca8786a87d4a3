#pragma once

#include <vector>

#include "course/claims/notebook.h"
#include "course/web/page_frame.h"
#include "course/web/recordings.h"

namespace web {

/// A lesson as a page: its steps one below the other, with what they print; the
/// browser shows one at a time. Widgets stand where live/places.json of the
/// lesson says, [{"step": heading, "live": name, "options": {}}].
PageText lesson_page(const Maker& maker, const runner::LessonEntry& lesson,
                     const Json& recording,
                     const std::vector<claims::Notebook>& notebooks);

/// The heading of a recorded step: "Aside: Wavelengths".
std::string heading_of(const Json& step);

}  // namespace web
