/* A cluster in memory, as a host would write one: it takes every instance at the next poll, runs
 * it, and reports its end at the poll after that. */

#ifndef BAYPLAN_TESTS_CAPI_FAKE_CLUSTER_H_
#define BAYPLAN_TESTS_CAPI_FAKE_CLUSTER_H_

#include "bayplan/bayplan.h"

#define MAX_PODS 64

typedef struct pod {
  char job[129];
  char pool[32];
  char node[32]; /* empty: placed by the cluster, on "any" */
  uint32_t attempt;
  int64_t milli_cpu;
  int64_t started_ms; /* BAYPLAN_ABSENT: not yet */
  int over;
} pod;

typedef struct fake_cluster {
  pod pods[MAX_PODS];
  size_t pod_count;
  int polls;
  int fail_launches;           /* so many calls fail */
  int never_end;               /* instances run until they are killed */
  int kills;                   /* names asked for, repetitions included */
  int64_t kill_grace_ms;       /* of the latest kill */
  bayplan_engine* reenter;     /* call into this engine from poll */
  bayplan_code reenter_result; /* what came of it */
} fake_cluster;

/* The callbacks, with `cluster` as their user_data. */
bayplan_backend fake_cluster_backend(fake_cluster* cluster);

#endif /* BAYPLAN_TESTS_CAPI_FAKE_CLUSTER_H_ */
