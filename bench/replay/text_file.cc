#include "text_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace bayplan::replay {

absl::StatusOr<std::string> ReadTextFile(const std::string& path) {
  // Passes through what is not gzipped.
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) {
    return absl::NotFoundError(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  std::string text;
  std::string block(size_t{1} << 16, '\0');
  int count = 0;
  while ((count = gzread(file, block.data(), static_cast<unsigned>(block.size()))) > 0) {
    text.append(block, 0, static_cast<size_t>(count));
  }
  int error = Z_OK;
  const std::string message = gzerror(file, &error);
  const int closed = gzclose(file);
  if (count < 0 || error < 0) return absl::DataLossError(fmt::format("{}: {}", path, message));
  if (closed != Z_OK) return absl::DataLossError(fmt::format("{}: the file is cut off", path));
  return text;
}

absl::Status WriteTextFile(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr;
  if (written && !text.empty()) {
    written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  }
  if (file != nullptr) written = std::fclose(file) == 0 && written;
  if (written) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("{}: {}", path, std::strerror(errno)));
}

bool TakeLine(std::string_view* rest, std::string_view* line) {
  if (rest->empty()) return false;
  const size_t end = rest->find('\n');
  *line = rest->substr(0, end);
  rest->remove_prefix(end == std::string_view::npos ? rest->size() : end + 1);
  if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
  return true;
}

}  // namespace bayplan::replay
