// The unit of the match benchmarks: one plain scan for the best node, as a careful programmer
// writes it first. Frozen: figures of different years compare only while it stays as it is.

#ifndef BAYPLAN_BENCH_MATCH_REFERENCE_SCAN_H_
#define BAYPLAN_BENCH_MATCH_REFERENCE_SCAN_H_

#include <cstddef>

namespace bayplan::bench {

struct ReferenceNodes {
  const double* used_cpu;
  const double* used_memory;
  const double* total_cpu;
  const double* total_memory;
  size_t count;
};

// The node with the highest mean fill of CPU and memory after placing the request, the first among
// equals; `count` if none fits.
size_t ReferenceScan(const ReferenceNodes& nodes, double cpu, double memory);

}  // namespace bayplan::bench

#endif  // BAYPLAN_BENCH_MATCH_REFERENCE_SCAN_H_
