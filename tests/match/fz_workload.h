// The placement workload "FZ": nodes and jobs from a fixed generator, and a fingerprint of who went
// where, for which the results of the original Fenzo are known.

#ifndef BAYPLAN_TESTS_MATCH_FZ_WORKLOAD_H_
#define BAYPLAN_TESTS_MATCH_FZ_WORKLOAD_H_

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "bayplan/base/fingerprint.h"
#include "bayplan/base/split_mix.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"

namespace bayplan::testing {

inline constexpr int64_t kMiB = int64_t{1} << 20;

inline std::vector<Node> FzNodes(int count, bool heterogeneous, const std::string& pool) {
  struct Kind {
    uint64_t below;
    int64_t cpus;
    const char* itype;
  };
  constexpr std::array<Kind, 5> kKinds = {
      {{30, 8, "c8"}, {60, 16, "c16"}, {85, 32, "c32"}, {95, 64, "c64"}, {100, 96, "c96"}}};
  SplitMix random(0xF3A20001);
  std::vector<Node> nodes;
  for (int i = 0; i < count; ++i) {
    size_t kind = 2;
    if (heterogeneous) {
      const uint64_t x = random.Below(100);
      for (kind = 0; x >= kKinds[kind].below;) ++kind;
    }
    Node node;
    node.name = fmt::format("vm{:06}", i);
    node.pool = pool;
    node.capacity.Set(Dimension::kMilliCpu, kKinds[kind].cpus * 1'000)
        .Set(Dimension::kMemoryBytes, kKinds[kind].cpus * 4'096 * kMiB)
        .Set(Dimension::kDiskBytes, 1'000'000 * kMiB)
        .Set(Dimension::kNetworkKbps, 10'000'000);
    node.attributes = {{"zone", fmt::format("z{}", i % 3)}, {"itype", kKinds[kind].itype}};
    nodes.push_back(std::move(node));
  }
  return nodes;
}

inline std::vector<Job> FzJobs(int count, uint64_t seed, const std::string& prefix, bool attr) {
  constexpr std::array<int64_t, 6> kMilliCpu = {250, 500, 1'000, 2'000, 4'000, 8'000};
  constexpr std::array<int64_t, 6> kMemoryMiB = {256, 1'024, 2'048, 4'096, 8'192, 16'384};
  const auto bucket = [](uint64_t x) -> size_t {
    if (x < 30) return 0;
    if (x < 60) return 1;
    if (x < 80) return 2;
    if (x < 92) return 3;
    return x < 98 ? 4 : 5;
  };
  SplitMix random(seed);
  std::vector<Job> jobs;
  for (int j = 0; j < count; ++j) {
    Job job;
    job.id = fmt::format("{}{:07}", prefix, j);
    job.request.Set(Dimension::kMilliCpu, kMilliCpu[bucket(random.Below(100))]);
    job.request.Set(Dimension::kMemoryBytes, kMemoryMiB[bucket(random.Below(100))] * kMiB);
    const uint64_t zone = random.Below(3);
    if (attr) job.hard = {{"zone", Operator::kIn, {fmt::format("z{}", zone)}}};
    jobs.push_back(std::move(job));
  }
  return jobs;
}

// FNV-1a over the plain bytes of "id=node\n".
class FzFingerprint {
 public:
  void Add(std::string_view job, std::string_view node) {
    for (char c : fmt::format("{}={}\n", job, node)) print_.AddByte(static_cast<uint8_t>(c));
  }
  uint64_t value() const { return print_.value(); }

 private:
  Fingerprint print_;
};

}  // namespace bayplan::testing

#endif  // BAYPLAN_TESTS_MATCH_FZ_WORKLOAD_H_
