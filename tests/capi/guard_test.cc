// Exceptions stop at the border, even those that a callback must not throw.

#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>

#include "bayplan/bayplan.h"

namespace {

bayplan_str Str(const char* text) { return {text, std::strlen(text)}; }

// The code of a call's error, which is released; the message goes to `message`.
bayplan_code Take(bayplan_error* error, std::string* message = nullptr) {
  const bayplan_code code = bayplan_error_code(error);
  const bayplan_str text = bayplan_error_message(error);
  if (message != nullptr) message->assign(text.data == nullptr ? "" : text.data, text.len);
  bayplan_error_destroy(error);
  return code;
}

// An engine with one pool and one cluster whose poll runs `poll`.
class Host {
 public:
  Host() {
    bayplan_config* config = nullptr;
    const char* text =
        "{:pools {:schedulers [{:pool-regex \".\" :scheduler-config {:scheduler \"fenzo\"}}]}}";
    REQUIRE(Take(bayplan_config_read(&config, nullptr, Str(text), BAYPLAN_FORMAT_EDN)) == 0);
    bayplan_backend backend = {};
    backend.size = sizeof(backend);
    backend.user_data = this;
    backend.poll = [](void* host, int64_t, bayplan_poll_batch*) {
      static_cast<Host*>(host)->poll();
      return 0;
    };
    backend.launch = [](void*, const bayplan_launch_columns*, int64_t) { return 0; };
    backend.kill = [](void*, const bayplan_name_columns*, int64_t, int64_t) { return 0; };
    bayplan_cluster cluster = {};
    cluster.size = sizeof(cluster);
    cluster.name = Str("here");
    cluster.backend = &backend;
    const bayplan_str pool = Str("batch");
    bayplan_engine_options options = {};
    options.size = sizeof(options);
    options.config = config;
    options.pools = &pool;
    options.pool_count = 1;
    options.clusters = &cluster;
    options.cluster_count = 1;
    REQUIRE(Take(bayplan_engine_create(&engine, &options)) == 0);
    bayplan_config_destroy(config);
  }
  ~Host() { bayplan_engine_destroy(engine); }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  bayplan_code Cycle(std::string* message) {
    bayplan_report* report = nullptr;
    const bayplan_code code = Take(bayplan_engine_cycle(engine, Str("batch"), 0, &report), message);
    CHECK((report != nullptr) == (code == BAYPLAN_OK));
    bayplan_report_destroy(report);
    return code;
  }

  std::function<void()> poll = [] {};
  bayplan_engine* engine = nullptr;
};

}  // namespace

TEST_CASE("an exception becomes an error, and the engine that it cut short takes no more calls") {
  struct Row {
    std::function<void()> poll;
    bayplan_code code;
    const char* message;
  };
  const Row rows[] = {
      {[] { throw std::bad_alloc(); }, BAYPLAN_RESOURCE_EXHAUSTED, "out of memory"},
      {[] { throw std::runtime_error("broken pipe"); }, BAYPLAN_INTERNAL, "broken pipe"},
      {[] { throw 7; }, BAYPLAN_INTERNAL, "unknown exception"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    Host host;
    std::string message;
    CHECK(host.Cycle(&message) == BAYPLAN_OK);
    host.poll = row.poll;
    CHECK(host.Cycle(&message) == row.code);
    CHECK(message == row.message);
    host.poll = [] {};
    CHECK(host.Cycle(&message) == BAYPLAN_FAILED_PRECONDITION);
    CHECK(message.find("cut short") != std::string::npos);
  }
}

TEST_CASE("an engine whose call failed with an ordinary error goes on") {
  Host host;
  std::string message;
  CHECK(Take(bayplan_engine_cancel_job(host.engine, Str("nobody"))) == BAYPLAN_NOT_FOUND);
  CHECK(host.Cycle(&message) == BAYPLAN_OK);
}
