#include "bayplan/model/pod_template.h"

#include <utility>

namespace bayplan {

PodTemplate MakePodTemplate(const Job& job, std::string_view pool,
                            std::optional<std::string> node) {
  PodTemplate pod;
  pod.pool = pool;
  pod.user = job.user;
  pod.request = job.request;
  pod.priority = job.priority;
  if (!node.has_value()) pod.required = job.hard;
  if (!node.has_value()) pod.preferred = job.soft;
  pod.node = std::move(node);
  return pod;
}

}  // namespace bayplan
