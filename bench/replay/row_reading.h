// What the CSV formats share: the loop over rows, unique names, and the pool's column.

#ifndef BAYPLAN_BENCH_REPLAY_ROW_READING_H_
#define BAYPLAN_BENCH_REPLAY_ROW_READING_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "bad_rows.h"
#include "csv_reader.h"

namespace bayplan::replay {

// The row's value of the pool's column; an empty one is the row's fault.
inline std::optional<std::string> PoolValue(CsvReader* row, const std::string& column) {
  if (column.empty()) return std::nullopt;
  return std::string(row->Name(column));
}

// Calls `read` (CsvReader* -> T) for each row and appends the good ones to `out`. `name_column` is
// unique over the file.
template <typename T, typename Read>
absl::Status ReadRows(CsvReader* rows, std::string_view name_column, const Read& read, BadRows* bad,
                      std::vector<T>* out) {
  absl::flat_hash_set<std::string> names;
  while (rows->Next()) {
    T item = read(rows);
    std::string name(rows->Text(name_column));
    if (names.contains(name)) {
      rows->Blame(name_column, "\"" + name + "\" was there before; valid is a new one");
    }
    if (!rows->row_status().ok()) {
      absl::Status stop = bad->Take(rows->row_status());
      if (!stop.ok()) return stop;
      continue;
    }
    names.insert(std::move(name));
    out->push_back(std::move(item));
  }
  return absl::OkStatus();
}

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_ROW_READING_H_
