#include "fake_cluster.h"

#include "check.h"

/* Two nodes of pool "batch" with four CPUs each. */
static bayplan_error* list_nodes(bayplan_poll_batch* batch) {
  static const uint32_t name[] = {0, 6, 12}, pool[] = {0, 5, 10};
  static const uint32_t first_attribute[] = {0, 1, 2}, attribute[] = {0, 4, 8}, value[] = {0, 2, 4};
  static const int64_t milli_cpu[] = {4000, 4000};
  bayplan_node_columns nodes = {0};
  nodes.size = sizeof(nodes);
  nodes.count = 2;
  nodes.name = (bayplan_str_column){"node-1node-2", name};
  nodes.pool = (bayplan_str_column){"batchbatch", pool};
  nodes.capacity.milli_cpu = milli_cpu;
  nodes.attributes.first = first_attribute;
  nodes.attributes.name = (bayplan_str_column){"zonezone", attribute};
  nodes.attributes.value = (bayplan_str_column){"z1z2", value};
  return bayplan_poll_batch_add_nodes(batch, &nodes);
}

/* One row with what is known of `p`. */
static bayplan_error* tell(const pod* p, int64_t now_ms, bayplan_poll_batch* batch) {
  const char* place = p->node[0] != '\0' ? p->node : "any";
  const uint32_t job[] = {0, (uint32_t)strlen(p->job)}, node[] = {0, (uint32_t)strlen(place)};
  const uint8_t cause = BAYPLAN_END_SUCCEEDED;
  const int64_t exit_code = 0;
  bayplan_instance_columns news = {0};
  news.size = sizeof(news);
  news.count = 1;
  news.job = (bayplan_str_column){p->job, job};
  news.attempt = &p->attempt;
  news.submitted.ms = &p->started_ms;
  news.scheduled.ms = &p->started_ms;
  news.node = (bayplan_str_column){place, node};
  news.started.ms = &p->started_ms;
  if (p->over) {
    news.ended.ms = &now_ms;
    news.end_cause = &cause;
    news.exit_code = &exit_code;
  }
  return bayplan_poll_batch_add_instances(batch, &news);
}

/* Passes on the code of an error, as a callback has to. */
static int code_of(bayplan_error* error) {
  const int code = (int)bayplan_error_code(error);
  bayplan_error_destroy(error);
  return code;
}

static int poll(void* user_data, int64_t now_ms, bayplan_poll_batch* batch) {
  fake_cluster* cluster = user_data;
  if (cluster->reenter != NULL) {
    cluster->reenter_result =
        (bayplan_code)code_of(bayplan_engine_cancel_job(cluster->reenter, str("job-1")));
  }
  if (cluster->polls++ == 0) {
    const int code = code_of(list_nodes(batch));
    if (code != 0) return code;
    bayplan_poll_batch_set_complete(batch);
  }
  for (size_t i = 0; i < cluster->pod_count; ++i) {
    pod* p = &cluster->pods[i];
    if (p->over) continue;
    if (p->started_ms == BAYPLAN_ABSENT) {
      p->started_ms = now_ms;
    } else if (!cluster->never_end) {
      p->over = 1;
    }
    const int code = code_of(tell(p, now_ms, batch));
    if (code != 0) return code;
  }
  return 0;
}

static void copy(bayplan_str from, char* to) {
  memcpy(to, from.data, from.len);
  to[from.len] = '\0';
}

static int launch(void* user_data, const bayplan_launch_columns* requests, int64_t now_ms) {
  fake_cluster* cluster = user_data;
  (void)now_ms;
  if (cluster->fail_launches > 0) {
    --cluster->fail_launches;
    return BAYPLAN_UNAVAILABLE;
  }
  for (size_t i = 0; i < requests->count; ++i) {
    CHECK(cluster->pod_count < MAX_PODS);
    pod* p = &cluster->pods[cluster->pod_count++];
    copy(cell(requests->job, i), p->job);
    copy(cell(requests->pool, i), p->pool);
    copy(cell(requests->node, i), p->node);
    p->attempt = requests->attempt[i];
    p->milli_cpu = requests->request.milli_cpu[i];
    p->started_ms = BAYPLAN_ABSENT;
  }
  return 0;
}

static int kill(void* user_data, const bayplan_name_columns* instances, int64_t grace_ms,
                int64_t now_ms) {
  fake_cluster* cluster = user_data;
  (void)now_ms;
  cluster->kills += (int)instances->count;
  cluster->kill_grace_ms = grace_ms;
  return 0;
}

bayplan_backend fake_cluster_backend(fake_cluster* cluster) {
  bayplan_backend backend = {0};
  backend.size = sizeof(backend);
  backend.user_data = cluster;
  backend.poll = poll;
  backend.launch = launch;
  backend.kill = kill;
  backend.capabilities = BAYPLAN_BACKEND_SCHEDULES_PODS;
  return backend;
}
