// Instances in both directions: records and news that a caller gives, records that it is shown.

#ifndef BAYPLAN_CAPI_SRC_INSTANCE_COLUMNS_H_
#define BAYPLAN_CAPI_SRC_INSTANCE_COLUMNS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/bayplan.h"
#include "columns.h"

namespace bayplan::capi {

// InvalidArgument that names column, row and value for what no record can hold.
absl::StatusOr<std::vector<InstanceRecord>> ReadInstances(const bayplan_instance_columns* columns);

// One milestone; absent if `ms` is BAYPLAN_ABSENT.
absl::StatusOr<std::optional<Stamp>> ToStamp(int64_t ms, uint32_t quality, uint32_t source,
                                             std::string_view field);
// The facts of which the stamps are known; `field` says whose they are.
absl::StatusOr<InstanceFacts> ToFacts(const bayplan_facts& facts, std::string_view field);

class StampBuffer {
 public:
  void Add(const std::optional<Stamp>& stamp);
  bayplan_stamp_columns view() const { return {ms_.data(), quality_.data(), source_.data()}; }

 private:
  std::vector<int64_t> ms_;
  std::vector<uint8_t> quality_;
  std::vector<uint8_t> source_;
};

class InstanceBuffer {
 public:
  explicit InstanceBuffer(absl::Span<const InstanceRecord> records);
  bayplan_instance_columns view() const;

 private:
  void AddFacts(const InstanceFacts& facts);

  StrBuffer job_, pool_, cluster_, chosen_node_, node_;
  std::vector<uint32_t> attempt_;
  std::vector<int64_t> committed_ms_, exit_code_;
  StampBuffer submitted_, scheduled_, started_, ended_;
  std::vector<uint8_t> end_cause_, state_;
};

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_INSTANCE_COLUMNS_H_
