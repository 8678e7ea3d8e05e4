// The simulated scheduler beside a slow, obvious twin: every pod is compared with every node.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "backend/sim_fixture.h"
#include "bayplan/base/split_mix.h"
#include "sim/kube_filter.h"
#include "sim/kube_scheduler.h"
#include "sim/node_table.h"
#include "sim/shape_table.h"

namespace bayplan::sim_internal {
namespace {

using sim_test::kGiB;
using sim_test::MakeNode;
using sim_test::MakePod;
using sim_test::Numbered;

struct TwinPod {
  QueuedPod queued;
  bool backing_off = false;
  std::optional<uint32_t> node;
};

class Twin {
 public:
  explicit Twin(uint64_t seed) : random_(seed), scheduler_(&nodes_, &shapes_, 0) {}

  void Step() {
    switch (random_.Below(8)) {
      case 0:
        AddNode();
        break;
      case 1:
        ChangeNode();
        break;
      case 2:
        RemoveNode();
        break;
      case 3:
        EndPods();
        break;
      case 4:
        EndBackoffs();
        break;
      case 5:
        WithdrawPods();
        break;
      default:
        for (int64_t i = Small(8); i > 0; --i) Enqueue();
    }
    for (int64_t i = Small(6); i > 0 && scheduler_.HasWork(); --i) Try();
    CheckQueue();
  }

  int64_t placed() const { return placed_; }
  int64_t failed() const { return failed_; }

 private:
  int64_t Small(uint64_t n) { return static_cast<int64_t>(random_.Below(n)) + 1; }

  Node AnyNode(const std::string& name) {
    Node node = MakeNode(name, 1'000 * Small(4), Small(4) * kGiB);
    node.attributes = {{"zone", Numbered("z", Small(3))}};
    node.schedulable = random_.Below(6) != 0;
    return node;
  }

  std::optional<uint32_t> AnySlot() {
    const std::vector<uint32_t>& pool = nodes_.InPool("batch");
    if (pool.empty()) return std::nullopt;
    return pool[random_.Below(pool.size())];
  }

  void AddNode() {
    if (nodes_.InPool("batch").size() >= 90) return;  // all are looked at below 100
    scheduler_.NodeImproved(
        nodes_.Add(AnyNode(Numbered("n", static_cast<int64_t>(nodes_.slot_count())))));
  }

  void ChangeNode() {
    const auto slot = AnySlot();
    if (!slot.has_value()) return;
    nodes_.Update(*slot, AnyNode(nodes_.at(*slot).node.name));
    scheduler_.NodeChanged(*slot);
    scheduler_.NodeImproved(*slot);
  }

  void RemoveNode() {
    const auto slot = AnySlot();
    if (!slot.has_value() || random_.Below(3) != 0) return;
    nodes_.Remove(*slot);
    std::erase_if(pods_, [&](const auto& entry) { return entry.second.node == slot; });
  }

  void Enqueue() {
    PodTemplate pod = MakePod(500 * Small(8), Small(3) * kGiB, static_cast<int32_t>(Small(3)));
    if (random_.Below(3) == 0) pod.required = {{"zone", Operator::kIn, {"z1"}}};
    if (random_.Below(3) == 0) pod.preferred = {{"zone", Operator::kNotIn, {"z2"}}};
    const QueuedPod queued{next_pod_++, shapes_.Intern(pod), pod.priority};
    pods_[queued.pod] = {queued, false, std::nullopt};
    scheduler_.Enqueue(queued);
  }

  void EndPods() {
    std::vector<uint32_t> ended;
    for (const auto& [id, pod] : pods_) {
      if (pod.node.has_value() && random_.Below(4) == 0) ended.push_back(id);
    }
    for (uint32_t id : ended) {
      const TwinPod pod = pods_[id];
      pods_.erase(id);
      nodes_.Free(*pod.node, id, shapes_.at(pod.queued.shape).request);
      scheduler_.NodeImproved(*pod.node);
    }
  }

  void EndBackoffs() {
    for (auto& [id, pod] : pods_) {
      if (!pod.backing_off || random_.Below(2) == 0) continue;
      pod.backing_off = false;
      scheduler_.EndBackoff(pod.queued);
      scheduler_.Enqueue(pod.queued);
    }
  }

  void WithdrawPods() {
    std::erase_if(pods_, [&](const auto& entry) {
      const TwinPod& pod = entry.second;
      if (pod.node.has_value() || random_.Below(6) != 0) return false;
      scheduler_.Withdraw(pod.queued, pod.backing_off);
      return true;
    });
  }

  // The best node by rule, looking at all of them.
  std::optional<uint32_t> BestNode(const SimShape& shape) const {
    int16_t most_preferred = 0;
    for (const auto& [name, slot] : nodes_.by_name()) {
      if (!Fits(shape, slot)) continue;
      most_preferred =
          std::max(most_preferred, CountSatisfied(nodes_.at(slot).node, shape.preferred));
    }
    std::optional<uint32_t> best;
    int64_t best_score = -1;
    for (const auto& [name, slot] : nodes_.by_name()) {
      if (!Fits(shape, slot)) continue;
      int64_t score = LeastAllocatedScore(ScoredRequestOf(shape.request), nodes_.room(slot));
      if (most_preferred > 0) {
        const int64_t preferred = CountSatisfied(nodes_.at(slot).node, shape.preferred);
        score += 2 * (100 * preferred / most_preferred);
      }
      if (score > best_score) {
        best = slot;
        best_score = score;
      }
    }
    return best;
  }

  bool Fits(const SimShape& shape, uint32_t slot) const {
    return !FirstRejection(shape, nodes_.at(slot).node, nodes_.room(slot)).has_value();
  }

  void Try() {
    const KubeScheduler::Attempt attempt = scheduler_.TryNext();
    TwinPod& pod = pods_.at(attempt.pod.pod);
    const SimShape& shape = shapes_.at(pod.queued.shape);
    REQUIRE(attempt.node == BestNode(shape));
    for (const auto& [id, other] : pods_) {
      // Nobody is passed over who is ready, comes first, and could be placed.
      if (other.node.has_value() || other.backing_off || id == attempt.pod.pod) continue;
      const bool first = std::tuple(-other.queued.priority, id) <
                         std::tuple(-pod.queued.priority, attempt.pod.pod);
      if (first) REQUIRE_FALSE(BestNode(shapes_.at(other.queued.shape)).has_value());
    }
    if (attempt.node.has_value()) {
      nodes_.Take(*attempt.node, attempt.pod.pod, shape.request);
      pod.node = attempt.node;
      ++placed_;
    } else {
      pod.backing_off = true;
      ++failed_;
    }
  }

  void CheckQueue() {
    int64_t pending = 0;
    for (const auto& [id, pod] : pods_) {
      if (pod.node.has_value()) continue;
      ++pending;
      // A shape that waits really fits nowhere.
      if (!scheduler_.IsWaiting(pod.queued.shape)) continue;
      REQUIRE_FALSE(BestNode(shapes_.at(pod.queued.shape)).has_value());
    }
    REQUIRE(scheduler_.pending_pods() == pending);
  }

  SplitMix random_;
  SimNodeTable nodes_;
  SimShapeTable shapes_;
  KubeScheduler scheduler_;
  std::map<uint32_t, TwinPod> pods_;
  uint32_t next_pod_ = 0;
  int64_t placed_ = 0;
  int64_t failed_ = 0;
};

TEST_CASE("the scheduler chooses as one that compares every pod with every node") {
  int64_t placed = 0;
  int64_t failed = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Twin twin(seed);
    for (int i = 0; i < 200; ++i) twin.Step();
    placed += twin.placed();
    failed += twin.failed();
  }
  CHECK(placed > 1'000);
  CHECK(failed > 1'000);
}

}  // namespace
}  // namespace bayplan::sim_internal
