#include "allocation.h"

#include <algorithm>

#include "absl/numeric/int128.h"

namespace bayplan::replay {
namespace {

// Areas under two step functions, bucket by bucket.
class Areas {
 public:
  Areas(Timestamp begin, Timestamp end, size_t buckets)
      : begin_(begin), end_(end), used_(buckets), capacity_(buckets) {}

  // Adds [from, to) at these levels.
  void Add(Timestamp from, Timestamp to, int64_t used, int64_t capacity) {
    while (from < to) {
      while (BucketEnd(bucket_) <= from) ++bucket_;
      const Timestamp until = std::min(to, BucketEnd(bucket_));
      used_[bucket_] += absl::int128((until - from).ms) * used;
      capacity_[bucket_] += absl::int128((until - from).ms) * capacity;
      from = until;
    }
  }

  void Fill(DimensionUse* use) const {
    absl::int128 used = 0;
    absl::int128 capacity = 0;
    for (size_t i = 0; i < used_.size(); ++i) {
      const Timestamp from = i == 0 ? begin_ : BucketEnd(i - 1);
      const int64_t ms = std::max<int64_t>(1, (BucketEnd(i) - from).ms);
      use->used.push_back(static_cast<int64_t>(used_[i] / ms));
      use->capacity.push_back(static_cast<int64_t>(capacity_[i] / ms));
      used += used_[i];
      capacity += capacity_[i];
    }
    const int64_t ms = (end_ - begin_).ms;
    use->mean_used = static_cast<int64_t>(used / ms);
    use->mean_capacity = static_cast<int64_t>(capacity / ms);
  }

 private:
  Timestamp BucketEnd(size_t bucket) const {
    const auto count = static_cast<int64_t>(used_.size());
    const absl::int128 part =
        absl::int128((end_ - begin_).ms) * static_cast<int64_t>(bucket + 1) / count;
    return begin_ + Duration{static_cast<int64_t>(part)};
  }

  Timestamp begin_;
  Timestamp end_;
  size_t bucket_ = 0;
  std::vector<absl::int128> used_;
  std::vector<absl::int128> capacity_;
};

}  // namespace

DimensionUse Integrate(std::vector<UseStep> steps, Timestamp begin, Timestamp end, size_t buckets) {
  DimensionUse use;
  if (end <= begin) {
    use.used.assign(buckets, 0);
    use.capacity.assign(buckets, 0);
    return use;
  }
  for (UseStep& step : steps) step.at = std::clamp(step.at, begin, end);
  std::sort(steps.begin(), steps.end(),
            [](const UseStep& a, const UseStep& b) { return a.at < b.at; });
  Areas areas(begin, end, buckets);
  Timestamp from = begin;
  int64_t used = 0;
  int64_t capacity = 0;
  for (const UseStep& step : steps) {
    if (from < step.at) {
      areas.Add(from, step.at, used, capacity);
      // Only levels that last count: within a moment, ends and starts come in no order.
      use.peak_used = std::max(use.peak_used, used);
      from = step.at;
    }
    used += step.used;
    capacity += step.capacity;
  }
  areas.Add(from, end, used, capacity);
  if (from < end) use.peak_used = std::max(use.peak_used, used);
  areas.Fill(&use);
  return use;
}

}  // namespace bayplan::replay
