/* A tour of the C interface, from the text of a configuration to finished jobs. Each function shows
 * one part and can be read by itself. */

#include "bayplan/bayplan.h"

#include "bayplan/bayplan_unstable.h"
#include "check.h"
#include "fake_cluster.h"

static const char kText[] =
    "{:pools {:schedulers [{:pool-regex \"^k8s\""
    "                       :scheduler-config {:scheduler \"kubernetes\" :max-jobs-considered 10}}"
    "                      {:pool-regex \"^batch$\""
    "                       :scheduler-config {:scheduler \"fenzo\" :good-enough-fitness 1.0"
    "                                          :fenzo-fitness-calculator \"site/last-node\"}}]}"
    " :port 12321}";

/* ---- Configuration and router --------------------------------------------------------------- */

static bayplan_config* read_config(void) {
  const bayplan_str calculator = str("site/last-node");
  bayplan_config_read_options options = {0};
  options.size = sizeof(options);
  options.source_name = str("pools.edn");
  options.calculators = &calculator;
  options.calculator_count = 1;
  bayplan_config* config = NULL;
  OK(bayplan_config_read(&config, &options, str(kText), BAYPLAN_FORMAT_EDN));
  return config;
}

static void a_config_is_read_and_serialized(void) {
  bayplan_config* config = read_config();
  bayplan_key_columns keys = {0};
  keys.size = sizeof(keys);
  OK(bayplan_config_ignored_keys(config, &keys));
  CHECK(keys.count == 1 && contains(cell(keys.key, 0), "port"));
  bayplan_finding_columns findings = {0};
  findings.size = sizeof(findings);
  OK(bayplan_config_findings(config, &findings));
  CHECK(findings.count == 0);

  /* The bytes read back give the same bytes. */
  const bayplan_str calculator = str("site/last-node");
  bayplan_config_read_options options = {0};
  options.size = sizeof(options);
  options.calculators = &calculator;
  options.calculator_count = 1;
  bayplan_bytes *bytes = NULL, *again = NULL;
  bayplan_config* copy = NULL;
  OK(bayplan_config_serialize(config, &bytes));
  const bayplan_str view = bayplan_bytes_view(bytes);
  OK(bayplan_config_read(&copy, &options, view, BAYPLAN_FORMAT_PROTO));
  OK(bayplan_config_serialize(copy, &again));
  const bayplan_str second = bayplan_bytes_view(again);
  CHECK(view.len > 0 && view.len == second.len && memcmp(view.data, second.data, view.len) == 0);
  bayplan_bytes_destroy(again);
  bayplan_config_destroy(copy);
  bayplan_bytes_destroy(bytes);
  bayplan_config_destroy(config);
}

static void a_bad_config_names_its_place(void) {
  bayplan_config* config = NULL;
  FAILS(bayplan_config_read(&config, NULL, str("{:pools {:schedulers [{:pool-regex 1}]}}"),
                            BAYPLAN_FORMAT_EDN),
        BAYPLAN_INVALID_ARGUMENT, "configuration:1:23: :pools :schedulers entry 1");
  /* Without the option the host's calculator is unknown. */
  FAILS(bayplan_config_read(&config, NULL, str(kText), BAYPLAN_FORMAT_EDN),
        BAYPLAN_INVALID_ARGUMENT, "site/last-node");
  FAILS(bayplan_config_read(&config, NULL, str(kText), 77), BAYPLAN_INVALID_ARGUMENT, "77");
  FAILS(bayplan_config_read(NULL, NULL, str(kText), BAYPLAN_FORMAT_EDN), BAYPLAN_INVALID_ARGUMENT,
        "out is NULL");
  CHECK(config == NULL); /* no out-parameter is written on failure */
}

static void a_variable_comes_from_the_options(void) {
  const bayplan_variable variable = {{"POOL", 4}, {"batch", 5}};
  bayplan_config_read_options options = {0};
  options.size = sizeof(options);
  options.environment = &variable;
  options.environment_count = 1;
  static const char text[] =
      "{:pools {:default #config/env \"POOL\" :schedulers"
      " [{:pool-regex \".\" :scheduler-config {:scheduler \"kubernetes\"}}]}}";
  bayplan_config* config = NULL;
  OK(bayplan_config_read(&config, &options, str(text), BAYPLAN_FORMAT_EDN));
  bayplan_bytes* bytes = NULL;
  OK(bayplan_config_serialize(config, &bytes));
  CHECK(contains(bayplan_bytes_view(bytes), "batch"));
  bayplan_bytes_destroy(bytes);
  bayplan_config_destroy(config);
}

static void the_router_finds_a_pools_scheduler(void) {
  bayplan_config* config = read_config();
  const bayplan_str pools[] = {str("batch"), str("k8s-exp")};
  bayplan_router* router = NULL;
  OK(bayplan_router_create(&router, config, pools, 2));
  bayplan_config_destroy(config); /* the router has its own copy */

  bayplan_route route = {0};
  route.size = sizeof(route);
  OK(bayplan_router_route(router, str("batch"), &route));
  CHECK(route.scheduler == BAYPLAN_SCHEDULER_FENZO);
  CHECK(route.good_enough_fitness == 1.0 && equals(route.fitness_calculator, "site/last-node"));
  OK(bayplan_router_route(router, str("k8s-exp"), &route));
  CHECK(route.scheduler == BAYPLAN_SCHEDULER_KUBERNETES && route.max_jobs_considered == 10);
  FAILS(bayplan_router_route(router, str("gpu"), &route), BAYPLAN_NOT_FOUND, "gpu");

  bayplan_bytes* why = NULL;
  OK(bayplan_router_explain(router, str("batch"), &why));
  CHECK(contains(bayplan_bytes_view(why), "batch"));
  bayplan_bytes_destroy(why);
  bayplan_router_destroy(router);
}

/* ---- Accounting ----------------------------------------------------------------------------- */

static void news_is_folded_in_any_order(void) {
  bayplan_facts known = BAYPLAN_FACTS_INIT, news = BAYPLAN_FACTS_INIT;
  uint32_t changed = 7, state = 7;
  OK(bayplan_facts_state(&known, &state));
  CHECK(state == BAYPLAN_STATE_COMMITTED);

  news.scheduled.ms = 2000;
  news.node = str("node-1");
  news.started.ms = 300000;
  OK(bayplan_facts_fold(&news, &known, &changed));
  CHECK(changed == 1 && known.started.ms == 300000 && equals(known.node, "node-1"));
  OK(bayplan_facts_fold(&news, &known, &changed));
  CHECK(changed == 0);

  bayplan_facts late = BAYPLAN_FACTS_INIT;
  late.submitted.ms = 1000;
  OK(bayplan_facts_fold(&late, &known, &changed));
  CHECK(changed == 1 && known.submitted.ms == 1000 && equals(known.node, "node-1"));
  OK(bayplan_facts_state(&known, &state));
  CHECK(state == BAYPLAN_STATE_RUNNING);

  /* Run time counts from the start of the container, not from the commit. */
  bayplan_intervals life = {0};
  life.size = sizeof(life);
  OK(bayplan_facts_intervals(&known, 0, 301000, &life));
  CHECK(life.waiting_for_node_ms == 1000 && life.starting_ms == 298000);
  CHECK(life.running_ms == 1000 && life.since_commit_ms == 301000);
  OK(bayplan_facts_intervals(&late, 0, 5000, &life));
  CHECK(life.running_ms == BAYPLAN_ABSENT);

  late.scheduled.ms = 2000;
  FAILS(bayplan_facts_fold(&late, &known, NULL), BAYPLAN_INVALID_ARGUMENT, "news.node is empty");
  late = (bayplan_facts)BAYPLAN_FACTS_INIT;
  late.ended.ms = 400000;
  late.end_cause = 99;
  FAILS(bayplan_facts_state(&late, &state), BAYPLAN_INVALID_ARGUMENT, "facts.end_cause is 99");
  CHECK(bayplan_end_is_mea_culpa(BAYPLAN_END_NODE_LOST) == 1);
  CHECK(bayplan_end_is_mea_culpa(BAYPLAN_END_FAILED) == 0);
  CHECK(bayplan_may_retry(1, 0, 2) == 1 && bayplan_may_retry(2, 0, 2) == 0);
}

/* ---- Engine --------------------------------------------------------------------------------- */

/* Prefers node-2 and refuses jobs whose name begins with 'x'. */
static int last_node(void* user_data, const bayplan_fitness_input* input, double* score) {
  ++*(int*)user_data;
  if (input->job.data[0] == 'x') return BAYPLAN_FITNESS_REFUSED;
  if (input->job.data[0] == 'e') return -BAYPLAN_DATA_LOSS;
  CHECK(input->capacity.milli_cpu == 4000);
  *score = equals(input->node, "node-2") ? 1.0 : 0.5;
  return BAYPLAN_FITNESS_SCORED;
}

static int count_records(void* user_data, const bayplan_instance_columns* records) {
  *(size_t*)user_data += records->count;
  return 0;
}

/* A host: one cluster, one calculator, one store, and the pools "batch" and "k8s-exp". */
typedef struct host {
  fake_cluster cluster;
  int scores;
  size_t stored;
  bayplan_engine* engine;
} host;

static void start(host* h) {
  memset(h, 0, sizeof(*h));
  const bayplan_backend backend = fake_cluster_backend(&h->cluster);
  bayplan_cluster cluster = {0};
  cluster.size = sizeof(cluster);
  cluster.name = str("here");
  cluster.backend = &backend;
  bayplan_fitness fitness = {0};
  fitness.size = sizeof(fitness);
  fitness.name = str("site/last-node");
  fitness.user_data = &h->scores;
  fitness.score = last_node;
  const bayplan_store store = {sizeof(store), &h->stored, count_records};
  const bayplan_str pools[] = {str("batch"), str("k8s-exp")};
  bayplan_config* config = read_config();
  bayplan_engine_options options = {0};
  options.size = sizeof(options);
  options.config = config;
  options.pools = pools;
  options.pool_count = 2;
  options.clusters = &cluster;
  options.cluster_count = 1;
  options.fitness = &fitness;
  options.fitness_count = 1;
  options.store = &store;
  OK(bayplan_engine_create(&h->engine, &options));
  bayplan_config_destroy(config); /* everything was copied */
}

static const uint32_t kThree[] = {0, 5, 10, 15};
static const int64_t kCpus[] = {2000, 3000, 1000};

/* Three jobs: "job-1", "job-2" and "job-3". */
static bayplan_job_columns three_jobs(void) {
  bayplan_job_columns jobs = {0};
  jobs.size = sizeof(jobs);
  jobs.count = 3;
  jobs.id = (bayplan_str_column){"job-1job-2job-3", kThree};
  jobs.request.milli_cpu = kCpus;
  return jobs;
}

static bayplan_report* cycle(host* h, const char* pool, int64_t now_ms) {
  bayplan_report* report = NULL;
  OK(bayplan_engine_cycle(h->engine, str(pool), now_ms, &report));
  return report;
}

static bayplan_cycle_counters counters_of(const bayplan_report* report) {
  bayplan_cycle_counters counters = {0};
  counters.size = sizeof(counters);
  OK(bayplan_report_counters(report, &counters));
  return counters;
}

/* The jobs that a report says are over, added up; all must have `outcome`. */
static size_t finished_in(const bayplan_report* report, uint8_t outcome) {
  bayplan_finished_columns finished = {0};
  finished.size = sizeof(finished);
  OK(bayplan_report_finished(report, &finished));
  for (size_t i = 0; i < finished.count; ++i) CHECK(finished.outcome[i] == outcome);
  return finished.count;
}

static void jobs_run_on_the_nodes_that_fitness_prefers(void) {
  host h;
  start(&h);
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));

  /* The first cycle hears of the nodes, places the jobs, stores the records and launches. */
  bayplan_report* report = cycle(&h, "batch", 1000);
  const bayplan_cycle_counters counters = counters_of(report);
  CHECK(counters.considered == 3 && counters.assigned == 3 && counters.launched == 3);
  CHECK(counters.window != BAYPLAN_ABSENT && counters.not_before_ms == BAYPLAN_ABSENT);
  CHECK(h.stored == 3 && h.scores > 0 && h.cluster.pod_count == 3);
  bayplan_instance_columns records = {0};
  records.size = sizeof(records);
  OK(bayplan_report_records(report, &records));
  CHECK(records.count == 3 && equals(cell(records.job, 0), "job-1"));
  CHECK(equals(cell(records.chosen_node, 0), "node-2")); /* the calculator's choice */
  CHECK(equals(cell(records.chosen_node, 1), "node-1")); /* 3 CPUs: no room beside job-1 */
  CHECK(equals(cell(records.cluster, 2), "here") && equals(cell(records.pool, 2), "batch"));
  CHECK(records.committed_ms[0] == 1000 && records.attempt[0] == 1);
  /* Nothing is made up: the cluster has not answered yet. */
  CHECK(records.state[0] == BAYPLAN_STATE_COMMITTED && cell(records.node, 0).len == 0);
  CHECK(records.started.ms[0] == BAYPLAN_ABSENT && records.exit_code[0] == BAYPLAN_ABSENT);
  bayplan_report_destroy(report);

  report = cycle(&h, "batch", 2000);
  OK(bayplan_report_records(report, &records));
  CHECK(records.count == 3 && records.state[2] == BAYPLAN_STATE_RUNNING);
  CHECK(records.started.ms[2] == 2000 && equals(cell(records.node, 0), "node-2"));
  CHECK(finished_in(report, BAYPLAN_OUTCOME_SUCCEEDED) == 0);
  bayplan_report_destroy(report);

  report = cycle(&h, "batch", 3000);
  CHECK(finished_in(report, BAYPLAN_OUTCOME_SUCCEEDED) == 3);
  OK(bayplan_report_records(report, &records));
  CHECK(records.end_cause[0] == BAYPLAN_END_SUCCEEDED && records.exit_code[0] == 0);
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void the_other_pool_leaves_nodes_to_the_cluster(void) {
  host h;
  start(&h);
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(h.engine, str("k8s-exp"), &jobs));
  bayplan_report_destroy(cycle(&h, "k8s-exp", 1000));
  CHECK(h.cluster.pod_count == 3 && h.cluster.pods[0].node[0] == '\0');
  CHECK(strcmp(h.cluster.pods[0].pool, "k8s-exp") == 0 && h.cluster.pods[1].milli_cpu == 3000);
  CHECK(h.scores == 0);
  bayplan_report_destroy(cycle(&h, "k8s-exp", 2000));
  bayplan_report* report = cycle(&h, "k8s-exp", 3000);
  CHECK(finished_in(report, BAYPLAN_OUTCOME_SUCCEEDED) == 3);
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void what_does_not_fit_says_why(void) {
  host h;
  start(&h);
  static const uint32_t ids[] = {0, 3, 7, 8};
  static const uint32_t first[] = {0, 0, 1, 1}, attribute[] = {0, 4}, first_value[] = {0, 2};
  static const uint32_t value[] = {0, 2, 4};
  static const int64_t cpus[] = {5000, 100, 100};
  bayplan_job_columns jobs = {0};
  jobs.size = sizeof(jobs);
  jobs.count = 3;
  jobs.id = (bayplan_str_column){"bigzonex", ids};
  jobs.request.milli_cpu = cpus;
  jobs.hard.first = first; /* "zone" must be in z3 or z4 for the second job */
  jobs.hard.attribute = (bayplan_str_column){"zone", attribute};
  jobs.hard.values.first = first_value;
  jobs.hard.values.item = (bayplan_str_column){"z3z4", value};
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));

  bayplan_report* report = cycle(&h, "batch", 1000);
  CHECK(counters_of(report).left == 3);
  bayplan_left_columns left = {0};
  bayplan_reason_columns reasons = {0};
  left.size = sizeof(left);
  reasons.size = sizeof(reasons);
  OK(bayplan_report_left(report, &left));
  OK(bayplan_report_reasons(report, &reasons));
  CHECK(left.count == 3);
  for (size_t i = 0; i < left.count; ++i) {
    const uint32_t table = left.table[i];
    const uint32_t row = reasons.first.first[table];
    CHECK(reasons.looked_at[table] == 2);
    CHECK(reasons.first.first[table + 1] == row + 1 && reasons.first.places[row] == 2);
    const bayplan_str job = cell(left.job, i), detail = cell(reasons.first.detail, row);
    const uint8_t code = reasons.first.code[row];
    if (equals(job, "big")) CHECK(code == BAYPLAN_REASON_INSUFFICIENT && equals(detail, "cpu"));
    if (equals(job, "zone")) CHECK(code == BAYPLAN_REASON_CONSTRAINT && contains(detail, "z3, z4"));
    if (equals(job, "x")) CHECK(code == BAYPLAN_REASON_FITNESS_REFUSED);
  }
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void a_failed_launch_is_reported_and_repeated(void) {
  host h;
  start(&h);
  h.cluster.fail_launches = 1;
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));
  bayplan_report* report = cycle(&h, "batch", 1000);
  bayplan_failure_columns errors = {0};
  errors.size = sizeof(errors);
  OK(bayplan_report_cluster_errors(report, &errors));
  CHECK(errors.count == 1 && errors.code[0] == BAYPLAN_UNAVAILABLE);
  CHECK(contains(cell(errors.message, 0), "\"here\": launch returned 14"));
  CHECK(counters_of(report).launched == 0 && h.cluster.pod_count == 0);
  bayplan_report_destroy(report);
  report = cycle(&h, "batch", 2000);
  CHECK(counters_of(report).launched == 3 && h.cluster.pod_count == 3);
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void a_calculators_error_ends_the_cycle(void) {
  host h;
  start(&h);
  static const uint32_t ids[] = {0, 5};
  bayplan_job_columns jobs = {0};
  jobs.size = sizeof(jobs);
  jobs.count = 1;
  jobs.id = (bayplan_str_column){"error", ids};
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));
  bayplan_report* report = NULL;
  FAILS(bayplan_engine_cycle(h.engine, str("batch"), 1000, &report), BAYPLAN_DATA_LOSS,
        "\"site/last-node\" of job \"error\"");
  CHECK(report == NULL);
  OK(bayplan_engine_cancel_job(h.engine, str("error"))); /* the engine goes on */
  bayplan_report_destroy(cycle(&h, "batch", 2000));
  bayplan_engine_destroy(h.engine);
}

static void a_running_job_can_be_cancelled(void) {
  host h;
  start(&h);
  h.cluster.never_end = 1;
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));
  bayplan_report_destroy(cycle(&h, "batch", 1000));
  bayplan_report_destroy(cycle(&h, "batch", 2000));
  OK(bayplan_engine_cancel_job(h.engine, str("job-2")));
  bayplan_report_destroy(cycle(&h, "batch", 3000));
  CHECK(h.cluster.kills == 1 && h.cluster.kill_grace_ms == 30000);
  FAILS(bayplan_engine_cancel_job(h.engine, str("job-9")), BAYPLAN_NOT_FOUND, "job-9");
  bayplan_engine_destroy(h.engine);
}

static void a_restarted_engine_goes_on_from_the_records(void) {
  host before, after;
  start(&before);
  before.cluster.never_end = 1;
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(before.engine, str("batch"), &jobs));
  bayplan_report* report = cycle(&before, "batch", 1000);
  bayplan_instance_columns records = {0};
  records.size = sizeof(records);
  OK(bayplan_report_records(report, &records));
  bayplan_engine_destroy(before.engine);

  /* What a report gives, restore takes. The new cluster never heard of the instances. */
  start(&after);
  bayplan_report* restored = NULL;
  OK(bayplan_engine_restore(after.engine, str("batch"), &jobs, &records, &restored));
  CHECK(finished_in(restored, BAYPLAN_OUTCOME_SUCCEEDED) == 0);
  bayplan_report_destroy(restored);
  bayplan_report_destroy(report);
  report = cycle(&after, "batch", 2000);
  CHECK(counters_of(report).assigned == 0 && counters_of(report).launched == 3);
  CHECK(after.cluster.pods[0].attempt == 1);
  bayplan_report_destroy(report);
  bayplan_engine_destroy(after.engine);
}

static void a_draining_cluster_gets_nothing_new(void) {
  host h;
  start(&h);
  const bayplan_job_columns jobs = three_jobs();
  OK(bayplan_engine_submit_jobs(h.engine, str("k8s-exp"), &jobs));
  OK(bayplan_engine_set_cluster_state(h.engine, str("here"), BAYPLAN_CLUSTER_DRAINING));
  bayplan_report_destroy(cycle(&h, "k8s-exp", 1000));
  CHECK(h.cluster.pod_count == 0);
  FAILS(bayplan_engine_set_cluster_state(h.engine, str("here"), 9), BAYPLAN_INVALID_ARGUMENT, "9");
  FAILS(bayplan_engine_set_cluster_state(h.engine, str("there"), 0), BAYPLAN_NOT_FOUND, "there");
  bayplan_engine_destroy(h.engine);
}

/* ---- What goes wrong ------------------------------------------------------------------------ */

static void a_callback_that_calls_back_is_refused(void) {
  host h;
  start(&h);
  h.cluster.reenter = h.engine;
  bayplan_report_destroy(cycle(&h, "batch", 1000));
  CHECK(h.cluster.reenter_result == BAYPLAN_FAILED_PRECONDITION);
  bayplan_engine_destroy(h.engine);
}

static void bad_columns_change_nothing(void) {
  host h;
  start(&h);
  static const uint32_t falling[] = {0, 5, 3, 15};
  bayplan_job_columns jobs = three_jobs();
  jobs.id.offsets = falling;
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs), BAYPLAN_INVALID_ARGUMENT,
        "jobs.id.offsets[2] is 3 after 5");
  jobs = three_jobs();
  jobs.id.bytes = NULL;
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs), BAYPLAN_INVALID_ARGUMENT,
        "jobs.id.bytes is NULL");
  static const int32_t priority[] = {50, 101, 50};
  jobs = three_jobs();
  jobs.priority = priority;
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs), BAYPLAN_INVALID_ARGUMENT,
        "\"job-2\" is 101");
  jobs = three_jobs();
  FAILS(bayplan_engine_submit_jobs(h.engine, str("gpu"), &jobs), BAYPLAN_NOT_FOUND, "gpu");
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), NULL), BAYPLAN_INVALID_ARGUMENT, "jobs");
  FAILS(bayplan_engine_submit_jobs(NULL, str("batch"), &jobs), BAYPLAN_INVALID_ARGUMENT, "engine");
  /* None of the three jobs was taken: they can still be submitted. */
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs), BAYPLAN_ALREADY_EXISTS, "job-1");
  bayplan_engine_destroy(h.engine);
}

static void an_engine_needs_what_its_options_promise(void) {
  bayplan_config* config = read_config();
  const bayplan_str pool = str("batch");
  bayplan_engine* engine = NULL;
  bayplan_engine_options options = {0};
  options.size = sizeof(options);
  FAILS(bayplan_engine_create(&engine, &options), BAYPLAN_INVALID_ARGUMENT, "options.config");
  options.config = config;
  options.pools = &pool;
  options.pool_count = 1;
  FAILS(bayplan_engine_create(&engine, &options), BAYPLAN_INVALID_ARGUMENT, "site/last-node");
  const bayplan_backend backend = {0};
  bayplan_cluster cluster = {0};
  cluster.size = sizeof(cluster);
  cluster.backend = &backend;
  options.clusters = &cluster;
  options.cluster_count = 1;
  FAILS(bayplan_engine_create(&engine, &options), BAYPLAN_INVALID_ARGUMENT,
        "options.clusters[0].backend.size is 0");
  CHECK(engine == NULL);
  bayplan_config_destroy(config);
}

/* ---- Structs that grow ---------------------------------------------------------------------- */

static void an_older_callers_struct_is_smaller(void) {
  host h;
  start(&h);
  /* A program from before `user` was added. */
  bayplan_job_columns jobs = three_jobs();
  jobs.size = offsetof(bayplan_job_columns, user);
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs));
  bayplan_report* report = cycle(&h, "batch", 1000);

  /* Results beyond its fields are not written. */
  bayplan_cycle_counters counters;
  memset(&counters, 0x55, sizeof(counters));
  counters.size = offsetof(bayplan_cycle_counters, refused);
  OK(bayplan_report_counters(report, &counters));
  CHECK(counters.considered == 3 && counters.assigned == 3);
  CHECK(counters.size == offsetof(bayplan_cycle_counters, refused));
  CHECK(counters.refused == 0x5555555555555555);
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void a_newer_callers_struct_is_larger(void) {
  host h;
  start(&h);
  struct {
    bayplan_job_columns known;
    int64_t added_later;
  } jobs = {three_jobs(), 0};
  jobs.known.size = sizeof(jobs);
  jobs.added_later = 1;
  FAILS(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs.known), BAYPLAN_INVALID_ARGUMENT,
        "knows no field");
  jobs.added_later = 0;
  OK(bayplan_engine_submit_jobs(h.engine, str("batch"), &jobs.known));

  struct {
    bayplan_cycle_counters known;
    int64_t added_later;
  } counters;
  counters.known.size = sizeof(counters);
  counters.added_later = 1;
  bayplan_report* report = cycle(&h, "batch", 1000);
  OK(bayplan_report_counters(report, &counters.known));
  CHECK(counters.known.considered == 3 && counters.added_later == 0);
  counters.known.size = 3;
  FAILS(bayplan_report_counters(report, &counters.known), BAYPLAN_INVALID_ARGUMENT,
        "out.size is 3");
  bayplan_report_destroy(report);
  bayplan_engine_destroy(h.engine);
}

static void nothing_is_released_twice_or_missed(void) {
  bayplan_error_destroy(NULL);
  bayplan_bytes_destroy(NULL);
  bayplan_config_destroy(NULL);
  bayplan_router_destroy(NULL);
  bayplan_engine_destroy(NULL);
  bayplan_report_destroy(NULL);
  CHECK(bayplan_error_code(NULL) == BAYPLAN_OK && bayplan_error_message(NULL).len == 0);
}

int main(void) {
  CHECK(bayplan_abi_version() == BAYPLAN_ABI_VERSION);
  CHECK(bayplan_abi_min_supported() <= bayplan_abi_version());
  CHECK(strchr(bayplan_version_string(), '.') != NULL);
  a_config_is_read_and_serialized();
  a_bad_config_names_its_place();
  a_variable_comes_from_the_options();
  the_router_finds_a_pools_scheduler();
  news_is_folded_in_any_order();
  jobs_run_on_the_nodes_that_fitness_prefers();
  the_other_pool_leaves_nodes_to_the_cluster();
  what_does_not_fit_says_why();
  a_failed_launch_is_reported_and_repeated();
  a_calculators_error_ends_the_cycle();
  a_running_job_can_be_cancelled();
  a_restarted_engine_goes_on_from_the_records();
  a_draining_cluster_gets_nothing_new();
  a_callback_that_calls_back_is_refused();
  bad_columns_change_nothing();
  an_engine_needs_what_its_options_promise();
  an_older_callers_struct_is_smaller();
  a_newer_callers_struct_is_larger();
  nothing_is_released_twice_or_missed();
  puts("c_test: all passed");
  return 0;
}
