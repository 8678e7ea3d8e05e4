#include "bayplan/model/pod_template.h"

#include <doctest/doctest.h>

namespace bayplan {
namespace {

Job SomeJob() {
  Job job;
  job.id = "job";
  job.user = "ada";
  job.priority = 70;
  job.request = Resources().Set(Dimension::kMilliCpu, 2'000);
  job.hard = {{"zone", Operator::kIn, {"z1"}}};
  job.soft = {{"disk", Operator::kExists, {}}};
  return job;
}

TEST_CASE("a pod that the cluster places carries the job's constraints and no node") {
  const Job job = SomeJob();
  const PodTemplate pod = MakePodTemplate(job, "batch");
  CHECK(pod.pool == "batch");
  CHECK(pod.user == "ada");
  CHECK(pod.request == job.request);
  CHECK(pod.priority == 70);
  CHECK_FALSE(pod.node.has_value());
  CHECK(pod.required == job.hard);
  CHECK(pod.preferred == job.soft);
}

TEST_CASE("a pinned pod carries its node; the constraints were checked already") {
  const PodTemplate pod = MakePodTemplate(SomeJob(), "batch", "n1");
  CHECK(pod.node == "n1");
  CHECK(pod.required.empty());
  CHECK(pod.preferred.empty());
}

}  // namespace
}  // namespace bayplan
