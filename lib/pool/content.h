// Fingerprints of what a journal entry is about, by content and not by interned id, so that a fork
// that interned other names in between changes no history.

#ifndef BAYPLAN_LIB_POOL_CONTENT_H_
#define BAYPLAN_LIB_POOL_CONTENT_H_

#include <cstdint>

#include "bayplan/model/cluster.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"
#include "bayplan/pool/job_table.h"
#include "bayplan/pool/plan.h"

namespace bayplan::pool_internal {

uint64_t ContentOf(const Job& job);
uint64_t ContentOf(const Node& node);
uint64_t ContentOf(const Cluster& cluster);
uint64_t ContentOf(const Scaleback& scaleback);
uint64_t ContentOf(const Resources& resources);
// What changes in a job's life: state, attempt, place and milestones of the instance under way.
uint64_t ProgressOf(const JobRow& row);

}  // namespace bayplan::pool_internal

#endif  // BAYPLAN_LIB_POOL_CONTENT_H_
