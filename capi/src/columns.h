// The columns that every batch is made of: strings, lists, resources and constraints. Readers check
// a caller's column once and then give its rows; buffers own a column that a caller is shown.
//
//   absl::StatusOr<StrColumn> ids = StrColumn::Read(jobs.id, jobs.count, "jobs.id");
//   job.id = (*ids)[row];
//
//   StrBuffer names;
//   names.Add("node-1");
//   bayplan_str_column column = names.view();   // lives as long as `names`, until the next Add

#ifndef BAYPLAN_CAPI_SRC_COLUMNS_H_
#define BAYPLAN_CAPI_SRC_COLUMNS_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bayplan/base/resources.h"
#include "bayplan/bayplan.h"
#include "bayplan/model/constraint.h"

namespace bayplan::capi {

// Row `row` of a column of numbers, or `default_value` if the column is not given.
template <typename T>
T RowOr(const T* column, size_t row, T default_value) {
  return column == nullptr ? default_value : column[row];
}

// Which items belong to which row.
class ListRanges {
 public:
  // `first` has count + 1 entries that do not fall, or is null: all lists are empty.
  static absl::StatusOr<ListRanges> Read(const uint32_t* first, size_t count,
                                         std::string_view field);
  size_t begin(size_t row) const { return first_ == nullptr ? 0 : first_[row]; }
  size_t end(size_t row) const { return first_ == nullptr ? 0 : first_[row + 1]; }
  // How many items the items' own columns must have.
  size_t item_count() const { return first_ == nullptr ? 0 : first_[count_]; }

 private:
  ListRanges(const uint32_t* first, size_t count) : first_(first), count_(count) {}

  const uint32_t* first_;
  size_t count_;
};

class StrColumn {
 public:
  static absl::StatusOr<StrColumn> Read(const bayplan_str_column& column, size_t count,
                                        std::string_view field);
  std::string_view operator[](size_t row) const {
    return std::string_view(bytes_ + rows_.begin(row), rows_.end(row) - rows_.begin(row));
  }

 private:
  StrColumn(const char* bytes, ListRanges rows) : bytes_(bytes), rows_(rows) {}

  const char* bytes_;
  ListRanges rows_;
};

// The lists of each row.
absl::StatusOr<std::vector<std::vector<std::string>>> ReadLists(
    const bayplan_str_list_column& column, size_t count, std::string_view field);
absl::StatusOr<std::vector<std::vector<AttributeConstraint>>> ReadConstraints(
    const bayplan_constraint_columns& columns, size_t count, std::string_view field);
Resources ReadResources(const bayplan_resource_columns& columns, size_t row);

class StrBuffer {
 public:
  void Add(std::string_view text);
  uint32_t size() const { return static_cast<uint32_t>(offsets_.size() - 1); }
  bayplan_str_column view() const { return {bytes_.data(), offsets_.data()}; }

 private:
  std::string bytes_;
  std::vector<uint32_t> offsets_ = {0};
};

class ResourceBuffer {
 public:
  void Add(const Resources& resources);
  bayplan_resource_columns view() const;

 private:
  std::array<std::vector<int64_t>, kDimensionCount> amounts_;
};

class ConstraintBuffer {
 public:
  void Add(const std::vector<AttributeConstraint>& constraints);
  bayplan_constraint_columns view() const;

 private:
  std::vector<uint32_t> first_ = {0};
  StrBuffer attribute_;
  std::vector<uint8_t> op_;
  std::vector<uint32_t> first_value_ = {0};
  StrBuffer value_;
};

bayplan_resources ToCResources(const Resources& resources);

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_COLUMNS_H_
