#include "reference_scan.h"

namespace bayplan::bench {

size_t ReferenceScan(const ReferenceNodes& nodes, double cpu, double memory) {
  size_t best = nodes.count;
  double best_fill = -1;
  for (size_t i = 0; i < nodes.count; ++i) {
    const double used_cpu = nodes.used_cpu[i] + cpu;
    const double used_memory = nodes.used_memory[i] + memory;
    if (used_cpu > nodes.total_cpu[i] || used_memory > nodes.total_memory[i]) continue;
    const double fill = (used_cpu / nodes.total_cpu[i] + used_memory / nodes.total_memory[i]) / 2;
    if (fill > best_fill) {
      best_fill = fill;
      best = i;
    }
  }
  return best;
}

}  // namespace bayplan::bench
