/* A host in C: two pools on a cluster of its own that runs each job from one poll to the next. */

#include <bayplan/bayplan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kConfig[] =
    "{:pools {:schedulers [{:pool-regex \"^k8s-exp$\""
    "                       :scheduler-config {:scheduler \"kubernetes\"}}"
    "                      {:pool-regex \".*\" :scheduler-config {:scheduler \"fenzo\"}}]}}";

static bayplan_str str(const char* text) { return (bayplan_str){text, strlen(text)}; }

static void check(bayplan_error* error) {
  if (error == NULL) return;
  const bayplan_str why = bayplan_error_message(error);
  fprintf(stderr, "%.*s\n", (int)why.len, why.data);
  exit(1);
}

/* The cluster: jobs have names of one letter, and pods[x] is how far the job x is. */
enum { NONE, ASKED, RUNNING, OVER };
typedef struct cluster {
  int connected;
  unsigned char pods[128];
} cluster;

static int poll(void* user_data, int64_t now_ms, bayplan_poll_batch* batch) {
  cluster* c = user_data;
  static const uint32_t one_letter[] = {0, 1}, six[] = {0, 6}, five[] = {0, 5};
  static const int64_t cpus = 8000;
  if (!c->connected) {
    bayplan_node_columns nodes = {.size = sizeof(nodes), .count = 1, .name = {"node-1", six}};
    nodes.pool = (bayplan_str_column){"batch", five};
    nodes.capacity.milli_cpu = &cpus;
    check(bayplan_poll_batch_add_nodes(batch, &nodes));
    bayplan_poll_batch_set_complete(batch);
    c->connected = 1;
  }
  for (char job = 'a'; job <= 'z'; ++job) {
    unsigned char* pod = &c->pods[(int)job];
    if (*pod != ASKED && *pod != RUNNING) continue;
    const uint8_t cause = BAYPLAN_END_SUCCEEDED;
    bayplan_instance_columns news = {.size = sizeof(news), .count = 1, .job = {&job, one_letter}};
    if (++*pod == RUNNING) {
      news.submitted.ms = news.scheduled.ms = news.started.ms = &now_ms;
      news.node = (bayplan_str_column){"node-1", six};
    } else {
      news.ended.ms = &now_ms;
      news.end_cause = &cause;
    }
    check(bayplan_poll_batch_add_instances(batch, &news));
  }
  return 0;
}

static int launch(void* user_data, const bayplan_launch_columns* requests, int64_t now_ms) {
  (void)now_ms;
  for (size_t i = 0; i < requests->count; ++i) {
    ((cluster*)user_data)->pods[(int)requests->job.bytes[requests->job.offsets[i]]] = ASKED;
  }
  return 0;
}

static int kill(void* user_data, const bayplan_name_columns* names, int64_t grace, int64_t now) {
  (void)user_data, (void)names, (void)grace, (void)now; /* jobs here are short */
  return 0;
}

int main(void) {
  bayplan_config* config = NULL;
  check(bayplan_config_read(&config, NULL, str(kConfig), BAYPLAN_FORMAT_EDN));
  cluster pods = {0};
  const bayplan_backend backend = {
      .size = sizeof(backend), .user_data = &pods, .poll = poll, .launch = launch, .kill = kill};
  const bayplan_cluster here = {.size = sizeof(here), .name = {"here", 4}, .backend = &backend};
  const bayplan_str pools[] = {str("batch"), str("k8s-exp")};
  const bayplan_engine_options options = {.size = sizeof(options),
                                          .config = config,
                                          .pools = pools,
                                          .pool_count = 2,
                                          .clusters = &here,
                                          .cluster_count = 1};
  bayplan_engine* engine = NULL;
  check(bayplan_engine_create(&engine, &options));
  bayplan_config_destroy(config);

  static const uint32_t letters[] = {0, 1, 2};
  static const int64_t cpus[] = {6000, 6000};
  bayplan_job_columns jobs = {.size = sizeof(jobs), .count = 2, .id = {"ab", letters}};
  jobs.request.milli_cpu = cpus;
  check(bayplan_engine_submit_jobs(engine, pools[0], &jobs));
  jobs.id.bytes = "cd";
  check(bayplan_engine_submit_jobs(engine, pools[1], &jobs));

  size_t over = 0;
  for (int64_t now_ms = 0; over < 4; now_ms += 1000) {
    for (int i = 0; i < 2; ++i) {
      bayplan_report* report = NULL;
      bayplan_instance_columns records = {.size = sizeof(records)};
      bayplan_finished_columns finished = {.size = sizeof(finished)};
      check(bayplan_engine_cycle(engine, pools[i], now_ms, &report));
      check(bayplan_report_records(report, &records));
      check(bayplan_report_finished(report, &finished));
      for (size_t row = 0; row < records.count; ++row) {
        printf("%5d ms  job %c is in state %d\n", (int)now_ms, records.job.bytes[row],
               records.state[row]);
      }
      over += finished.count;
      bayplan_report_destroy(report);
    }
  }
  bayplan_engine_destroy(engine);
  puts("all jobs are over");
  return 0;
}
