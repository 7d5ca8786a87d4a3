// Writes models anew, as save_pretrained() does, for other people's code to open: see
// open_saved.py.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "horloge/models/models.h"
#include "horloge/models/save_pretrained.h"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  CLI::App app{
      "Reads models and writes each with save_pretrained(), its io.safetensors beside it."};
  std::string to;
  std::vector<std::string> folders;
  app.add_option("TO", to, "where the new folders go")->required();
  app.add_option("FOLDER", folders, "models with an io.safetensors")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    for (const fs::path folder : folders) {
      const fs::path saved = fs::path(to) / folder.filename();
      horloge::save_pretrained(*horloge::load_pretrained(folder), saved);
      fs::copy_file(folder / "io.safetensors", saved / "io.safetensors",
                    fs::copy_options::overwrite_existing);
    }
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
  return 0;
}
