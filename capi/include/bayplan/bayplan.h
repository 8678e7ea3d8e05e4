/* bayplan.h: the C interface of Bayplan, an embeddable batch scheduling library.
 *
 *   bayplan_config* config = NULL;
 *   bayplan_error* error = bayplan_config_read(&config, NULL, text, BAYPLAN_FORMAT_EDN);
 *   if (error != NULL) { report(bayplan_error_message(error)); bayplan_error_destroy(error); }
 *
 * tests/capi/c_test.c is a tour of everything below; docs/c-api.md explains the ideas.
 *
 * Conventions
 *  1. A function that can fail returns bayplan_error*: NULL is success. The caller owns an error
 *     and releases it with bayplan_error_destroy. On failure no out-parameter is written.
 *  2. Handles are opaque. A function that makes one takes `out` first; *_destroy releases it, and
 *     takes NULL. A function of a handle takes the handle first and where to put results last.
 *  3. A struct with a `size` is zeroed by the caller, who then sets `size` to its sizeof (or copies
 *     a *_INIT). A smaller size is an older caller's: missing fields have their default, and
 *     missing results are not given. A larger size is a newer caller's: what is beyond must be
 *     zero. Structs without a size never change. In an array all elements have the same size.
 *  4. Strings are {data, len}, UTF-8, not terminated, and copied. {NULL, 0} is the empty string.
 *  5. Batches are columns: a count and one pointer per column, NULL meaning that all rows have the
 *     default. A string column is bytes and count + 1 offsets: row i is bytes[offsets[i]] up to,
 *     not including, bytes[offsets[i + 1]]. New columns are added at the end.
 *  6. Memory that the library gives out lives as long as the object that it came from; what a
 *     callback is given lives until the callback returns.
 *  7. One thread at a time per handle; configurations and routers do not change and may be read by
 *     any number. Nothing here starts threads, reads clocks or the environment, or writes output.
 *  8. Callbacks come on the calling thread, get their user_data first and fail by return code: 0 is
 *     success, a bayplan_code otherwise. They must not unwind (throw, longjmp), and must not call
 *     into the handle that called them: that fails with BAYPLAN_FAILED_PRECONDITION.
 *  9. Numbers of codes never change; new ones may appear: treat unknown ones as BAYPLAN_INTERNAL
 *     or, where they are no errors, as "something else".
 *
 * Units are part of the names. Times are milliseconds since an epoch that the host chooses.
 */

#ifndef BAYPLAN_BAYPLAN_H_
#define BAYPLAN_BAYPLAN_H_

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define BAYPLAN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define BAYPLAN_API __attribute__((visibility("default")))
#else
#define BAYPLAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Versions ------------------------------------------------------------------------------- */

#define BAYPLAN_ABI_VERSION 1u /* of this header */

/* Of the loaded library. A program works with it if
 * bayplan_abi_min_supported() <= BAYPLAN_ABI_VERSION <= bayplan_abi_version(). */
BAYPLAN_API uint32_t bayplan_abi_version(void);
BAYPLAN_API uint32_t bayplan_abi_min_supported(void);
/* "0.1.0", terminated. */
BAYPLAN_API const char* bayplan_version_string(void);

/* ---- Values --------------------------------------------------------------------------------- */

typedef struct bayplan_str {
  const char* data;
  size_t len;
} bayplan_str;

/* A time or number that is not known. No value has this number. */
#define BAYPLAN_ABSENT INT64_MIN

typedef struct bayplan_str_column {
  const char* bytes;
  const uint32_t* offsets; /* count + 1, not falling; NULL: all rows are empty */
} bayplan_str_column;

/* A list of strings per row: row i has the items first[i] up to, not including, first[i + 1]. */
typedef struct bayplan_str_list_column {
  const uint32_t* first; /* count + 1, not falling; NULL: all lists are empty */
  bayplan_str_column item;
} bayplan_str_list_column;

typedef struct bayplan_resources {
  int64_t milli_cpu;    /* thousandths of a CPU */
  int64_t memory_bytes; /* each in 0 .. 2^50 - 1 */
  int64_t network_kbps;
  int64_t disk_bytes;
  int64_t ports;
  int64_t milli_gpu;
} bayplan_resources;

typedef struct bayplan_resource_columns { /* NULL: 0 */
  const int64_t* milli_cpu;
  const int64_t* memory_bytes;
  const int64_t* network_kbps;
  const int64_t* disk_bytes;
  const int64_t* ports;
  const int64_t* milli_gpu;
} bayplan_resource_columns;

/* Text or protobuf bytes that the library made for the caller. */
typedef struct bayplan_bytes bayplan_bytes;
BAYPLAN_API bayplan_str bayplan_bytes_view(const bayplan_bytes* bytes);
BAYPLAN_API void bayplan_bytes_destroy(bayplan_bytes* bytes);

/* ---- Errors --------------------------------------------------------------------------------- */

typedef uint32_t bayplan_code;
enum {
  BAYPLAN_OK = 0,
  BAYPLAN_CANCELLED = 1,
  BAYPLAN_UNKNOWN = 2,
  BAYPLAN_INVALID_ARGUMENT = 3,
  BAYPLAN_DEADLINE_EXCEEDED = 4,
  BAYPLAN_NOT_FOUND = 5,
  BAYPLAN_ALREADY_EXISTS = 6,
  BAYPLAN_PERMISSION_DENIED = 7,
  BAYPLAN_RESOURCE_EXHAUSTED = 8, /* memory, too */
  BAYPLAN_FAILED_PRECONDITION = 9,
  BAYPLAN_ABORTED = 10,
  BAYPLAN_OUT_OF_RANGE = 11,
  BAYPLAN_UNIMPLEMENTED = 12,
  BAYPLAN_INTERNAL = 13,
  BAYPLAN_UNAVAILABLE = 14,
  BAYPLAN_DATA_LOSS = 15,
  BAYPLAN_UNAUTHENTICATED = 16
};

typedef struct bayplan_error bayplan_error;
/* Of NULL: BAYPLAN_OK and the empty string. */
BAYPLAN_API bayplan_code bayplan_error_code(const bayplan_error* error);
/* Names the field, its value and what would be valid. */
BAYPLAN_API bayplan_str bayplan_error_message(const bayplan_error* error);
BAYPLAN_API void bayplan_error_destroy(bayplan_error* error);

/* ---- Configuration -------------------------------------------------------------------------- */

enum {
  BAYPLAN_FORMAT_EDN = 1, /* the files of the Cook scheduler */
  BAYPLAN_FORMAT_JSON = 2,
  BAYPLAN_FORMAT_TEXT_PROTO = 3,
  BAYPLAN_FORMAT_PROTO = 4 /* what bayplan_config_serialize gives */
};

typedef struct bayplan_variable {
  bayplan_str name;
  bayplan_str value;
} bayplan_variable;

typedef struct bayplan_config_read_options {
  size_t size;
  bayplan_str source_name;             /* what messages call the text; "configuration" */
  const bayplan_variable* environment; /* what #config/env reads; the process's own is not read */
  size_t environment_count;
  const bayplan_str* calculators; /* fitness calculators of the host's, beside the built-in ones */
  size_t calculator_count;
} bayplan_config_read_options;

typedef struct bayplan_config bayplan_config;
/* Checks `text` and fills in all defaults. `options` may be NULL. INVALID_ARGUMENT for the first
 * thing that is wrong, with source, line and column. Time: linear in the text. */
BAYPLAN_API bayplan_error* bayplan_config_read(bayplan_config** out,
                                               const bayplan_config_read_options* options,
                                               bayplan_str text, uint32_t format);
BAYPLAN_API void bayplan_config_destroy(bayplan_config* config);

enum {
  BAYPLAN_FINDING_HIDDEN_ENTRY = 1,         /* an entry can govern no pool */
  BAYPLAN_FINDING_OTHER_SCHEDULERS_KEY = 2, /* a parameter that its scheduler does not have */
  BAYPLAN_FINDING_MATCHES_NO_POOL = 3       /* of a router: an entry matches none of the pools */
};

/* What is legal but probably not meant. */
typedef struct bayplan_finding_columns {
  size_t size;
  size_t count;
  const uint8_t* kind;
  bayplan_str_column message;
} bayplan_finding_columns;
BAYPLAN_API bayplan_error* bayplan_config_findings(const bayplan_config* config,
                                                   bayplan_finding_columns* out);

typedef struct bayplan_key_columns {
  size_t size;
  size_t count;
  bayplan_str_column key;
} bayplan_key_columns;
/* Keys of Cook's that Bayplan does not use. */
BAYPLAN_API bayplan_error* bayplan_config_ignored_keys(const bayplan_config* config,
                                                       bayplan_key_columns* out);

/* A protobuf message bayplan.config.Config. Equal configurations give equal bytes. */
BAYPLAN_API bayplan_error* bayplan_config_serialize(const bayplan_config* config,
                                                    bayplan_bytes** out);

/* ---- Router: which scheduler governs a pool ------------------------------------------------- */

typedef struct bayplan_router bayplan_router;
/* INVALID_ARGUMENT names the pools that no entry of `config` governs. `config` is copied. */
BAYPLAN_API bayplan_error* bayplan_router_create(bayplan_router** out, const bayplan_config* config,
                                                 const bayplan_str* pools, size_t pool_count);
BAYPLAN_API void bayplan_router_destroy(bayplan_router* router);

enum { BAYPLAN_SCHEDULER_FENZO = 1, BAYPLAN_SCHEDULER_KUBERNETES = 2 };

/* Parameters of the scheduler that a pool does not have are 0. */
typedef struct bayplan_route {
  size_t size;
  uint32_t scheduler;
  uint32_t reserved;
  int64_t max_jobs_considered;
  /* BAYPLAN_SCHEDULER_FENZO */
  double good_enough_fitness;
  double scaleback;
  int64_t floor_iterations_before_warn;
  int64_t floor_iterations_before_reset;
  bayplan_str fitness_calculator; /* lives as long as the router */
  /* BAYPLAN_SCHEDULER_KUBERNETES */
  int64_t minimum_scheduling_capacity_threshold;
  int64_t scheduling_pause_ms;
  int64_t max_pending_pods;
} bayplan_route;
/* `pool` need not be among those given to create. NOT_FOUND if no entry governs it. */
BAYPLAN_API bayplan_error* bayplan_router_route(const bayplan_router* router, bayplan_str pool,
                                                bayplan_route* out);
/* A text for people that says which entry governs `pool` and why, or that none does. */
BAYPLAN_API bayplan_error* bayplan_router_explain(const bayplan_router* router, bayplan_str pool,
                                                  bayplan_bytes** out);
BAYPLAN_API bayplan_error* bayplan_router_findings(const bayplan_router* router,
                                                   bayplan_finding_columns* out);

/* ---- Accounting: pure functions, usable without an engine ----------------------------------- */

enum {                                /* how a time was learnt, best first */
       BAYPLAN_QUALITY_EXACT = 0,     /* the cluster's own record of the very event */
       BAYPLAN_QUALITY_CONDITION = 1, /* a status condition that changes together with the event */
       BAYPLAN_QUALITY_OBSERVED = 2,  /* when somebody first saw the effect */
       BAYPLAN_QUALITY_INFERRED = 3   /* concluded from something else */
};
enum { BAYPLAN_SOURCE_BACKEND = 0, BAYPLAN_SOURCE_SCHEDULER = 1 };
enum {
  BAYPLAN_END_SUCCEEDED = 1,
  BAYPLAN_END_FAILED = 2,         /* the job's own process failed */
  BAYPLAN_END_KILLED = 3,         /* we asked for it */
  BAYPLAN_END_LAUNCH_REFUSED = 4, /* the cluster did not take the instance */
  BAYPLAN_END_NODE_LOST = 5,
  BAYPLAN_END_PREEMPTED = 6,
  BAYPLAN_END_VANISHED = 7 /* gone from the cluster without a word */
};
enum { /* the furthest milestone that is known */
       BAYPLAN_STATE_COMMITTED = 0,
       BAYPLAN_STATE_SUBMITTED = 1,
       BAYPLAN_STATE_SCHEDULED = 2,
       BAYPLAN_STATE_RUNNING = 3,
       BAYPLAN_STATE_ENDED = 4
};

typedef struct bayplan_stamp {
  int64_t ms; /* BAYPLAN_ABSENT: not known */
  uint32_t quality;
  uint32_t source;
} bayplan_stamp;

/* The milestones in the life of one instance (one attempt of a job). */
typedef struct bayplan_facts {
  size_t size;
  bayplan_stamp submitted; /* the cluster accepted it */
  bayplan_stamp scheduled; /* it got a node */
  bayplan_stamp started;   /* its container began to run */
  bayplan_stamp ended;
  bayplan_str node;   /* with `scheduled` */
  int64_t exit_code;  /* with `ended`; an int32 or BAYPLAN_ABSENT */
  uint32_t end_cause; /* with `ended` */
  uint32_t reserved;
} bayplan_facts;
#define BAYPLAN_STAMP_INIT \
  { BAYPLAN_ABSENT, 0, 0 }
#define BAYPLAN_FACTS_INIT                                                             \
  {                                                                                    \
    sizeof(bayplan_facts), BAYPLAN_STAMP_INIT, BAYPLAN_STAMP_INIT, BAYPLAN_STAMP_INIT, \
        BAYPLAN_STAMP_INIT, {NULL, 0}, BAYPLAN_ABSENT, 0, 0                            \
  }

/* Folds `news` into `known`: idempotent, and the order of calls does not matter. Of two times for a
 * milestone the one of better quality stays, of equal ones the earlier. `changed` (may be NULL)
 * becomes 1 if something new was learnt, else 0. known->node afterwards has the memory of the one
 * or of the other. */
BAYPLAN_API bayplan_error* bayplan_facts_fold(const bayplan_facts* news, bayplan_facts* known,
                                              uint32_t* changed);
BAYPLAN_API bayplan_error* bayplan_facts_state(const bayplan_facts* facts, uint32_t* out);

/* Never negative; BAYPLAN_ABSENT while the beginning is unknown. What is open ends at `now_ms`. */
typedef struct bayplan_intervals {
  size_t size;
  int64_t waiting_for_node_ms; /* accepted by the cluster, no node yet */
  int64_t starting_ms;         /* on a node, container not running yet */
  int64_t running_ms;          /* from the start of the container: what run time means */
  int64_t since_commit_ms;     /* from the decision: what Cook counts */
} bayplan_intervals;
BAYPLAN_API bayplan_error* bayplan_facts_intervals(const bayplan_facts* facts, int64_t committed_ms,
                                                   int64_t now_ms, bayplan_intervals* out);

/* 1 if the cause is not the job's fault, else 0. */
BAYPLAN_API uint32_t bayplan_end_is_mea_culpa(uint32_t end_cause);
/* 1 if a job whose instances failed so often has attempts left. Some mea culpa failures are free.
 */
BAYPLAN_API uint32_t bayplan_may_retry(uint32_t own_failures, uint32_t mea_culpa_failures,
                                       uint32_t max_attempts);

/* ---- Columns -------------------------------------------------------------------------------- */

enum { /* as in Kubernetes */
       BAYPLAN_OP_IN = 0,
       BAYPLAN_OP_NOT_IN = 1, /* holds on a node without the attribute */
       BAYPLAN_OP_EXISTS = 2,
       BAYPLAN_OP_DOES_NOT_EXIST = 3
};

/* A list of constraints on node attributes per row; the attribute HOSTNAME is the node's name. */
typedef struct bayplan_constraint_columns {
  const uint32_t* first; /* count + 1: row i has constraints first[i] .. first[i + 1]; NULL: none */
  bayplan_str_column attribute;
  const uint8_t* op;              /* NULL: BAYPLAN_OP_IN */
  bayplan_str_list_column values; /* per constraint */
} bayplan_constraint_columns;

typedef struct bayplan_job_columns {
  size_t size;
  size_t count;
  bayplan_str_column id;        /* required: 1 to 128 bytes, unique among live jobs of all pools */
  bayplan_str_column user;      /* may be empty */
  const int64_t* submitted_ms;  /* NULL: 0 */
  const int32_t* priority;      /* 0 to 100, higher first; NULL: 50 */
  const uint32_t* max_attempts; /* NULL: 1 */
  bayplan_resource_columns request;
  bayplan_constraint_columns hard;  /* a node must satisfy all */
  bayplan_constraint_columns soft;  /* a node is better the more it satisfies */
  bayplan_str_list_column clusters; /* acceptable ones; empty: any */
} bayplan_job_columns;

typedef struct bayplan_stamp_columns {
  const int64_t* ms;      /* NULL: absent */
  const uint8_t* quality; /* NULL: BAYPLAN_QUALITY_EXACT */
  const uint8_t* source;  /* NULL: BAYPLAN_SOURCE_BACKEND */
} bayplan_stamp_columns;

/* Instances: records that the library gives out or takes back, and news of them from a cluster, of
 * which only the name (job, attempt) and the facts (from `submitted` on) count. */
typedef struct bayplan_instance_columns {
  size_t size;
  size_t count;
  bayplan_str_column job;  /* required */
  const uint32_t* attempt; /* from 1; NULL: 1 */
  bayplan_str_column pool;
  bayplan_str_column cluster;
  bayplan_str_column chosen_node; /* by the scheduler; empty: the cluster chooses */
  const int64_t* committed_ms;    /* when the decision was made; NULL: 0 */
  bayplan_stamp_columns submitted;
  bayplan_stamp_columns scheduled;
  bayplan_stamp_columns started;
  bayplan_stamp_columns ended;
  bayplan_str_column node;  /* with `scheduled` */
  const uint8_t* end_cause; /* with `ended` */
  const int64_t* exit_code; /* with `ended`; BAYPLAN_ABSENT: not known */
  const uint8_t* state;     /* output only: what the facts say */
} bayplan_instance_columns;

/* ---- A cluster that the host provides ------------------------------------------------------- */

/* A list of attributes per row; the names in a list differ. */
typedef struct bayplan_attribute_columns {
  const uint32_t* first; /* count + 1; NULL: none */
  bayplan_str_column name;
  bayplan_str_column value;
} bayplan_attribute_columns;

typedef struct bayplan_node_columns {
  size_t size;
  size_t count;
  bayplan_str_column name; /* required, unique within the pool */
  bayplan_str_column pool;
  bayplan_resource_columns capacity;
  bayplan_resource_columns used_by_others; /* by work that Bayplan did not place */
  bayplan_attribute_columns attributes;
  const uint8_t* unschedulable; /* cordoned or draining; NULL: 0 */
  const uint8_t* removed;       /* the node went away; NULL: 0 */
} bayplan_node_columns;

/* What a cluster reports in one poll; lives during the callback. */
typedef struct bayplan_poll_batch bayplan_poll_batch;
BAYPLAN_API bayplan_error* bayplan_poll_batch_add_nodes(bayplan_poll_batch* batch,
                                                        const bayplan_node_columns* nodes);
BAYPLAN_API bayplan_error* bayplan_poll_batch_add_instances(
    bayplan_poll_batch* batch, const bayplan_instance_columns* instances);
/* The batch is a complete listing: what it does not name, the cluster does not know. */
BAYPLAN_API void bayplan_poll_batch_set_complete(bayplan_poll_batch* batch);

typedef struct bayplan_launch_columns {
  size_t size;
  size_t count;
  bayplan_str_column job;
  const uint32_t* attempt;
  bayplan_str_column pool; /* run on nodes of this pool only */
  bayplan_str_column user;
  bayplan_resource_columns request;
  const int32_t* priority;
  bayplan_str_column node;             /* run there; empty: the cluster chooses */
  bayplan_constraint_columns required; /* empty if `node` is given: checked already */
  bayplan_constraint_columns preferred;
} bayplan_launch_columns;

typedef struct bayplan_name_columns { /* names of instances */
  size_t size;
  size_t count;
  bayplan_str_column job;
  const uint32_t* attempt;
} bayplan_name_columns;

typedef struct bayplan_scale_columns { /* how many more, or (negative) fewer, nodes for a pool */
  size_t size;
  size_t count;
  bayplan_str_column pool;
  const int64_t* nodes;
} bayplan_scale_columns;

/* What a backend can do; a sum. */
enum { BAYPLAN_BACKEND_SCHEDULES_PODS = 1 /* places pods that name no node */ };

/* None of the calls waits for the cluster: what became of a launch is news, given by a later poll.
 * A code other than 0 means that nothing of the call was taken and that it will come again.
 * Launching a name that exists or existed, and killing an unknown one, has no effect. News may be
 * given twice, and in order per instance. The first poll is a complete listing. */
typedef struct bayplan_backend {
  size_t size;
  void* user_data; /* lives longer than the engine */
  int (*poll)(void* user_data, int64_t now_ms, bayplan_poll_batch* batch);
  int (*launch)(void* user_data, const bayplan_launch_columns* requests, int64_t now_ms);
  int (*kill)(void* user_data, const bayplan_name_columns* instances, int64_t grace_ms,
              int64_t now_ms);
  int (*scale)(void* user_data, const bayplan_scale_columns* actions,
               int64_t now_ms); /* NULL: the cluster has a fixed size */
  uint32_t capabilities;
  uint32_t reserved;
} bayplan_backend;

enum {
  BAYPLAN_CLUSTER_RUNNING = 0,
  BAYPLAN_CLUSTER_DRAINING = 1, /* nothing new goes there, what runs goes on */
  BAYPLAN_CLUSTER_DELETED = 2
};

typedef struct bayplan_cluster {
  size_t size;
  bayplan_str name;
  const bayplan_backend* backend; /* copied */
  uint32_t state;
  uint32_t reserved;
} bayplan_cluster;

/* Where the host keeps records across crashes. They are stored when `write` returns 0, all or none,
 * replacing older ones of the same names; launches follow. After another code they come again. */
typedef struct bayplan_store {
  size_t size;
  void* user_data; /* lives longer than the engine */
  int (*write)(void* user_data, const bayplan_instance_columns* records);
} bayplan_store;

/* ---- Engine: a pool's cycle from news to launches ------------------------------------------- */

struct bayplan_fitness; /* bayplan_unstable.h */

typedef struct bayplan_engine_options {
  size_t size;
  const bayplan_config* config; /* required; copied */
  const bayplan_str* pools;
  size_t pool_count;
  const bayplan_cluster* clusters; /* copied, as all that follows */
  size_t cluster_count;
  const struct bayplan_fitness* fitness; /* calculators by the names that `config` uses */
  size_t fitness_count;
  const bayplan_store* store; /* NULL: nothing is stored */
  int64_t kill_grace_ms;      /* 0: 30 seconds; negative: none */
} bayplan_engine_options;

typedef struct bayplan_engine bayplan_engine;
/* INVALID_ARGUMENT says what is wrong with the options: a pool without an entry in the
 * configuration, a name given twice, a missing callback, an unknown calculator. */
BAYPLAN_API bayplan_error* bayplan_engine_create(bayplan_engine** out,
                                                 const bayplan_engine_options* options);
/* Not from within a callback. */
BAYPLAN_API void bayplan_engine_destroy(bayplan_engine* engine);

/* Takes over pending jobs, all of them or (on error) none. */
BAYPLAN_API bayplan_error* bayplan_engine_submit_jobs(bayplan_engine* engine, bayplan_str pool,
                                                      const bayplan_job_columns* jobs);
/* A pending job is over at once; of one with an instance under way the instance is killed and the
 * job ends with it. NOT_FOUND if the job is not live. */
BAYPLAN_API bayplan_error* bayplan_engine_cancel_job(bayplan_engine* engine, bayplan_str job);

enum {
  BAYPLAN_OUTCOME_SUCCEEDED = 1,
  BAYPLAN_OUTCOME_FAILED = 2, /* no attempts left */
  BAYPLAN_OUTCOME_CANCELLED = 3
};

typedef struct bayplan_finished_columns { /* jobs that are over */
  size_t size;
  size_t count;
  bayplan_str_column job;
  bayplan_str_column pool;
  const uint8_t* outcome;
} bayplan_finished_columns;

/* What a call gave. */
typedef struct bayplan_report bayplan_report;
BAYPLAN_API void bayplan_report_destroy(bayplan_report* report);

/* After a restart, before the first cycle: the pool's live jobs and their stored records, ended
 * attempts included, in order of attempts. All or none. The report has the jobs that are over. */
BAYPLAN_API bayplan_error* bayplan_engine_restore(bayplan_engine* engine, bayplan_str pool,
                                                  const bayplan_job_columns* jobs,
                                                  const bayplan_instance_columns* records,
                                                  bayplan_report** out);
BAYPLAN_API bayplan_error* bayplan_engine_set_cluster_state(bayplan_engine* engine,
                                                            bayplan_str cluster, uint32_t state);
/* One cycle of one pool: poll the clusters, plan, store the records, launch and kill. `now_ms` must
 * not lie before the previous cycle's. NOT_FOUND for an unknown pool; an error of the store or of a
 * fitness calculator is passed on, and what was to be stored or launched is kept for the next
 * cycle. The error of a cluster is part of the report. */
BAYPLAN_API bayplan_error* bayplan_engine_cycle(bayplan_engine* engine, bayplan_str pool,
                                                int64_t now_ms, bayplan_report** out);

/* ---- Reports -------------------------------------------------------------------------------- */

typedef struct bayplan_cycle_counters {
  size_t size;
  int64_t considered;    /* assigned + refused + left */
  int64_t assigned;      /* got an instance in this cycle */
  int64_t refused;       /* assigned by the plan, but not possible any more */
  int64_t left;          /* considered and not placed */
  int64_t beyond_window; /* pending jobs that were not looked at */
  int64_t evaluations;   /* pairs of job and node, or cluster, looked at */
  int64_t launched;      /* requests handed to clusters */
  int64_t window;        /* jobs considered in the next cycle; BAYPLAN_ABSENT without scaleback */
  int64_t floor_iterations; /* cycles in a row with a window of 1 */
  int64_t not_before_ms;    /* another cycle is not worth making earlier, or BAYPLAN_ABSENT */
  uint32_t floor_warning;   /* 1: the window has been 1 for long enough to warn an operator */
  uint32_t window_reset;    /* 1: for too long, and was opened again */
} bayplan_cycle_counters;

typedef struct bayplan_left_columns { /* jobs that were considered and not placed */
  size_t size;
  size_t count;
  bayplan_str_column job;
  const uint32_t* table; /* row of bayplan_reason_columns */
} bayplan_left_columns;

enum {
  /* A place is a node. */
  BAYPLAN_REASON_NO_NODES = 1,
  BAYPLAN_REASON_UNSCHEDULABLE = 2,
  BAYPLAN_REASON_CONSTRAINT = 3,   /* detail: the constraint */
  BAYPLAN_REASON_INSUFFICIENT = 4, /* detail: the dimension */
  BAYPLAN_REASON_FITNESS_REFUSED = 5,
  /* A place is a cluster. */
  BAYPLAN_REASON_NO_CLUSTERS = 20,
  BAYPLAN_REASON_CLUSTER_NOT_RUNNING = 21, /* detail: its state */
  BAYPLAN_REASON_CLUSTER_NOT_ACCEPTABLE = 22,
  BAYPLAN_REASON_WINDOW_FULL = 23,
  /* There was no search. */
  BAYPLAN_REASON_BUDGET = 40,
  BAYPLAN_REASON_PAUSED = 41
};

typedef struct bayplan_reason_list_column {
  const uint32_t* first; /* count + 1 */
  const uint8_t* code;
  bayplan_str_column detail;
  const int64_t* places; /* how many nodes or clusters */
} bayplan_reason_list_column;

typedef struct bayplan_reason_columns { /* jobs of equal shape share a row */
  size_t size;
  size_t count;
  const int64_t* looked_at;         /* places */
  bayplan_reason_list_column first; /* one reason per place: adds up to looked_at */
  bayplan_reason_list_column all;   /* every shortage of every place */
} bayplan_reason_columns;

typedef struct bayplan_failure_columns {
  size_t size;
  size_t count;
  bayplan_str_column job; /* empty: not about a job */
  const uint32_t* code;
  bayplan_str_column message;
} bayplan_failure_columns;

BAYPLAN_API bayplan_error* bayplan_report_counters(const bayplan_report* report,
                                                   bayplan_cycle_counters* out);
/* Records that changed, of every pool, in order of names; the store has them. */
BAYPLAN_API bayplan_error* bayplan_report_records(const bayplan_report* report,
                                                  bayplan_instance_columns* out);
/* Jobs of every pool. */
BAYPLAN_API bayplan_error* bayplan_report_finished(const bayplan_report* report,
                                                   bayplan_finished_columns* out);
BAYPLAN_API bayplan_error* bayplan_report_left(const bayplan_report* report,
                                               bayplan_left_columns* out);
BAYPLAN_API bayplan_error* bayplan_report_reasons(const bayplan_report* report,
                                                  bayplan_reason_columns* out);
BAYPLAN_API bayplan_error* bayplan_report_refused(const bayplan_report* report,
                                                  bayplan_failure_columns* out);
/* Clusters that failed; they contributed nothing and are asked again next time. */
BAYPLAN_API bayplan_error* bayplan_report_cluster_errors(const bayplan_report* report,
                                                         bayplan_failure_columns* out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* BAYPLAN_BAYPLAN_H_ */
