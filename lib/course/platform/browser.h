#pragma once

#include <string>

namespace platform {

/// Shows a page in a browser, where there is a desktop, and does not wait for
/// it. The address has no ' in it.
void open_in_browser(const std::string& address);

/// Where a browser is that prints without a window: Chromium or Chrome. Empty
/// if there is none.
std::string browser_that_prints();

}  // namespace platform
