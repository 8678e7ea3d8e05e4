#include "job_columns.h"

#include <utility>

#include "columns.h"
#include "sized.h"

namespace bayplan::capi {
namespace {

using Attributes = std::vector<std::pair<std::string, std::string>>;

absl::StatusOr<std::vector<Attributes>> ReadAttributes(const bayplan_attribute_columns& columns,
                                                       size_t count) {
  absl::StatusOr<ListRanges> ranges =
      ListRanges::Read(columns.first, count, "nodes.attributes.first");
  if (!ranges.ok()) return ranges.status();
  absl::StatusOr<StrColumn> name =
      StrColumn::Read(columns.name, ranges->item_count(), "nodes.attributes.name");
  if (!name.ok()) return name.status();
  absl::StatusOr<StrColumn> value =
      StrColumn::Read(columns.value, ranges->item_count(), "nodes.attributes.value");
  if (!value.ok()) return value.status();
  std::vector<Attributes> lists(count);
  for (size_t row = 0; row < count; ++row) {
    for (size_t i = ranges->begin(row); i < ranges->end(row); ++i) {
      lists[row].emplace_back((*name)[i], (*value)[i]);
    }
  }
  return lists;
}

}  // namespace

absl::StatusOr<std::vector<Job>> ReadJobs(const bayplan_job_columns* given) {
  bayplan_job_columns columns = {};
  absl::Status status = ReadSized(given, "jobs", &columns);
  if (!status.ok()) return status;
  const size_t count = columns.count;
  absl::StatusOr<StrColumn> id = StrColumn::Read(columns.id, count, "jobs.id");
  if (!id.ok()) return id.status();
  absl::StatusOr<StrColumn> user = StrColumn::Read(columns.user, count, "jobs.user");
  if (!user.ok()) return user.status();
  auto hard = ReadConstraints(columns.hard, count, "jobs.hard");
  if (!hard.ok()) return hard.status();
  auto soft = ReadConstraints(columns.soft, count, "jobs.soft");
  if (!soft.ok()) return soft.status();
  auto clusters = ReadLists(columns.clusters, count, "jobs.clusters");
  if (!clusters.ok()) return clusters.status();

  std::vector<Job> jobs(count);
  for (size_t row = 0; row < count; ++row) {
    Job& job = jobs[row];
    job.id = (*id)[row];
    job.user = (*user)[row];
    job.submitted_at.ms = RowOr<int64_t>(columns.submitted_ms, row, 0);
    job.priority = RowOr<int32_t>(columns.priority, row, 50);
    job.max_attempts = RowOr<uint32_t>(columns.max_attempts, row, 1);
    job.request = ReadResources(columns.request, row);
    job.hard = std::move((*hard)[row]);
    job.soft = std::move((*soft)[row]);
    job.clusters = std::move((*clusters)[row]);
  }
  return jobs;
}

absl::StatusOr<std::vector<NodeNews>> ReadNodes(const bayplan_node_columns* given) {
  bayplan_node_columns columns = {};
  absl::Status status = ReadSized(given, "nodes", &columns);
  if (!status.ok()) return status;
  const size_t count = columns.count;
  absl::StatusOr<StrColumn> name = StrColumn::Read(columns.name, count, "nodes.name");
  if (!name.ok()) return name.status();
  absl::StatusOr<StrColumn> pool = StrColumn::Read(columns.pool, count, "nodes.pool");
  if (!pool.ok()) return pool.status();
  absl::StatusOr<std::vector<Attributes>> attributes = ReadAttributes(columns.attributes, count);
  if (!attributes.ok()) return attributes.status();

  std::vector<NodeNews> nodes(count);
  for (size_t row = 0; row < count; ++row) {
    Node& node = nodes[row].node;
    node.name = (*name)[row];
    node.pool = (*pool)[row];
    node.capacity = ReadResources(columns.capacity, row);
    node.used_by_others = ReadResources(columns.used_by_others, row);
    node.attributes = std::move((*attributes)[row]);
    node.schedulable = RowOr<uint8_t>(columns.unschedulable, row, 0) == 0;
    nodes[row].removed = RowOr<uint8_t>(columns.removed, row, 0) != 0;
  }
  return nodes;
}

}  // namespace bayplan::capi
