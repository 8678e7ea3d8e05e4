#include "csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "text_file.h"

namespace bayplan::replay {

absl::StatusOr<std::vector<std::string>> SplitCsvLine(std::string_view line) {
  std::vector<std::string> fields(1);
  for (size_t i = 0; i < line.size();) {
    if (line[i] == ',') {
      fields.emplace_back();
      ++i;
      continue;
    }
    const bool quoted = line[i] == '"' && (i == 0 || line[i - 1] == ',');
    if (!quoted) {
      fields.back().push_back(line[i++]);
      continue;
    }
    for (++i;; ++i) {
      if (i >= line.size()) return absl::InvalidArgumentError("a quote is not closed");
      if (line[i] != '"') {
        fields.back().push_back(line[i]);
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        fields.back().push_back(line[++i]);
      } else {
        break;
      }
    }
    if (++i < line.size() && line[i] != ',') {
      return absl::InvalidArgumentError("text follows a closing quote; valid is a comma");
    }
  }
  return fields;
}

std::string CsvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + '"';
}

absl::StatusOr<int64_t> ParseInteger(std::string_view field, std::string_view text, int64_t min,
                                     int64_t max) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= min && value <= max) {
    return value;
  }
  return absl::InvalidArgumentError(
      fmt::format("{} is \"{}\"; valid is a whole number from {} to {}", field, text, min, max));
}

absl::StatusOr<CsvReader> CsvReader::Open(const std::string& path) {
  absl::StatusOr<std::string> text = ReadTextFile(path);
  if (!text.ok()) return text.status();
  return FromText(path, *std::move(text));
}

absl::StatusOr<CsvReader> CsvReader::FromText(std::string name, std::string text) {
  CsvReader reader(std::move(name), std::move(text));
  absl::Status header = reader.ReadHeader();
  if (!header.ok()) return header;
  return reader;
}

absl::Status CsvReader::ReadHeader() {
  absl::Status status;
  if (!NextLine(&status)) {
    return absl::InvalidArgumentError(
        fmt::format("{}: the file is empty; valid is a header line and rows", name_));
  }
  if (!status.ok()) return status;
  header_ = std::exchange(fields_, {});
  for (size_t i = 0; i < header_.size(); ++i) {
    if (std::find(header_.begin(), header_.begin() + static_cast<std::ptrdiff_t>(i), header_[i]) ==
        header_.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    return absl::InvalidArgumentError(
        fmt::format("{}: column \"{}\" is there twice", Place(), header_[i]));
  }
  return absl::OkStatus();
}

absl::Status CsvReader::Require(std::initializer_list<std::string_view> columns) const {
  for (std::string_view column : columns) {
    if (Has(column)) continue;
    return absl::InvalidArgumentError(fmt::format("{}: there is no column \"{}\"; columns are {}",
                                                  name_, column, fmt::join(header_, ", ")));
  }
  return absl::OkStatus();
}

bool CsvReader::Next() {
  row_status_ = absl::OkStatus();
  if (!NextLine(&row_status_)) return false;
  if (row_status_.ok() && fields_.size() != header_.size()) {
    row_status_ = absl::InvalidArgumentError(fmt::format("{}: the row has {} fields; valid is {}",
                                                         Place(), fields_.size(), header_.size()));
  }
  // So that fields can be asked for whatever the row looks like.
  fields_.resize(header_.size());
  return true;
}

bool CsvReader::NextLine(absl::Status* status) {
  std::string_view rest = std::string_view(text_).substr(offset_);
  std::string_view line;
  do {
    if (!TakeLine(&rest, &line)) return false;
    ++line_;
  } while (line.empty());
  offset_ = text_.size() - rest.size();
  absl::StatusOr<std::vector<std::string>> fields = SplitCsvLine(line);
  if (fields.ok()) {
    fields_ = *std::move(fields);
  } else {
    fields_.clear();
    *status = absl::InvalidArgumentError(
        fmt::format("{}: {}", Place(), std::string(fields.status().message())));
  }
  return true;
}

std::string CsvReader::Place() const { return fmt::format("{}:{}", name_, line_); }

void CsvReader::Blame(std::string_view field, std::string_view message) {
  if (!row_status_.ok()) return;
  row_status_ = absl::InvalidArgumentError(fmt::format("{}: {} {}", Place(), field, message));
}

std::optional<size_t> CsvReader::Find(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  if (found == header_.end()) return std::nullopt;
  return static_cast<size_t>(found - header_.begin());
}

std::string_view CsvReader::Text(std::string_view column) const {
  const std::optional<size_t> index = Find(column);
  return index.has_value() ? std::string_view(fields_[*index]) : std::string_view();
}

std::string_view CsvReader::Name(std::string_view column) {
  const std::string_view text = Text(column);
  if (text.empty()) Blame(column, "is empty; valid is a name");
  return text;
}

int64_t CsvReader::Integer(std::string_view column, int64_t min, int64_t max) {
  absl::StatusOr<int64_t> value = ParseInteger(column, Text(column), min, max);
  if (value.ok()) return *value;
  if (row_status_.ok()) {
    row_status_ = absl::InvalidArgumentError(
        fmt::format("{}: {}", Place(), std::string(value.status().message())));
  }
  return 0;
}

}  // namespace bayplan::replay
