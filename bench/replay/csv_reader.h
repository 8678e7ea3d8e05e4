// Comma-separated values with a header line, and error messages that name file, line and field.
//
//   absl::StatusOr<CsvReader> rows = CsvReader::Open("nodes.csv");
//   absl::Status header = rows->Require({"name", "milli_cpu"});
//   while (rows->Next()) {
//     const std::string name(rows->Text("name"));
//     const int64_t cpu = rows->Integer("milli_cpu", 0, kMaxAmount);
//     if (!rows->row_status().ok()) ...   // nodes.csv:7: milli_cpu is "12x"; valid is ...
//   }
//
// Fields may be quoted; a doubled quote inside stands for one. A field does not span lines. Empty
// lines are passed over. The first thing wrong with a row sticks in row_status() until the next
// row, so that a format reads all its fields and asks once.

#ifndef BAYPLAN_BENCH_REPLAY_CSV_READER_H_
#define BAYPLAN_BENCH_REPLAY_CSV_READER_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace bayplan::replay {

// Splits one line. InvalidArgument if a quote is not closed or text follows a closing one.
absl::StatusOr<std::vector<std::string>> SplitCsvLine(std::string_view line);
// `text` as a field: quoted if it has to be.
std::string CsvField(std::string_view text);

// `text` as a whole number in [min, max]; InvalidArgument `field is "12x"; valid is ...`.
absl::StatusOr<int64_t> ParseInteger(std::string_view field, std::string_view text, int64_t min,
                                     int64_t max);

class CsvReader {
 public:
  // Reads a file. Errors: those of ReadTextFile; InvalidArgument for a header that is missing,
  // broken, or names a column twice.
  static absl::StatusOr<CsvReader> Open(const std::string& path);
  // The same for a text that messages call `name`.
  static absl::StatusOr<CsvReader> FromText(std::string name, std::string text);

  const std::vector<std::string>& header() const { return header_; }
  bool Has(std::string_view column) const { return Find(column).has_value(); }
  // InvalidArgument that names the first column that the file lacks.
  absl::Status Require(std::initializer_list<std::string_view> columns) const;

  // Goes to the next row; false at the end. A row with another number of fields than the header
  // has that as its row_status.
  bool Next();
  // Where the present row is: "nodes.csv:7".
  std::string Place() const;
  const absl::Status& row_status() const { return row_status_; }
  // Makes `field: message` the row's status, unless it has one.
  void Blame(std::string_view field, std::string_view message);

  // The field's text, empty if there is no such column. Valid until Next.
  std::string_view Text(std::string_view column) const;
  // The same, but an empty field is an error.
  std::string_view Name(std::string_view column);
  // 0 on error.
  int64_t Integer(std::string_view column, int64_t min, int64_t max);

 private:
  CsvReader(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  absl::Status ReadHeader();
  std::optional<size_t> Find(std::string_view column) const;
  // Reads a line into `fields_`; false at the end.
  bool NextLine(absl::Status* status);

  std::string name_;
  std::string text_;
  size_t offset_ = 0;
  int64_t line_ = 0;
  std::vector<std::string> header_;
  std::vector<std::string> fields_;
  absl::Status row_status_;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_CSV_READER_H_
