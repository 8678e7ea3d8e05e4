#include "columns.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "error.h"

namespace bayplan::capi {

absl::StatusOr<ListRanges> ListRanges::Read(const uint32_t* first, size_t count,
                                            std::string_view field) {
  if (first == nullptr) return ListRanges(nullptr, count);
  for (size_t i = 0; i < count; ++i) {
    if (first[i] <= first[i + 1]) continue;
    return absl::InvalidArgumentError(
        fmt::format("{}[{}] is {} after {}; valid are numbers that do not fall", field, i + 1,
                    first[i + 1], first[i]));
  }
  return ListRanges(first, count);
}

absl::StatusOr<StrColumn> StrColumn::Read(const bayplan_str_column& column, size_t count,
                                          std::string_view field) {
  absl::StatusOr<ListRanges> rows =
      ListRanges::Read(column.offsets, count, fmt::format("{}.offsets", field));
  if (!rows.ok()) return rows.status();
  if (rows->item_count() > 0) {
    absl::Status given = RequireGiven(column.bytes, fmt::format("{}.bytes", field));
    if (!given.ok()) return given;
  }
  return StrColumn(column.bytes, *rows);
}

absl::StatusOr<std::vector<std::vector<std::string>>> ReadLists(
    const bayplan_str_list_column& column, size_t count, std::string_view field) {
  absl::StatusOr<ListRanges> ranges =
      ListRanges::Read(column.first, count, fmt::format("{}.first", field));
  if (!ranges.ok()) return ranges.status();
  absl::StatusOr<StrColumn> items =
      StrColumn::Read(column.item, ranges->item_count(), fmt::format("{}.item", field));
  if (!items.ok()) return items.status();
  std::vector<std::vector<std::string>> lists(count);
  for (size_t row = 0; row < count; ++row) {
    for (size_t i = ranges->begin(row); i < ranges->end(row); ++i) {
      lists[row].emplace_back((*items)[i]);
    }
  }
  return lists;
}

absl::StatusOr<std::vector<std::vector<AttributeConstraint>>> ReadConstraints(
    const bayplan_constraint_columns& columns, size_t count, std::string_view field) {
  absl::StatusOr<ListRanges> ranges =
      ListRanges::Read(columns.first, count, fmt::format("{}.first", field));
  if (!ranges.ok()) return ranges.status();
  const size_t items = ranges->item_count();
  absl::StatusOr<StrColumn> attribute =
      StrColumn::Read(columns.attribute, items, fmt::format("{}.attribute", field));
  if (!attribute.ok()) return attribute.status();
  absl::StatusOr<std::vector<std::vector<std::string>>> values =
      ReadLists(columns.values, items, fmt::format("{}.values", field));
  if (!values.ok()) return values.status();

  std::vector<std::vector<AttributeConstraint>> lists(count);
  for (size_t row = 0; row < count; ++row) {
    for (size_t i = ranges->begin(row); i < ranges->end(row); ++i) {
      const uint8_t op = RowOr<uint8_t>(columns.op, i, BAYPLAN_OP_IN);
      if (op > BAYPLAN_OP_DOES_NOT_EXIST) {
        return absl::InvalidArgumentError(fmt::format("{}.op[{}] is {}; valid is 0 to {}", field, i,
                                                      op,
                                                      static_cast<int>(BAYPLAN_OP_DOES_NOT_EXIST)));
      }
      lists[row].push_back({std::string((*attribute)[i]), static_cast<Operator>(op), (*values)[i]});
    }
  }
  return lists;
}

Resources ReadResources(const bayplan_resource_columns& columns, size_t row) {
  return Resources()
      .Set(Dimension::kMilliCpu, RowOr<int64_t>(columns.milli_cpu, row, 0))
      .Set(Dimension::kMemoryBytes, RowOr<int64_t>(columns.memory_bytes, row, 0))
      .Set(Dimension::kNetworkKbps, RowOr<int64_t>(columns.network_kbps, row, 0))
      .Set(Dimension::kDiskBytes, RowOr<int64_t>(columns.disk_bytes, row, 0))
      .Set(Dimension::kPorts, RowOr<int64_t>(columns.ports, row, 0))
      .Set(Dimension::kMilliGpu, RowOr<int64_t>(columns.milli_gpu, row, 0));
}

void StrBuffer::Add(std::string_view text) {
  if (text.size() > std::numeric_limits<uint32_t>::max() - bytes_.size()) {
    throw std::length_error("a string column has more than 2^32 - 1 bytes");
  }
  bytes_ += text;
  offsets_.push_back(static_cast<uint32_t>(bytes_.size()));
}

void ResourceBuffer::Add(const Resources& resources) {
  for (Dimension d : kAllDimensions) amounts_[static_cast<size_t>(d)].push_back(resources.Get(d));
}

bayplan_resource_columns ResourceBuffer::view() const {
  const auto column = [this](Dimension d) { return amounts_[static_cast<size_t>(d)].data(); };
  return {column(Dimension::kMilliCpu),    column(Dimension::kMemoryBytes),
          column(Dimension::kNetworkKbps), column(Dimension::kDiskBytes),
          column(Dimension::kPorts),       column(Dimension::kMilliGpu)};
}

void ConstraintBuffer::Add(const std::vector<AttributeConstraint>& constraints) {
  for (const AttributeConstraint& constraint : constraints) {
    attribute_.Add(constraint.attribute);
    op_.push_back(static_cast<uint8_t>(constraint.op));
    for (const std::string& value : constraint.values) value_.Add(value);
    first_value_.push_back(value_.size());
  }
  first_.push_back(attribute_.size());
}

bayplan_constraint_columns ConstraintBuffer::view() const {
  return {first_.data(), attribute_.view(), op_.data(), {first_value_.data(), value_.view()}};
}

bayplan_resources ToCResources(const Resources& resources) {
  return {resources.Get(Dimension::kMilliCpu),    resources.Get(Dimension::kMemoryBytes),
          resources.Get(Dimension::kNetworkKbps), resources.Get(Dimension::kDiskBytes),
          resources.Get(Dimension::kPorts),       resources.Get(Dimension::kMilliGpu)};
}

}  // namespace bayplan::capi
