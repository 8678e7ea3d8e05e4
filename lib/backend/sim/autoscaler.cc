#include "autoscaler.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "kube_filter.h"

namespace bayplan::sim_internal {
namespace {

// How many times `request` fits in `room`; a request for nothing always fits.
int64_t Times(const Resources& request, const Resources& room) {
  int64_t times = std::numeric_limits<int64_t>::max();
  for (Dimension d : kAllDimensions) {
    if (request.Get(d) > 0) times = std::min(times, room.Get(d) / request.Get(d));
  }
  return times;
}

void TakeTimes(const Resources& request, int64_t times, Resources* room) {
  for (Dimension d : kAllDimensions) {
    room->Set(d, room->Get(d) - request.Get(d) * times);
  }
}

}  // namespace

NodeGroup::NodeGroup(const NodeGroupOptions& options) : options_(options) {
  options_.node_template.pool = options_.pool;
  // The name of a node to come is not known, so no demand for a certain name makes one.
  options_.node_template.name.clear();
}

int64_t NodeGroup::NodesToRequest(absl::Span<const ShapeDemand> demand) const {
  const Node& sample = options_.node_template;
  const Resources empty = Offer(sample);
  const int64_t limit = on_the_way_ + Headroom();
  std::vector<Resources> rooms;
  for (const ShapeDemand& item : demand) {
    const Resources& request = item.shape->request;
    if (!sample.schedulable || item.shape->pool != options_.pool) continue;
    if (Times(request, empty) == 0 || !SatisfiesAll(sample, item.shape->required)) continue;
    int64_t left = item.pods;
    for (size_t i = 0; left > 0; ++i) {
      if (i == rooms.size()) {
        if (static_cast<int64_t>(rooms.size()) == limit) break;
        rooms.push_back(empty);
      }
      const int64_t placed = std::min(left, Times(request, rooms[i]));
      TakeTimes(request, placed, &rooms[i]);
      left -= placed;
    }
  }
  return std::max<int64_t>(0, static_cast<int64_t>(rooms.size()) - on_the_way_);
}

int64_t NodeGroup::Headroom() const {
  return std::max<int64_t>(0, options_.max_added_nodes - on_the_way_ - present_);
}

Node NodeGroup::Arrive(const SimNodeTable& taken) {
  --on_the_way_;
  ++present_;
  Node node = options_.node_template;
  do {
    node.name = fmt::format("{}-auto-{:06}", options_.pool, next_number_++);
  } while (taken.Find(node.name).has_value());
  return node;
}

Timestamp NodeGroup::NextScan(Timestamp now) const {
  const int64_t interval = options_.scan_interval.ms;
  const int64_t since = ((now.ms % interval) + interval) % interval;
  return now + Duration{interval - since};
}

}  // namespace bayplan::sim_internal
