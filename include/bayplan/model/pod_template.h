// What a cluster has to know to run one instance, in neutral form: any backend can render it.
//
//   PodTemplate pod = MakePodTemplate(job, "batch");                 // the cluster picks the node
//   PodTemplate pinned = MakePodTemplate(job, "batch", "node-17");   // Bayplan picked it

#ifndef BAYPLAN_MODEL_POD_TEMPLATE_H_
#define BAYPLAN_MODEL_POD_TEMPLATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bayplan/base/resources.h"
#include "bayplan/model/constraint.h"
#include "bayplan/model/job.h"

namespace bayplan {

struct PodTemplate {
  std::string pool;  // the pod may only run on nodes of this pool
  std::string user;
  Resources request;  // the job's own size
  int32_t priority = 0;
  std::optional<std::string> node;            // present: run there and nowhere else
  std::vector<AttributeConstraint> required;  // empty when `node` is present: checked already
  std::vector<AttributeConstraint> preferred;

  friend bool operator==(const PodTemplate&, const PodTemplate&) = default;
};

// The pod of `job` in `pool`, pinned to `node` if given. O(size of the job).
PodTemplate MakePodTemplate(const Job& job, std::string_view pool,
                            std::optional<std::string> node = std::nullopt);

}  // namespace bayplan

#endif  // BAYPLAN_MODEL_POD_TEMPLATE_H_
