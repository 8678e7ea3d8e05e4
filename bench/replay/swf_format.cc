#include "swf_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "csv_reader.h"
#include "text_file.h"

namespace bayplan::replay {
namespace {

constexpr size_t kColumns = 18;
constexpr int64_t kUnknown = -1;
constexpr int64_t kMaxSeconds = int64_t{1} << 40;

struct PoolColumn {
  std::string_view name;
  size_t index;  // from 0
};
constexpr PoolColumn kPoolColumns[] = {
    {"user", 11}, {"group", 12}, {"application", 13}, {"queue", 14}, {"partition", 15}};

absl::StatusOr<std::optional<size_t>> FindPoolColumn(const std::string& name) {
  if (name.empty()) return std::optional<size_t>();
  std::string valid;
  for (const PoolColumn& column : kPoolColumns) {
    if (column.name == name) return std::optional<size_t>(column.index);
    valid += fmt::format("{}{}", valid.empty() ? "" : ", ", column.name);
  }
  return absl::InvalidArgumentError(
      fmt::format("pool column \"{}\" is not in the format; valid are {}", name, valid));
}

using Fields = std::array<std::string_view, kColumns>;

absl::StatusOr<Fields> SplitFields(std::string_view line) {
  Fields fields;
  size_t count = 0;
  for (size_t i = 0; i < line.size();) {
    const size_t begin = line.find_first_not_of(" \t", i);
    if (begin == std::string_view::npos) break;
    const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    if (count < kColumns) fields[count] = line.substr(begin, end - begin);
    ++count;
    i = end;
  }
  if (count == kColumns) return fields;
  return absl::InvalidArgumentError(
      fmt::format("the row has {} fields; valid is {}", count, kColumns));
}

// One job's row, or why it cannot be replayed.
struct Row {
  TraceJob job;
  std::string_view not_runnable;
};

absl::StatusOr<Row> ReadRow(std::string_view line, std::optional<size_t> pool_column) {
  absl::StatusOr<Fields> fields = SplitFields(line);
  if (!fields.ok()) return fields.status();
  struct Number {
    std::string_view name;
    size_t index;
    int64_t min;
    int64_t max;
    int64_t value = 0;
  };
  Number submit{"submit time (column 2)", 1, 0, kMaxSeconds};
  Number run{"run time (column 4)", 3, kUnknown, kMaxSeconds};
  Number size{"processors (column 5)", 4, kUnknown, kMaxAmount / 1'000};
  Number asked{"requested processors (column 8)", 7, kUnknown, kMaxAmount / 1'000};
  for (Number* number : {&submit, &run, &size, &asked}) {
    absl::StatusOr<int64_t> value =
        ParseInteger(number->name, (*fields)[number->index], number->min, number->max);
    if (!value.ok()) return value.status();
    number->value = *value;
  }
  Row row;
  const int64_t processors = size.value > 0 ? size.value : asked.value;
  if (run.value == kUnknown) row.not_runnable = "its run time is unknown";
  if (processors <= 0) row.not_runnable = "its number of processors is unknown";
  row.job.job.id = (*fields)[0];
  row.job.job.user = (*fields)[11] == "-1" ? std::string_view() : (*fields)[11];
  row.job.job.submitted_at = Timestamp{} + Duration::Seconds(submit.value);
  row.job.job.request.Set(Dimension::kMilliCpu, std::max<int64_t>(processors, 0) * 1'000);
  row.job.script.run = Duration::Seconds(std::max<int64_t>(run.value, 0));
  if (pool_column.has_value()) row.job.pool_value = (*fields)[*pool_column];
  absl::Status valid = ValidateJob(row.job.job);
  if (!valid.ok()) return valid;
  return row;
}

}  // namespace

absl::StatusOr<JobList> ReadSwfJobs(const std::string& name, std::string_view text,
                                    const RowOptions& options, BadRows* bad) {
  absl::StatusOr<std::optional<size_t>> pool_column = FindPoolColumn(options.pool_column);
  if (!pool_column.ok()) return pool_column.status();
  JobList list;
  absl::flat_hash_set<std::string> ids;
  std::string_view line;
  for (int64_t number = 1; TakeLine(&text, &line); ++number) {
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == ';') continue;
    absl::StatusOr<Row> row = ReadRow(line, *pool_column);
    if (row.ok() && !ids.insert(row->job.job.id).second) {
      row = absl::InvalidArgumentError(
          fmt::format("job number (column 1) is \"{}\", which was there before; valid is a new one",
                      row->job.job.id));
    }
    if (!row.ok()) {
      absl::Status stop = bad->Take(absl::InvalidArgumentError(
          fmt::format("{}:{}: {}", name, number, std::string(row.status().message()))));
      if (!stop.ok()) return stop;
    } else if (!row->not_runnable.empty()) {
      if (list.not_runnable++ == 0) {
        list.first_not_runnable = fmt::format("{}:{}: {}", name, number, row->not_runnable);
      }
    } else {
      list.jobs.push_back(std::move(row->job));
    }
  }
  return list;
}

}  // namespace bayplan::replay
