// Whole files in memory, gzipped or not.

#ifndef BAYPLAN_BENCH_REPLAY_TEXT_FILE_H_
#define BAYPLAN_BENCH_REPLAY_TEXT_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace bayplan::replay {

// The content of `path`, unpacked if it is gzipped. NotFound if it cannot be opened, DataLoss if it
// is damaged or cut off; both name the file.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

// Replaces `path` by `text`. Unavailable with the file's name if that does not work.
absl::Status WriteTextFile(const std::string& path, std::string_view text);

// Takes the next line (without its end) off the front of `rest`; false at the end.
bool TakeLine(std::string_view* rest, std::string_view* line);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_TEXT_FILE_H_
